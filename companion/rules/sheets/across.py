"""Kinds of row that depend on the numbers of other seats."""

from collections.abc import Callable, Mapping, Sequence
from math import prod

from companion.rules.kit import Holdings, Item, Points, Seat, Table, Text, gettext

from . import reasons
from .made import Made, answer_in, label_of, only_with
from .several import factors_of, from_rows
from .types import Row, Rows

# The side of a seat; the first answer of a choice means neither.
WON, LOST = 1, 2


def others(row: Row, rows: Rows) -> Made:
    """Build a row that scores the others' numbers in a row.

    A seat scores if it has a yes in the row `of`, or without that if it has 0 in the row itself.
    """
    number, label = rows[row["row"]]["key"], label_of(rows[row["row"]])
    keys = (number, row["of"]) if "of" in row else (number,)
    less_own = int(row.get("less_own", False))
    answer, named = answer_in(rows[keys[-1]]), label_of(rows[keys[-1]])

    def score(seats: Sequence[Seat], table: Table) -> Sequence[Points]:
        numbers = {place: held.get(number, 0) for place, _, held in seats}
        return [of_seat(place, numbers, answer(held)) for place, _, held in seats]

    def of_seat(place: int, numbers: Mapping[int, int], said: int) -> Points:
        if bool(said) != ("of" in row):
            return 0, reasons.yes_or_no(named, 0) if "of" in row else reasons.of_own(named, said)
        its, less = tuple(number for other, number in numbers.items() if other != place), less_own * numbers[place]
        return sum(its) - less, reasons.of_others(label, its, less)

    text = gettext("%(row)s of the others", row=label)
    return Made(
        (), Item(row["key"], label_of(row), score, text, fields=keys, only_with=only_with(row), keeps_rows=True)
    )


def settle(row: Row, rows: Rows) -> Made:
    """Build a row in which losers pay points to winners; gains and losses add up to 0."""
    fields, side_of = from_rows(row, rows) if "rows" in row else [], side_in(rows[row["of"]])
    factors = factors_of(row, rows) if "factors" in row else []
    signs = {WON: 1, LOST: -1}

    def score(seats: Sequence[Seat], table: Table) -> Sequence[Points]:
        sides = [side_of(held) for _, _, held in seats]
        worths = [sum(held.get(field.key, 0) for field in fields) for _, _, held in seats]
        parts = [sum(signs.get(side, 0) * worth for side, worth in zip(sides, worths, strict=True))]
        if factors:
            parts = [factor.of([held for _, _, held in seats]) for factor in factors]
        return [of_side(tuple(parts), side, sides) for side in sides]

    def of_side(parts: tuple[int, ...], side: int, sides: Sequence[int]) -> Points:
        own, against = sides.count(side), sides.count(WON + LOST - side)
        if side not in (WON, LOST) or not against:
            return 0, reasons.noted(label_of(row), None)
        share = int(prod(parts) * against / min(own, against))
        return share if side == WON else -share, reasons.of_sides(parts, own, against, int(side == WON))

    text: Text = gettext("won: plus, lost: minus")
    counted = [*fields, *(field for factor in factors for field in factor.fields)]
    keys = (*(field.key for field in counted), row["of"])
    return Made(
        (), Item(row["key"], label_of(row), score, text, fields=keys, only_with=only_with(row), keeps_rows=True)
    )


def side_in(row: Row) -> Callable[[Holdings], int]:
    """Return a function that reads a seat's side in a row: WON, LOST, or another number for neither."""
    answer = answer_in(row)
    return answer if row["kind"] == "choice" else lambda held: WON if answer(held) else LOST
