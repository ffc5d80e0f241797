"""What a game consists of: its stages, what is counted at their ends, and the rows that score it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .fields import Field
from .options import OnlyWith, holds
from .results import Points, ScoreLine
from .tables import Holdings, Options, Seat, Table, seats_in
from .texts import Text

# The rule of a scoring row: the points of each of these seats, in their order. They are those that have counted.
type Score = Callable[[Sequence[Seat], Table], Sequence[Points]]


def each(points: Callable[[Holdings, Table], Points]) -> Score:
    """The rule of a row that looks at every seat by itself: `points` of what it holds."""
    return lambda seats, table: [points(seat.held, table) for seat in seats]


@dataclass(frozen=True)
class Item:
    """A scoring row of a stage. `score` gives its points, a line for each seat.

    `worth` is the few words that a score sheet prints beside it: what it brings, under options of which those that
    are still to be written down are None. `fields`: the keys it is counted from, where that is not just its own.
    `compared`: points go to who has most, so that its counts (each `amount`) are shown in order. `only_with`: scored
    only under this option and value. `alone`: it follows from a seat's own holdings, so that it can be told while they
    are entered.
    """

    key: str
    label: Text
    score: Score
    worth: Text | Callable[[Options], Text]
    fields: tuple[str, ...] = ()
    compared: bool = False
    only_with: OnlyWith = None
    alone: bool = False

    @property
    def counted_from(self) -> tuple[str, ...]:
        return self.fields or (self.key,)

    def is_scored(self, options: Options) -> bool:
        return holds(self.only_with, options)

    def worth_with(self, options: Options) -> Text:
        """What the row brings under these options."""
        return self.worth if isinstance(self.worth, Text) else self.worth(options)


@dataclass(frozen=True)
class Part:
    """Fields of a stage that are counted together and fill a phone's screen, and what they are called together.

    `pad`: they are Counts that are laid down one by one, each with a tap on its key.
    """

    label: Text
    fields: tuple[Field, ...]
    pad: bool = False


@dataclass(frozen=True)
class Stage:
    """A part of a play at whose end the seats' holdings are counted: its fields and its scoring rows.

    `reminder`: what is easily forgotten before anybody counts.
    `parts`: the fields again, in the same order, where they are too many for one screen.
    """

    key: str
    label: Text
    fields: tuple[Field, ...]
    items: tuple[Item, ...]
    reminder: Text | None = None
    parts: tuple[Part, ...] = ()

    def fields_with(self, options: Options) -> tuple[Field, ...]:
        """The fields that are asked under these options."""
        return tuple(field for field in self.fields if field.is_asked(options))

    def items_with(self, options: Options) -> tuple[Item, ...]:
        """The rows that score under these options."""
        return tuple([item for item in self.items if item.only_with is None or item.is_scored(options)])

    def lines(self, table: Table) -> list[ScoreLine]:
        """A line for each row that scores, at each seat that has counted."""
        key, seats = self.key, seats_in(table, self.key)
        return [
            ScoreLine(seat.place, key, item.key, *points)
            for item in (self.items_with(table["options"]) if seats else ())
            for seat, points in zip(seats, item.score(seats, table), strict=True)
        ]


@dataclass(frozen=True)
class Ruling:
    """Where the rulebook is silent or its versions differ: what Caravan does, and why."""

    title: Text
    text: Text
