"""What a game consists of: its stages, what is counted at their ends, and the rows that score it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from .fields import Field
from .numbers import Number
from .options import OnlyWith, holds
from .results import Points, ScoreLine, StageScore
from .tables import Holdings, Options, Seat, Table, seats_in
from .texts import Text
from .typed import MOST

# The rule of a scoring row: the points of each of these seats, in their order. They are those that have counted.
type Score = Callable[[Sequence[Seat], Table], Sequence[Points]]


def each(points: Callable[[Holdings, Table], Points]) -> Score:
    """The rule of a row that looks at every seat by itself: `points` of what it holds."""
    return lambda seats, table: [points(held, table) for _, _, held in seats]


def each_number(key: str, points: Callable[[int], Points]) -> Score:
    """The rule of a row that follows from one number of every seat: `points` of it, known once it was worked out."""
    known = lru_cache(maxsize=MOST + 1)(points)
    return lambda seats, table: [known(held.get(key, 0)) for _, _, held in seats]


@dataclass(frozen=True)
class Item:
    """A scoring row of a stage. `score` gives its points, a line for each seat.

    `worth` is the few words that a score sheet prints beside it: what it brings, under options of which those that
    are still to be written down are None. `brings`: the same as one number, where one says it: what the most brings of
    what is `compared`, of all else each. `fields`: the keys it is counted from, where that is not just its own.
    `compared`: points go to who has most, so that its counts (each `amount`) are shown in order. `only_with`: scored
    only under this option and value. `alone`: it follows from a seat's own holdings, so that it can be told while they
    are entered. `noted`: it brings no points whatever is held, so that its amount is what there is to tell. `icon`: the
    name of its picture, where that is not the picture of the field of its key. `as_counted`: its points are its number.
    `scale`: what 0, 1, 2 … bring, if a table says so. `needs_every_field`: unknown while one of its fields is missing.
    `keeps_rows`: what it is counted from are rows with names of their own, each with its box on paper.
    """

    key: str
    label: Text
    score: Score
    worth: Text | Callable[[Options], Text]
    fields: tuple[str, ...] = ()
    compared: bool = False
    only_with: OnlyWith = None
    alone: bool = False
    brings: int | Callable[[Options], int | None] | None = None
    noted: bool = False
    icon: str = ""
    as_counted: bool = False
    scale: tuple[int, ...] = ()
    needs_every_field: bool = False
    keeps_rows: bool = False

    @property
    def scores_its_count(self) -> bool:
        """Whether its points are the number that is counted, so that paper has one box for both."""
        return self.as_counted or (self.brings == 1 and not self.compared)

    @property
    def counted_from(self) -> tuple[str, ...]:
        """The keys of the fields that the row follows from."""
        return self.fields or (self.key,)

    def is_scored(self, options: Options) -> bool:
        """Whether the row is there under these options."""
        return holds(self.only_with, options)

    def worth_with(self, options: Options) -> Text:
        """What the row brings under these options."""
        return self.worth if isinstance(self.worth, Text) else self.worth(options)

    def brings_with(self, options: Options) -> int | None:
        """What the most of it, or each, brings under these options; None where no single number says it."""
        return self.brings(options) if callable(self.brings) else self.brings


@dataclass(frozen=True, kw_only=True)
class Brings:
    """What Counts that are laid down bring, in numbers: a phone shows it with each tap, as the rows' rules score it.

    `each`: what one of a field brings, by its key. `raised`: by the key of a field what one of it brings instead to the
    owner of a thing, as (thing, points).

    `sets`: what a set of so many different kinds brings, from none to all of them. Set after set takes one of each kind
    that is left. `wild`: a field that is no kind, of which so many stand for one of any kind with the owner of a thing,
    as (key, so many, thing): they complete the largest sets first.
    """

    each: Mapping[str, int] = field(default_factory=dict)
    raised: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    sets: Sequence[int] = ()
    wild: tuple[str, int, str] | None = None


@dataclass(frozen=True)
class Part:
    """Fields of a stage that are counted together and fill a phone's screen, and what they are called together.

    `pad`: they are Counts that are laid down one by one, each with a tap on its key; `brings` is then what for.
    """

    label: Text
    fields: tuple[Field, ...]
    pad: bool = False
    icon: str = ""
    brings: Brings | None = None


class Limits(NamedTuple):
    """What so many seats can hold of some fields (by key).

    `of_a_seat`: the highest number, by the key of each field that holds any up to it. `shared`: the fields of which all
    together may hold too much, with key and supply; None where that is not of a number.
    """

    seats: int
    fields: Mapping[str, Field]
    of_a_seat: Mapping[str, Number]
    shared: Sequence[tuple[str, int | None, Field]]

    def overdrawn(self, held: Sequence[Holdings]) -> list[Field]:
        """The fields of which these seats together may hold too much."""
        return [
            field
            for key, supply, field in self.shared
            if supply is None or sum([each.get(key, 0) for each in held]) > supply
        ]


def limits_of(fields: Sequence[Field], seats: int) -> Limits:
    """What so many seats can hold of these fields."""
    most = {field.key: field.most_of_a_seat(seats) for field in fields}
    in_steps = {field.key for field in fields if field.step > 1}
    return Limits(
        seats,
        {field.key: field for field in fields},
        {key: number for key, number in most.items() if number is not None and key not in in_steps},
        [(field.key, field.supply_for(seats), field) for field in fields if field.is_shared(seats)],
    )


class Asked:
    """What of a stage is asked and scored under some options: its fields and its rows, and how they are read."""

    def __init__(self, fields: Sequence[Field], items: Sequence[Item]) -> None:
        self.fields, self.items = tuple(fields), tuple(items)
        self.scored = tuple(item.key for item in items)
        self._limits: dict[int, Limits] = {}

    def limits(self, seats: int) -> Limits:
        """What so many seats can hold, worked out once."""
        if seats not in self._limits:
            self._limits[seats] = limits_of(self.fields, seats)
        return self._limits[seats]


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
        return self.asked_with(options).fields

    def items_with(self, options: Options) -> tuple[Item, ...]:
        """The rows that score under these options."""
        return self.asked_with(options).items

    def asked_with(self, options: Options) -> Asked:
        """What is asked and scored under these options, worked out once for the values of those that matter here."""
        values = tuple([options.get(key) for key in self._that_matter])
        asked = self._asked.get(values)
        if asked is None:
            fields = [field for field in self.fields if field.is_asked(options)]
            asked = Asked(fields, [item for item in self.items if item.is_scored(options)])
            self._asked[values] = asked
        return asked

    @cached_property
    def _that_matter(self) -> tuple[str, ...]:
        """The options on which it hangs whether a field is asked or a row scores."""
        hang = [field.only_with for field in self.fields] + [item.only_with for item in self.items]
        return tuple({only_with[0] for only_with in hang if only_with})

    @cached_property
    def _asked(self) -> dict[tuple[object, ...], Asked]:
        return {}

    def score(self, table: Table) -> list[StageScore]:
        """What the rows that score bring each seat that has counted."""
        asked, seats = self.asked_with(table["options"]), seats_in(table, self.key)
        if not seats or not asked.items:
            return []
        by_seat = zip(*[item.score(seats, table) for item in asked.items], strict=True)
        return [
            tuple.__new__(StageScore, (place, self.key, asked.scored, points))
            for (place, _, _), points in zip(seats, by_seat, strict=True)
        ]

    def lines(self, table: Table) -> list[ScoreLine]:
        """A line for each row that scores, at each seat that has counted."""
        return [line for scored in self.score(table) for line in scored.lines]


@dataclass(frozen=True)
class Ruling:
    """Where the rulebook is silent or its versions differ: what Caravan does, and why."""

    title: Text
    text: Text
