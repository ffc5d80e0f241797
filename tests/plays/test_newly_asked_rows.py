"""Rows that changed options newly ask for: a score sheet that was done before doesn't count them as 0."""

import pytest

from companion.entry.scorepad import Scorepad
from companion.models import Event
from companion.plays import lifecycle
from companion.results.uncounted import partly_counted_seats
from tests.phones import HTMX, a_play, again, at, card_at, card_of, count, owner_of, owners_phone, pass_time, seat_of

pytestmark = pytest.mark.django_db

HELD = {"anna": {"tokens": 3, "cards": [1]}, "ben": {"tokens": 4}}


@pytest.fixture
def play():
    play = a_play(game="targi", names=("Anna", "Ben"))
    count(play, stage="end", **HELD)
    return play


def with_expansion(play, is_ticked):
    """Play with the expansion, or without it, from now on, as the page of options says."""
    before = play.events.filter(kind=Event.Kind.OPTIONS).count()
    owners_phone(play).post(at("plays:options", play), {"expansion": str(is_ticked)})
    assert play.events.filter(kind=Event.Kind.OPTIONS).count() == before + 1


def done(play) -> list[str]:
    return [name for name in ("Anna", "Ben") if card_of(play, name, stage="end").is_in]


def scored_and_reopened(play):
    """Score the last stage, and go on with the play: its stage stays scored."""
    lifecycle.close_stage(play, play.game.stage("end"), person=owner_of(play))
    lifecycle.finish(play, person=owner_of(play))
    lifecycle.reopen(play, person=owner_of(play))
    return again(play)


def not_entered(play) -> list[str]:
    return [seat.player.name for seat in partly_counted_seats(Scorepad(again(play)))]


class TestTickedDuringPlay:
    def test_sheets_that_are_done_are_open_again(self, play):
        with_expansion(play, True)
        assert done(play) == []
        assert card_of(play, "Anna", stage="end").amounts == HELD["anna"]

    def test_sheet_with_a_figure_in_the_row_stays_done(self, play):
        count(play, stage="end", ben={"water": 2})
        with_expansion(play, True)
        assert done(play) == ["Ben"]

    def test_row_of_a_scored_stage_is_unknown(self, play):
        play = scored_and_reopened(play)
        assert not_entered(play) == []
        with_expansion(play, True)
        assert not_entered(play) == ["Anna", "Ben"]

    def test_sheet_that_was_done_with_nothing_is_not_counted_in_a_scored_stage(self):
        play = a_play(game="targi", names=("Anna", "Ben"))
        count(play, stage="end", anna={"tokens": 3}, ben={})
        play = scored_and_reopened(play)
        assert Scorepad(play).result.standings[1].rank == 2
        with_expansion(play, True)
        assert Scorepad(again(play)).result.standings[1].rank is None

    def test_figure_that_goes_back_doesnt_finish_the_sheet(self, play):
        pass_time(play, seconds=61)
        count(play, stage="end", anna={"tokens": 5})
        change = seat_of(play, "Anna").saves.latest("revision")
        with_expansion(play, True)
        form = {"revision": card_of(play, "Anna", stage="end").revision}
        owners_phone(play).post(at("plays:put_back", play, change.pk), form)
        assert card_of(play, "Anna", stage="end").amounts["tokens"] == 3
        assert "Anna" not in done(play)

    def test_undoing_what_emptied_a_sheet_doesnt_finish_it(self, play):
        pass_time(play, seconds=61)
        count(play, stage="end", is_in=None, anna={"tokens": None})
        change = seat_of(play, "Anna").saves.latest("revision")
        count(play, stage="end", anna={})
        with_expansion(play, True)
        form = {"revision": card_of(play, "Anna", stage="end").revision}
        owners_phone(play).post(at("plays:put_back", play, change.pk), form)
        assert card_of(play, "Anna", stage="end").amounts["tokens"] == 3
        assert "Anna" not in done(play)

    def test_page_that_doesnt_ask_for_the_row_doesnt_finish_a_sheet(self, play):
        play = a_play(game="targi", names=("Anna", "Ben"))
        fields = dict.fromkeys((field.key for field in play.game.stage("end").fields_with(play.options)), "")
        with_expansion(play, True)
        phone, page = owners_phone(play), card_at(play, "Anna", stage="end")
        typed = fields | {"tokens": "3", "done": "1"}
        answer = phone.post(page, typed | {"revision": "0", "save_id": "a"}, headers=HTMX)
        assert answer.headers["HX-Redirect"] == page
        assert card_of(play, "Anna", stage="end").amounts == {"tokens": 3}
        assert done(play) == []
        phone.post(page, typed | {"water": "", "revision": "1", "save_id": "b"}, headers=HTMX)
        assert done(play) == ["Anna"]


class TestTickedByMistake:
    def test_sheets_are_done_again_without_the_row(self, play):
        with_expansion(play, True)
        with_expansion(play, False)
        assert done(play) == ["Anna", "Ben"]

    def test_sheets_are_open_as_often_as_the_row_is_asked(self, play):
        for is_ticked in (True, False, True):
            with_expansion(play, is_ticked)
        assert done(play) == []

    def test_scored_rows_are_known_again(self, play):
        play = scored_and_reopened(play)
        with_expansion(play, True)
        with_expansion(play, False)
        assert not_entered(play) == []

    def test_sheet_from_which_a_figure_was_removed_meanwhile_stays_open(self, play):
        with_expansion(play, True)
        count(play, stage="end", is_in=None, anna={"tokens": None})
        with_expansion(play, False)
        assert done(play) == ["Ben"]

    def test_sheet_that_was_open_before_stays_open(self, play):
        count(play, stage="end", anna={"tokens": None}, is_in=None)
        with_expansion(play, True)
        with_expansion(play, False)
        assert done(play) == ["Ben"]

    def test_sheet_that_was_done_with_the_row_is_not_done_with_it_later(self, play):
        with_expansion(play, True)
        count(play, stage="end", anna={})
        assert done(play) == ["Anna"]
        with_expansion(play, False)
        assert done(play) == ["Anna", "Ben"]
        with_expansion(play, True)
        assert "Ben" not in done(play)
