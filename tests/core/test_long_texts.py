"""A text that nobody types costs no more than one that somebody types, whatever signs it is made of."""

import json
import time
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from companion.core.language.typed import LONGEST_LINES, MOST_NAMES, clean_entry, clean_lines, clean_name, narrow
from companion.models import Player
from companion.plays.forms import NamesField
from companion.rules import GAMES
from tests.lanes import each_third
from tests.pages.test_access import address, fitting
from tests.phones import a_play, again, at, kept, owners_phone, seat_of, text_of

ROOT = Path(__file__).resolve().parent.parent.parent
# Beyond all that anybody types, the latter a third of a megabyte on its way. To read it takes four times as long at
# most, to compose its accents sixteen times.
SHORTER, LONGER, MORE = 15_000, 60_000, 4
TYPED_BY_ANYBODY = [
    ("plays:game", {}, "player"),
    ("plays:game", {}, "add"),
    ("plays:game", {"add": "Anna"}, "player"),
    ("access:join", {}, "code"),
    ("accounts:sign_in", {"password": "x"}, "username"),
    ("accounts:sign_in", {"username": "Anna"}, "password"),
    ("accounts:password", {"new_password": "x", "again": "x"}, "name"),
    ("accounts:password", {"name": "Anna", "again": "x"}, "new_password"),
]
TYPED_BY_A_MEMBER = [
    ("groups:rename_group", {}, "name"),
    ("groups:delete_group", {}, "name"),
    ("groups:players", {}, "name"),
    ("groups:edit_player", {}, "name"),
    ("plays:seats", {}, "name"),
    ("plays:notes", {}, "place"),
    ("plays:notes", {}, "notes"),
    ("plays:notes", {"place": "x"}, "place_was"),
    ("plays:card", {"revision": "0"}, "water"),
    ("collection:own_sheet", {"row_key": "track", "save": "1"}, "label"),
    ("collection:own_sheet", {"settings": "1", "title": "x"}, "from"),
    ("collection:own_sheet", {"row_key": "track", "look": "1"}, "try-0-track"),
    ("collection:totals", {"title": "x", "wins": "most", "played_on": "2026-11-20", "player-0": "Anna"}, "total-0"),
]


def marked(signs):
    """A letter with so many accents."""
    return "a" + "\u0301\u0323" * (signs // 2)


MARKS = marked(LONGER)


def growth(ask, shorter=SHORTER, longer=LONGER) -> float:
    """How many times as much of the processor's time it takes to ask for something with this much more in it."""
    return seconds_for(lambda: ask(longer)) / seconds_for(lambda: ask(shorter))


def seconds_for(ask) -> float:
    """The processor's time for an answer once all that it needs is loaded."""
    took = []
    for _time in range(3):
        began = time.process_time()
        assert ask().status_code < 500
        took.append(time.process_time() - began)
    return min(took)


@pytest.mark.parametrize(("name", "more", "field"), each_third(TYPED_BY_ANYBODY))
def test_whoever_is_nobody_costs_no_time(name, more, field):
    phone, place = Client(), address(name, fitting(name))
    assert growth(lambda signs: phone.post(place, {**more, field: marked(signs)})) < MORE


@pytest.mark.parametrize(("name", "more", "field"), each_third(TYPED_BY_A_MEMBER))
def test_neither_does_a_member(name, more, field):
    play = fitting(name)
    phone, place = owners_phone(play), address(name, play)
    assert growth(lambda signs: phone.post(place, {**more, field: marked(signs)})) < MORE


def test_many_long_names_cost_no_more_than_to_read_them(play):
    phone, name = Client(), marked(400)
    # To read so many takes five times as long, to compare each with each other twenty-five times.
    assert growth(lambda names: phone.post("/games/tuareg", {"player": [name] * names}), 100, 500) < 12


def test_names_beyond_those_of_any_table_are_not_looked_at():
    assert NamesField(GAMES["tuareg"]).clean(["Anna", "Ben", *[""] * MOST_NAMES, "Chris"]) == ["Anna", "Ben"]


def test_a_file_with_such_a_name_is_refused_with_a_sentence(play):
    phone, place = owners_phone(play), address("transfer:import_plays", play)

    def bring_in(signs):
        value = {"game": "tuareg", "seats": [{"player": marked(signs)}, {"player": "Ben"}]}
        return phone.post(place, {"file": SimpleUploadedFile("plays.json", json.dumps(value).encode())})

    assert growth(bring_in) < MORE
    answer = bring_in(LONGER)
    assert "Nothing was imported." in text_of(answer)
    assert "play 1, from line 1" in text_of(answer)


def test_a_name_that_is_too_long_is_still_told_so(play):
    answer = owners_phone(play).post(address("groups:players", play), {"name": MARKS})
    assert "longer than 60 characters" in text_of(answer)
    assert not Player.objects.filter(name__startswith="a" + "\u0301").exists()


@pytest.mark.parametrize("sent", [{"add": "1"}, {"rename": "Anna"}])
def test_at_a_table_a_name_of_four_thousand_letters_is_refused_with_a_sentence(play, sent):
    sent = {each: seat_of(play, own).pk if own == "Anna" else own for each, own in sent.items()}
    phone, name = owners_phone(play), "Wolfgang" * 500
    answer = phone.post(at("plays:seats", play), {**sent, "name": name})
    assert answer.status_code == 422
    assert "longer than 60 characters" in text_of(answer)
    assert [str(seat) for seat in again(play).seats.all()] == ["Anna", "Ben", "Chris"]
    for page in ("plays:play", "plays:seats", "plays:table", "plays:watch", "plays:more"):
        assert phone.get(at(page, play)).status_code == 200
        assert name not in phone.get(at(page, play)).content.decode()


def test_a_table_does_not_start_with_a_name_of_four_thousand_letters():
    name = "Wolfgang" * 500
    answer = Client().post("/games/tuareg", {"player": [name, "Ben"], "played_on": "2026-11-20", "start": "1"})
    assert answer.status_code == 422
    assert "longer than 60 characters" in text_of(answer)
    assert not Player.objects.exists()


def test_a_password_that_is_too_long_is_told_so_and_not_hashed():
    kept()
    answer = Client().post("/sign-in", {"username": "Anna", "password": "x" * 1001})
    assert answer.status_code == 422
    assert "longer than 1000 characters" in text_of(answer)


@pytest.mark.parametrize("clean", [clean_name, narrow, clean_lines, clean_entry])
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
    answer = owners_phone(play).post(at("plays:notes", play), {"notes": notes})
    assert answer.status_code == 422
    assert notes in answer.content.decode()


def test_texts_are_composed_in_one_place_that_cuts_them_first():
    """The rules compose what is typed into a count, and a search its words, which their forms have cut."""
    composing = {
        path.name for path in (ROOT / "companion").rglob("*.py") if "unicodedata.normalize(" in path.read_text()
    }
    assert composing == {"typed.py", "folding.py"}
