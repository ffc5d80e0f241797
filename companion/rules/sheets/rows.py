"""The kinds of row of a sheet, each built into fields and a scoring row.

Rows are already validated (`checking.py`). A row is built from its own data alone; `rows` has all rows of its sheet by
key, for kinds that are counted from others.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from companion.rules.kit import (
    Choice,
    Count,
    Holdings,
    Item,
    Number,
    OneOf,
    Points,
    Table,
    Text,
    each,
    gettext,
    in_words,
    placed,
    signed,
)

from . import reasons
from .across import others, settle
from .frames import frames
from .limits import MOST_OF_A_TOTAL
from .lists import numbers
from .made import Made, count_field, counted_from, label_of, of_number, only_with, own, supply_of
from .places import places_of, told_of_places
from .several import best, by, formula, from_rows, lowest, product
from .types import Row, Rows
from .values import Steps

MOST_MULTIPLIED = 9_999
NO, YES = "no", "yes"


def points(row: Row, rows: Rows) -> Made:
    """Build a row of entered points; those that are only `noted` besides the winner score nothing."""
    field = count_field(row, most=most_of_points(row))
    if row.get("noted"):
        return noted(of_noted(row, field))
    text = gettext("points as entered")
    if cost := row.get("cost"):
        less = gettext("points − %(cost)s", cost=cost)
        return of_number(row, field, lambda number: (number - cost, reasons.less_cost(number, cost)), less)
    return of_number(row, field, lambda number: (number, reasons.as_they_are(number)), text, as_counted=True)


def most_of_points(row: Row) -> Number:
    """Return the highest number of points with the decimals of a row."""
    decimals = row.get("decimals", 0)
    return MOST_OF_A_TOTAL + 1 - Decimal(1).scaleb(-decimals) if decimals else MOST_OF_A_TOTAL


def of_noted(row: Row, field: Count) -> Made:
    """Build a row for a number that is recorded if it is known."""

    def of_held(held: Holdings) -> Points:
        number = held.get(field.key)
        if number is None:
            return 0, reasons.noted(label_of(row), number)
        return 0, reasons.as_they_are(number), number

    return own(row, [field], of_held, gettext("points as entered"))


def level(row: Row, rows: Rows) -> Made:
    """Build a row for a phase, level or mission that is recorded besides the points."""
    field = count_field(row)
    text = gettext("no points")
    return noted(of_number(row, field, lambda number: (0, reasons.noted(label_of(row), number)), text))


def noted(made: Made) -> Made:
    """Return a row that never scores points."""
    assert made.item
    return replace(made, item=replace(made.item, noted=True))


def count(row: Row, rows: Rows) -> Made:
    """Build a row that scores a count times its worth; without worth it has only a field, for other rows."""
    field, worth = count_field(row), row["worth"]
    if not worth:
        return Made((field,))
    text = gettext("%(points)s each", points=signed(worth))
    return of_number(
        row,
        field,
        lambda number: (number * worth, reasons.times_worth(number, worth)),
        text,
        as_counted=worth == 1,
        brings=None if worth == 1 else worth,
    )


def penalty(row: Row, rows: Rows) -> Made:
    """Build a row that subtracts a count times its worth."""
    return count({**row, "worth": -row.get("worth", 1)}, rows)


def per(row: Row, rows: Rows) -> Made:
    """Build a row that scores for every `size`, rounded down."""
    size, worth = row["size"], row["worth"]
    text = gettext("%(points)s per %(size)s", points=signed(worth), size=size)
    return of_number(
        row, count_field(row), lambda number: (number // size * worth, reasons.for_every(number, size, worth)), text
    )


def table(row: Row, rows: Rows) -> Made:
    """Build a row that scores a number by a table."""
    steps = Steps(tuple(row["values"]), row.get("further"))
    field = count_field(row)
    return of_number(
        row,
        field,
        lambda number: (steps.of(number), reasons.by_table(field, number)),
        steps.told,
        scale=steps.scale,
    )


def yes(row: Row, rows: Rows) -> Made:
    """Build a row with a bonus for a yes."""
    choices = Choice(NO, gettext("no")), Choice(YES, gettext("yes"))
    field = OneOf(
        key=row["key"],
        label=label_of(row),
        choices=choices,
        holders=supply_of(row),
        nothing=NO,
        only_with=only_with(row),
    )

    def of_held(held: Holdings) -> Points:
        if field.key not in held and not row["worth"]:
            return 0, reasons.noted(label_of(row), None)
        has = held.get(field.key) == YES
        return row["worth"] if has else 0, reasons.yes_or_no(label_of(row), int(has)), int(has)

    worth = gettext("yes: %(points)s", points=signed(row["worth"])) if row["worth"] else gettext("no points")
    made = own(row, [field], of_held, worth)
    return made if row["worth"] else noted(made)


def choice(row: Row, rows: Rows) -> Made:
    """Build a row with a choice, each with its points; the first is the default."""
    known = {each["key"]: each for each in row["choices"]}
    first = row["choices"][0]["key"]
    field = OneOf(
        key=row["key"],
        label=label_of(row),
        choices=tuple(Choice(key, in_words(each["label"])) for key, each in known.items()),
        holders=supply_of(row),
        nothing="" if known[first]["worth"] else first,
        only_with=only_with(row),
    )

    def of_held(held: Holdings) -> Points:
        chosen = known[held.get(field.key, first)]
        return chosen["worth"], reasons.chosen(in_words(chosen["label"]), chosen["worth"])

    worth = tuple(
        gettext("%(choice)s %(points)s", choice=in_words(each["label"]), points=signed(each["worth"]))
        for each in known.values()
    )
    return own(row, [field], of_held, gettext("%(choices)s", choices=worth))


def most(row: Row, rows: Rows) -> Made:
    """Build a row that scores places in a number, which may be that of another row."""
    of = rows[row["of"]] if "of" in row else row
    field = count_field(of)
    item = Item(
        row["key"],
        label_of(row),
        placed(field, places_of(row, of.get("decimals", 0))),
        told_of_places(row),
        fields=(field.key,),
        compared=True,
        only_with=only_with(row),
    )
    return Made((field,) if of is row else (), item)


def sets(row: Row, rows: Rows) -> Made:
    """Build a row that scores sets of different things, each as large as possible, by a table."""
    things = [
        count_field({**thing, "key": f"{row['key']}__{thing['key']}", **with_of(row)})
        for thing in row.get("things", ())
    ]
    keys = [thing.key for thing in things] or list(row["rows"])
    steps = Steps(tuple(row["values"]), row.get("further"))

    def of_held(held: Holdings) -> Points:
        sizes = sizes_of_sets([held.get(key, 0) for key in keys])
        return sum(steps.of(size) * times for size, times in sizes), reasons.of_sets(tuple(sizes))

    made = own(row, things or from_rows(row, rows), of_held, steps.told, scale=steps.scale)
    return Made(tuple(things), made.item, made.points)


def sizes_of_sets(counts: Sequence[int]) -> list[tuple[int, int]]:
    """Return the sets as (different things, number of such sets) pairs, the largest first, each as large as possible.

    >>> sizes_of_sets([3, 1, 1])
    [(3, 1), (1, 2)]
    """
    held = sorted((max(0, count) for count in counts), reverse=True)
    more = zip(held, [*held[1:], 0], strict=True)
    sizes = [(size, count - below) for size, (count, below) in enumerate(more, 1) if count > below]
    return sizes[::-1]


def reach(row: Row, rows: Rows) -> Made:
    """Build a row with a bonus for at least so many points in some rows together."""
    others = [make(rows[key], rows) for key in row["rows"]]
    at_least, worth = row["at_least"], row["worth"]

    def of_held(held: Holdings) -> Points:
        together = sum(other.points(held) for other in others if other.points)
        return worth if together >= at_least else 0, reasons.reached(together, at_least)

    fields = [field for other in others for field in other.fields]
    text = gettext("from %(least)s: %(points)s", least=signed(at_least), points=signed(worth))
    return counted_from(row, fields, of_held, text)


def with_of(row: Row) -> Row:
    return {"with": row["with"]} if "with" in row else {}


def times(row: Row, rows: Rows) -> Made:
    """Build a row that multiplies the points of another; if nothing is entered, they count once."""
    plus, other = row.get("plus", 0), make(rows[row["row"]], rows)
    field = count_field(row, most=99)
    assert other.points and other.item
    of_other, label = other.points, other.item.label

    def of_held(held: Holdings) -> Points:
        factor = held[field.key] + plus if field.key in held else 1
        by_itself = of_other(held)
        return by_itself * (factor - 1), reasons.multiplied(label, by_itself, factor), factor

    text = gettext("%(row)s × this", row=label)
    if plus:
        text = gettext("%(row)s × (%(plus)s + this)", row=label, plus=plus)
    return own(row, [field], of_held, text)


def multiplied(row: Row, rows: Rows) -> Made:
    """Build a row that multiplies points, minus a starting cost, by a second number."""
    field = count_field({**row, "supply": None}, most=MOST_MULTIPLIED)
    by = Count(
        key=f"{row['key']}__by", label=in_words(row["by"]), most=99, supply=supply_of(row), only_with=only_with(row)
    )
    cost, plus = row.get("cost", 0), row.get("plus", 0)

    def of_held(held: Holdings) -> Points:
        number, factor = held.get(field.key, 0), held.get(by.key, 0)
        if not number and not factor:
            return 0, reasons.not_begun()
        return (number - cost) * (factor + plus), reasons.begun(number, cost, factor + plus)

    worth = gettext("points × %(by)s", by=by.label)
    if cost and plus:
        worth = gettext("(points − %(cost)s) × (%(by)s + %(plus)s)", cost=cost, by=by.label, plus=plus)
    elif cost:
        worth = gettext("(points − %(cost)s) × %(by)s", cost=cost, by=by.label)
    elif plus:
        worth = gettext("points × (%(by)s + %(plus)s)", by=by.label, plus=plus)
    return own(row, [field, by], of_held, worth)


def bid(row: Row, rows: Rows, number: int = 1) -> Made:
    """Build the row of a bid and its result, in the round with this number."""
    label, under = label_of(row), only_with(row)
    most = number if "tricks" in row else 99
    bids = Count(
        key=f"{row['key']}__bid", label=gettext("%(row)s bid", row=label), most=most, called=True, only_with=under
    )
    made = Count(key=f"{row['key']}__made", label=gettext("%(row)s made", row=label), most=most, only_with=under)

    def of_held(held: Holdings, table: Table) -> Points:
        if bids.key not in held or made.key not in held:
            return 0, reasons.bid_unknown()
        said, got = held[bids.key], held[made.key]
        name = "hit" if said == got else "miss"
        rule = row.get(f"zero_{name}", row[name]) if said == 0 else row[name]
        cards = cards_of(row, number, len(table["seats"]))
        return of_bid(rule, said, got, cards), reasons.of_bid(said, got, cards if rule.get("round") else None)

    worth = gettext("hit %(hit)s, missed %(miss)s", **told_of(row))
    about: dict[str, Any] = {"fields": (bids.key, made.key), "only_with": under}
    item = Item(row["key"], label, each(of_held), worth, **about, alone=True, needs_every_field=True)
    return Made((bids, made), item)


def cards_of(row: Row, number: int, seats: int) -> int:
    """Return the number of cards of each player: that of the round, or what the deck has for each if that is less."""
    return min(number, row["deck"] // seats) if "deck" in row else number


def of_bid(rule: Row, said: int, got: int, number: int) -> int:
    """Return the points of a bid by its rule."""
    parts = ("points", 1), ("each", said), ("off", abs(said - got)), ("round", number)
    return sum(rule.get(key, 0) * by for key, by in parts)


def told_of(row: Row) -> dict[str, Text]:
    """Return the notes for hit and miss."""
    return {name: worth_of_bid(row[name]) for name in ("hit", "miss")}


WORTH_OF_BID = {
    "points": gettext("%(points)s"),
    "each": gettext("%(points)s × bid"),
    "off": gettext("%(points)s × off"),
    "round": gettext("%(points)s × round"),
}


def worth_of_bid(rule: Row) -> Text:
    """Return the note for a hit or a miss."""
    told = tuple(
        text._replace(params={"points": signed(rule[key])}) for key, text in WORTH_OF_BID.items() if rule.get(key)
    )
    return gettext("%(parts)s", parts=told) if told else gettext("nothing")


KINDS: Mapping[str, Callable[[Row, Any], Made]] = {
    "points": points,
    "count": count,
    "per": per,
    "table": table,
    "yes": yes,
    "choice": choice,
    "most": most,
    "sets": sets,
    "product": product,
    "reach": reach,
    "times": times,
    "multiplied": multiplied,
    "penalty": penalty,
    "best": best,
    "lowest": lowest,
    "formula": formula,
    "by": by,
    "others": others,
    "settle": settle,
    "list": numbers,
    "bid": bid,
    "frames": frames,
    "level": level,
}
# Kinds that depend on the number of the round.
OF_ROUNDS: Mapping[str, Callable[[Row, Any, int], Made]] = {"bid": bid, "frames": frames}


def make(row: Row, rows: Rows, number: int = 1) -> Made:
    """Return the fields and scoring row of a sheet's row; `number`: that of the round, for kinds that depend on it."""
    return OF_ROUNDS[row["kind"]](row, rows, number) if row["kind"] in OF_ROUNDS else KINDS[row["kind"]](row, rows)
