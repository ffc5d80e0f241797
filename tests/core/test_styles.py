"""The styles of a page of counting that is opened from outside stand within it; other pages name files of styles."""

import base64
import hashlib
import re
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from django.templatetags.static import static
from django.test import Client

from companion.rules.sheets.limits import ACCENTS
from tests.phones import FIELDS, a_play, at, count, owners_phone, seat_of

STYLES = Path(__file__).resolve().parents[2] / "static" / "css"
OF_ALL, OF_PADS, OF_MANY, OF_ROWS = "css/caravan.css", "css/pads.css", "css/many.css", "css/displays.css"
INDIGO = "css/accents/indigo.css"
SIX = ("Anna", "Ben", "Chris", "Dora", "Emil", "Fay")
FROM_A_PAGE_OF_OURS, FROM_ELSEWHERE = "http://testserver/groups/", "https://chat.example/testserver/"


def opened(play, *, after=None):
    """The page of a play on a phone of its owner; `after` a page with this address, if any."""
    return owners_phone(play).get(at("plays:play", play), headers={"Referer": after} if after else {})


def styles_within(page) -> list[str]:
    return re.findall(r"<style>(.*?)</style>", page.content.decode(), re.DOTALL)


def files_of_styles(page) -> list[str]:
    return re.findall(r'rel="stylesheet" href="([^"]+)"', page.content.decode().partition("<noscript>")[0])


def text_of_file(name) -> str:
    return b"".join(Client().get(static(name)).streaming_content).decode()


def policy_of_styles(page) -> str:
    return next(each for each in page.headers["Content-Security-Policy"].split("; ") if each.startswith("style-src"))


@pytest.mark.parametrize("came_from", [None, FROM_ELSEWHERE, "not an address", "http://[", "http://"])
def test_a_page_that_is_opened_from_outside_waits_for_no_file(play, came_from):
    page = opened(play, after=came_from)
    assert styles_within(page) == [text_of_file(OF_ALL) + text_of_file(INDIGO)]
    assert files_of_styles(page) == []


def test_who_comes_from_a_page_of_ours_has_the_file_from_there(play):
    page = opened(play, after=FROM_A_PAGE_OF_OURS)
    assert styles_within(page) == []
    assert files_of_styles(page) == [static(OF_ALL), static(INDIGO)]


def icon_of(page) -> str:
    return re.search(r'rel="icon" href="([^"]+)"', page.content.decode())[1]


def test_a_page_that_is_opened_from_outside_has_its_icon_within(play):
    kind, _, picture = icon_of(opened(play)).partition(",")
    assert kind == "data:image/svg+xml"
    assert ElementTree.fromstring(unquote(picture)).tag == "{http://www.w3.org/2000/svg}svg"
    assert icon_of(opened(play, after=FROM_A_PAGE_OF_OURS)) == static("img/icon.svg")


def test_a_browser_is_let_heed_these_very_styles_and_none_besides(play):
    digest = hashlib.sha256((text_of_file(OF_ALL) + text_of_file(INDIGO)).encode()).digest()
    assert policy_of_styles(opened(play)) == f"style-src 'self' 'sha256-{base64.b64encode(digest).decode()}'"
    assert policy_of_styles(opened(play, after=FROM_A_PAGE_OF_OURS)) == "style-src 'self'"


@pytest.mark.parametrize(
    ("game", "names", "needed"),
    [
        ("6-nimmt", SIX, [OF_MANY]),
        ("five-tribes", SIX[:4], [OF_PADS]),
        ("basari", SIX[:3], [OF_PADS]),
        ("targi", SIX[:2], [OF_PADS, OF_ROWS]),
    ],
)
def test_what_the_sheet_of_a_game_needs_stands_within_too_in_its_colour(game, names, needed):
    play = a_play(game=game, names=names)
    files = [OF_ALL, f"css/accents/{play.game.accent}.css", *needed]
    assert styles_within(opened(play)) == ["".join(map(text_of_file, files))]
    assert files_of_styles(opened(play)) == []
    assert files_of_styles(opened(play, after=FROM_A_PAGE_OF_OURS)) == list(map(static, files))


@pytest.mark.parametrize("accent", ACCENTS)
def test_every_page_but_those_of_counting_has_all_colours(accent):
    assert text_of_file(f"css/accents/{accent}.css") in text_of_file("css/rows.css")


@pytest.mark.parametrize("name", [OF_ALL, INDIGO, OF_PADS, OF_MANY, OF_ROWS])
def test_what_may_stand_within_a_page_names_no_file_beside_its_own_and_ends_no_tag(name):
    assert text_of_file(name)
    assert "url(" not in text_of_file(name)
    assert "</" not in text_of_file(name)


def test_each_phone_at_a_table_gets_the_page_as_it_comes(play):
    comes = [None, FROM_A_PAGE_OF_OURS, FROM_ELSEWHERE, FROM_A_PAGE_OF_OURS]
    assert [len(styles_within(opened(play, after=came_from))) for came_from in comes] == [1, 0, 1, 0]


@pytest.mark.parametrize("name", ["home", "a scored stage", "a card with a fault"])
def test_every_other_page_names_its_files(play, name):
    phone = owners_phone(play)
    if name == "a scored stage":
        count(play, anna={"water": 1}, ben={}, chris={})
        phone.post(at("plays:close", play, "1"))
    too_much = {"revision": 0, **dict.fromkeys(FIELDS["1"], "99")}
    page = {
        "home": lambda: phone.get("/"),
        "a scored stage": lambda: phone.get(at("plays:stage", play, "1")),
        "a card with a fault": lambda: phone.post(at("plays:card", play, seat_of(play, "Anna").pk, "1"), too_much),
    }[name]()
    assert page.status_code == (422 if name == "a card with a fault" else 200)
    assert styles_within(page) == []
    assert static(OF_ALL) in files_of_styles(page)


def test_while_styles_are_written_they_are_read_from_their_file(play, settings):
    settings.DEBUG = True
    assert styles_within(opened(play)) == []


def test_every_mixed_colour_of_a_person_has_another_for_teams():
    """A team has no colour, and a declaration with an undefined colour in a mixture is dropped as a whole."""
    sources = [path.read_text() for path in STYLES.glob("*.css")]
    assert any("color-mix(in srgb, var(--person" in each for each in sources)
    assert [each for text in sources for each in re.findall(r"color-mix\([^;]*var\(--person\)[^;]*;", text)] == []
