"""Undo under a card: what one has changed on it oneself goes back, one field at a time, the last change first.

Each undoing is a save of its own, whose id names what it takes back: so the saves of a card alone say what is left to
be undone, and there is nothing that two phones could count differently.
"""

from dataclasses import dataclass

from companion.models import Holdings
from companion.server.prepared import prepared

from .merging import History, Sent
from .saving import Saved, card_rows, save_holdings

IN = Holdings.IN


@dataclass(frozen=True)
class Step:
    """What one save changed in one field (`key`), or in whether its card is in (`IN`): from `was` to `now`."""

    row: Holdings
    key: str

    @property
    def was(self):
        return self.row.former(self.key)

    @property
    def now(self):
        return self.row.now(self.key)

    @property
    def save_id(self):
        """The id of the save that takes this back."""
        return f"undo {self.row.pk} {self.key}"


@prepared
def last_of(seat, stage, person, revisions):
    """The last save of a card by a person among those of these revisions: all are given by their numbers or key."""
    own = Holdings.objects.filter(seat=seat, stage=stage, person=person, revision__in=revisions)
    return own.filter(fate=Holdings.Fate.COUNTED).order_by("-revision")[:1]


def next_to_undo(newest, fields, person) -> Step | None:
    """What Undo takes back next for this person: their last change in one of these fields, or that the card is in.

    `newest` is the row that is the card now, None for none. A field that somebody else has changed last is theirs.
    What was typed into several fields with one save goes back from the last field to the first one.
    """
    order = [*(field.key for field in fields), IN]
    lasting = {key: newest.lasting[key] for key in order if key in newest.lasting} if person and newest else {}
    if not lasting:
        return None
    row = newest
    if newest.person_id != person.pk or newest.revision not in lasting.values():
        revisions = sorted(set(lasting.values()))
        row = next(iter(last_of(newest.seat_id, newest.stage, person.pk, revisions)), None)
    return row and Step(row, [key for key, revision in lasting.items() if revision == row.revision][-1])


def undo_step(play, seat, stage, *, revision, key, person) -> Saved:
    """Let a field hold again what it held before the save of this revision, which this person has sent; twice is once.

    What they have changed in it since goes back too. If somebody else has changed it since, nothing happens.
    """
    card = History(card_rows(seat.pk, stage.key, revision or 0, ""))
    since = changes_since(card, revision, key)
    if person is None or not since or any(row.person_id != person.pk for row in since):
        return Saved(card)
    step = Step(since[-1], key)
    sent = Sent(
        entries={} if key == IN else {key: step.was},
        base=card.newest.revision,
        save_id=step.save_id,
        is_in=step.was if key == IN else None,
        puts_back=True,
        undoes={key: step.row.changed_before(key)},
    )
    return save_holdings(play, seat, stage, sent, person=person)


def changes_since(card, revision, key) -> list[Holdings]:
    """The saves that have changed a field and were not undone, the last one first, back to the one of this revision.

    Empty where that one did not change the field, or was undone.
    """
    found, last = [], card.newest.lasting.get(key, 0) if card.newest else 0
    while revision and last >= revision:
        found.append(card.counted_as(last))
        last = found[-1].changed_before(key)
    return found if found and found[-1].revision == revision else []
