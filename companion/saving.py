"""Saving a seat's card: merged with what others changed meanwhile, never twice, never lost.

An *entry* is what stands in one field: a value, None for nothing, or `Refused` for what cannot be right.
"""

from dataclasses import dataclass, field

from django.db import transaction

from .models import Holdings, Play
from .plays import reopen_stage
from .scorepad import newest_holdings


@dataclass(frozen=True)
class Refused:
    """What was typed and cannot be right, kept as it was typed."""

    typed: str


@dataclass(frozen=True)
class Saved:
    """What became of a save: the newest counted row, and the row that waits for a choice where there is one.

    `clashes` are the fields that somebody else changed to something else meanwhile: `{key: (mine, theirs)}`.
    """

    newest: Holdings | None
    waiting: Holdings | None = None
    clashes: dict = field(default_factory=dict)

    @property
    def revision(self):
        return self.newest.revision if self.newest else 0


def entries(row) -> dict:
    """The entries of a row of holdings, none for no row."""
    if row is None:
        return {}
    return {**row.amounts, **{key: Refused(typed) for key, typed in row.refused.items()}}


def merge(mine, base, theirs):
    """Put together what two sides made of the same card: the merged entries, and where both changed one field.

    `mine` names the fields of one side only (None: emptied); what it did not change against `base` is theirs.
    """
    merged, clashes = dict(theirs), {}
    for key, entry in mine.items():
        was, now = base.get(key), theirs.get(key)
        if entry in (was, now):
            continue
        if now != was:
            clashes[key] = (entry, now)
        elif entry is None:
            merged.pop(key, None)
        else:
            merged[key] = entry
    return merged, clashes


@transaction.atomic
def save_holdings(seat, stage, mine, *, base, save_id, is_in, person, correcting=False) -> Saved:
    """Save a card that somebody started from revision `base`.

    `mine` are the entries of the fields that were sent. The same `save_id` with the same entries is the same
    save and changes nothing. A save for a closed stage is kept and not counted, unless it is `correcting`.
    """
    play = Play.objects.select_for_update().get(pk=seat.play_id)
    newest = newest_holdings(seat=seat, stage=stage.key).first()
    earlier = Holdings.objects.filter(seat=seat, stage=stage.key, save_id=save_id).order_by("-pk").first()
    if earlier and all(entries(earlier).get(key) == entry for key, entry in mine.items()):
        if earlier.fate in (Holdings.Fate.COUNTED, Holdings.Fate.SETTLED):
            if earlier.is_in or not is_in:
                return Saved(newest)
        else:
            return Saved(newest, earlier, clashes_of(earlier, newest))
    base_row = Holdings.objects.filter(seat=seat, stage=stage.key, revision=base, fate=Holdings.Fate.COUNTED).first()
    if newest and newest.save_id == save_id:
        # The sender went back and sends the same card again with other entries: it replaces their own save.
        base_row = newest
    merged, clashes = merge(mine, entries(base_row), entries(newest))
    is_in = is_in or bool(newest and newest.is_in)
    if merged == entries(newest) and not clashes and is_in == bool(newest and newest.is_in):
        return Saved(newest)
    row = Holdings(seat=seat, stage=stage.key, save_id=save_id, is_in=is_in, person=person)
    if not (correcting or (play.is_open and not play.is_closed(stage))):
        return Saved(newest, _keep(row, Holdings.Fate.LATE, {**entries(base_row), **mine}, base), clashes)
    if clashes:
        return Saved(newest, _keep(row, Holdings.Fate.CLASH, {**entries(base_row), **mine}, base), clashes)
    row.revision = newest.revision + 1 if newest else 1
    _write(row, merged)
    play.touch()
    return Saved(row)


def _keep(row, fate, all_entries, base):
    row.fate, row.revision = fate, base
    _write(row, all_entries)
    return row


def _write(row, all_entries):
    row.refused = {key: entry.typed for key, entry in all_entries.items() if isinstance(entry, Refused)}
    row.amounts = {
        key: entry for key, entry in all_entries.items() if entry is not None and not isinstance(entry, Refused)
    }
    row.save()


def base_of(row) -> dict:
    """The entries of the revision that a row started from."""
    where = {"seat": row.seat_id, "stage": row.stage, "revision": row.revision}
    return entries(Holdings.objects.filter(fate=Holdings.Fate.COUNTED, **where).first())


def changes_of(row) -> dict:
    """What a row that waits changed against the revision it started from; None where it emptied a field."""
    base, mine = base_of(row), entries(row)
    return {key: mine.get(key) for key in {**base, **mine} if mine.get(key) != base.get(key)}


def clashes_of(row, newest) -> dict:
    """Where a row that waits and somebody else changed the same field: `{key: (mine, theirs)}`."""
    return merge(changes_of(row), base_of(row), entries(newest))[1]


def waiting_rows(play, person):
    """The saves of this person that wait for their choice, the oldest first."""
    return (
        Holdings.objects.filter(seat__play=play, person=person, fate__in=[Holdings.Fate.LATE, Holdings.Fate.CLASH])
        .select_related("seat__player")
        .order_by("pk")
    )


@transaction.atomic
def count_after_all(row, keys, *, base, person) -> Saved:
    """Let what waits in a row count in these fields, against revision `base` that was shown beside it.

    A closed stage is reopened by it, and a finished play too.
    """
    play, stage = row.seat.play, row.seat.play.rules.stage(row.stage)
    reopen_stage(play, stage, person=person)
    settle(row)
    mine = {key: entry for key, entry in changes_of(row).items() if key in keys}
    return save_holdings(
        row.seat, stage, mine, base=base, save_id=f"{row.save_id}+{row.pk}", is_in=row.is_in, person=person
    )


def settle(row):
    """Somebody has chosen: the row stays in the trail and waits no longer."""
    row.fate = Holdings.Fate.SETTLED
    row.save(update_fields=["fate"])
