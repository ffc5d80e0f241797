"""What a save asks of its play's cards stays as little work, however often they were saved before."""

import pytest

from companion.models import CardSave
from tests.phones import a_play, seat_of, steps_of

pytestmark = pytest.mark.sqlite


def saved(play, revisions):
    """Let all cards of the first stage have these revisions."""
    seats = play.seats.all()
    rows = [CardSave(seat=each, stage="1", revision=at, save_id=f"{at}") for at in revisions for each in seats]
    CardSave.objects.add(rows)


def steps_and_answer(question, *values, **named) -> tuple[int, list]:
    """How many steps SQLite takes to answer, and the revisions that are found."""
    question(*values, **named)
    found = []
    steps = steps_of(lambda: found.extend(question(*values, **named)))
    return steps, [row.revision for row in found]


@pytest.mark.long
def test_a_hundred_saves_of_each_card_add_nothing_to_what_is_looked_through():
    play = a_play(names=("Anna", "Ben", "Chris", "Dora"))
    card = seat_of(play, "Anna").pk, "1"
    saved(play, range(1, 11))
    few, found = steps_and_answer(CardSave.objects.current_in_with_card, play.pk, *card, base=10, save_id="11")
    assert found == [10] * 4
    saved(play, range(11, 111))
    many, found = steps_and_answer(CardSave.objects.current_in_with_card, play.pk, *card, base=110, save_id="111")
    assert found == [110] * 4
    # Where each row is looked at, 400 more take thousands of steps.
    assert many - few < 100
