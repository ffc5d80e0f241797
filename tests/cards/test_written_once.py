"""Questions to the database whose SQL is written once."""

from companion.models import Holdings
from companion.server.prepared import written_once
from tests.phones import a_play, count, seat_of

asked = []


@written_once
def saves(seat, stage):
    asked.append((seat, stage))
    return Holdings.objects.filter(seat=seat, stage=stage).order_by("revision")


def test_a_question_is_asked_with_the_values_of_the_moment_and_written_once(play):
    asked.clear()
    count(play, anna={"water": 4}, ben={"gold": 2})
    count(play, anna={"water": 3})
    assert [row.amounts["water"] for row in saves(seat_of(play, "Anna").pk, "1")] == [4, 3]
    assert [row.amounts["gold"] for row in saves(seat_of(play, "Ben").pk, "1")] == [2]
    assert list(saves(seat_of(play, "Ben").pk, "2")) == []
    assert list(saves(-1, "no stage")) == []
    assert len(asked) <= 1


def test_a_text_that_looks_like_sql_or_like_a_blank_is_only_a_text(play):
    count(play, anna={"water": 4})
    seat = seat_of(play, "Anna").pk
    for stage in ("1' OR '1'='1", "blank 0", "blank 1", "%s"):
        assert list(saves(seat, stage)) == []


def test_it_sees_what_was_stored_since():
    play = a_play(names=("Anna", "Ben"))
    seat = seat_of(play, "Anna").pk
    assert list(saves(seat, "1")) == []
    count(play, anna={"water": 4})
    assert len(list(saves(seat, "1"))) == 1
