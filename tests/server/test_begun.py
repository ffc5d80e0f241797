"""Answers that begin as others do come whole, compressed or not, and weigh as much as those compressed in one piece."""

import gzip

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from companion.server.begun import Beginning, Begun
from companion.server.middleware import GzipWhatIsNotPacked
from tests.lanes import long
from tests.phones import a_play, at, owners_phone

WORDS = "Anna has four water, as many as Ben. " * 400
PACKED = {"Accept-Encoding": "br, gzip"}


def sent(answer, **headers) -> HttpResponse:
    """An answer as it goes out to who asks with these headers."""
    return GzipWhatIsNotPacked(lambda _request: answer)(RequestFactory().get("/", headers=headers))


@pytest.mark.parametrize("begins", ["", long("short"), WORDS, long(WORDS * 9), "水は四つ。" * 3000])
@pytest.mark.parametrize("rest", ["", "ends", long(WORDS), "「完」" * 2000])
def test_it_comes_whole(begins, rest):
    beginning = Beginning(begins)
    for _ in range(2):
        answer = sent(Begun(beginning, rest), **PACKED)
        assert gzip.decompress(answer.content).decode() == begins + rest
        assert answer.headers["Content-Length"] == str(len(answer.content))
        assert (answer.headers["Content-Encoding"], answer.headers["Vary"]) == ("gzip", "Accept-Encoding")


def test_who_takes_no_gzip_gets_it_as_it_is():
    answer = sent(Begun(Beginning(WORDS), "ends"))
    assert answer.content.decode() == WORDS + "ends"
    assert "Content-Encoding" not in answer.headers
    assert answer.headers["Vary"] == "Accept-Encoding"


def test_its_beginning_is_compressed_once():
    beginning = Beginning(WORDS)
    first = beginning.packed
    sent(Begun(beginning, "one"), **PACKED)
    assert beginning.packed is first


def test_its_length_tells_nobody_what_it_holds():
    beginning = Beginning(WORDS)
    assert len({len(Begun(beginning, "rest").packed()) for _ in range(200)}) > 50


@pytest.mark.django_db
def test_a_page_weighs_hardly_more_than_in_one_piece():
    play = a_play(game="five-tribes", names=("Anna", "Ben", "Chris", "Dora"))
    page = owners_phone(play).get(at("play", play), headers=PACKED)
    whole = gzip.decompress(page.content)
    assert b"</html>" in whole
    # A name of up to a hundred signs lies in it.
    assert len(page.content) <= len(gzip.compress(whole, 6)) + 250
