"""What becomes of a save: merged with what others changed meanwhile, never twice, never lost. Nothing is stored here.

An *entry* is what stands in one field: a value, None for nothing, or `Refused` for what cannot be right. Saves of a
card are rows as `Holdings` has them; what is asked of them are their `entries` and `sent_entries`, revision, fate,
save_id, person_id, what they changed, and whether they are in and put something back.
"""

from dataclasses import dataclass, field

from companion.models import Holdings
from companion.models.holdings import as_stored

Fate = Holdings.Fate
WAITING = (Fate.LATE, Fate.CLASH)


@dataclass(frozen=True, kw_only=True)
class Sent:
    """What came for a card that somebody started from revision `base`: the entries of the fields that were sent.

    What is in stays in, unless what came `puts_back` what brought it in; None for `is_in` leaves it as it is. What is
    `correcting` counts in a closed stage, too. `starts` is what the stage began with, None for as it was. What `undoes`
    a field's last change names the change that is its last one again, by revision (0: none).
    """

    entries: dict
    base: int
    save_id: str
    is_in: bool | None
    starts: dict | None = None
    correcting: bool = False
    puts_back: bool = False
    undoes: dict | None = None


@dataclass(frozen=True)
class Decision:
    """What is to be stored of a save: a row of this `fate` that holds all `entries` of its card; none without a fate.

    `clashes` are the fields that somebody else changed to something else meanwhile: `{key: (mine, theirs)}`. The rows
    in `settles` wait no longer. `repeats` is the row that the same save has left before and that still waits.
    """

    fate: Fate | None = None
    entries: dict = field(default_factory=dict)
    revision: int = 0
    is_in: bool = False
    clashes: dict = field(default_factory=dict)
    settles: tuple = ()
    repeats: Holdings | None = None


class History:
    """Saves of a card, the first one first: all of them, or those that say what becomes of the next one.

    These are the newest that counts, those that count from the revision on that the next one started from, all that
    wait, and what the next one has left before.
    """

    def __init__(self, rows):
        self.rows = list(rows)
        self.counted = sorted((row for row in self.rows if row.fate == Fate.COUNTED), key=lambda row: row.revision)

    @property
    def newest(self):
        """The save that is the card now, if there is one."""
        return self.counted[-1] if self.counted else None

    def counted_as(self, revision):
        """The save that was the card at this revision, if there is one."""
        return next((row for row in self.counted if row.revision == revision), None)

    def sent_as(self, save_id) -> list:
        """The saves that came under this id: more than one where other entries came under it later."""
        return [row for row in self.rows if row.save_id == save_id]

    def with_row(self, row):
        """The saves with one more."""
        return History([*self.rows, row])


def decide(card: History, sent: Sent, *, person: int | None, late: bool) -> Decision:
    """What becomes of what a person (their number) has sent; `late`: its stage takes no entries any more.

    The same save id with the same entries is the same save and changes nothing.
    """
    earlier = card.sent_as(sent.save_id)
    if earlier and is_same(earlier[-1], sent):
        return repeated(card, earlier[-1])
    settled = tuple(row for row in earlier if row.fate in WAITING)
    newest, base = card.newest, card.counted_as(sent.base)
    before = sent_before(base, earlier)
    merged, clashes = merge_with(card, sent, before, person=person)
    was_in = bool(newest and newest.is_in)
    is_in = was_in if sent.is_in is None else sent.is_in or (was_in and not sent.puts_back)
    if merged == entries_of(newest) and not clashes and is_in == was_in:
        is_news = any(entry != before.get(key) for key, entry in sent.entries.items())
        return Decision(Fate.SAME if is_news else None, merged, revision_of(base), is_in, settles=settled)
    if late or clashes:
        return asked(card, sent, base, Fate.LATE if late else Fate.CLASH, clashes, is_in, settled, person)
    return Decision(Fate.COUNTED, merged, revision_of(newest) + 1, is_in, settles=settled)


def repeated(card, row) -> Decision:
    """Nothing is stored of what came before; where that still waits, it waits as it did."""
    return Decision(clashes=clashes_of(row, card.newest), repeats=row) if row.fate in WAITING else Decision()


def asked(card, sent, base, fate, clashes, is_in, settled, person) -> Decision:
    """A save is kept until somebody chooses, in place of those that wait from its page, where it holds all of them."""
    was, now = entries_of(base), entries_of(card.newest)
    entries = {key: entry for key, entry in {**was, **sent.entries}.items() if entry is not None}
    changed = changed_from(was, entries)
    clashing = merge(changed, was, now)[1]
    replaced = tuple(
        row
        for row in card.rows
        if (row.fate, row.person_id, row.revision) == (fate, person, revision_of(base))
        and row not in settled
        and set(row.changed) <= set(changed)
        and set(clashes_of(row, card.newest)) <= set(clashing)
    )
    return Decision(fate, entries, revision_of(base), is_in, clashes, (*settled, *replaced))


def is_same(row, sent) -> bool:
    """Whether this came before; that the card is done may come later with it."""
    return row.sent_entries == sent.entries and (row.is_in or not sent.is_in)


def sent_before(base, earlier) -> dict:
    """What the sender's page held when it was sent last: what it started from, and over it what it sent."""
    before = entries_of(base)
    for row in earlier:
        if row.fate in (Fate.COUNTED, Fate.SAME):
            before |= row.sent_entries
    return before


def merge_with(card, sent, before, *, person):
    """`merge` a save with the newest row of its card.

    A person does not clash with themselves: what they alone have put back since the revision that the save started
    from, they override. A phone that undoes something and goes on typing need not wait for the answer.
    """
    merged, clashes = merge(sent.entries, before, entries_of(card.newest))
    later = [row for row in card.counted if row.revision > sent.base]
    is_known = not sent.base or card.counted_as(sent.base)
    if clashes and is_known and all(row.puts_back and row.person_id == person for row in later):
        return {**merged, **{key: sent.entries[key] for key in clashes}}, {}
    return merged, clashes


def merge(mine, base, theirs) -> tuple[dict, dict]:
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


def entries_of(row) -> dict:
    """The entries of a row, none for no row."""
    return {} if row is None else row.entries


def revision_of(row) -> int:
    """The revision of a row, 0 for no row."""
    return 0 if row is None else row.revision


def changed_from(base, mine) -> dict:
    """What is not as in `base`, by field; None where it was emptied."""
    return {key: mine.get(key) for key in {**base, **mine} if mine.get(key) != base.get(key)}


def changes_of(row) -> dict:
    """What a row that waits would change against the revision it started from; None where it emptied a field."""
    return {key: row.now(key) for key in row.changed}


def clashes_of(row, newest) -> dict:
    """Where a row that waits and somebody else changed the same field: `{key: (mine, theirs)}`."""
    return merge(changes_of(row), {key: row.former(key) for key in row.changed}, entries_of(newest))[1]


def waits_with(row, base):
    """Let a row that waits say what it would change of the row it started from, None for none."""
    was = entries_of(base)
    row.changed = {key: [as_stored(was.get(key)), 0] for key in changed_from(was, row.entries)}
    return row


def follows(row, before, *, undoes=None):
    """Let a row that counts say what it changes of the row before it on its card (None for none), as `Holdings` tells.

    `undoes` is as in `Sent`.
    """
    steps = {key: was for key, (was, _now) in differences(before, row).items()}
    if row.is_in != bool(before and before.is_in):
        steps[row.IN] = not row.is_in
    lasting = before.lasting if before else {}
    row.changed = {key: [as_stored(was), lasting.get(key, 0)] for key, was in steps.items()}
    changed_last = dict.fromkeys(row.changed, row.revision) if undoes is None else undoes
    row.lasting = {key: revision for key, revision in {**lasting, **changed_last}.items() if revision}
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


def is_undoing(row) -> bool:
    """Whether a save is one that Undo under a card has made."""
    return row.puts_back and row.save_id.startswith("undo ")
