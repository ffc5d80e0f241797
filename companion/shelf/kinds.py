"""The kinds of row that can be chosen when a sheet is made: each with what it is asked for and what it begins with."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from companion.rules.kit import Text, gettext, pgettext
from companion.rules.sheets.limits import MOST_THINGS, NUMBERS
from companion.rules.sheets.types import Row

from .inputs import (
    Check,
    Decimals,
    Input,
    Number,
    NumberRows,
    Numbers,
    OneRow,
    Pairs,
    SeveralRows,
    Things,
    Ties,
    TwoRows,
    Word,
    has_number,
    is_for_bonus,
)


class Kind(NamedTuple):
    """A kind of row: what it is called, an example, what it is asked for, and what a new one begins with beside the
    `rows` that are there, so that it can be played at once.
    """

    key: str
    label: Text
    example: Text
    inputs: tuple[Input, ...]
    first: Callable[[Sequence[Row]], Row] = lambda rows: {}


def counts(rows: Sequence[Row]) -> list[str]:
    """The keys of the rows in which something is counted."""
    return [row["key"] for row in rows if row["kind"] in NUMBERS]


WORTH = Number("worth", gettext("each is worth"))
VALUES = Numbers("values", gettext("points for 0, 1, 2 …"))
BOX = Number("supply", gettext("so many are in the box (if you know)"))
HOLDERS = Number("supply", gettext("so many players can have it (if not all)"))
FURTHER = Number("further", gettext("each further one"))
KINDS: Mapping[str, Kind] = {
    kind.key: kind
    for kind in (
        Kind(
            "points",
            gettext("Points"),
            gettext("written as they are"),
            (
                Number("least", gettext("at least (below 0: minus is possible)")),
                Decimals("decimals", gettext("decimals")),
            ),
        ),
        Kind(
            "count",
            gettext("Count × worth"),
            gettext("5 eggs, 1 each"),
            (WORTH, BOX),
            first=lambda rows: {"worth": 1},
        ),
        Kind(
            "per",
            gettext("One for so many"),
            gettext("1 for every 3 coins"),
            (Number("size", gettext("for every")), WORTH, BOX),
            first=lambda rows: {"size": 3, "worth": 1},
        ),
        Kind(
            "table",
            gettext("Table of values"),
            gettext("0 1 3 6 10"),
            (VALUES, FURTHER, BOX),
            first=lambda rows: {"values": [0, 1, 3, 6, 10]},
        ),
        Kind(
            "yes",
            gettext("Yes or no"),
            gettext("longest road: 2"),
            (
                Number("worth", gettext("yes brings")),
                HOLDERS,
                NumberRows("rules_out", gettext("then nobody has anything in")),
            ),
            first=lambda rows: {"worth": 5},
        ),
        Kind(
            "choice",
            gettext("Choice"),
            gettext("none 0, silver 3, gold 7"),
            (
                Pairs("choices", gettext("a line each: words and points")),
                Number("supply", gettext("so many players can have another than the first (if not all)")),
            ),
            first=lambda rows: {
                "choices": [{"key": "c1", "label": "–", "worth": 0}, {"key": "c2", "label": "+", "worth": 5}],
            },
        ),
        Kind(
            "most",
            pgettext("a kind of row", "Most"),
            gettext("5 for the most, 2 for the second"),
            (
                Numbers("places", gettext("points for the first, second, third …")),
                Ties("ties", gettext("who is level")),
                Check("fewest", gettext("who has fewest is first")),
                Number("at_least", gettext("with at least")),
                Number("from_players", gettext("only with so many players or more")),
                Check("unless_all_level", gettext("nobody scores where all have as many")),
                BOX,
            ),
            first=lambda rows: {"places": [5, 2], "ties": "share"},
        ),
        Kind(
            "sets",
            gettext("Sets"),
            gettext("3 different ones: 5"),
            (
                Things("things", gettext("what there is, with commas")),
                Numbers("values", gettext("points for sets of 0, 1, 2 …")),
                FURTHER,
            ),
            first=lambda rows: {
                "things": [{"key": "t1", "label": "A"}, {"key": "t2", "label": "B"}, {"key": "t3", "label": "C"}],
                "values": [0, 1, 3, 5],
            },
        ),
        Kind(
            "best",
            gettext("Best of several rows"),
            gettext("three colours plus, the others minus"),
            (
                NumberRows("rows", gettext("of these rows")),
                Number("best", gettext("so many are the best")),
                Numbers("values", gettext("points of the best for 0, 1, 2 …")),
                Numbers("others", gettext("points of the others for 0, 1, 2 …")),
            ),
            first=lambda rows: {
                "rows": [row["key"] for row in rows if has_number(row)][:MOST_THINGS],
                "best": 1,
                "values": [0, 1, 3, 6, 10],
                "others": [0],
            },
        ),
        Kind(
            "product",
            gettext("Each × each"),
            gettext("temples × priests"),
            (TwoRows("rows", gettext("these two rows")), WORTH),
            first=lambda rows: {"rows": counts(rows)[:2]},
        ),
        Kind(
            "times",
            gettext("Multiplies a row"),
            gettext("counts it twice"),
            (OneRow("row", gettext("this row")), Number("plus", gettext("and so many times more"))),
            first=lambda rows: {"row": next(iter(counts(rows)), "")},
        ),
        Kind(
            "reach",
            gettext("Bonus from so many"),
            gettext("from 63 above: 35"),
            (
                SeveralRows("rows", gettext("these rows together")),
                Number("at_least", gettext("from so many points")),
                Number("worth", gettext("brings")),
            ),
            first=lambda rows: {
                "at_least": 63,
                "worth": 35,
                "rows": [row["key"] for row in rows if is_for_bonus(row)][:MOST_THINGS],
            },
        ),
        Kind(
            "multiplied",
            gettext("Points × a number"),
            gettext("(points − 20) × (1 + stakes)"),
            (
                Word("by", gettext("what it is multiplied by")),
                Number("cost", gettext("to begin costs")),
                Number("plus", gettext("plus so many")),
                Number("supply", gettext("so many of these are in the box (if you know)")),
            ),
            first=lambda rows: {"by": "×", "cost": 0, "plus": 1},
        ),
        Kind(
            "penalty",
            gettext("Penalty"),
            gettext("each costs 3"),
            (Number("worth", gettext("each costs")), BOX),
            first=lambda rows: {"worth": 1},
        ),
        Kind(
            "bid",
            gettext("Bid and result"),
            gettext("made: 20 + 10 each; missed: −10 each"),
            (
                Number("hit.points", gettext("made: points")),
                Number("hit.each", gettext("made: for each")),
                Number("miss.points", gettext("missed: points")),
                Number("miss.off", gettext("missed: for each off")),
                Number("zero_hit.round", gettext("bid 0 made: × the round’s number")),
                Number("zero_miss.round", gettext("bid 0 missed: × the round’s number")),
                Number("deck", gettext("cards of the deck (if not enough for the last rounds)")),
            ),
            first=lambda rows: {"hit": {"points": 20, "each": 10}, "miss": {"off": -10}},
        ),
        Kind("level", gettext("Level or phase"), gettext("noted beside the points"), ()),
    )
}
