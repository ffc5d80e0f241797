"""Saving a seat's card, and the saves that wait until somebody chooses. What becomes of one is decided in `merging`."""

from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef, Q

from companion.access.visibility import MEMBER
from companion.models import CardSave, Member
from companion.models.cards import as_stored

from .merging import WAITING, Decision, Fate, History, Sent, chain_of, changes_of, decide, entries_of, open_in

# Saves of guests that wait for a choice, or were settled. Members choose, because only they can reopen something.
FROM_A_GUEST = Q(fate__in=[*WAITING, Fate.SETTLED], person__isnull=False) & ~Exists(
    Member.objects.filter(group=OuterRef("seat__play__group"), person=OuterRef("person"))
)


@dataclass(frozen=True)
class Saved:
    """What became of a save: its card, the rows it has left, and the one in which something waits for a choice."""

    card: History
    rows: tuple[CardSave, ...] = ()
    waiting: CardSave | None = None
    clashes: dict = field(default_factory=dict)

    @property
    def newest(self):
        """The save that is the card now, if there is one."""
        return self.card.newest


def save_holdings(play, seat, stage, sent: Sent, *, person, card: History | None = None) -> Saved:
    """Save what a person has sent for a seat's card of a stage, and tell the phones that show the play.

    The play is as it was read after everybody else was kept from changing it (`changing_play`, `lock`), to the end of
    this transaction; so is the card, where it was read already. A save for a closed stage, or a play that is over, is
    kept and not counted, unless it is `correcting`: who corrects a finished play scores it again.
    """
    card = card or read_card(seat, stage, base=sent.base, save_id=sent.save_id)
    if may_leave_blanks(card, sent):
        card = read_card(seat, stage, base=0, save_id=sent.save_id)
    is_over = not play.is_open or play.is_closed(stage)
    late = play.state == play.State.STOPPED or (is_over and not sent.correcting)
    decision = decide(card, sent, person=person and person.pk, late=late)
    for row in decision.settles:
        settle(row)
    before, rows = card, []
    for each in decision.rows:
        row = row_of(each, sent, before, person=person and person.pk)
        row.seat, row.stage, row.person = seat, stage.key, person
        rows.append(row)
        card = card.with_row(row)
    CardSave.objects.add(rows)
    if decision.fate == Fate.COUNTED:
        play.touch()
    elif decision.fate in WAITING or decision.settles:
        # The pages of those who may choose bring it in sight, and nothing of the play has changed.
        play.refresh_pages()
    for row in undisputed(card) if rows and rows[0].puts_back and decision.fate == Fate.COUNTED else ():
        settle(row)
        its = Sent(
            entries=changes_of(row),
            base=card.newest.revision,
            save_id=f"{CardSave.KEPT} {row.pk}",
            is_in=row.is_in and row.entries.keys() <= entries_of(card.newest).keys() | row.changed.keys(),
            correcting=sent.correcting,
        )
        saved = save_holdings(play, seat, stage, its, person=row.person, card=card)
        card, rows = saved.card, [*rows, *saved.rows]
    waiting = next((row for row in rows if row.fate in WAITING), decision.repeats)
    return Saved(card, tuple(rows), waiting, decision.clashes)


def undisputed(card) -> list[CardSave]:
    """Return what waits because of figures that were taken back since: what stood before them stands again."""
    waits = [row for row in card.rows if row.fate == Fate.CLASH]
    asked = [(row, open_in(row, card.newest)) for row in waits]
    return [row for row, its in asked if its and all(now == row.former(key) for key, (_mine, now) in its.items())]


def read_card(seat, stage, *, base, save_id="") -> History:
    """Read those saves of a card that say what becomes of one of this id, which started from revision `base`."""
    rows = CardSave.objects.current_in_with_card(seat.play_id, seat.pk, stage.key, base=base, save_id=save_id)
    return History(row for row in rows if (row.seat_id, row.stage) == (seat.pk, stage.key))


def may_leave_blanks(card, sent) -> bool:
    """Return whether a save may empty a field of a card that is done: all of its saves say what was blank then."""
    if card.newest is None or not (card.newest.is_in or sent.is_in):
        return False
    return sent.puts_back or any(entry is None and key in card.newest.entries for key, entry in sent.entries.items())


def row_of(decision: Decision, sent: Sent, card: History, *, person: int | None) -> CardSave:
    """What a save leaves on a card, still without whose that is and who (their number) has sent it."""
    newest = card.newest
    row = CardSave(  # type: ignore[misc]  # the stubs know no properties, and a row is made only with a fate
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
        row.changed = {key: [as_stored(was), 0] for key, was in decision.former.items()}
        return row
    return counted(row, card, sent, person=person) if row.fate == Fate.COUNTED else row


def follows(row, before, *, undoes=None, replaced=None):
    """Let a row that counts say what it changes of the row before it on its card (None for none), as `CardSave` tells.

    `undoes` is as in `Sent`, and may leave fields out that were simply changed. What takes the place of an earlier
    change (`replaced`, by field) says what stood there before that one.
    """
    steps = {key: was for key, (was, _now) in differences(before, row).items()}
    if row.is_in != bool(before and before.is_in):
        steps[row.IN] = not row.is_in
    lasting = before.lasting if before else {}
    row.changed = {key: [as_stored(was), lasting.get(key, 0)] for key, was in steps.items()}
    row.changed |= {key: its.changed[key] for key, its in (replaced or {}).items() if key in row.changed}
    changed_last = dict.fromkeys(row.changed, row.revision) | (undoes or {})
    row.lasting = {key: revision for key, revision in {**lasting, **changed_last}.items() if revision}
    return row


def counted(row, card, sent, *, person):
    """Let a row that counts follow the newest of its card: what goes back takes the changes along that it undoes."""
    undoes, replaced = dict(sent.undoes or {}), {}
    for key in sent.back | sent.instead:
        chain, entry = chain_of(card, key, person), row.now(key)
        undone = next((each for each in chain if each.former(key) == entry), None)
        if undone:
            undoes[key] = undone.changed_before(key)
        elif chain:
            replaced[key] = chain[0]
    follows(row, card.newest, undoes=undoes, replaced=replaced)
    row.puts_back = sent.puts_back or (bool(row.changed) and row.changed.keys() <= sent.back)
    return row


def differences(before, after) -> dict:
    """What is not the same in two rows of a card (None for no row), by field: what it held and what it holds.

    None stands for nothing, and an empty list is nothing.
    """
    was, now = held(before), held(after)
    return {key: (was.get(key), now.get(key)) for key in {**was, **now} if was.get(key) != now.get(key)}


def held(row) -> dict:
    """{field: entry} of a save (None for no save), without empty lists."""
    return {key: entry for key, entry in entries_of(row).items() if entry != []}


def may_choose(play, person) -> Q:
    """Whose saves somebody may choose about, who sees the play as its `role` says; nobody's are for none to choose."""
    own = Q(person=person, person__isnull=False)
    # Of a Q and an Exists comes a Q.
    return own | FROM_A_GUEST if play.role == MEMBER else own  # type: ignore[return-value]


def opens_again(play, row) -> bool:
    """Whether to count what waits in a row would open a stage or the play again."""
    is_late = row.fate == CardSave.Fate.LATE
    return not play.is_open or (is_late and play.is_closed(play.game.stage(row.stage)))


def is_scored_on(play, stage) -> bool:
    """Whether stages after a closed one of an open play are scored: what comes late then corrects it."""
    return play.is_open and play.game.stages.index(stage) + 1 < play.closed_stages


def waiting_rows(play, rows, person):
    """Those of a play's rows that wait for this person's choice, the oldest first, with their seats and players."""
    waiting = [row.pk for row in rows if row.fate in WAITING]
    if not waiting:
        return []
    its = CardSave.objects.filter(may_choose(play, person), pk__in=waiting, seat__removed_at=None, fate__in=WAITING)
    return list(its.select_related("seat__player").order_by("pk"))


def settle(row):
    """Somebody has chosen: a row that waited stays stored and waits no longer."""
    if row.fate in WAITING:
        row.fate = CardSave.Fate.SETTLED
        row.save(update_fields=["fate"])
