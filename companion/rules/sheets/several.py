"""Kinds of row that are counted from a seat's numbers in several other rows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import prod

from companion.rules.kit import Count, Holdings, Points, Text, gettext, in_words

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
    factors = [Factor.of_row(given, rows) for given in row["factors"]]

    def of_held(held: Holdings) -> Points:
        numbers = tuple(factor.of(held) for factor in factors)
        return prod(numbers), reasons.of_factors(tuple(factor.label for factor in factors), numbers)

    fields = [field for factor in factors for field in factor.fields]
    text = signs_between([factor.label for factor in factors], "×")
    return counted_from(row, fields, of_held, text)


@dataclass(frozen=True)
class Factor:
    """The sum of some rows, looked up in a table if there is one (`steps`), plus a constant."""

    label: Text
    fields: Sequence[Count]
    answers: Sequence[Callable[[Holdings], int]]
    steps: Steps | None
    plus: int

    @classmethod
    def of_row(cls, given: Row, rows: Rows) -> "Factor":
        """Return the factor defined in a row."""
        fields = [count_field(rows[key]) for key in given["rows"]]
        steps = Steps(tuple(given["values"])) if "values" in given else None
        label = signs_between([field.label for field in fields], "+")
        return cls(label, fields, [answer_in(rows[key]) for key in given["rows"]], steps, given.get("plus", 0))

    def of(self, held: Holdings) -> int:
        """Return the factor of a seat with these holdings."""
        number = sum(answer(held) for answer in self.answers)
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
