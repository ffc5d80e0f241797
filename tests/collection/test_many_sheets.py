"""However many sheets a group has, and however many plays of them, its pages ask no more questions."""

import json
from io import BytesIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from companion.collection.maker import create_sheet, new_sheet
from companion.models import Play
from companion.models.sheets import cached_game
from companion.plays import lifecycle
from companion.transfer.caravan.imports import import_plays
from tests.phones import a_play, again, count, owner_of, owners_phone, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def first():
    return a_play(names=("Anna", "Ben"))


def play_of_its_own(first, number):
    """A finished play of one more sheet of the group."""
    person = owner_of(first)
    own = create_sheet(first.group, new_sheet(f"Game {number}"), person=person)
    about = {"person": person, "group": first.group, "options": {}, "played_on": first.played_on}
    play = lifecycle.start(own.newest.game, names=["Anna", "Ben"], **about)
    count(play, stage="end", anna={"r1": number}, ben={"r1": 1})
    lifecycle.close_stage(again(play), play.game.stages[0], person=person)
    lifecycle.finish(again(play), person=person)


def asked(phone, path):
    cached_game.cache_clear()
    with CaptureQueriesContext(connection) as queries:
        assert phone.get(path, follow=True).status_code == 200, path
    return len(queries)


@pytest.mark.long
def test_the_pages_of_a_group_the_start_the_entry_and_the_history_ask_no_more(first):
    group, phone = first.group, owners_phone(first)
    play_of_its_own(first, 2)
    own = group.sheets.get()
    data = {"player": ["Anna", "Ben"], "played_on": "2026-11-20", "group": str(group.uuid)}
    phone.post(f"/games/{own.slug}", data)
    play, its = Play.objects.latest("pk"), f"/groups/{group.uuid}/"
    paths = [
        *(its, f"{its}games", f"{its}plays", f"{its}people", f"{its}games/{own.slug}", f"{its}sheets/{own.slug}/"),
        *(f"/games/{own.slug}?group={group.uuid}", f"/library?group={group.uuid}", f"/plays/{play.uuid}/"),
        *(f"{its}players/{group.players.first().pk}", f"{its}totals?of={own.slug}"),
    ]
    for path in paths:
        asked(phone, path)
    before = {path: asked(phone, path) for path in paths}
    for number in range(3, 7):
        play_of_its_own(first, number)
    for path in paths:
        asked(phone, path)
    assert {path: asked(phone, path) for path in paths} == before


ROUNDS = {
    "format": "caravan.sheet/1",
    "title": "Thirty rounds",
    "players": [2, 8],
    "rounds": {"number": 30, "dealer": True},
    "rows": [
        {"key": "tricks", "label": "tricks", "kind": "bid", "hit": {"points": 20, "each": 10}, "miss": {"off": -10}},
        {"key": "bonus", "label": "bonus", "kind": "points"},
    ],
}
EIGHT = ("Anna", "Ben", "Chris", "Dora", "Emil", "Finn", "Greta", "Hana")


def play_of_rounds(group, own, *, rounds, players, state, person):
    """A play that has come in with so many of its rounds counted."""
    held = {"tricks__bid": 2, "tricks__made": 1, "bonus": 10}
    seats = [{"player": name, "stages": {str(each + 1): held for each in range(rounds)}} for name in EIGHT[:players]]
    play = {"game": own.slug, "state": state, "played_on": "2026-11-20", "seats": seats}
    import_plays(group, BytesIO(json.dumps(play).encode()), person=person)
    return Play.objects.latest("pk")


@pytest.mark.long
@pytest.mark.parametrize("state", ["finished", "open"])
def test_a_play_of_thirty_rounds_and_eight_players_asks_no_more_than_one_of_two(first, state):
    group, phone, person = first.group, owners_phone(first), owner_of(first)
    own = create_sheet(group, ROUNDS, person=person)
    made = {
        (rounds, players): play_of_rounds(group, own, rounds=rounds, players=players, state=state, person=person)
        for rounds, players in ((2, 2), (30, 8))
    }
    small, large = made[2, 2], made[30, 8]
    for path in ("/", "/sheet", "/stages/1", "/trail", "/watch"):
        asked(phone, f"/plays/{small.uuid}{path}")
        asked(phone, f"/plays/{large.uuid}{path}")
        few, many = asked(phone, f"/plays/{small.uuid}{path}"), asked(phone, f"/plays/{large.uuid}{path}")
        assert many == few, path


@pytest.mark.long
def test_what_was_worked_out_of_a_play_is_not_asked_of_a_game_that_was_made_anew(first):
    """A process keeps the games of so many versions, and makes the others again."""
    group, phone, person = first.group, owners_phone(first), owner_of(first)
    own = create_sheet(group, ROUNDS, person=person)
    play = play_of_rounds(group, own, rounds=2, players=3, state="finished", person=person)
    for _ in range(2):
        cached_game.cache_clear()
        assert phone.get(f"/plays/{play.uuid}/").status_code == 200


def test_what_is_lost_has_a_minus_on_the_screen_and_on_paper(first):
    group, phone, person = first.group, owners_phone(first), owner_of(first)
    own = create_sheet(group, ROUNDS, person=person)
    play = play_of_rounds(group, own, rounds=2, players=2, state="finished", person=person)
    for path in ("/", "/stages/1", "/sheet"):
        text = text_of(phone.get(f"/plays/{play.uuid}{path}", follow=True))
        assert "−10" in text, path
        assert "+-" not in text, path


def test_of_many_rounds_the_results_are_folded_but_for_the_last(first):
    group, phone, person = first.group, owners_phone(first), owner_of(first)
    own = create_sheet(group, ROUNDS, person=person)
    play = play_of_rounds(group, own, rounds=9, players=2, state="open", person=person)
    page = phone.get(f"/plays/{play.uuid}/").content.decode()
    before, folded = page.split("Results of earlier rounds")
    assert "Result of round 8" in before
    assert "Result of round 7" not in before
    assert all(f"Result of round {number}<" in folded for number in range(1, 8))
