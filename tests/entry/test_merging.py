"""What becomes of a save, decided without a database: a card is a list of rows, and phones send in any order."""

import pytest
from django.db import connection
from hypothesis import example, given
from hypothesis import strategies as st

from companion.entry.merging import WAITING, Fate, History, Sent, decide, entries_of, merge, open_in
from companion.entry.saving import row_of
from companion.models import CardSave
from companion.rules.kit.typed import Refused
from tests import lanes

KEYS = ("water", "gold", "salt")
ANNA, BEN = 1, 2
fields = st.sampled_from(KEYS)
values = st.one_of(st.integers(0, 2), st.just([]), st.just(["a"]), st.sampled_from(["many", "99"]).map(Refused))
cards = st.dictionaries(fields, values)
typed = st.dictionaries(fields, st.none() | values)
unhurried = lanes.unhurried(400)


@pytest.fixture(autouse=True)
def _no_questions():
    """Nothing here asks the database."""

    def refuse(_execute, sql, *_more):
        raise AssertionError(sql)

    with connection.execute_wrapper(refuse):
        yield


def a_row(fate=Fate.COUNTED, *, entries, revision=1, person=ANNA, save_id="first", sent=None, **more):
    row = CardSave(fate=fate, revision=revision, person_id=person, save_id=save_id, entries=entries, **more)
    row.sent_entries = entries if sent is None else sent
    return row


def a_save(*, base=0, save_id="x", is_in=False, **more):
    return Sent(base=base, save_id=save_id, is_in=is_in, **more)


class Table:
    """A card that several people enter, each row kept as a save leaves it."""

    def __init__(self):
        self.card = History([])

    def send(self, sent, *, person=ANNA, late=False):
        decision = decide(self.card, sent, person=person, late=late)
        for row in decision.settles:
            assert row.fate in WAITING
            row.fate = Fate.SETTLED
        for each in decision.rows:
            row = row_of(each, sent, self.card, person=person)
            row.person_id = person
            self.card = self.card.with_row(row)
        return decision

    @property
    def entries(self):
        return entries_of(self.card.newest)

    @property
    def revision(self):
        return len(self.card.counted)

    @property
    def waiting(self):
        return [row for row in self.card.rows if row.fate in WAITING]


@st.composite
def tables(draw):
    """A card after some saves of two people, from whatever revision they had seen."""
    table = Table()
    for number in range(draw(st.integers(0, 4))):
        sent = a_save(
            entries=draw(typed),
            base=draw(st.integers(0, table.revision)),
            save_id=draw(st.sampled_from(["x", "y", f"save {number}"])),
            is_in=draw(st.booleans()),
            puts_back=draw(st.booleans()),
        )
        table.send(sent, person=draw(st.sampled_from([ANNA, BEN])), late=draw(st.booleans()))
    return table


@given(mine=typed, base=cards, theirs=cards)
def test_merging_keeps_what_only_one_side_changed_and_names_what_both_did(mine, base, theirs):
    merged, clashes = merge(mine, base, theirs)
    for key in {*mine, *base, *theirs}:
        was, now = base.get(key), theirs.get(key)
        entry = mine.get(key, was)
        if entry in (was, now):
            assert merged.get(key) == now
        elif now == was:
            assert merged.get(key) == entry
        else:
            assert clashes[key] == (entry, now)
            assert merged.get(key) == now
    assert set(clashes) <= set(mine)
    assert None not in merged.values()


@pytest.mark.long
@given(mine=typed, base=cards)
def test_without_anybody_else_there_is_no_clash(mine, base):
    merged, clashes = merge(mine, base, base)
    assert clashes == {}
    assert merged == {key: entry for key, entry in {**base, **mine}.items() if entry is not None}


@unhurried
@given(table=tables(), entries=typed, is_in=st.booleans(), late=st.booleans(), data=st.data())
def test_the_same_save_twice_is_once(table, entries, is_in, late, data):
    sent = a_save(entries=entries, base=data.draw(st.integers(0, table.revision)), save_id="new", is_in=is_in)
    first = table.send(sent, late=late)
    rows, fates = list(table.card.rows), [row.fate for row in table.card.rows]
    again = table.send(sent, late=late)
    assert (again.fate, again.settles) == (None, ())
    assert (table.card.rows, [row.fate for row in table.card.rows]) == (rows, fates)
    assert bool(again.repeats) == bool(first.repeats or any(each.fate in WAITING for each in first.rows))


@unhurried
@given(table=tables(), entries=typed, person=st.sampled_from([ANNA, BEN]), data=st.data())
def test_what_is_sent_counts_or_waits_or_stands_there_already(table, entries, person, data):
    base = data.draw(st.integers(0, table.revision))
    started_from = entries_of(table.card.counted_as(base))
    table.send(a_save(entries=entries, base=base, save_id="new"), person=person)
    for key, entry in entries.items():
        if entry != started_from.get(key):
            assert entry == table.entries.get(key) or any(row.entries.get(key) == entry for row in table.waiting)


@unhurried
@given(table=tables(), entries=typed, data=st.data())
def test_nothing_is_overridden_that_its_sender_had_not_seen(table, entries, data):
    base = data.draw(st.integers(0, table.revision))
    started_from, before = entries_of(table.card.counted_as(base)), table.entries
    # Somebody who has put nothing back.
    table.send(a_save(entries=entries, base=base, save_id="new"), person=3)
    for key in KEYS:
        if before.get(key) != started_from.get(key):
            assert table.entries.get(key) == before.get(key)


@unhurried
@given(table=tables(), entries=typed, is_in=st.booleans(), data=st.data())
def test_what_comes_late_changes_no_card(table, entries, is_in, data):
    counted = list(table.card.counted)
    base = data.draw(st.integers(0, table.revision))
    decision = table.send(a_save(entries=entries, base=base, save_id="new", is_in=is_in), late=True)
    assert table.card.counted == counted
    assert decision.fate in (Fate.LATE, Fate.SAME, None)


@unhurried
@given(table=tables(), is_in=st.sampled_from([None, True, False]))
def test_what_is_in_stays_in_unless_it_is_put_back(table, is_in):
    was_in = bool(table.card.newest and table.card.newest.is_in)
    table.send(a_save(entries={}, base=table.revision, save_id="new", is_in=is_in))
    assert bool(table.card.newest and table.card.newest.is_in) == (was_in or bool(is_in))
    table.send(a_save(entries={}, base=table.revision, save_id="back", is_in=False, puts_back=True))
    assert not (table.card.newest and table.card.newest.is_in)


@unhurried
@given(steps=st.lists(st.tuples(typed, st.sampled_from(["done", "type", "correct", "back", "restore"])), max_size=6))
@example([({"water": 9, "gold": 0}, "done"), ({"water": None, "gold": None}, "back")])
@example([({"water": 9}, "done"), ({"water": None}, "correct"), ({"water": 8}, "correct"), ({}, "restore")])
def test_done_card_has_no_blank_but_those_that_it_had_when_somebody_said_it_is_done(steps):
    table, said = Table(), set()
    for number, (entries, way) in enumerate([(dict.fromkeys(KEYS, 1), "type"), *steps]):
        sent = a_save(
            entries=entries,
            base=table.revision,
            save_id=f"save {number}",
            is_in={"done": True, "restore": True, "correct": None, "back": None}.get(way, False),
            correcting=way != "type",
            puts_back=way in ("back", "restore"),
        )
        table.send(sent)
        if way == "done":
            said |= set(KEYS) - table.entries.keys()
        if table.card.newest.is_in:
            assert set(KEYS) - table.entries.keys() <= said


def test_done_says_nothing_of_a_figure_that_another_phone_has_emptied_meanwhile():
    table = Table()
    table.send(a_save(entries={"water": 9, "gold": 1}, save_id="first"))
    table.send(a_save(entries={"water": None}, base=1, save_id="emptied"), person=BEN)
    table.send(a_save(entries={"gold": 1}, base=1, save_id="done", is_in=True))
    assert (table.entries, table.card.newest.is_in) == ({"gold": 1}, False)
    table.send(a_save(entries={"gold": 1}, base=table.revision, save_id="done again", is_in=True))
    assert table.card.newest.is_in


def test_figure_that_came_after_done_leaves_the_card_done_when_it_goes():
    table = Table()
    table.send(a_save(entries={"gold": 1}, save_id="done", is_in=True))
    for number in (5, None):
        table.send(a_save(entries={"water": number}, base=table.revision, save_id=f"save {number}", is_in=None))
    assert (table.entries, table.card.newest.is_in) == ({"gold": 1}, True)


@unhurried
@given(held=cards, typed_then=st.integers(0, 2), typed_now=st.none() | values)
@example(held={}, typed_then=1, typed_now=2)
def test_nobody_clashes_with_what_they_alone_have_put_back(held, typed_then, typed_now):
    for undoes, goes_on in ((ANNA, ANNA), (ANNA, BEN)):
        table = Table()
        table.send(a_save(entries=held, save_id="start"), person=BEN)
        was = table.entries.get("water")
        if typed_then in (was, typed_now) or typed_now == was:
            continue
        table.send(a_save(entries={"water": typed_then}, base=table.revision, save_id="typed"))
        seen = table.revision
        table.send(a_save(entries={"water": was}, base=seen, save_id="undo 1 water", puts_back=True), person=undoes)
        decision = table.send(a_save(entries={"water": typed_now}, base=seen, save_id="on"), person=goes_on)
        assert decision.fate == (Fate.COUNTED if goes_on == undoes else Fate.CLASH)


@pytest.mark.long
@unhurried
@given(tables())
def test_each_row_that_counts_is_one_revision_further_and_empty_fields_are_not_stored(table):
    assert [row.revision for row in table.card.counted] == list(range(1, table.revision + 1))
    assert all(None not in row.entries.values() for row in table.card.rows)


@given(entries=typed)
def test_what_is_stored_of_a_row_is_what_it_was_given(entries):
    row = a_row(entries=entries, sent=entries)
    assert row.entries == {key: entry for key, entry in entries.items() if entry is not None}
    assert row.sent_entries == entries


@unhurried
@given(table=tables(), entries=typed, late=st.booleans(), is_in=st.booleans(), data=st.data())
def test_what_waits_asks_about_something_that_would_change(table, entries, late, is_in, data):
    base = data.draw(st.integers(0, table.revision))
    save_id = data.draw(st.sampled_from(["x", "y", "new"]))
    decision = table.send(a_save(entries=entries, base=base, save_id=save_id, is_in=is_in), late=late)
    for row in table.card.rows[len(table.card.rows) - len(decision.rows) :]:
        assert row.fate not in WAITING or open_in(row, table.card.newest)


@pytest.mark.parametrize(("held", "typed_then", "taken_back"), [({}, 3, None), ({"water": 1}, 3, 1)])
@pytest.mark.parametrize("others", [None, 4])
def test_an_undo_of_what_was_counted_without_an_answer_waits_once_the_stage_is_closed(
    held, typed_then, taken_back, others
):
    table = Table()
    table.send(a_save(entries=held, save_id="start"), person=BEN)
    seen = table.revision
    table.send(a_save(entries={"water": typed_then}, base=seen, save_id="mine"))
    if others:
        table.send(a_save(entries={"water": others}, base=table.revision, save_id="others"), person=BEN)
    table.send(a_save(entries={"water": taken_back}, base=seen, save_id="mine"), late=True)
    assert [open_in(row, table.card.newest) for row in table.waiting] == [{"water": (taken_back, others or typed_then)}]


def test_an_undo_of_what_somebody_has_changed_since_asks_about_it():
    table = Table()
    table.send(a_save(entries={"water": 3}, save_id="mine"))
    table.send(a_save(entries={"water": 4}, base=1, save_id="others"), person=BEN)
    table.send(a_save(entries={"water": None}, save_id="mine"))
    assert [open_in(row, table.card.newest) for row in table.waiting] == [{"water": (None, 4)}]


def test_a_page_that_goes_on_typing_is_asked_about_once():
    table = Table()
    for number in (5, 55, 6):
        table.send(a_save(entries={"water": number}, save_id=f"save {number}"), late=True)
    assert [row.entries for row in table.waiting] == [{"water": 6}]


def test_a_page_that_changes_something_else_is_asked_about_that_too():
    table = Table()
    table.send(a_save(entries={"water": 5}, save_id="a"), late=True)
    table.send(a_save(entries={"gold": 2}, save_id="b"), late=True)
    assert [row.entries for row in table.waiting] == [{"water": 5}, {"gold": 2}]


def test_the_clash_of_a_save_that_comes_again_is_told_again():
    table = Table()
    table.send(a_save(entries={"water": 6}, save_id="theirs"), person=BEN)
    mine = a_save(entries={"water": 5}, save_id="mine")
    assert table.send(mine).clashes == {"water": (5, 6)}
    assert table.send(mine).clashes == {"water": (5, 6)}


def test_that_a_card_is_done_may_come_after_what_it_holds():
    table = Table()
    table.send(a_save(entries={"water": 5}))
    assert table.send(a_save(entries={"water": 5}, is_in=True)).fate == Fate.COUNTED
    assert table.card.newest.is_in
