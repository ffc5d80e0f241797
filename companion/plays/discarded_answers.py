"""What was entered for a tie-break leaves the cards where changed options ask for it in another way."""

import copy
from uuid import uuid4

from django.utils import timezone

from companion.entry.saving import follows
from companion.models import CardSave


def forget_tie_breaks(play, changed, *, person):
    """Take off the cards what was entered for a tie-break that the changed options ask in another way."""
    for stage in play.game.stages:
        keys = {field.key for field in stage.fields if field.breaks_ties and (field.only_with or [None])[0] in changed}
        rows = CardSave.objects.newest().filter(seat__play=play, stage=stage.key)
        CardSave.objects.add(without(keys, row, person=person) for row in rows if keys & set(row.amounts))


def without(keys, before, *, person) -> CardSave:
    """What is left of a card without these fields, as its next save."""
    row = copy.copy(before)
    row.pk, row.revision, row.person, row.at = None, before.revision + 1, person, timezone.now()
    row.save_id = uuid4().hex
    row.amounts = {key: value for key, value in before.amounts.items() if key not in keys}
    return follows(row, before)
