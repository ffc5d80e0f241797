"""Saving a seat's card, and the saves that wait until somebody chooses. What becomes of one is decided in `merging`."""

import copy
from dataclasses import dataclass, field

from django.db.models import Q

from companion.access.visibility import MEMBER
from companion.models import Holdings, named_group
from companion.server.prepared import prepared_insert

from .merging import WAITING, Decision, Fate, History, Sent, decide, follows, waits_with
from .questions import LATE_FROM_A_GUEST, card_rows, unsettled, unsettled_for_member

insert = prepared_insert(Holdings)


@dataclass(frozen=True)
class Saved:
    """What became of a save: its card, the row it has left where it left one, and the one that waits for a choice."""

    card: History
    row: Holdings | None = None
    waiting: Holdings | None = None
    clashes: dict = field(default_factory=dict)

    @property
    def newest(self):
        """The save that is the card now, if there is one."""
        return self.card.newest


def save_holdings(play, seat, stage, sent: Sent, *, person, card: History | None = None) -> Saved:
    """Save what a person has sent for a seat's card of a stage, and tell the phones that show the play.

    The play is as it was read after everybody else was kept from changing it (`changing_play`, `lock`), to the end of
    this transaction; so is the card, where it was read already. A save for a closed stage is kept and not counted,
    unless it is `correcting`.
    """
    card = card or History(card_rows(seat.pk, stage.key, sent.base, sent.save_id, named_group(seat.group_id)))
    late = not play.is_open or (play.is_closed(stage) and not sent.correcting)
    decision = decide(card, sent, person=person and person.pk, late=late)
    for row in decision.settles:
        settle(row)
    if decision.fate is None:
        return Saved(card, waiting=decision.repeats, clashes=decision.clashes)
    row = row_of(decision, sent, card)
    row.seat, row.stage, row.person = seat, stage.key, person
    insert(row)
    if decision.fate == Fate.COUNTED:
        play.touch()
    return Saved(card.with_row(row), row, row if row.fate in WAITING else None, decision.clashes)


def row_of(decision: Decision, sent: Sent, card: History) -> Holdings:
    """What a save leaves, still without whose card it is and who has sent it."""
    newest = card.newest
    row = Holdings(  # type: ignore[misc]  # the stubs know no properties, and a row is made only with a fate
        fate=decision.fate,
        revision=decision.revision,
        entries=decision.entries,
        is_in=decision.is_in,
        starts=newest.starts if sent.starts is None and newest else sent.starts or {},
        save_id=sent.save_id,
        sent_entries=sent.entries,
        puts_back=sent.puts_back,
    )
    if row.fate in WAITING:
        return waits_with(row, card.counted_as(row.revision))
    return follows(row, newest, undoes=sent.undoes) if row.fate == Fate.COUNTED else row


def may_choose(play, person) -> Q:
    """Whose saves somebody may choose about, who sees the play as its `role` says; nobody's are for none to choose."""
    own = Q(person=person, person__isnull=False)
    # Of a Q and an Exists comes a Q.
    return own | LATE_FROM_A_GUEST if play.role == MEMBER else own  # type: ignore[return-value]


def opens_again(play, row) -> bool:
    """Whether to count what waits in a row would open a stage or the play again."""
    is_late = row.fate == Holdings.Fate.LATE
    return not play.is_open or (is_late and play.is_closed(play.game.stage(row.stage)))


def waiting_rows(play, person):
    """The saves that wait for this person's choice, the oldest first."""
    return (unsettled_for_member if play.role == MEMBER else unsettled)(play.pk, person.pk, named_group(play.group_id))


def settle(row):
    """Somebody has chosen: a row that waited stays stored and waits no longer."""
    if row.fate in WAITING:
        # Others may be shown this very object, should what is written here be taken back.
        settled = copy.copy(row)
        settled.fate = Holdings.Fate.SETTLED
        settled.save(update_fields=["fate"])
