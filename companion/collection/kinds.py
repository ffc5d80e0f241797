"""The kinds of row that a sheet can have, each with its inputs and the values of a new row."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from companion.rules.kit import Text, gettext, pgettext
from companion.rules.sheets.types import Row

from .inputs import (
    Check,
    Cost,
    Decimals,
    Input,
    Number,
    NumberRows,
    Numbers,
    OneRow,
    Pairs,
    Places,
    SeveralRows,
    Things,
    Ties,
    TwoRows,
    Word,
    has_number,
)
from .needed_rows import ANSWER, COUNT, FACTORS, NUMBER, NUMBERS_ALIKE, POINTS, SCORING, Need, is_answer, is_yes


class Kind(NamedTuple):
    """A kind of row: its label, an example, its inputs, and the values of a new row, so that it can be played at once.

    `first` takes the `rows` that the new row can be counted from, of which it `needs` some.
    """

    key: str
    label: Text
    example: Text
    inputs: tuple[Input, ...]
    first: Callable[[Sequence[Row]], Row] = lambda rows: {}
    needs: tuple[Need, ...] = ()
    is_offered: bool = True

    @property
    def is_common(self) -> bool:
        """Return whether it is offered at once, not just under more kinds."""
        return self.key in COMMON

    @property
    def icon(self) -> str:
        """The name of its icon."""
        return f"lines/kind-{self.key if self.is_common else 'more'}"


# Offered at once, in this order.
COMMON = ("points", "count", "most", "table", "sets", "yes", "per")
WORTH = Number("worth", gettext("points each"))
VALUES = Numbers("values", gettext("points for 0, 1, 2 …"))
BOX = Number("supply", gettext("number in the box (if known)"), is_rare=True)
HOLDERS = Number("supply", gettext("number of players who can have it (if limited)"), is_rare=True)
FURTHER = Number("further", gettext("each additional one"), is_rare=True)
KINDS: Mapping[str, Kind] = {
    kind.key: kind
    for kind in (
        Kind(
            "points",
            gettext("Points"),
            gettext("write them down"),
            (
                Number("least", gettext("minimum (below 0 if negative scores are possible)"), is_rare=True),
                Decimals("decimals", gettext("decimals"), is_rare=True),
                Number("step", gettext("only in steps of, such as 5"), is_rare=True),
                Check("products", gettext("products such as 5×2+3"), is_rare=True),
            ),
        ),
        Kind(
            "count",
            gettext("So much each"),
            gettext("5 eggs, 2 each: 10"),
            (WORTH, BOX),
            first=lambda rows: {"worth": 1},
        ),
        Kind(
            "per",
            gettext("One for every few"),
            gettext("1 for every 3 coins"),
            (Number("size", gettext("for every … of them")), WORTH, BOX),
            first=lambda rows: {"size": 3, "worth": 1},
        ),
        Kind(
            "table",
            gettext("From a table"),
            gettext("0, 1, 3, 6, 10 …"),
            (VALUES, FURTHER, BOX),
            first=lambda rows: {"values": [0, 1, 3, 6, 10]},
        ),
        Kind(
            "yes",
            gettext("Yes or no"),
            gettext("longest road: 2"),
            (
                Number("worth", gettext("points for “yes”")),
                HOLDERS,
                NumberRows("rules_out", gettext("then nobody scores in"), is_rare=True),
            ),
            first=lambda rows: {"worth": 5},
        ),
        Kind(
            "choice",
            gettext("Choice"),
            gettext("none 0, silver 3, gold 7"),
            (
                Pairs("choices", gettext("one per line: label and points")),
                Number(
                    "supply",
                    gettext("number of players who can pick anything but the first (if limited)"),
                    is_rare=True,
                ),
            ),
            first=lambda rows: {
                "choices": [{"key": "c1", "label": "A", "worth": 0}, {"key": "c2", "label": "B", "worth": 5}],
            },
        ),
        Kind(
            "most",
            gettext("Who has the most"),
            gettext("8 for most, 4 for second"),
            (
                Places("places", gettext("Points for the most")),
                Ties("ties", gettext("Tied for a place")),
                Check("fewest", gettext("fewest ranks first"), is_rare=True),
                Number("at_least", gettext("minimum to score"), is_rare=True),
                Number("from_players", gettext("only with at least this many players"), is_rare=True),
                Check("unless_all_level", gettext("nobody scores if everyone is tied"), is_rare=True),
                BOX,
            ),
            first=lambda rows: {"places": [5, 2], "ties": "share"},
        ),
        Kind(
            "sets",
            pgettext("a kind of row", "Sets"),
            gettext("3 different ones: 5"),
            (
                Things("things", gettext("kinds, separated by commas")),
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
                Number("best", gettext("number of best rows")),
                Numbers("values", gettext("points of the best for 0, 1, 2 …")),
                Numbers("others", gettext("points of the others for 0, 1, 2 …")),
            ),
            first=lambda rows: {
                "rows": NUMBERS_ALIKE.find(rows),
                "best": 1,
                "values": [0, 1, 3, 6, 10],
                "others": [0],
            },
            needs=(NUMBERS_ALIKE,),
        ),
        Kind(
            "lowest",
            gettext("Lowest of several rows"),
            gettext("the weakest colour counts"),
            (
                NumberRows("rows", gettext("of these rows")),
                OneRow("row", gettext("times this row"), is_rare=True, fits=has_number),
            ),
            first=lambda rows: {"rows": NUMBERS_ALIKE.find(rows)},
            needs=(NUMBERS_ALIKE,),
        ),
        Kind(
            "product",
            gettext("Product (A × B)"),
            gettext("temples × priests"),
            (TwoRows("rows", gettext("these two rows")), WORTH),
            first=lambda rows: {"rows": FACTORS.find(rows)[:2]},
            needs=(FACTORS,),
        ),
        Kind(
            "times",
            gettext("Row multiplier"),
            gettext("counts it twice"),
            (OneRow("row", gettext("this row")), Number("plus", gettext("extra multiples"))),
            first=lambda rows: {"row": SCORING.find(rows)[0]},
            needs=(SCORING,),
        ),
        Kind(
            "reach",
            gettext("Threshold bonus"),
            gettext("35 from 63 points in the upper section"),
            (
                SeveralRows("rows", gettext("sum of these rows")),
                Number("at_least", gettext("from this many points")),
                Number("worth", gettext("bonus")),
            ),
            first=lambda rows: {
                "at_least": 63,
                "worth": 35,
                "rows": POINTS.find(rows),
            },
            needs=(POINTS,),
        ),
        Kind(
            "multiplied",
            gettext("Points × a number"),
            gettext("(points − 20) × (1 + stakes)"),
            (
                Word("by", gettext("multiplied by")),
                Number("cost", gettext("starting cost")),
                Number("plus", gettext("plus")),
                Number("supply", gettext("how many of these are in the box (if known)"), is_rare=True),
            ),
            first=lambda rows: {"by": "×", "cost": 0, "plus": 1},
        ),
        Kind(
            "penalty",
            gettext("Penalty"),
            gettext("each costs 3"),
            (Cost("worth", gettext("each costs")), BOX),
            first=lambda rows: {"worth": 1},
        ),
        Kind(
            "bid",
            gettext("Bid and tricks"),
            gettext("made: 20 + 10 each; missed: −10 each"),
            (
                Number("hit.points", gettext("made: points")),
                Number("hit.each", gettext("made: per trick bid")),
                Number("miss.points", gettext("missed: points")),
                Number("miss.off", gettext("missed: per trick off")),
                Number("zero_hit.round", gettext("bid 0 made: × round number"), is_rare=True),
                Number("zero_miss.round", gettext("bid 0 missed: × the round’s number"), is_rare=True),
                Number("deck", gettext("cards in the deck (if too few for the last rounds)"), is_rare=True),
            ),
            first=lambda rows: {"hit": {"points": 20, "each": 10}, "miss": {"off": -10}},
        ),
        Kind(
            "others",
            gettext("Cards the others have left"),
            gettext("one is out and scores the others’ cards"),
            (
                OneRow("row", gettext("numbers of this row"), fits=has_number),
                OneRow("of", gettext("who scores (if it isn’t the player with 0)"), is_rare=True, fits=is_yes),
            ),
            first=lambda rows: {"row": NUMBER.find(rows)[0]},
            needs=(NUMBER,),
        ),
        Kind(
            "settle",
            gettext("Winners and losers"),
            gettext("2 against 2, or 1 against 3: all make 0"),
            (
                NumberRows("rows", gettext("worth the sum of these rows")),
                OneRow("of", gettext("won or lost by"), fits=is_answer),
            ),
            first=lambda rows: {"rows": COUNT.find(rows)[:1], "of": ANSWER.find(rows)[0]},
            needs=(COUNT, ANSWER),
        ),
        Kind("list", gettext("List of numbers"), gettext("3, 4 and 9 in one cell"), (), is_offered=False),
        Kind("frames", gettext("Frames of bowling"), gettext("strike and spare"), (), is_offered=False),
        # These can only be written in files: here they stay unchanged.
        Kind("formula", gettext("Formula"), gettext("base × multipliers"), (), is_offered=False),
        Kind(
            "by",
            gettext("From one of several tables"),
            gettext("worth more the higher another row"),
            (),
            is_offered=False,
        ),
        Kind("level", gettext("Level or phase"), gettext("noted beside the points"), ()),
    )
}
