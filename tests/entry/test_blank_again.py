"""A figure of a scored stage that is blank again is unknown, and never a 0 that nobody typed."""

import random

import pytest

from companion.entry.scorepad import Scorepad
from companion.models import CardSave
from companion.plays.lifecycle import close_stage, finish, reopen_stage
from companion.plays.rounds import end_rounds
from companion.results.uncounted import partly_counted_seats, points_in, uncounted_seats
from tests.entry.test_correct import correct, page_of, typed
from tests.phones import (
    a_play,
    again,
    at,
    card_of,
    guests_phone,
    owner_of,
    owners_phone,
    pass_time,
    send,
    text_of,
)
from tests.plays.test_trail import buttons, press, told

pytestmark = pytest.mark.django_db
FIELDS = ("water", "gold", "salt")
STEPS = 10


def golf():
    """A finished play of rounds in which the fewest points win: Ben has 3, Anna 9."""
    play = a_play(game="6-nimmt", names=("Anna", "Ben"))
    phone = owners_phone(play)
    for name, heads in (("Anna", "9"), ("Ben", "3")):
        send(phone, play, name, heads=heads, done="1")
    close_stage(again(play), again(play).stage, person=owner_of(play))
    end_rounds(again(play))
    finish(again(play), person=owner_of(play))
    return again(play)


def number_of(phone, play, text) -> int:
    return next(number for number, each in enumerate(told(phone, play)) if text in each)


def outcome(play):
    return [(seat.points, seat.rank, seat.is_winner) for seat in play.seats.all()]


class TestFinished:
    def test_player_whose_figures_are_undone_is_not_counted_and_does_not_win(self):
        play = golf()
        phone = owners_phone(play)
        press(phone, play, number_of(phone, play, "Anna, round 1"))
        assert outcome(play) == [(None, None, False), (3, 1, True)]
        assert "not counted: Anna" in text_of(phone.get(at("plays:play", play)))

    def test_figure_that_was_emptied_in_a_correction_is_not_0(self):
        play = golf()
        phone = owners_phone(play)
        correct(phone, play, item="heads", anna_heads="")
        assert outcome(play) == [(None, None, False), (3, 1, True)]

    @pytest.mark.parametrize("way", ["undone", "emptied"])
    def test_it_counts_again_once_that_is_undone(self, way):
        play = golf()
        phone = owners_phone(play)
        if way == "undone":
            press(phone, play, number_of(phone, play, "Anna, round 1"))
        else:
            correct(phone, play, item="heads", anna_heads="")
        press(phone, play)
        assert outcome(play) == [(9, 2, False), (3, 1, True)]
        assert card_of(play, "Anna").is_in

    def test_clash_of_corrections_that_is_decided_for_the_blank_one_is_not_0(self):
        play = golf()
        phone = owners_phone(play)
        page = page_of(phone, play, "heads")
        correct(phone, play, item="heads", anna_heads="8")
        phone.post(at("plays:correct", play, "1", "heads"), typed(play, page, anna_heads=""))
        [row] = CardSave.objects.filter(seat__play=play, fate="clash")
        chosen = {"revision": card_of(play, "Anna").revision, "choose_heads": "mine"}
        phone.post(at("plays:waiting_save", play, row.pk), chosen)
        assert card_of(play, "Anna").entries == {}
        assert outcome(play) == [(None, None, False), (3, 1, True)]


class TestScoredStage:
    @pytest.fixture
    def play(self):
        play = a_play(names=("Anna", "Ben"))
        for name in ("Anna", "Ben"):
            send(owners_phone(play), play, name, water="4", gold="1", salt="0", done="nothing")
        close_stage(again(play), play.game.stage("1"), person=owner_of(play))
        return again(play)

    def test_emptied_figure_shows_a_dash_and_its_player_is_not_fully_counted(self, play):
        phone = owners_phone(play)
        correct(phone, play, anna_gold="")
        pad = Scorepad(again(play))
        assert (uncounted_seats(pad), [seat.player.name for seat in partly_counted_seats(pad)]) == ([], ["Anna"])
        assert points_in(pad, pad.result, [pad.game.stage("1")], "gold")[0] is None

    @pytest.mark.parametrize("seed", range(3))
    def test_done_card_has_no_blank_whatever_is_corrected_undone_and_reopened(self, play, seed):
        drawn, phones = random.Random(seed), (owners_phone(play), guests_phone(play))
        blanks = 0
        for _ in range(STEPS):
            phone, name = drawn.choice(phones), drawn.choice(["Anna", "Ben"])
            way = drawn.choice(["correct", "correct", "back", "back", "reopen"])
            pass_time(play, seconds=drawn.choice([1, 90]))
            if way == "correct":
                key = f"{name.lower()}_{drawn.choice(FIELDS)}"
                correct(phone, play, **{key: drawn.choice(["", "", "2"])})
            elif way == "back" and (numbers := [n for n, its in enumerate(buttons(phone, play)) if its]):
                press(phone, play, drawn.choice(numbers))
            elif way == "reopen":
                reopen_stage(again(play), play.game.stage("1"), person=owner_of(play))
                send(phone, play, name, revision=card_of(play, name).revision, gold=drawn.choice(["", "3"]))
            if not again(play).is_closed(play.game.stage("1")):
                close_stage(again(play), play.game.stage("1"), person=owner_of(play), anyway=True)
            for name in ("Anna", "Ben"):
                card = card_of(play, name)
                assert not (card.is_in and set(FIELDS) - card.entries.keys())
                blanks += not card.is_in
        assert blanks
