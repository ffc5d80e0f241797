"""A page is packed as Django packs it, whether or not its styles were packed for another one before."""

import gzip
import re

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils.text import compress_string

from companion.server.packing import HEAD, GzipWhatIsNotPacked, begun, packed
from tests.phones import a_play, at, guests_phone, owners_phone

STYLES = "<head><style>" + "".join(f".p{number} {{ color: red }}" for number in range(99)) + "</style>"
REST = "".join(f"<p>What {name} has: {name * 2}</p>" for name in ("Anna", "Jürgen", "さくら")) * 9


def answered(content, *, accepts="gzip, br", **how) -> HttpResponse:
    request = RequestFactory().get("/", headers={"Accept-Encoding": accepts} if accepts else {})
    return GzipWhatIsNotPacked(lambda request: HttpResponse(content, **how))(request)


def without_name(file) -> bytes:
    """Return a file of gzip from the end of its name on, which is as long as chance has it."""
    return file[len(HEAD) :].partition(b"\0")[2]


def test_a_page_with_its_styles_is_what_it_was():
    for rest in (REST, REST.replace("Anna", "Ben"), ""):
        page = f"{STYLES}{rest}"
        for _ in range(2):
            answer = answered(page)
            assert gzip.decompress(answer.content).decode() == page
            assert answer.headers["Content-Encoding"] == "gzip"
            assert answer.headers["Content-Length"] == str(len(answer.content))
            assert answer.headers["Vary"] == "Accept-Encoding"


def test_it_is_as_small_as_django_makes_it():
    beginning, end, rest = f"{STYLES}{REST}".encode().partition(b"</style>")
    whole = compress_string(beginning + end + rest, max_random_bytes=1)
    # What ends a beginning so that anything can follow takes a few bytes.
    assert len(without_name(packed(beginning, end + rest))) <= len(without_name(whole)) + 10


def test_its_length_is_another_one_each_time():
    assert len({len(answered(STYLES + REST).content) for _ in range(30)}) > 1


def test_its_styles_are_packed_once():
    before = begun.cache_info().misses
    for number in range(5):
        answered(f"<title>once</title>{STYLES}{number}{REST}")
    assert begun.cache_info().misses == before + 1


@pytest.mark.parametrize("accepts", ["", "br"])
def test_who_cannot_unpack_it_gets_the_page_itself(accepts):
    answer = answered(STYLES + REST, accepts=accepts)
    assert answer.content.decode() == STYLES + REST
    assert "Content-Encoding" not in answer.headers
    assert answer.headers["Vary"] == "Accept-Encoding"


def test_a_file_with_such_words_is_packed_as_a_file():
    answer = answered(STYLES + REST, content_type="text/csv")
    assert gzip.decompress(answer.content).decode() == STYLES + REST


def test_what_is_packed_by_itself_is_left():
    assert answered(STYLES + REST, content_type="image/png").content.decode() == STYLES + REST


@pytest.mark.django_db
def test_each_phone_gets_its_own_page_of_a_table():
    play = a_play()
    tokens = []
    for phone in (owners_phone(play), guests_phone(play), guests_phone(play)):
        page = gzip.decompress(phone.get(at("play", play), headers={"Accept-Encoding": "gzip"}).content).decode()
        assert page.startswith("<!doctype html>")
        assert page.count("<style>") == 1
        assert page.endswith("</html>\n")
        tokens += set(re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page))
    assert len(tokens) == len(set(tokens)) == 3
