"""Co-op games of which only the result is known count as won or lost together, not against each other."""

import pytest
from django.urls import reverse

from tests.api.test_api import ask, key_for
from tests.phones import a_play, an_empty_group, owner_of, owners_phone, phone_of, text_of
from tests.transfer.test_imports import a_file, brought
from tests.transfer.test_imports import a_play as played

LOST = {"nobody": "1", "played-0": "1", "played-1": "1"}
WON = {"won-0": "1", "won-1": "1"}


def record(group, phone, title, **ticks):
    sent = {"title": title, "played_on": "2026-11-20", "known": "winner", "player-0": "Anna", "player-1": "Ben"}
    assert phone.post(reverse("collection:totals", args=[group.uuid]), sent | ticks).status_code == 302


def wins_of(group, owner):
    told = ask(key_for(owner), f"/api/1/groups/{group.uuid}/statistics").json()
    names = dict(group.players.values_list("pk", "name"))
    return {names[its["player"]]: (its["plays"], its["wins"]) for its in told["players"]}


@pytest.fixture
def group():
    return an_empty_group()


@pytest.fixture
def owner(group):
    return group.members.get(role="owner").person


@pytest.fixture
def phone(owner):
    return phone_of(owner)


@pytest.mark.parametrize("title", ["Pandemic", "Spirit Island"])
def test_totals_in_which_all_won_or_all_lost_are_no_wins_and_losses_against_others(group, owner, phone, title):
    record(group, phone, title, **LOST)
    record(group, phone, title, **WON)
    assert wins_of(group, owner) == {}
    anna = group.players.get(name="Anna")
    page = text_of(phone.get(reverse("history:player", args=[group.uuid, anna.pk])))
    assert "Solo and co-op 1 of 2 won" in page
    assert "Co-op: 1 of 2 won" in page
    assert "Co-op: won 1 of 2" in text_of(phone.get(reverse("history:games", args=[group.uuid])))


def test_coop_game_from_a_file_that_all_have_lost_is_no_loss_against_others(group, owner, phone):
    file = a_file(played(1, game="Pandemic", anna="", ben=""), games={"Pandemic": {"cooperative": 1}})
    brought(phone, group, file)
    assert wins_of(group, owner) == {}


def test_play_that_one_has_won_counts_against_the_other(group, owner, phone):
    record(group, phone, "Chess", **{"won-0": "1", "played-1": "1"})
    assert wins_of(group, owner) == {"Anna": (1, 1), "Ben": (1, 0)}


def test_play_of_a_known_game_that_nobody_has_won_counts_against_each_other():
    play = a_play()
    record(play.group, owners_phone(play), "Tuareg", **LOST)
    assert wins_of(play.group, owner_of(play)) == {"Anna": (1, 0), "Ben": (1, 0)}
