"""The rows that a new row is counted from: existing ones, or new ones that are added with it."""

from collections.abc import Callable, Mapping, Sequence
from string import ascii_uppercase
from typing import Any, NamedTuple

from companion.core.language.texts import say
from companion.rules.kit import Text, gettext
from companion.rules.sheets.limits import ANSWERS, COUNTED, MOST_THINGS, MULTIPLIED, NUMBERS
from companion.rules.sheets.types import Row

from .inputs import has_number, is_for_bonus
from .translations import translate


class Need(NamedTuple):
    """At least `number` of the rows that `find` returns. A `new` one is called `label`, or by a letter without it."""

    find: Callable[[Sequence[Row]], list[str]]
    number: int = 1
    # It scores nothing by itself, only through the row that is counted from it.
    new: Mapping[str, Any] = {"kind": NUMBERS[0], "worth": 0}
    label: Text | None = None

    def choose_label(self, rows: Sequence[Row]) -> str:
        """Return the label of a new one beside these rows."""
        taken = {translate(row["label"]) for row in rows}
        return say(self.label) if self.label else next((each for each in ascii_uppercase if each not in taken), "A")


def usable_rows(rows: Sequence[Row]) -> list[Row]:
    """Return the rows that any row can be counted from: with whole numbers, in every stage and with any expansion."""
    return [row for row in rows if not row.keys() & {"with", "stages", "of"} and not row.get("decimals")]


def find_keys(rows: Sequence[Row], fits: Callable[[Row], bool]) -> list[str]:
    """Return the keys of the first of these rows that fit, at most as many as a row can be counted from."""
    return [row["key"] for row in rows if fits(row)][:MOST_THINGS]


def find_similar_numbers(rows: Sequence[Row]) -> list[str]:
    """Return the keys of the number rows of the first kind that has two of them, else those of the first kind."""
    by_kind = [find_keys([row for row in rows if row["kind"] == kind], has_number) for kind in (*NUMBERS, *COUNTED)]
    return next((keys for keys in by_kind if len(keys) > 1), by_kind[0])


def is_yes(row: Row) -> bool:
    """Return whether a row asks yes or no."""
    return row["kind"] == "yes"


def is_answer(row: Row) -> bool:
    """Return whether a row asks a question."""
    return row["kind"] in ANSWERS


def is_count(row: Row) -> bool:
    """Return whether things are counted in a row."""
    return row["kind"] in NUMBERS


def is_scoring(row: Row) -> bool:
    """Return whether a row has its own points, which another row can multiply."""
    return row["kind"] in MULTIPLIED and not (is_count(row) and not row["worth"])


POINTS = Need(lambda rows: find_keys(rows, is_for_bonus), new={"kind": "points"}, label=gettext("Points"))
SCORING = Need(lambda rows: find_keys(rows, is_scoring), new={"kind": "points"}, label=gettext("Points"))
NUMBER = Need(lambda rows: find_keys(rows, has_number))
COUNT = Need(lambda rows: find_keys(rows, is_count))
FACTORS = COUNT._replace(number=2)
NUMBERS_ALIKE = Need(find_similar_numbers, 2)
ANSWER = Need(lambda rows: find_keys(rows, is_yes), new={"kind": "yes", "worth": 0}, label=gettext("Won"))
