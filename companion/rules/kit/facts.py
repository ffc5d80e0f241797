"""The parts of a game: its stages, the fields that are counted at their ends, and the rows that score them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from .fields import Field
from .numbers import Number
from .options import OnlyWith, is_met
from .results import Points, ScoreLine, StageScore
from .tables import Holdings, Options, Seat, Table, seats_in
from .texts import Text
from .typed import MOST

# The rule of a scoring row: returns the points of each seat that has counted the stage, in order.
type Score = Callable[[Sequence[Seat], Table], Sequence[Points]]


def each(points: Callable[[Holdings, Table], Points]) -> Score:
    """Return the rule of a row that scores each seat by itself: `points(holdings, table)`."""
    return lambda seats, table: [points(held, table) for _, _, held in seats]


def each_number(key: str, points: Callable[[int], Points]) -> Score:
    """Return the rule of a row that scores one number of each seat: `points(number)`, cached by number."""
    known = lru_cache(maxsize=MOST + 1)(points)
    return lambda seats, table: [known(held.get(key, 0)) for _, _, held in seats]


@dataclass(frozen=True)
class Item:
    """A scoring row of a stage. `score` returns its points for each seat.

    - `worth`: the short note beside the row on a score sheet. A function of the options gets None for options that are
      still to be filled in.
    - `brings`: the points as a single number, if there is one: for the most if `compared`, otherwise for each.
    - `fields`: the keys it is counted from, if not just its own.
    - `compared`: the most scores, so its counts (each `amount`) are shown in order.
    - `only_with`: an (option, value) pair that it needs to score.
    - `alone`: depends only on the seat's own holdings, so the points can be shown during entry.
    - `noted`: never scores points, so its amount is shown instead.
    - `icon`: the name of its picture, if it isn't that of the field with its key.
    - `as_counted`: its points equal its number.
    - `scale`: the points for 0, 1, 2 …, if they come from a table.
    - `needs_every_field`: unknown while one of its fields is missing.
    - `keeps_rows`: counted from rows with names of their own, each with a box on paper.
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
        """True if the points equal the counted number, so paper needs one box for both."""
        return self.as_counted or (self.brings == 1 and not self.compared)

    @property
    def counted_from(self) -> tuple[str, ...]:
        """The keys of the fields that the row is counted from."""
        return self.fields or (self.key,)

    def is_scored(self, options: Options) -> bool:
        """Return whether the row scores with these options."""
        return is_met(self.only_with, options)

    def worth_with(self, options: Options) -> Text:
        """Return the note beside the row with these options."""
        return self.worth if isinstance(self.worth, Text) else self.worth(options)

    def brings_with(self, options: Options) -> int | None:
        """Return the points for the most, or for each, with these options; None if they aren't a single number."""
        return self.brings(options) if callable(self.brings) else self.brings


@dataclass(frozen=True, kw_only=True)
class Brings:
    """Points of the Counts on a pad, as data: the phone shows them with each tap, matching the rules of the rows.

    `each`: the points for one of a field, by its key. `raised`: by field key, the points for one of it if the seat owns
    a thing, as (thing, points).

    `sets`: the points of a set of 0, 1, 2 … different kinds. Each set takes one of every kind that is left. `wild`:
    (key, number, thing): so many of this field, which isn't a kind itself, stand for one of any kind if the seat owns
    the thing. They complete the largest sets first.
    """

    each: Mapping[str, int] = field(default_factory=dict)
    raised: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    sets: Sequence[int] = ()
    wild: tuple[str, int, str] | None = None


@dataclass(frozen=True)
class Part:
    """Fields of a stage that are counted together, fill a phone's screen and have a common name.

    `pad`: the fields are Counts that are entered one tap at a time; `brings` then has their points.
    """

    label: Text
    fields: tuple[Field, ...]
    pad: bool = False
    icon: str = ""
    brings: Brings | None = None


class Limits(NamedTuple):
    """The limits of some fields with a given number of seats.

    `fields`: the fields by key. `max_per_seat`: the highest number of one seat, by key, for fields that take every
    number up to it. `shared`: (key, supply, field) of the fields whose total may exceed the box; supply is None if it
    isn't a number.
    """

    seats: int
    fields: Mapping[str, Field]
    max_per_seat: Mapping[str, Number]
    shared: Sequence[tuple[str, int | None, Field]]

    def exceeded_fields(self, held: Sequence[Holdings]) -> list[Field]:
        """Return the fields of which these seats together may hold more than the box has."""
        return [
            field
            for key, supply, field in self.shared
            if supply is None or sum([each.get(key, 0) for each in held]) > supply
        ]


def limits_of(fields: Sequence[Field], seats: int) -> Limits:
    """Return the limits of these fields with this number of seats."""
    most = {field.key: field.max_per_seat(seats) for field in fields}
    in_steps = {field.key for field in fields if field.step > 1}
    return Limits(
        seats,
        {field.key: field for field in fields},
        {key: number for key, number in most.items() if number is not None and key not in in_steps},
        [(field.key, field.supply_for(seats), field) for field in fields if field.is_shared(seats)],
    )


class ActiveStage:
    """The fields and rows of a stage that are in use with some options, and their limits."""

    def __init__(self, fields: Sequence[Field], items: Sequence[Item]) -> None:
        self.fields, self.items = tuple(fields), tuple(items)
        self.scored = tuple(item.key for item in items)
        self._limits: dict[int, Limits] = {}

    def limits(self, seats: int) -> Limits:
        """Return the limits with this number of seats, computed once."""
        if seats not in self._limits:
            self._limits[seats] = limits_of(self.fields, seats)
        return self._limits[seats]


@dataclass(frozen=True)
class Stage:
    """A part of a play that ends with a count: its fields and its scoring rows.

    `reminder`: what players easily forget before counting. `parts`: the same fields, in the same order, split over
    several screens.
    """

    key: str
    label: Text
    fields: tuple[Field, ...]
    items: tuple[Item, ...]
    reminder: Text | None = None
    parts: tuple[Part, ...] = ()

    def fields_with(self, options: Options) -> tuple[Field, ...]:
        """Return the fields that are entered with these options."""
        return self.active_with(options).fields

    def items_with(self, options: Options) -> tuple[Item, ...]:
        """Return the rows that score with these options."""
        return self.active_with(options).items

    def active_with(self, options: Options) -> ActiveStage:
        """Return the fields and rows in use with these options, cached by the options that matter here."""
        values = tuple([options.get(key) for key in self._deciding_options])
        active = self._active.get(values)
        if active is None:
            fields = [field for field in self.fields if field.is_asked(options)]
            active = ActiveStage(fields, [item for item in self.items if item.is_scored(options)])
            self._active[values] = active
        return active

    @cached_property
    def _deciding_options(self) -> tuple[str, ...]:
        """The keys of the options that decide whether a field is entered or a row scores."""
        hang = [field.only_with for field in self.fields] + [item.only_with for item in self.items]
        return tuple({only_with[0] for only_with in hang if only_with})

    @cached_property
    def _active(self) -> dict[tuple[object, ...], ActiveStage]:
        return {}

    def score(self, table: Table) -> list[StageScore]:
        """Return the points that each seat with this stage scores in it, row by row."""
        active, seats = self.active_with(table["options"]), seats_in(table, self.key)
        if not seats or not active.items:
            return []
        by_seat = zip(*[item.score(seats, table) for item in active.items], strict=True)
        return [
            tuple.__new__(StageScore, (place, self.key, active.scored, points))
            for (place, _, _), points in zip(seats, by_seat, strict=True)
        ]

    def lines(self, table: Table) -> list[ScoreLine]:
        """Return a line for each row that scores, for each seat with this stage."""
        return [line for scored in self.score(table) for line in scored.lines]


@dataclass(frozen=True)
class Ruling:
    """A question that the rulebook leaves open, or that its versions answer differently, and Caravan's decision."""

    title: Text
    text: Text
