"""Saving a seat's card, and the saves that wait until somebody chooses. What becomes of one is decided in `merging`."""

from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef, Q

from companion.access.visibility import MEMBER
from companion.models import Holdings, Member
from companion.server.prepared import prepared

from .merging import WAITING, Decision, History, Sent, changed_from, clashes_with, decide, entries_of

# What a guest has sent too late: to open something again is the members'.
LATE_FROM_A_GUEST = Q(fate__in=[Holdings.Fate.LATE, Holdings.Fate.SETTLED], person__isnull=False) & ~Exists(
    Member.objects.filter(group=OuterRef("seat__play__group"), person=OuterRef("person"))
)


@dataclass(frozen=True)
class Saved:
    """What became of a save: its card, and the row that waits for a choice where there is one, with its clashes."""

    card: History
    waiting: Holdings | None = None
    clashes: dict = field(default_factory=dict)

    @property
    def newest(self):
        """The save that is the card now, if there is one."""
        return self.card.newest


@prepared
def card_rows(seat, stage):
    """All saves of a card, the first one first; seat and stage are given by their number and key."""
    return Holdings.objects.filter(seat=seat, stage=stage).order_by("pk")


def save_holdings(play, seat, stage, sent: Sent, *, person) -> Saved:
    """Save what a person has sent for a seat's card of a stage, and tell the phones that show the play.

    The play is as it was read after everybody else was kept from changing it (`changing_play`, `lock`), to the end of
    this transaction. A save for a closed stage is kept and not counted, unless it is `correcting`.
    """
    card = History(card_rows(seat.pk, stage.key))
    late = not play.is_open or (play.is_closed(stage) and not sent.correcting)
    decision = decide(card, sent, person=person and person.pk, late=late)
    for row in decision.settles:
        settle(row)
    if decision.fate is None:
        return Saved(card, decision.repeats, decision.clashes)
    row = row_of(decision, sent, card.newest)
    row.seat, row.stage, row.person = seat, stage.key, person
    row.save()
    if decision.fate == Holdings.Fate.COUNTED:
        play.touch()
    return Saved(card.with_row(row), row if row.fate in WAITING else None, decision.clashes)


def row_of(decision: Decision, sent: Sent, newest) -> Holdings:
    """What a save leaves, still without whose card it is and who has sent it."""
    return Holdings(  # type: ignore[misc]  # the stubs know no properties, and a row is made only with a fate
        fate=decision.fate,
        revision=decision.revision,
        entries=decision.entries,
        is_in=decision.is_in,
        starts=newest.starts if sent.starts is None and newest else sent.starts or {},
        save_id=sent.save_id,
        sent_entries=sent.entries,
        puts_back=sent.puts_back,
    )


def base_of(row) -> dict:
    """The entries of the revision that a row which waits started from, asked for once."""
    if not hasattr(row, "base"):
        row.base = entries_of(History(card_rows(row.seat_id, row.stage)).counted_as(row.revision))
    return row.base


def changes_of(row) -> dict:
    """What a row that waits changed against the revision it started from; None where it emptied a field."""
    return changed_from(base_of(row), row.entries)


def clashes_of(row, newest) -> dict:
    """Where a row that waits and somebody else changed the same field: `{key: (mine, theirs)}`."""
    return clashes_with(row, base_of(row), entries_of(newest))


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
    # Of a Q and an Exists comes a Q.
    return own | LATE_FROM_A_GUEST if play.role == MEMBER else own  # type: ignore[return-value]


def opens_again(play, row) -> bool:
    """Whether to count what waits in a row would open a stage or the play again."""
    is_late = row.fate == Holdings.Fate.LATE
    return not play.is_open or (is_late and play.is_closed(play.rules.stage(row.stage)))


def waiting_rows(play, person):
    """The saves that wait for this person's choice, the oldest first, each with its `base`."""
    found = (unsettled_for_member if play.role == MEMBER else unsettled)(play.pk, person.pk)
    if found:
        rows = Holdings.objects.filter(fate=Holdings.Fate.COUNTED, seat__in=[row.seat_id for row in found])
        started_from = rows.filter(revision__in=[row.revision for row in found])
        bases = {(base.seat_id, base.stage, base.revision): base for base in started_from}
        for row in found:
            row.base = entries_of(bases.get((row.seat_id, row.stage, row.revision)))
    return found


def settle(row):
    """Somebody has chosen: a row that waited stays stored and waits no longer."""
    if row.fate in WAITING:
        row.fate = Holdings.Fate.SETTLED
        row.save(update_fields=["fate"])
