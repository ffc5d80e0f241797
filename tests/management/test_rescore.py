"""`manage.py rescore`: what differs from what was stored is told, and stored only where that is wanted."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from companion.management import rescoring, rescoring_beside
from companion.management.rescoring import rescore_all, store_rescored
from companion.models import CardSave, Event, Play, Seat
from companion.models.sheets import add_sheet
from companion.plays.lifecycle import close_stage, finish, start, stop
from companion.rules import GAMES
from tests.commands import printed_by
from tests.phones import a_play, again, at, count, finished, owner_of, owners_phone, seat_of, text_of
from tests.working import done

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
        assert rescore() == (0, "1 play scored again, 0 different.\n")

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
        assert "1 play scored again, 1 different. Nothing was changed. To store the results, add --write." in told
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
        owners_phone(play).post(at("plays:delete", play))
        assert "1 play scored again" in rescore()[1]


class TestWriting:
    def test_it_stores_what_scoring_gives_and_then_nothing_differs(self, play):
        before = all_stored()
        as_by_an_older_rule(play, points=7, rank=3, is_winner=False, lines=[])
        Play.objects.update(high_score=7)
        status, told = rescore("--write")
        assert (status, "Nothing was changed" in told) == (0, False)
        assert all_stored() == before
        assert again(play).high_score == 6
        assert rescore() == (0, "1 play scored again, 0 different.\n")

    def test_the_trail_tells_of_it_and_the_page_warns_no_more(self, play):
        as_by_an_older_rule(play, points=7)
        phone = owners_phone(play)
        assert "has been corrected since" in text_of(phone.get(at("plays:play", play)))
        rescore("--write")
        assert "has been corrected since" not in text_of(phone.get(at("plays:play", play)))
        assert "Rescored after a rules fix" in text_of(phone.get(at("plays:trail", play)))
        assert again(play).revision == play.revision + 1

    def test_what_does_not_differ_is_not_touched(self, play):
        as_by_an_older_rule(finished(), points=7)
        rescore("--write")
        assert again(play).revision == play.revision
        assert Event.objects.filter(kind="rescore").count() == 1

    def test_a_play_that_was_changed_meanwhile_is_left_as_it_is(self, play):
        as_by_an_older_rule(play, points=7)
        [found] = rescore_all()
        play.touch()
        assert store_rescored(found) is False
        assert seat_of(play, "Anna").points == 7


@pytest.mark.usefixtures("beside")
class TestBeside:
    """The process that works beside the requests does it, some plays at a time."""

    def told(self, *arguments):
        return printed_by("rescore", *arguments)

    @pytest.fixture
    def plays(self, play, monkeypatch):
        monkeypatch.setattr(rescoring, "BATCH", 2)
        plays = [play, *(finished(owner=owner_of(play), group=play.group) for _ in range(4))]
        for each in plays:
            as_by_an_older_rule(each, points=7)
        return plays

    def wrong(self):
        return Seat.objects.filter(points=7).count()

    def test_it_is_asked_for_goes_on_in_pieces_and_tells_how_far_it_is(self, plays):
        said = "0 plays scored again, 0 different. Rescoring is running.\n"
        assert self.told("--write", "--beside") == said
        assert self.told("--write", "--beside") == f"Rescoring was already started.\n{said}"
        assert self.wrong() == 5
        rescoring_beside.rescore_some.call(after=0, newest=False)
        assert self.wrong() == 3
        done()
        assert self.wrong() == 0
        assert "different. Rescoring is complete." in self.told("--status")

    def test_where_nothing_was_begun_it_says_so_and_where_nothing_was_played_it_is_over(self):
        assert self.told("--status") == "Rescoring was not started in the last week. Start it with --write --beside.\n"
        self.told("--write", "--beside")
        done()
        assert self.told("--status") == "0 plays scored again, 0 different. Rescoring is complete.\n"

    @pytest.mark.long
    def test_what_its_process_has_left_is_done_once_all_the_same(self, plays):
        self.told("--write", "--beside")
        # As where it ended after a play and before the piece was over.
        store_rescored(next(rescore_all()))
        done()
        assert self.wrong() == 0
        assert Event.objects.filter(kind="rescore").count() == 5
        assert self.told("--status") == "5 plays scored again, 4 different. Rescoring is complete.\n"

    @pytest.mark.long
    def test_where_it_breaks_off_that_is_told_and_it_begins_again(self, plays, monkeypatch):
        self.told("--write", "--beside")
        with monkeypatch.context() as broken:
            broken.setattr(rescoring, "scorepads", lambda plays: 1 / 0)
            done()
        assert "Rescoring has failed" in self.told("--status")
        assert "Rescoring is running." in self.told("--write", "--beside")
        done()
        assert self.told("--status") == "5 plays scored again, 5 different. Rescoring is complete.\n"

    def test_without_write_there_is_nothing_to_do(self):
        with pytest.raises(CommandError, match="works only with --write"):
            call_command("rescore", "--beside")


class TestThatCannotBeScored:
    def test_what_has_become_impossible_is_told_with_its_reason_and_not_changed(self, play):
        CardSave.objects.filter(seat=seat_of(play, "Anna"), stage="1").update(amounts={"water": 9})
        before = all_stored()
        status, told = rescore("--write")
        assert status == 1
        assert "can't be scored: Anna, water: 9, but there are only 8." in told
        assert "1 play scored again, 0 different, 1 can't be scored." in told
        assert all_stored() == before

    def test_a_game_that_is_no_more(self, play):
        Play.objects.update(game_slug="halma")
        assert "can't be scored: unknown game halma" in rescore()[1]

    def test_a_stage_that_was_never_closed(self, play):
        Play.objects.update(closed_stages=1)
        assert "can't be scored: stage 2 was never closed" in rescore()[1]

    def test_one_over_which_a_rule_trips(self, play, monkeypatch):
        def mended_badly(table):
            raise IndexError("list index out of range")

        monkeypatch.setattr(type(GAMES["tuareg"]), "by_stage", lambda game, table: mended_badly(table))
        status, told = rescore()
        assert status == 1
        assert "can't be scored: IndexError: list index out of range" in told

    def test_the_others_are_scored_all_the_same(self, play):
        other = finished()
        CardSave.objects.filter(seat=seat_of(play, "Anna"), stage="1").update(amounts={"water": 9})
        as_by_an_older_rule(other, points=7)
        status, told = rescore("--write")
        assert status == 1
        assert seat_of(other, "Anna").points == 0
        assert "2 plays scored again, 1 different, 1 can't be scored." in told


def test_the_page_of_one_that_cannot_be_scored_shows_what_was_stored(play):
    CardSave.objects.filter(seat=seat_of(play, "Anna"), stage="1").update(amounts={"water": 9})
    text = text_of(owners_phone(play).get(at("plays:play", play)))
    assert "can’t be scored with the current rules" in text
    assert "1 Anna 6 points" in text


@pytest.mark.long
def test_it_asks_the_database_as_often_for_few_plays_as_for_many(play):
    with CaptureQueriesContext(connection) as few:
        rescore()
    for _ in range(5):
        finished(owner=owner_of(play), group=play.group)
    with CaptureQueriesContext(connection) as many:
        rescore()
    assert len(many) == len(few)


class TestNewestSheet:
    """A play of a sheet keeps its version, unless it is to be carried over."""

    @pytest.fixture
    def played(self):
        group = a_play().group
        play = a_sheet_play(group, sheet_of(worth=1))
        add_sheet(group, sheet_of(worth=3), slug="own-x", person=None)
        return play

    def test_by_itself_it_is_scored_as_it_was(self, played):
        assert rescore() == (0, "1 play scored again, 0 different.\n")

    def test_it_is_told_and_stored_what_the_newest_version_gives(self, played):
        status, told = rescore("--newest")
        assert (status, ", with version 2 of its sheet" in told, "points 4 → 12" in told) == (0, True, True)
        assert again(played).sheet.number == 1
        rescore("--newest", "--write")
        assert again(played).sheet.number == 2
        assert seat_of(played, "Anna").points == 12
        assert rescore("--newest") == (0, "1 play scored again, 0 different.\n")

    @pytest.mark.parametrize(
        "changed",
        [
            {"rows": [{"key": "other", "label": "eggs", "kind": "count", "worth": 3}]},
            {"rows": [{"key": "eggs", "label": "eggs", "kind": "points"}]},
            {"rounds": {}},
            {"stages": [{"key": "one", "label": "one"}]},
            {"played": "together", "won": {"total": 3}},
        ],
    )
    def test_where_a_row_is_gone_or_all_goes_otherwise_it_stays(self, changed):
        group = a_play().group
        play = a_sheet_play(group, sheet_of(worth=1))
        add_sheet(group, {**sheet_of(worth=3), **changed}, slug="own-x", person=None)
        assert rescore("--newest", "--write") == (0, "1 play scored again, 0 different.\n")
        assert again(play).sheet.number == 1

    def test_where_the_newest_cannot_score_it_it_stays(self):
        group = a_play().group
        play = a_sheet_play(group, sheet_of(worth=1))
        add_sheet(group, {**sheet_of(worth=3), "players": [5, 6]}, slug="own-x", person=None)
        assert rescore("--newest", "--write") == (0, "1 play scored again, 0 different.\n")
        assert again(play).sheet.number == 1


def sheet_of(*, worth):
    rows = [{"key": "eggs", "label": "eggs", "kind": "count", "worth": worth}]
    return {"format": "caravan.sheet/1", "title": "Ours", "players": [2, 4], "rows": rows}


def a_sheet_play(group, data):
    """A finished play of this sheet, at which Anna has 4 and Ben 2."""
    person = group.members.get(role="owner").person
    version = add_sheet(group, data, slug="own-x", person=person)
    play = start(version.game, person=person, group=group, names=["Anna", "Ben"], options={}, played_on="2026-11-20")
    count(play, stage="end", anna={"eggs": 4}, ben={"eggs": 2})
    close_stage(again(play), play.game.stages[0], person=person)
    finish(again(play), person=person)
    return again(play)
