"""Plays that nobody won: they count as no win for anyone, and a real draw counts as a share."""

import pytest
from django.urls import reverse

from companion.plays import lifecycle
from tests.api.test_api import ask, key_for
from tests.phones import a_play, again, an_empty_group, count, owner_of, owners_phone, phone_of, text_of
from tests.transfer.test_bgstats_cases import case
from tests.transfer.test_imports import brought


@pytest.fixture
def group():
    """A group with one play that BG Stats ended without a winner, 7 to 7."""
    return an_empty_group()


@pytest.fixture
def phone(group):
    phone = phone_of(group.members.get(role="owner").person)
    brought(phone, group, case("12"))
    return phone


def test_player_page_counts_no_win_and_no_draw(group, phone):
    mira = group.players.get(name="Mira")
    page = text_of(phone.get(reverse("history:player", args=[group.uuid, mira.pk])))
    assert "won : 0 of 1 play" in page
    assert "nobody has won" in page
    assert "draw" not in page


def test_lists_say_that_nobody_has_won(group, phone):
    for name in ("history:history", "results:history_sheet"):
        page = text_of(phone.get(reverse(name, args=[group.uuid])))
        assert "nobody has won" in page
        assert "draw" not in page


def test_statistics_for_programs_count_no_draw(group, phone):
    key = key_for(owner_of(group.plays.get()))
    for player in ask(key, f"/api/1/groups/{group.uuid}/statistics").json()["players"]:
        assert {name: player[name] for name in ("plays", "wins", "draws", "credit", "rate")} == {
            "plays": 1,
            "wins": 0,
            "draws": 0,
            "credit": 0,
            "rate": 0,
        }


def test_full_tie_stays_half_a_win_in_a_game_that_calls_it_a_draw():
    play = a_play(game="targi", names=("Anna", "Ben"))
    count(play, stage="end", anna={"tokens": 4}, ben={"tokens": 4})
    lifecycle.close_stage(again(play), play.game.stages[0], person=owner_of(play))
    lifecycle.finish(again(play), person=owner_of(play))
    anna = play.group.players.get(name="Anna")
    page = text_of(owners_phone(play).get(reverse("history:player", args=[play.group.uuid, anna.pk])))
    assert "won : 0.5 of 1 play" in page
    assert "a draw" in page
    assert "nobody has won" not in page
