"""Bids that everyone makes before a round stay covered on each page for all, until the last one is made."""

import pytest

from companion.models import CardSave
from companion.plays import lifecycle
from tests.api.test_api import ask, key_for
from tests.phones import (
    a_play,
    again,
    at,
    card_at,
    card_of,
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
        return text_of(guests_phone(play).get(at("results:sheet", play))).partition("round 1 1 ")[2]

    assert printed().startswith("✓ – ✓ –")
    bid_the_last(play)
    assert printed().startswith("1 – 0 – 0 –")


def test_change_history_covers_bids(play):
    phone = owners_phone(play)
    assert "bid 1" not in text_of(phone.get(at("plays:trail", play)))
    bid_the_last(play)
    assert "bid 1" in text_of(phone.get(at("plays:trail", play)))


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
    text = text_of(owners_phone(play).get(at("plays:trail", play)))
    assert "bid 1" in text
    assert "bid 2" not in text


class TestBidThatTwoPhonesEnteredDifferently:
    """A guest's bid for Ben waits for the guest's choice, while the organiser's counts."""

    waits = "Ben, tricks bid: another phone entered 2 and still has to choose."

    @pytest.fixture
    def guest(self, play):
        guest = guests_phone(play)
        guest.post(card_at(play, "Ben"), {BID: "2", "revision": 0, "save_id": "", "done": ""})
        assert CardSave.objects.get(fate="clash")
        return guest

    def choose(self, play, guest, choice):
        clash = CardSave.objects.get(fate="clash")
        answer = {f"choose_{BID}": choice, "revision": card_of(play, "Ben").revision}
        guest.post(at("plays:waiting_save", play, clash.pk), answer)

    def test_other_phone_hears_of_it_once_everyone_has_bid(self, play, guest):
        phone = owners_phone(play)
        assert self.waits not in text_of(phone.get(at("plays:play", play)))
        bid_the_last(play)
        assert self.waits in text_of(phone.get(at("plays:play", play)))

    def test_question_before_scoring_names_both_bids_beside_what_is_missing(self, play, guest):
        bid_the_last(play)
        question = text_of(owners_phone(play).get(at("plays:close", play, "1")))
        assert "Ben tricks made Tricks bid: 0 counts, 2 waits 1 row" in question
        assert question.count("Tricks bid: 0 counts, 2 waits") == 1
        assert "0 rows" not in question

    def test_question_before_scoring_says_nothing_of_a_bid_that_is_covered(self, play, guest):
        count(play, stage="1", ben={BID: 0, "tricks__made": 1})
        question = text_of(owners_phone(play).get(at("plays:close", play, "1")))
        assert "Not finished: Anna and Chris" in question
        assert "0 rows" not in question

    def test_what_was_chosen_is_told_once_everyone_has_bid(self, play, guest):
        phone = owners_phone(play)
        bid_the_last(play)
        self.choose(play, guest, "mine")
        assert "Ben, tricks bid: another phone chose 2, not 0." in text_of(phone.get(at("plays:play", play)))

    def test_what_was_chosen_is_told_after_the_round_was_scored(self, play, guest):
        phone = owners_phone(play)
        bid_the_last(play)
        count(play, stage="1", anna={BID: 1, "tricks__made": 1}, ben={BID: 0}, chris={BID: 0})
        lifecycle.close_stage(again(play), again(play).game.stage("1"), person=owner_of(play), anyway=True)
        self.choose(play, guest, "theirs")
        assert "Ben, tricks bid: another phone chose 0, not 2." in text_of(phone.get(at("plays:stage", play, "1")))

    def test_what_was_chosen_stays_covered_while_somebody_has_not_bid(self, play, guest):
        phone = owners_phone(play)
        self.choose(play, guest, "mine")
        assert "chose" not in text_of(phone.get(at("plays:play", play)))
