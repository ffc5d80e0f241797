"""Saving a seat's card: merged with what others changed meanwhile, never twice, never lost.

An *entry* is what stands in one field: a value, None for nothing, or `Refused` for what cannot be right.
"""

from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from companion.access.visibility import MEMBER
from companion.models import Holdings, Member, Play
from companion.rules.kit.fields import Refused
from companion.server.prepared import prepared

WAITING = (Holdings.Fate.LATE, Holdings.Fate.CLASH)
# What a guest has sent too late: to open something again is the members'.
LATE_FROM_A_GUEST = Q(fate__in=[Holdings.Fate.LATE, Holdings.Fate.SETTLED], person__isnull=False) & ~Exists(
    Member.objects.filter(group=OuterRef("seat__play__group"), person=OuterRef("person"))
)


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
    """The entries of a row of holdings or of a card, none for no row."""
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


def merge_with(newest, mine, before, *, since, person):
    """`merge` a save with the newest row of its card.

    A person does not clash with themselves: what they alone have put back since the revision that the save started
    from, they override. A phone that undoes something and goes on typing need not wait for the answer.
    """
    merged, clashes = merge(mine, before, entries(newest))
    if clashes:
        later = counted(newest.seat_id, newest.stage)
        if not later.filter(revision__gt=since).exclude(puts_back=True, person=person).exists():
            return {**merged, **{key: mine[key] for key in clashes}}, {}
    return merged, clashes


def counted(seat, stage):
    """The saves of a card that count, the last one first; seat and stage are given by their number and key."""
    return Holdings.objects.filter(seat=seat, stage=stage, fate=Holdings.Fate.COUNTED).order_by("-revision")


@prepared
def counted_last(seat, stage):
    """The save that is a card now, if there is one."""
    return counted(seat, stage)[:1]


@prepared
def sent_as(seat, stage, save_id):
    """The saves of a card that came with this id, the first one first."""
    return Holdings.objects.filter(seat=seat, stage=stage, save_id=save_id).order_by("pk")


@transaction.atomic
def save_holdings(
    seat, stage, mine, *, base, save_id, is_in, person, starts=None, correcting=False, puts_back=False
) -> Saved:
    """Save a card that somebody started from revision `base`.

    `mine` are the entries of the fields that were sent. The same `save_id` with the same entries is the same
    save and changes nothing. A save for a closed stage is kept and not counted, unless it is `correcting`.
    What is in stays in, unless the save `puts_back` what brought it in; None for `is_in` leaves it as it is.
    """
    play = Play.objects.select_for_update().get(pk=seat.play_id)
    card = {"seat": seat, "stage": stage.key}
    newest = next(iter(counted_last(seat.pk, stage.key)), None)
    is_newest = newest is not None and newest.revision == base
    base_row = newest if is_newest else counted(seat.pk, stage.key).filter(revision=base).first()
    earlier = sent_as(seat.pk, stage.key, save_id)
    if earlier and earlier[-1].sent == as_json(mine) and (earlier[-1].is_in or not is_in):
        return Saved(newest, *waits_still(earlier[-1], newest))
    for row in earlier:
        settle(row)
    before = sent_before(base_row, earlier)
    started_from = base_row.revision if base_row else 0
    merged, clashes = merge_with(newest, mine, before, since=started_from, person=person)
    was_in = bool(newest and newest.is_in)
    is_in = was_in if is_in is None else is_in or (was_in and not puts_back)
    row = Holdings(**card, save_id=save_id, sent=as_json(mine), is_in=is_in, person=person, puts_back=puts_back)
    row.starts = newest.starts if starts is None and newest else starts or {}
    row.revision = started_from
    if merged == entries(newest) and not clashes and is_in == was_in:
        if any(entry != before.get(key) for key, entry in mine.items()):
            row.fate = Holdings.Fate.SAME
            _write(row, merged)
        return Saved(newest)
    is_late = not play.is_open or (play.is_closed(stage) and not correcting)
    if is_late or clashes:
        row.fate = Holdings.Fate.LATE if is_late else Holdings.Fate.CLASH
        _ask(row, {**entries(base_row), **mine}, newest)
        return Saved(newest, row, clashes)
    row.revision = newest.revision + 1 if newest else 1
    _write(row, merged)
    play.touch()
    return Saved(row)


def as_json(mine) -> dict:
    """The entries that were sent, as they are stored with their row."""
    return {key: {"refused": entry.typed} if isinstance(entry, Refused) else entry for key, entry in mine.items()}


def sent_before(base_row, earlier) -> dict:
    """What the sender's page held when it was sent last: what it started from, and over it what it sent."""
    before = entries(base_row)
    for row in earlier:
        if row.fate in (Holdings.Fate.COUNTED, Holdings.Fate.SAME):
            sent = row.sent.items()
            before |= {key: Refused(entry["refused"]) if isinstance(entry, dict) else entry for key, entry in sent}
    return before


def waits_still(row, newest):
    """The row, if it waits for a choice, and its clashes."""
    return (row, clashes_of(row, newest)) if row.fate in WAITING else (None, {})


def _ask(row, all_entries, newest):
    """Keep a save until somebody chooses, in place of those that wait from the same page, where it holds them all."""
    _write(row, all_entries)
    changes, clashes = changes_of(row), clashes_of(row, newest)
    same_page = {"seat": row.seat, "stage": row.stage, "person": row.person, "revision": row.revision}
    for other in Holdings.objects.filter(**same_page, fate=row.fate, pk__lt=row.pk):
        if set(changes_of(other)) <= set(changes) and set(clashes_of(other, newest)) <= set(clashes):
            settle(other)


def _write(row, all_entries):
    row.refused = {key: entry.typed for key, entry in all_entries.items() if isinstance(entry, Refused)}
    row.amounts = {
        key: entry for key, entry in all_entries.items() if entry is not None and not isinstance(entry, Refused)
    }
    row.save()


def base_of(row) -> dict:
    """The entries of the revision that a row which waits started from, asked for once."""
    if not hasattr(row, "base"):
        row.base = entries(counted(row.seat_id, row.stage).filter(revision=row.revision).first())
    return row.base


def changes_of(row) -> dict:
    """What a row that waits changed against the revision it started from; None where it emptied a field."""
    base, mine = base_of(row), entries(row)
    return {key: mine.get(key) for key in {**base, **mine} if mine.get(key) != base.get(key)}


def clashes_of(row, newest) -> dict:
    """Where a row that waits and somebody else changed the same field: `{key: (mine, theirs)}`."""
    return merge(changes_of(row), base_of(row), entries(newest))[1]


def waiting_of(play):
    return Holdings.objects.filter(seat__play=play, seat__removed_at=None, fate__in=WAITING).order_by("pk")


@prepared
def unsettled(play, person):
    """The saves of a person that wait for their choice in a play, the oldest first; both are given by their numbers."""
    return waiting_of(play).filter(person=person).select_related("seat__player")


@prepared
def unsettled_for_member(play, person):
    """The same for a member of the group, who also sees what guests have sent too late."""
    return waiting_of(play).filter(Q(person=person) | LATE_FROM_A_GUEST).select_related("seat__player")


def may_choose(play, person) -> Q:
    """Whose saves somebody may choose about, who sees the play as its `role` says; nobody's are for none to choose."""
    own = Q(person=person, person__isnull=False)
    return own | LATE_FROM_A_GUEST if play.role == MEMBER else own


def opens_again(play, row) -> bool:
    """Whether to count what waits in a row would open a stage or the play again."""
    is_late = row.fate == Holdings.Fate.LATE
    return not play.is_open or (is_late and play.is_closed(play.rules.stage(row.stage)))


def waiting_rows(play, person):
    """The saves that wait for this person's choice, the oldest first, each with its `base`."""
    ask = unsettled_for_member if play.role == MEMBER else unsettled
    found = ask(play.pk, person.pk)
    if found:
        rows = Holdings.objects.filter(fate=Holdings.Fate.COUNTED, seat__in=[row.seat_id for row in found])
        started_from = rows.filter(revision__in=[row.revision for row in found])
        bases = {(base.seat_id, base.stage, base.revision): base for base in started_from}
        for row in found:
            row.base = entries(bases.get((row.seat_id, row.stage, row.revision)))
    return found


def settle(row):
    """Somebody has chosen: a row that waited stays stored and waits no longer."""
    if row.fate in WAITING:
        row.fate = Holdings.Fate.SETTLED
        row.save(update_fields=["fate"])
