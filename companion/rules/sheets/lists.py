"""A list of numbers in one cell, each of which scores; of runs only the lowest."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.rules.kit import (
    Holdings,
    Options,
    Points,
    Problem,
    Table,
    Tally,
    Text,
    each,
    gettext,
    seats_in,
    signed,
)

from . import reasons
from .made import Made, label_of, only_with, own
from .types import Row, Rows
from .values import Steps

# The number of keys on a keypad.
MOST_KEYS = 40
MOST_ENTRIES = 40


@dataclass(frozen=True, kw_only=True, eq=False)
class Listed(Tally):
    """A list whose numbers aren't simply added up."""


def numbers(row: Row, rows: Rows) -> Made:
    """Build a row that adds up the numbers of a list, each looked up in a table if there is one, times their worth."""
    made = by_one_table(row)
    if "option" not in row:
        return made
    assert made.item
    by_choice = {one["choice"]: one for one in row["tables"]}

    def of_held(held: Holdings, table: Table) -> Points:
        scored = by_table(held.get(row["key"], ()), by_choice[table["options"][row["option"]]])
        return sum(scored), reasons.of_list(tuple(scored), 1)

    def worth(options: Options) -> Text:
        its = by_choice.get(str(options.get(row["option"])))
        return steps_of(its).worth if its else gettext("from the table of the choice")

    return replace(made, item=replace(made.item, score=each(of_held), worth=worth), points=None)


def steps_of(table: Row) -> Steps:
    """The points of a table for 0, 1, 2 …"""
    return Steps(tuple(table["values"]), table.get("further"))


def by_table(entries: Sequence[int], table: Row) -> list[int]:
    """Return what each number of a list brings by a table, or what all of them bring `together`; after them the bonus
    for `all` numbers that bring something.

    >>> by_table([1, 3, 2, 2], {"values": [0, 2, 5, 8], "all": 3})
    [2, 8, 5, 5, 3]
    """
    counted = [sum(entries)] if entries and table.get("together") else entries
    scored = [steps_of(table).of(number) for number in counted]
    wanted = {number for number, points in enumerate(table["values"]) if points}
    return [*scored, table["all"]] if "all" in table and wanted <= {*entries} else scored


def by_one_table(row: Row) -> Made:
    """Return a list whose numbers score in the same way in every play."""
    worth, steps = row.get("worth", 1), Steps(tuple(row["values"])) if "values" in row else None
    entries = tuple(range(row.get("least", 1), row["most"] + 1))
    field = Listed(key=row["key"], label=label_of(row), values=entries, most=MOST_ENTRIES, only_with=only_with(row))

    def of_held(held: Holdings) -> Points:
        counted = lowest_of_runs(held.get(field.key, ())) if row.get("runs") else held.get(field.key, ())
        scored = [steps.of(number) if steps else number for number in counted]
        return sum(scored) * worth, reasons.of_list(tuple(scored), worth)

    text = steps.told if steps else gettext("lowest of each run") if row.get("runs") else gettext("their sum")
    if worth != 1:
        text = gettext("%(worth)s, × %(factor)s", worth=text, factor=signed(worth))
    return own(row, [field], of_held, text)


def lowest_of_runs(entries: Sequence[int]) -> list[int]:
    """Return the lowest number of each run of numbers.

    >>> lowest_of_runs([5, 9, 3, 4])
    [3, 9]
    """
    return [number for number in sorted(set(entries)) if number - 1 not in entries]


def twice_problems(row: Row, table: Table, stage: str) -> Iterator[Problem]:
    """Yield a problem for each number of a run that appears more than once: each is on one card."""
    held = Counter(number for _, _, its in seats_in(table, stage) for number in its.get(row["key"], ()))
    for number in (number for number, times in held.items() if times > 1):
        having = tuple(player for _, player, its in seats_in(table, stage) if number in its.get(row["key"], ()))
        told = {"players": having, "row": label_of(row), "card": number}
        text = gettext("%(players)s, %(row)s: there is only one %(card)s.", told)
        yield Problem("twice", text, stage=stage, field=row["key"], seat=having[0] if len(having) == 1 else None)
