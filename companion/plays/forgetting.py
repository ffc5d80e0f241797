"""What was entered for a tie-break leaves the cards where changed options ask for it in another way."""

import copy
from uuid import uuid4

from django.utils import timezone

from companion.cards.saving import follows
from companion.models import Holdings


def forget_tie_breaks(play, changed, *, person):
    """Take off the cards what was entered for a tie-break that the changed options ask in another way."""
    for stage in play.game.stages:
        keys = {field.key for field in stage.fields if field.breaks_ties and (field.only_with or [None])[0] in changed}
        for row in Holdings.objects.newest().filter(seat__play=play, stage=stage.key):
            if keys & set(row.amounts):
                add_row(row, without=keys, person=person)


def add_row(before, *, without, person):
    """Store what is left of a row of holdings without these fields as the next one of its card."""
    row = copy.copy(before)
    row.pk, row.revision, row.person, row.at = None, before.revision + 1, person, timezone.now()
    row.save_id = uuid4().hex
    row.amounts = {key: value for key, value in before.amounts.items() if key not in without}
    follows(row, before).save(force_insert=True)
