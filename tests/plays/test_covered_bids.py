"""Bids that everyone makes before a round stay covered on each page for all, until the last one is made."""

import pytest

from companion.plays import lifecycle
from tests.api.test_api import ask, key_for
from tests.phones import (
    a_play,
    again,
    at,
    count,
    guests_phone,
    owner_of,
    owners_phone,
    text_of,
)

BID = "tricks__bid"


@pytest.fixture
def play():
    """A round in which all but one have bid."""
    play = a_play(game="wizard")
    count(play, stage="1", anna={BID: 1}, ben={BID: 0}, is_in=False)
    return play


def bid_the_last(play):
    count(play, stage="1", chris={BID: 0}, is_in=False)


def test_printed_sheet_of_an_open_play_covers_bids(play):
    def printed():
        return text_of(guests_phone(play).get(at("sheet", play))).partition("round 1 1 ")[2]

    assert printed().startswith("✓ – ✓ –")
    bid_the_last(play)
    assert printed().startswith("1 – 0 – 0 –")


def test_change_history_covers_bids(play):
    phone = owners_phone(play)
    assert "bid 1" not in text_of(phone.get(at("trail", play)))
    bid_the_last(play)
    assert "bid 1" in text_of(phone.get(at("trail", play)))


def test_api_says_nothing_of_bids(play):
    answer = ask(key_for(owner_of(play)), f"/api/1/plays/{play.uuid}").json()
    assert answer["rows"] == []
    assert {seat["points"] for seat in answer["seats"]} == {None}


def test_change_history_covers_bids_of_a_round_after_the_one_that_was_reopened(play):
    bid_the_last(play)
    count(play, stage="1", anna={"tricks__made": 1}, ben={"tricks__made": 0}, chris={"tricks__made": 0})
    lifecycle.close_stage(again(play), again(play).game.stage("1"), person=owner_of(play), anyway=True)
    count(play, stage="2", anna={BID: 2}, is_in=False)
    lifecycle.reopen_stage(again(play), again(play).game.stage("1"), person=owner_of(play))
    text = text_of(owners_phone(play).get(at("trail", play)))
    assert "bid 1" in text
    assert "bid 2" not in text
