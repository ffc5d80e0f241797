"""What becomes of a save: merged with what others changed meanwhile, never twice, never lost. Nothing is stored here.

An *entry* is what stands in one field: a value, None for nothing, or `Refused` for what cannot be right. Saves of a
card are rows as `CardSave` has them; what is asked of them are their `entries` and `sent_entries`, revision, fate,
save_id, person_id, what they changed, and whether they are in and put something back.
"""

from dataclasses import dataclass, field, replace

from companion.models import CardSave

Fate = CardSave.Fate
WAITING = (Fate.LATE, Fate.CLASH)


@dataclass(frozen=True, kw_only=True)
class Sent:
    """What came for a card that somebody started from revision `base`: the entries of the fields that were sent.

    What is in stays in, unless what came `puts_back` what brought it in, or a field is blank now that was filled when
    the card was done; None for `is_in` leaves it as it is. What is `correcting` counts in a closed stage, too.
    `starts` is what the stage began with, None for as it was. What `undoes` a field's last change names the change that
    is its last one again, by revision (0: none). In the fields that go `back` it takes back what its sender has typed;
    `instead` of that, something else was typed then.
    """

    entries: dict
    base: int
    save_id: str
    is_in: bool | None
    starts: dict | None = None
    correcting: bool = False
    puts_back: bool = False
    undoes: dict | None = None
    back: frozenset = frozenset()
    instead: frozenset = frozenset()


@dataclass(frozen=True)
class Decision:
    """What is to be stored of a save: a row of this `fate` that holds all `entries` of its card; none without a fate.

    `clashes` are the fields that somebody else changed to something else meanwhile: `{key: (mine, theirs)}`. They alone
    wait; what else was changed counts, and then `asks` is what is stored of them beside it. The rows in `settles` wait
    no longer. `repeats` is a row that was stored before, and in which something that was sent still waits.
    `former` has what stood before in the fields about which a row that waits asks; None for nothing. Such a row `is_in`
    if its sender said that the card is done.
    """

    fate: Fate | None = None
    entries: dict = field(default_factory=dict)
    revision: int = 0
    is_in: bool = False
    clashes: dict = field(default_factory=dict)
    settles: tuple = ()
    repeats: CardSave | None = None
    asks: "Decision | None" = None
    former: dict = field(default_factory=dict)

    @property
    def rows(self) -> list["Decision"]:
        """What is to be stored, each as a row of its own."""
        return [each for each in (self, self.asks) if each and each.fate]


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


def chain_of(card: History, key, person) -> list:
    """The saves by which this person has changed a field last, the last one first, as far as nobody else has since."""
    found: list = []
    last = card.newest.lasting.get(key, 0) if card.newest else 0
    while (row := card.counted_as(last)) and row.person_id == person:
        found.append(row)
        last = row.changed_before(key)
    return found


def decide(card: History, sent: Sent, *, person: int | None, late: bool) -> Decision:
    """What becomes of what a person (their number) has sent; `late`: its stage takes no entries any more.

    The same save id with the same entries is the same save and changes nothing.
    """
    earlier = card.sent_as(sent.save_id)
    if earlier and is_same(earlier[-1], sent):
        return repeated(card, earlier[-1])
    newest, base = card.newest, card.counted_as(sent.base)
    was_in, is_done = bool(newest and newest.is_in), bool(sent.is_in) and not sent.puts_back
    goes_out = sent.puts_back or (CardSave.IN in sent.back and bool(chain_of(card, CardSave.IN, person)))
    is_in = was_in if sent.is_in is None else sent.is_in or (was_in and not goes_out)
    if late:
        return decide_late(card, sent, earlier, is_in=is_done, person=person)
    waits = [row for row in card.rows if row.fate == Fate.CLASH and (row.person_id == person or row in earlier)]
    before = sent_before(base, earlier)
    entries, asked, held = apart(card, sent, before, waits, earlier, person=person)
    merged, clashes = merge_with(card, sent, entries, before, person=person)
    asked |= {key: mine for key, (mine, _theirs) in clashes.items()}
    is_asked = asked != held
    settles = tuple(waits if is_asked else [row for row in earlier if row.fate == Fate.LATE])
    question = Decision()
    if is_asked and asked:
        its = {key: entry for key, entry in {**entries_of(base), **asked}.items() if entry is not None}
        former = {key: entries_of(base).get(key) for key in asked}
        question = Decision(Fate.CLASH, its, revision_of(base), is_done, former=former)
    clashes = {key: (entry, entries_of(newest).get(key)) for key, entry in asked.items()}
    shown = {key for key, entry in held.items() if sent.entries.get(key) == entry}
    repeats = next((row for row in waits if shown & row.changed.keys()), None)
    now_in = (was_in and is_in) if question.fate else is_in
    seen = {key for key, entry in {**before, **sent.entries}.items() if entry is not None}
    if now_in and not (is_done and seen <= merged.keys()) and not was_done_with(card, merged):
        now_in = False
    if merged != entries_of(newest) or now_in != was_in:
        asks = question if question.fate else None
        return Decision(Fate.COUNTED, merged, revision_of(newest) + 1, now_in, clashes, settles, repeats, asks)
    if question.fate:
        return replace(question, clashes=clashes, settles=settles)
    is_news = any(entry != before.get(key) for key, entry in entries.items())
    return Decision(
        Fate.SAME if is_news else None, merged, revision_of(base), is_in, clashes, settles=settles, repeats=repeats
    )


def was_done_with(card, merged) -> bool:
    """Return whether all that is blank in `merged` was blank while the card was done, since it was last said to be.

    Before options changed what the card asks, other fields were blank.
    """
    for row in reversed(card.counted):
        if row.is_in and row.entries.keys() <= merged.keys():
            return True
        if row.asks_more or (row.is_in and row.IN in row.changed and not row.puts_back):
            return False
    return False


def apart(card, sent, before, waits, earlier, *, person) -> tuple[dict, dict, dict]:
    """What was sent of the fields that nobody is asked about, what is to be asked about others, and what was already.

    What waits goes on waiting until it is answered: a page sends it again and again. What was typed since takes its
    place. What its sender takes back, or has agreed to on the page that asked, is asked about no longer.
    """
    now = entries_of(card.newest)
    held = {key: row.now(key) for row in waits for key in row.changed if row.now(key) != now.get(key)}
    here = {key for row in earlier if row.fate == Fate.CLASH for key in row.changed}
    entries, asked = dict(sent.entries), dict(held)
    for key, entry in sent.entries.items():
        is_others = now.get(key) != before.get(key) and not chain_of(card, key, person)
        is_gone = key in sent.back and (key in held or is_others)
        if is_gone or key in held:
            del entries[key]
        if key in held and (is_gone or (key in here and entry == now.get(key))):
            del asked[key]
        elif key in held and entry not in (before.get(key), now.get(key)):
            asked[key] = entry
    return entries, asked, held


def decide_late(card, sent, earlier, *, is_in, person) -> Decision:
    """What becomes of a save whose stage takes no entries any more: all of it waits, unless it stands there already."""
    newest, base = card.newest, card.counted_as(sent.base)
    settled = tuple(row for row in earlier if row.fate in WAITING)
    before = sent_before(base, earlier)
    merged, clashes = merge_with(card, sent, sent.entries, before, person=person)
    if merged == entries_of(newest) and not clashes:
        is_news = any(entry != before.get(key) for key, entry in sent.entries.items())
        return Decision(Fate.SAME if is_news else None, merged, revision_of(base), is_in, settles=settled)
    was = entries_of(base)
    former = {}
    for key, entry in sent.entries.items():
        # Also what goes back to where it was: an earlier save counts, whose answer this phone may not have heard.
        if others := [stood for stood in (was.get(key), before.get(key)) if stood != entry]:
            former[key] = others[0]
    entries = {key: entry for key, entry in {**was, **sent.entries}.items() if entry is not None}
    replaced = tuple(
        row
        for row in card.rows
        if (row.fate, row.person_id, row.revision) == (Fate.LATE, person, revision_of(base))
        and row not in settled
        and set(row.changed) <= set(former)
    )
    return Decision(Fate.LATE, entries, revision_of(base), is_in, clashes, (*settled, *replaced), former=former)


def repeated(card, row) -> Decision:
    """Nothing is stored of what came before; where that still waits, it waits as it did."""
    return Decision(clashes=open_in(row, card.newest), repeats=row) if row.fate in WAITING else Decision()


def is_same(row, sent) -> bool:
    """Whether this came before; that the card is done may come later with it."""
    return row.sent_entries == sent.entries and (row.is_in or not sent.is_in)


def sent_before(base, earlier) -> dict:
    """What the sender's page held when it was sent last: what it started from, and over it what it sent."""
    before = entries_of(base)
    for row in earlier:
        if row.fate in (Fate.COUNTED, Fate.SAME, Fate.CLASH):
            before |= row.sent_entries
    return before


def merge_with(card, sent, entries, before, *, person):
    """`merge` these entries of a save with the newest row of its card.

    A person does not clash with themselves: what they alone have put back since the revision that the save started
    from, they override. A phone that undoes something and goes on typing need not wait for the answer.
    """
    merged, clashes = merge(entries, before, entries_of(card.newest))
    later = [row for row in card.counted if row.revision > sent.base]
    is_known = not sent.base or card.counted_as(sent.base)
    if clashes and is_known and all(row.puts_back and row.person_id == person for row in later):
        merged |= {key: entries[key] for key in clashes}
        return {key: entry for key, entry in merged.items() if entry is not None}, {}
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


def changes_of(row) -> dict:
    """What a row that waits would change against the revision it started from; None where it emptied a field."""
    return {key: row.now(key) for key in row.changed}


def open_in(row, newest) -> dict:
    """What a row that waits would change of its card as that is now: `{key: (mine, theirs)}`."""
    now = entries_of(newest)
    return {key: (mine, now.get(key)) for key, mine in changes_of(row).items() if mine != now.get(key)}


def is_undoing(row) -> bool:
    """Whether a save is one that Undo has made, and not what was put back from the trail."""
    return row.puts_back and not row.save_id.startswith("back ")
