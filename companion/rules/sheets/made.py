"""The result of building a row of a sheet, and functions that most kinds of row use."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.kit import Count, Field, Holdings, Item, Number, Points, Reason, Text, each, in_words

from .types import Row

MOST_BY_ITSELF = 999


@dataclass(frozen=True)
class Made:
    """The fields and scoring row of a sheet's row.

    `points`: returns the points of a seat from its own holdings alone; None if they depend on others.
    """

    fields: tuple[Field, ...] = ()
    item: Item | None = None
    points: Callable[[Holdings], Number] | None = None


def label_of(row: Row) -> Text:
    return in_words(row["label"])


def only_with(row: Row) -> tuple[str, object] | None:
    """Return the expansion that a row needs in the kit's form, `(key, True)`; None if it needs none."""
    return (row["with"], True) if "with" in row else None


def count_field(row: Row, *, least: int = 0, most: Number = MOST_BY_ITSELF) -> Count:
    """Return the field for the number of a row."""
    return Count(
        key=row["key"],
        label=label_of(row),
        least=row.get("least", least),
        most=row.get("most", most),
        supply=supply_of(row),
        only_with=only_with(row),
        decimals=row.get("decimals", 0),
        step=row.get("step", 1),
        is_loss=is_of_minus_points(row),
    )


def is_of_minus_points(row: Row) -> bool:
    """Return whether a row counts minus points themselves, which people enter with a minus."""
    return row.get("kind") == "penalty" and abs(row.get("worth", 1)) == 1 and "supply" not in row


def supply_of(row: Row) -> int | dict[int, int] | None:
    """Return the number of a row's things in the box, or the numbers by number of seats; None if unknown."""
    supply = row.get("supply")
    return {int(seats): number for seats, number in supply.items()} if isinstance(supply, dict) else supply


def own(
    row: Row,
    fields: Sequence[Field],
    points: Callable[[Holdings], Points],
    worth: Text,
    *,
    as_counted: bool = False,
    brings: int | None = None,
    scale: tuple[int, ...] = (),
) -> Made:
    """Return a row that scores each seat by its own holdings."""
    item = Item(
        row["key"],
        label_of(row),
        each(lambda held, table: points(held)),
        worth,
        fields=tuple(field.key for field in fields),
        only_with=only_with(row),
        alone=True,
        as_counted=as_counted,
        brings=brings,
        scale=scale,
        keeps_rows="rows" in row or "factors" in row,
    )
    return Made(tuple(fields), item, lambda held: points(held)[0])


def of_number(
    row: Row,
    field: Count,
    points: Callable[[Any], tuple[Number, Reason]],
    worth: Text,
    *,
    as_counted: bool = False,
    brings: int | None = None,
    scale: tuple[int, ...] = (),
) -> Made:
    """Return a row that scores a single number."""

    def of_held(held: Holdings) -> Points:
        number = held.get(field.key, 0)
        return (*points(number), number)

    return own(row, [field], of_held, worth, as_counted=as_counted, brings=brings, scale=scale)


def counted_from(row: Row, fields: Sequence[Field], of_held: Callable[[Holdings], Points], text: Text) -> Made:
    """Return a row without a field of its own, which is counted from these fields."""
    return replace(own(row, fields, of_held, text), fields=())


def answer_in(row: Row) -> Callable[[Holdings], int]:
    """Return a function that reads a seat's number in a row: 1 for yes, the position of a choice from 0."""
    key = row["key"]
    if row["kind"] not in ("yes", "choice"):
        return lambda held: int(held.get(key, 0))
    answers = [each["key"] for each in row["choices"]] if row["kind"] == "choice" else ["no", "yes"]
    return lambda held: answers.index(held.get(key, answers[0]))


def signs_between(parts: Sequence[Text], sign: str) -> Text:
    """Return the parts as one text with a sign between them."""
    names = [f"part{number}" for number in range(len(parts))]
    return Text(f" {sign} ".join(f"%({name})s" for name in names), dict(zip(names, parts, strict=True)))
