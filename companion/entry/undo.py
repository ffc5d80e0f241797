"""Undo under a card: what one has changed on it oneself goes back, one field at a time, the last change first.

Each undoing is a save of its own, whose id names what it takes back: so the saves of a card alone say what is left to
be undone, and there is nothing that two phones could count differently.
"""

from companion.models import CardSave

from .descriptions import Step
from .merging import Sent
from .saving import Saved, read_card, save_holdings


def undo_step(play, seat, stage, *, revision, key, person) -> Saved:
    """Let a field hold again what it held before the save of this revision, which this person has sent; twice is once.

    What they have changed in it since goes back too. If somebody else has changed it since, nothing happens.
    """
    card = read_card(seat, stage, base=revision or 0)
    since = changes_since(card, revision, key)
    if person is None or not since or not all(row.may_be_undone_by(person.pk) for row in since):
        return Saved(card)
    step = Step(since[-1], key)
    keys = {key, CardSave.IN} if finished_along(card, step) else {key}
    sent = Sent(
        entries={} if key == CardSave.IN else {key: step.was},
        base=card.newest.revision,
        save_id=step.save_id,
        is_in=step.row.former(CardSave.IN) if CardSave.IN in keys else None,
        puts_back=True,
        undoes={each: step.row.changed_before(each) for each in keys},
    )
    return save_holdings(play, seat, stage, sent, person=person)


def finished_along(card, step) -> bool:
    """Return whether a late save that was counted has finished its card, and the card is done by it still."""
    its = step.row
    return its.has_waited and CardSave.IN in its.changed and card.newest.lasting.get(CardSave.IN) == its.revision


def changes_since(card, revision, key) -> list[CardSave]:
    """The saves that have changed a field and were not undone, the last one first, back to the one of this revision.

    Empty where that one did not change the field, or was undone.
    """
    found, last = [], card.newest.lasting.get(key, 0) if card.newest else 0
    while revision and last >= revision:
        found.append(card.counted_as(last))
        last = found[-1].changed_before(key)
    return found if found and found[-1].revision == revision else []
