"""What was changed on a card, for the trail: one person's saves less than a minute apart are one change of it.

From the trail they go back as one; what Undo takes back, field by field, is in `undo.py`.
"""

import datetime
from dataclasses import dataclass, field
from itertools import groupby

from companion.models import CardSave, Event

from .merging import Sent, is_undoing
from .saving import Saved, differences, save_holdings

TOGETHER = datetime.timedelta(minutes=1)


@dataclass
class Change:
    """What one person changed on a card, with one save or several (`rows`, the last one last).

    `before` and `after` are the entries of the fields they touched, None for an empty one. `was_in` says whether the
    card was in before, where they changed that; else it is None.
    """

    rows: list
    before: dict = field(default_factory=dict)
    after: dict = field(default_factory=dict)
    was_in: bool | None = None

    @property
    def last(self):
        """The last of its saves, by which the change is dated and signed."""
        return self.rows[-1]

    @property
    def at(self):
        return self.last.at

    @property
    def person_id(self):
        return self.last.person_id

    @property
    def puts_back(self):
        return self.last.puts_back

    @property
    def keys(self):
        """The fields that are not as they were before."""
        return [key for key, was in self.before.items() if was != self.after[key]]

    @property
    def is_none(self):
        """Whether it came to nothing: somebody typed something and then what had been there."""
        return not self.keys and self.was_in is None

    def takes_in(self, row, steps, cuts) -> bool:
        """Whether a save goes on with this change; not if meanwhile somebody else changed a field of it."""
        return (
            is_undoing(row) == is_undoing(self.last)
            and (is_undoing(row) or not row.puts_back)
            and row.at - self.at < TOGETHER
            and not any(self.at < cut <= row.at for cut in cuts)
            and all(self.after.get(key, was) == was for key, (was, _now) in steps.items())
        )

    def add(self, row, steps, *, was_in):
        """One more save, with what each field of it was and became; `was_in`: whether the card was in before it."""
        self.rows.append(row)
        for key, (was, now) in steps.items():
            self.before.setdefault(key, was)
            self.after[key] = now
        if row.is_in != was_in and self.was_in is None:
            self.was_in = was_in


def together(rows, cuts=()) -> list[Change]:
    """The changes that the saves of one card make, in their order; `cuts` are moments across which none goes on."""
    going_on: dict[int, Change] = {}
    found, previous = [], None
    for row in rows:
        steps = differences(previous, row)
        change = going_on.get(row.person_id)
        if change is None or not change.takes_in(row, steps, cuts):
            change = Change([])
            found.append(change)
        change.add(row, steps, was_in=bool(previous and previous.is_in))
        if row.puts_back:
            going_on = {}
        if row.person_id and (is_undoing(row) or not row.puts_back):
            going_on[row.person_id] = change
        previous = row
    return [change for change in found if not change.is_none]


def changes(play, events, **where) -> dict:
    """The changes of each card of a play, by the card's seat and stage, in their order."""
    # What was changed before a stage was closed or opened, and what after it, are told apart.
    cuts = [event.at for event in events if event.kind in (Event.Kind.CLOSE, Event.Kind.REOPEN)]
    rows = CardSave.objects.filter(seat__play=play, fate=CardSave.Fate.COUNTED, **where)
    rows = rows.order_by("seat", "stage", "revision").defer("sent", "starts")
    return {card: together(saves, cuts) for card, saves in groupby(rows, key=lambda row: (row.seat_id, row.stage))}


def change_with(play, **which) -> Change | None:
    """The change that a save belongs to, found by `pk`, or by seat, stage and `revision`."""
    row = CardSave.objects.filter(seat__play=play, fate=CardSave.Fate.COUNTED, **which).first()
    if row is None:
        return None
    found = changes(play, play.events.all(), seat=row.seat_id, stage=row.stage).get((row.seat_id, row.stage), [])
    return next((change for change in found if row in change.rows), None)


def put_back(play, change, *, base, person, correcting=False) -> Saved:
    """Let the fields of a change hold again what they held before it, as a save from revision `base`.

    It is merged like any other: what others changed elsewhere on the card stays, what they have changed in these
    fields since `base` is asked about. Twice is once.
    """
    first, last = change.rows[0], change.last
    sent = Sent(
        entries={key: change.before[key] for key in change.keys},
        base=max(base, last.revision),
        save_id=f"back {first.pk} {base}",
        # In a closed stage every card is in.
        is_in=None if correcting else change.was_in,
        correcting=correcting,
        puts_back=True,
    )
    return save_holdings(play, last.seat, play.game.stage(last.stage), sent, person=person)
