"""Undo under a card: what one has changed on it oneself goes back, one field at a time, the last change first.

Each undoing is a save of its own, whose id names what it takes back: so the saves of a card alone say what is left to
be undone, and there is nothing that two phones could count differently.
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from companion.models import Holdings

from .merging import History, Sent, differences, is_undoing
from .saving import Saved, card_rows, save_holdings

# What stands in place of a field for whether the card is in.
IN = "done"


@dataclass(frozen=True)
class Step:
    """What one save changed in one field (`key`), or in whether its card is in (`IN`): from `was` to `now`."""

    row: Holdings
    key: str
    was: Any
    now: Any

    @property
    def save_id(self):
        """The id of the save that takes this back."""
        return f"undo {self.row.pk} {self.key}"


def steps_left(rows) -> dict[str, list[Step]]:
    """What the saves of a card have changed and nobody has undone since: of each field the last change last."""
    left: defaultdict[str, list[Step]] = defaultdict(list)
    previous = None
    for row in rows:
        if is_undoing(row):
            take_off(left, row)
        else:
            for step in steps_of(row, previous):
                left[step.key].append(step)
        previous = row
    return left


def steps_of(row, previous) -> list[Step]:
    """What a save changed: a step for each field, and one for whether the card is in."""
    steps = [Step(row, key, was, now) for key, (was, now) in differences(previous, row).items()]
    was_in = bool(previous and previous.is_in)
    return steps if row.is_in == was_in else [*steps, Step(row, IN, was_in, row.is_in)]


def take_off(left, row):
    """Without what a save has undone, and without what came after that in its field."""
    _, pk, key = row.save_id.split()
    places = [place for place, step in enumerate(left[key]) if step.row.pk == int(pk)]
    if places:
        del left[key][places[0] :]


def next_to_undo(rows, fields, person) -> Step | None:
    """What Undo takes back next for this person: their last change in one of these fields, or that the card is in.

    A field that somebody else has changed last is theirs. What was typed into several fields with one save goes back
    from the last field to the first one.
    """
    if person is None:
        return None
    order = [*(field.key for field in fields), IN]
    last = [steps[-1] for key, steps in steps_left(rows).items() if steps and key in order]
    own = [step for step in last if step.row.person_id == person.pk]
    return max(own, key=lambda step: (step.row.revision, order.index(step.key)), default=None)


def saves_of(seats, stage) -> dict[int, list[Holdings]]:
    """The saves that count of these seats' cards of a stage (its key), by seat, the first one first."""
    found = defaultdict(list)
    rows = Holdings.objects.filter(seat__in=seats, stage=stage, fate=Holdings.Fate.COUNTED)
    for row in rows.order_by("revision").defer("sent", "starts"):
        found[row.seat_id].append(row)
    return found


def undo_step(play, seat, stage, *, revision, key, person) -> Saved:
    """Let a field hold again what it held before the save of this revision, which this person has sent; twice is once.

    What they have changed in it since goes back too. If somebody else has changed it since, nothing happens.
    """
    card = History(card_rows(seat.pk, stage.key))
    steps = steps_left(card.counted)[key]
    since = next((steps[place:] for place, step in enumerate(steps) if step.row.revision == revision), [])
    if person is None or not since or any(step.row.person_id != person.pk for step in since):
        return Saved(card)
    step = since[0]
    sent = Sent(
        entries={} if key == IN else {key: step.was},
        base=card.newest.revision,
        save_id=step.save_id,
        is_in=step.was if key == IN else None,
        puts_back=True,
    )
    return save_holdings(play, seat, stage, sent, person=person)
