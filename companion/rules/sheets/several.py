"""Kinds of row that are counted from a seat's numbers in several other rows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil, prod

from companion.rules.kit import Count, Holdings, Points, Seat, Table, Text, gettext, in_words

from . import reasons
from .made import Made, answer_in, count_field, counted_from, own, signs_between
from .types import Row, Rows
from .values import Steps


def product(row: Row, rows: Rows) -> Made:
    """Build a row that multiplies two others."""
    one, other = from_rows(row, rows)
    worth = row.get("worth", 1)

    def of_held(held: Holdings) -> Points:
        a, b = held.get(one.key, 0), held.get(other.key, 0)
        return a * b * worth, reasons.each_with_each(one, a, other, b, worth)

    text = gettext("%(one)s × %(other)s", one=one.label, other=other.label)
    return counted_from(row, [one, other], of_held, text)


def best(row: Row, rows: Rows) -> Made:
    """Build a row that scores the highest numbers of several rows by one table, and the others by another."""
    counted, others = Steps(tuple(row["values"])), Steps(tuple(row["others"]))
    fields = from_rows(row, rows)

    def of_held(held: Holdings) -> Points:
        numbers = sorted([held.get(field.key, 0) for field in fields], reverse=True)
        high, low = tuple(numbers[: row["best"]]), tuple(number for number in numbers[row["best"] :] if number)
        points = sum(map(counted.of, high)) + sum(map(others.of, low))
        return points, reasons.of_best(high, low)

    text = gettext(
        "best %(best)s: %(values)s; others: %(others)s", best=row["best"], values=counted.told, others=others.told
    )
    return counted_from(row, fields, of_held, text)


def lowest(row: Row, rows: Rows) -> Made:
    """Build a row that scores the lowest number of several rows, times another row if one is named."""
    fields, by = from_rows(row, rows), count_field(rows[row["row"]]) if "row" in row else None

    def of_held(held: Holdings) -> Points:
        number, at = min((held.get(field.key, 0), at) for at, field in enumerate(fields))
        factor = held.get(by.key, 0) if by else 1
        return number * factor, reasons.of_lowest(fields[at], number, by, factor)

    text = gettext("the lowest number × %(row)s", row=by.label) if by else gettext("the lowest number")
    return counted_from(row, [*fields, by] if by else fields, of_held, text)


def from_rows(row: Row, rows: Rows) -> list[Count]:
    """Return the fields of the rows that a row is counted from."""
    return [count_field(rows[key]) for key in row["rows"]]


def formula(row: Row, rows: Rows) -> Made:
    """Build a row that multiplies factors, each the sum of some rows."""
    factors = factors_of(row, rows)
    labels, bid = tuple(factor.label for factor in factors), rows[row["bid"]] if "bid" in row else None

    def of_held(held: Holdings, everyone: Sequence[Holdings] = ()) -> Points:
        numbers = tuple(factor.of(everyone if factor.is_shared else [held]) for factor in factors)
        said = held.get(bid["key"], 0) if bid else 0
        if prod(numbers[:-1]) < said and prod(numbers[:-2]) > 0:
            numbers = overbid(numbers, said, row["factors"][-1]["values"][-1])
            return prod(numbers), reasons.of_overbid(labels, numbers, said)
        return prod(numbers), reasons.of_factors(labels, numbers)

    def score(seats: Sequence[Seat], table: Table) -> Sequence[Points]:
        everyone = [held for _, _, held in seats]
        return [of_held(held, everyone) for held in everyone]

    fields = [*(field for factor in factors for field in factor.fields), *([count_field(bid)] if bid else [])]
    made = counted_from(row, fields, of_held, signs_between(labels, "×"))
    if not is_shared(row):
        return made
    assert made.item
    return Made((), replace(made.item, score=score, alone=False))


def is_shared(row: Row) -> bool:
    """Return whether a row is counted from what all seats have, so that nothing is known of a seat by itself."""
    return any(factor.get("shared") for factor in row.get("factors", ()))


def overbid(numbers: Sequence[int], said: int, lost: int) -> tuple[int, ...]:
    """Return the factors of a lost game that did not reach its bid: the next multiple of what comes first that does.

    >>> overbid((9, 3, 1), 30, -2)
    (9, 4, -2)
    """
    *first, _, _ = numbers
    return *first, ceil(said / prod(first)), lost


def factors_of(row: Row, rows: Rows) -> list["Factor"]:
    """The factors of a row."""
    return [Factor.of_row(given, rows) for given in row["factors"]]


@dataclass(frozen=True)
class Factor:
    """The sum of some rows, looked up in a table if there is one (`steps`), plus a constant.

    `answers` are pairs of a function that reads a number from holdings and its weight. A factor that `is_shared`
    counts all seats.
    """

    label: Text
    fields: Sequence[Count]
    answers: Sequence[tuple[Callable[[Holdings], int], int]]
    steps: Steps | None
    plus: int
    is_shared: bool

    @classmethod
    def of_row(cls, given: Row, rows: Rows) -> "Factor":
        """Return the factor defined in a row."""
        fields = [count_field(rows[key]) for key in given["rows"]]
        steps = Steps(tuple(given["values"])) if "values" in given else None
        label = signs_between([field.label for field in fields], "+")
        each = given.get("each", [1] * len(fields))
        answers = [(answer_in(rows[key]), worth) for key, worth in zip(given["rows"], each, strict=True)]
        return cls(label, fields, answers, steps, given.get("plus", 0), given.get("shared", False))

    def of(self, seats: Sequence[Holdings]) -> int:
        """Return the factor of what these seats have together."""
        number = sum(answer(held) * worth for held in seats for answer, worth in self.answers)
        return (self.steps.of(number) if self.steps else number) + self.plus


def by(row: Row, rows: Rows) -> Made:
    """Build a row that scores a number by one of several tables: the last that begins at or below another number."""
    field, other = count_field(row), rows[row["of"]]
    tables = [(each["from"], Steps(tuple(each["values"]), each.get("further"))) for each in row["tables"]]
    answer, label = answer_in(other), in_words(other["label"])

    def of_held(held: Holdings) -> Points:
        number, said = held.get(field.key, 0), answer(held)
        # Numbers below 0 use the first table, which begins at 0.
        steps = [steps for begins, steps in tables if begins <= max(0, said)][-1]
        name = in_words(other["choices"][said]["label"]) if "choices" in other else reasons.numbered(label, said)
        return steps.of(number), reasons.with_other(number, field, name), number

    worths = signs_between([steps.worth for _, steps in tables], "/")
    text = gettext("%(row)s: %(worth)s", row=label, worth=worths)
    made = own(row, [field], of_held, text)
    assert made.item
    return replace(made, item=replace(made.item, fields=(field.key, other["key"]), keeps_rows=True))
