"""A text that nobody types costs no more than one that somebody types, whatever signs it is made of."""

import json
import time
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from companion.language.typed import LONGEST_LINES, MOST_NAMES, as_typed, clean_lines, clean_name, narrow
from companion.models import Player
from companion.plays.forms import NamesField
from companion.rules import GAMES
from tests.lanes import each_third
from tests.pages.test_access import address, fitting
from tests.phones import a_play, at, kept, owners_phone, text_of

ROOT = Path(__file__).resolve().parent.parent.parent
# Over a megabyte on its way, and half a minute of work for whoever composes its accents.
MARKS = "a" + "\u0301\u0323" * 100_000
# Of the processor's time, most of which goes into reading the form.
BOUND = 1.5
TYPED_BY_ANYBODY = [
    ("game", {}, "player"),
    ("game", {}, "add"),
    ("game", {"add": "Anna"}, "player"),
    ("join", {}, "code"),
    ("sign_in", {"password": "x"}, "username"),
    ("sign_in", {"username": "Anna"}, "password"),
    ("keep", {"new_password": "x", "again": "x"}, "name"),
    ("keep", {"name": "Anna", "again": "x"}, "new_password"),
]
TYPED_BY_A_MEMBER = [
    ("rename_group", {}, "name"),
    ("delete_group", {}, "name"),
    ("players", {}, "name"),
    ("edit_player", {}, "name"),
    ("seats", {}, "name"),
    ("notes", {}, "place"),
    ("notes", {}, "notes"),
    ("notes", {"place": "x"}, "place_was"),
    ("card", {"revision": "0"}, "water"),
    ("own_sheet", {"row_key": "track", "save": "1"}, "label"),
    ("own_sheet", {"settings": "1", "title": "x"}, "from"),
    ("own_sheet", {"row_key": "track", "look": "1"}, "try-0-track"),
    ("totals", {"title": "x", "wins": "most", "played_on": "2026-11-20", "player-0": "Anna"}, "total-0"),
]


def seconds_for(ask):
    """The processor's time for an answer, and the answer."""
    began = time.process_time()
    answer = ask()
    return time.process_time() - began, answer


def see_that_it_is_cheap(phone, place, sent):
    seconds, answer = seconds_for(lambda: phone.post(place, sent))
    assert answer.status_code < 500
    assert seconds < BOUND


@pytest.mark.parametrize(("name", "more", "field"), each_third(TYPED_BY_ANYBODY))
def test_whoever_is_nobody_costs_no_time(name, more, field):
    see_that_it_is_cheap(Client(), address(name, fitting(name)), {**more, field: MARKS})


@pytest.mark.parametrize(("name", "more", "field"), each_third(TYPED_BY_A_MEMBER))
def test_neither_does_a_member(name, more, field):
    play = fitting(name)
    see_that_it_is_cheap(owners_phone(play), address(name, play), {**more, field: MARKS})


def test_many_long_names_cost_no_more_than_some(play):
    names = ["a" + "\u0301\u0323" * 200] * 900
    see_that_it_is_cheap(Client(), "/games/tuareg", {"player": names})


def test_names_beyond_those_of_any_table_are_not_looked_at():
    assert NamesField(GAMES["tuareg"]).clean(["Anna", "Ben", *[""] * MOST_NAMES, "Chris"]) == ["Anna", "Ben"]


def test_a_file_with_such_a_name_is_refused_with_a_sentence(play):
    value = {"game": "tuareg", "seats": [{"player": MARKS}, {"player": "Ben"}]}
    file = SimpleUploadedFile("plays.json", json.dumps(value).encode())
    phone = owners_phone(play)
    seconds, answer = seconds_for(lambda: phone.post(address("import_plays", play), {"file": file}))
    assert seconds < BOUND
    assert "Nothing was imported." in text_of(answer)
    assert "play 1, from line 1" in text_of(answer)


def test_a_name_that_is_too_long_is_still_told_so(play):
    answer = owners_phone(play).post(address("players", play), {"name": MARKS})
    assert "longer than 60 characters" in text_of(answer)
    assert not Player.objects.filter(name__startswith="a" + "\u0301").exists()


def test_a_password_that_is_too_long_is_told_so_and_not_hashed():
    kept()
    answer = Client().post("/sign-in", {"username": "Anna", "password": "x" * 1001})
    assert answer.status_code == 422
    assert "longer than 1000 characters" in text_of(answer)


@pytest.mark.parametrize("clean", [clean_name, narrow, clean_lines, as_typed])
def test_what_nobody_types_is_cut_before_anything_is_done_with_it(clean):
    assert len(clean("x" * 100_000)) <= LONGEST_LINES


def test_what_anybody_types_is_what_it_was():
    assert clean_name("  Jose\u0301  " + " " * 900 + "Luis ") == "José Luis"
    assert MOST_NAMES > 10


def test_a_play_of_more_seats_than_any_game_has_is_refused_with_a_sentence():
    names = [f"Player {number}" for number in range(MOST_NAMES + 10)]
    answer = Client().post("/games/tuareg", {"player": names, "played_on": "2026-11-20"})
    assert answer.status_code == 422
    assert a_play().group is not None


def test_a_long_text_of_notes_comes_back_to_be_shortened(play):
    notes = "x" * 5000
    answer = owners_phone(play).post(at("notes", play), {"notes": notes})
    assert answer.status_code == 422
    assert notes in answer.content.decode()


def test_texts_are_composed_in_one_place_that_cuts_them_first():
    """The rules compose what is typed into a count, and a search its words, which their forms have cut."""
    composing = {
        path.name for path in (ROOT / "companion").rglob("*.py") if "unicodedata.normalize(" in path.read_text()
    }
    assert composing == {"typed.py", "folding.py"}
