"""What a save asks of its play's cards stays as little work, however often they were saved before."""

import pytest
from django.db import connection

from companion.cards import questions
from companion.models import Holdings
from tests.phones import a_play, seat_of

pytestmark = pytest.mark.sqlite


def saved(play, revisions):
    """Let all cards of the first stage have these revisions."""
    seats = play.seats.all()
    rows = [Holdings(seat=each, stage="1", revision=at, save_id=f"{at}") for at in revisions for each in seats]
    Holdings.objects.bulk_create(rows)


def steps_of(question, *values) -> tuple[int, list]:
    """How many steps of its own SQLite takes to answer, and the revisions that are found."""
    steps = []
    question(*values)
    connection.connection.set_progress_handler(lambda: steps.append(1), 1)
    try:
        found = question(*values)
    finally:
        connection.connection.set_progress_handler(None, 1)
    return len(steps), [row.revision for row in found]


def test_a_hundred_saves_of_each_card_add_nothing_to_what_is_looked_through():
    play = a_play(names=("Anna", "Ben", "Chris", "Dora"))
    card = seat_of(play, "Anna").pk, "1"
    saved(play, range(1, 11))
    few, found = steps_of(questions.rows_with_card, play.pk, *card, 10, "11", None)
    assert found == [10] * 4
    saved(play, range(11, 111))
    many, found = steps_of(questions.rows_with_card, play.pk, *card, 110, "111", None)
    assert found == [110] * 4
    # Where each row is looked at, 400 more take thousands of steps.
    assert many - few < 100
