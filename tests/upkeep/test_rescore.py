"""`manage.py rescore`: what differs from what was stored is told, and stored only where that is wanted."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from companion.models import Event, Holdings, Play, Seat
from companion.plays.lifecycle import stop
from companion.rules import GAMES
from companion.upkeep.rescoring import rescored, store_again
from tests.phones import a_play, again, at, finished, owner_of, owners_phone, seat_of, text_of

pytestmark = pytest.mark.django_db


def rescore(*arguments):
    """The exit status and what was printed."""
    out = StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("rescore", *arguments, stdout=out)
    return end.value.code, out.getvalue()


def as_by_an_older_rule(play, name="Anna", **stored):
    """Let the seat hold a result that scoring does not give."""
    Seat.objects.filter(pk=seat_of(play, name).pk).update(**stored)


def all_stored():
    return list(Seat.objects.order_by("pk").values("points", "rank", "is_winner", "lines"))


@pytest.fixture
def play():
    return finished(cards={"anna": {"water": 4}})


class TestLooking:
    def test_where_nothing_differs_it_says_so(self, play):
        assert rescore() == (0, "1 plays scored again, 0 different.\n")

    def test_it_tells_play_seat_and_each_change_and_changes_nothing(self, play):
        seat = seat_of(play, "Anna")
        lines = [
            line | {"points": 5} if line["item"] == "water" and line["stage"] == "1" else line for line in seat.lines
        ]
        as_by_an_older_rule(play, points=5, rank=2, is_winner=False, lines=lines)
        before = all_stored(), again(play).revision
        status, told = rescore()
        assert f"2026-11-20 tuareg, Anna, Ben, Chris, /plays/{play.uuid}/" in told
        assert "  Anna: points 5 → 6, rank 2 → 1, wins now, 1 water 5 → 6\n" in told
        assert "Ben" not in told.partition("/plays/")[2]
        assert "1 plays scored again, 1 different. Nothing is changed without --write." in told
        assert status == 0
        assert (all_stored(), again(play).revision) == before

    def test_a_row_that_was_not_scored_then_or_is_no_more(self, play):
        old = {"stage": "1", "item": "sand", "points": 1}
        as_by_an_older_rule(play, lines=[old, *seat_of(play, "Anna").lines[1:]])
        assert "Anna: 1 sand 1 → –, 1 water – → 6" in rescore()[1]

    def test_plays_that_are_not_finished_are_left_alone(self):
        stop(a_play(), person=owner_of(a_play()))
        assert rescore() == (0, "0 plays scored again, 0 different.\n")

    def test_a_deleted_play_can_come_back_and_is_scored_too(self, play):
        owners_phone(play).post(at("delete", play))
        assert "1 plays scored again" in rescore()[1]


class TestWriting:
    def test_it_stores_what_scoring_gives_and_then_nothing_differs(self, play):
        before = all_stored()
        as_by_an_older_rule(play, points=7, rank=3, is_winner=False, lines=[])
        Play.objects.update(high_score=7)
        status, told = rescore("--write")
        assert (status, "Nothing is changed" in told) == (0, False)
        assert all_stored() == before
        assert again(play).high_score == 6
        assert rescore() == (0, "1 plays scored again, 0 different.\n")

    def test_the_trail_tells_of_it_and_the_page_warns_no_more(self, play):
        as_by_an_older_rule(play, points=7)
        phone = owners_phone(play)
        assert "have been mended" in text_of(phone.get(at("play", play)))
        rescore("--write")
        assert "have been mended" not in text_of(phone.get(at("play", play)))
        assert "Scored again" in text_of(phone.get(at("trail", play)))
        assert again(play).revision == play.revision + 1

    def test_what_does_not_differ_is_not_touched(self, play):
        as_by_an_older_rule(finished(), points=7)
        rescore("--write")
        assert again(play).revision == play.revision
        assert Event.objects.filter(kind="rescore").count() == 1

    def test_a_play_that_was_changed_meanwhile_is_left_as_it_is(self, play):
        as_by_an_older_rule(play, points=7)
        [found] = rescored()
        play.touch()
        assert store_again(found) is False
        assert seat_of(play, "Anna").points == 7


class TestThatCannotBeScored:
    def test_what_has_become_impossible_is_told_with_its_reason_and_not_changed(self, play):
        Holdings.objects.filter(seat=seat_of(play, "Anna"), stage="1").update(amounts={"water": 9})
        before = all_stored()
        status, told = rescore("--write")
        assert status == 1
        assert "cannot be scored: Anna, water: 9, but there are only 8." in told
        assert "1 plays scored again, 0 different, 1 cannot be scored." in told
        assert all_stored() == before

    def test_a_game_that_is_no_more(self, play):
        Play.objects.update(game="halma")
        assert "cannot be scored: there is no game halma" in rescore()[1]

    def test_a_stage_that_was_never_closed(self, play):
        Play.objects.update(closed_stages=1)
        assert "cannot be scored: stage 2 was never closed" in rescore()[1]

    def test_one_over_which_a_rule_trips(self, play, monkeypatch):
        def mended_badly(table):
            raise IndexError("list index out of range")

        monkeypatch.setattr(type(GAMES["tuareg"]), "by_stage", lambda game, table: mended_badly(table))
        status, told = rescore()
        assert status == 1
        assert "cannot be scored: IndexError: list index out of range" in told

    def test_the_others_are_scored_all_the_same(self, play):
        other = finished()
        Holdings.objects.filter(seat=seat_of(play, "Anna"), stage="1").update(amounts={"water": 9})
        as_by_an_older_rule(other, points=7)
        status, told = rescore("--write")
        assert status == 1
        assert seat_of(other, "Anna").points == 0
        assert "2 plays scored again, 1 different, 1 cannot be scored." in told


def test_the_page_of_one_that_cannot_be_scored_shows_what_was_stored(play):
    Holdings.objects.filter(seat=seat_of(play, "Anna"), stage="1").update(amounts={"water": 9})
    text = text_of(owners_phone(play).get(at("play", play)))
    assert "cannot be scored any more" in text
    assert "1 Anna 6 points" in text


def test_it_asks_the_database_as_often_for_few_plays_as_for_many(play):
    with CaptureQueriesContext(connection) as few:
        rescore()
    for _ in range(5):
        finished(owner=owner_of(play), group=play.group)
    with CaptureQueriesContext(connection) as many:
        rescore()
    assert len(many) == len(few)
