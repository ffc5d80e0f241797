"""The interface of all kinds of fields, and the kinds that hold numbers: Count and Tally.

A field defines its JSON shape (`schema`), parses typed text (`read`), validates values (`clean`), checks all seats
together against the box (`check_supply`) and describes itself to paper and phones. No other code asks for its kind.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from .lots import MOST_ENTRIES, MUCH, Lot
from .numbers import Number, json_number
from .options import Choice, OnlyWith, is_met
from .tables import Options
from .texts import Text, figure, gettext, ngettext, pgettext, signed
from .typed import MOST, NOT_A_LIST, Fault, half_width, number_from, read_number, shortened

# (value, None), or (None, fault).
type Cleaned = tuple[Any, Fault | None]
# (player, value) of each seat that has entered the field.
type Held = Sequence[tuple[str, Any]]


@dataclass(frozen=True, kw_only=True, eq=False)
class Field(ABC):
    """The interface of every kind of field.

    `only_with`: an (option, value) pair that it needs to be entered. `icon`: the name of a picture. `face`: the text of
    its key on a pad, instead of a picture. `during`: entered while the stage is played, before the rest is counted.
    `called`: everyone announces it before the stage is played, in turn, so an empty field isn't a 0.

    A kind has `is_number`: a value is a single number, which can be one higher or lower and defaults to 0.
    `needs_script`: it is tapped instead of typed, with the script of that name. `has_list`: a value is a list of its
    `values`. `one_owner_each`: an entry can belong to one seat only. `has_points_beside`: its row on a score sheet has
    space for the points. `boxes_across`: the number of boxes side by side that a seat has on a score sheet.
    """

    key: str
    label: Text
    icon: str = ""
    face: str = ""
    during: bool = False
    called: bool = False
    only_with: OnlyWith = None
    breaks_ties: bool = False
    kind: ClassVar[str]
    is_number: ClassVar[bool] = False
    needs_script: ClassVar[bool] = False
    has_list: ClassVar[bool] = False
    one_owner_each: ClassVar[bool] = False
    has_points_beside: ClassVar[bool] = True

    @abstractmethod
    def read(self, typed: str) -> Any:
        """Return the value of a typed text, valid or not; None if it is empty."""

    @abstractmethod
    def clean(self, value: Any, *, seats: int) -> Cleaned:
        """Return (value, None), or (None, fault) if the value is invalid."""

    @abstractmethod
    def draw(self, lot: Lot, starting: Sequence[int]) -> list[Any]:
        """Return a random plausible value for each seat; `starting` has the number each held when the stage began."""

    @abstractmethod
    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a value."""

    def is_asked(self, options: Options) -> bool:
        """Return whether the field is entered with these options."""
        return is_met(self.only_with, options)

    def join_inputs(self, parts: list[str]) -> str:
        """Return the values of the field's inputs as one text, for `read`."""
        return parts[-1] if parts else ""

    def split_inputs(self, typed: str) -> list[str]:
        """Return the value of each of the field's inputs, or the picked values, from the text of the whole."""
        return [typed]

    def text(self, value: Any) -> str:
        """Return a value as a text that `read` understands."""
        return str(value)

    def format_value(self, value: Any) -> Text | str:
        """Return a value as people read it on a collapsed card."""
        return self.text(value)

    def diff(self, was: Any, now: Any) -> tuple[Any, Any]:
        """Return what differs between two values, as (before, after)."""
        return was, now

    def display(self, value: Any) -> list[list[dict[str, Any]]] | None:
        """Return the cards of a display by row, each with symbol and points; None for other kinds."""
        return None

    def supply_for(self, seats: int) -> int | None:
        """Return the number in the box with this number of seats; None if there is no limit."""
        return None

    def max_per_seat(self, seats: int) -> Number | None:
        """Return the highest number of one seat with this number of seats; None if values aren't numbers."""
        return None

    def is_shared(self, seats: int) -> bool:
        """Return whether seats with valid values can together hold more than the box."""
        return False

    def check_supply(self, held: Held, *, seats: int) -> list[Fault]:
        """Return the faults of all seats together; none if the box has enough."""
        return []

    def is_taken(self, values: Sequence[Any], *, seats: int) -> bool:
        """Return whether the seats with these values leave only the default to the others, out of `seats` seats."""
        return False

    def count_unclaimed(self, values: Sequence[Any], *, seats: int) -> int:
        """Return how many of a supply that is usually distributed completely nobody holds."""
        return 0

    @property
    def answers(self) -> tuple[Choice, ...]:
        """The answers of a question; empty for other kinds."""
        return ()

    @property
    def must_be_said(self) -> bool:
        """Return whether everyone has to say something of it before they are done, even if that is nothing."""
        return self.called

    def as_required(self) -> "Field":
        """Return the field with no answer that stands for a blank one, where it has such an answer."""
        return self

    @property
    def usual(self) -> int | None:
        """The highest usual number; None if there is none."""
        return None

    @property
    def decimals(self) -> int:
        """The number of decimal places."""
        return 0

    @property
    def is_loss(self) -> bool:
        """True if the number counts minus points."""
        return False

    @property
    def least(self) -> Number:
        """The lowest number."""
        return 0

    @property
    def step(self) -> int:
        """The difference between neighbouring numbers."""
        return 1

    @property
    def rows_on_paper(self) -> int:
        """The height on a blank score sheet, in rows."""
        return 1

    @property
    def boxes_across(self) -> int:
        return 2

    @property
    def places(self) -> list[range]:
        """The places of a display, row by row."""
        return []

    @property
    def legend(self) -> tuple[Any, ...]:
        """The entries for the small print of a score sheet: things with values, symbols with their supply."""
        return ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Count(Field):
    """A number from `least` up, by default 0: whole, in steps of `step`, or with up to `decimals` decimals.

    `supply`: the number in the box for all seats together, or that by number of seats; without it each seat has at most
    `most`. `whole_supply`: the players usually hold all of it, so a remainder is worth a question. `one`: the name of
    exactly one, if the label is a plural. `usual`: seldom higher, so a keypad shows keys up to it. `is_loss`: counts
    minus points, so −3 is read as 3.
    """

    one: Text | None = None
    least: Number = 0
    most: Number = MOST
    supply: int | dict[int, int] | None = None
    whole_supply: bool = False
    usual: int | None = None
    decimals: int = 0
    step: int = 1
    is_loss: bool = False
    kind: ClassVar[str] = "count"
    is_number: ClassVar[bool] = True

    def named(self, number: int) -> Text:
        """Return the name that follows this number."""
        return self.one if self.one and number == 1 else self.label

    def supply_for(self, seats: int) -> int | None:
        return self.supply.get(seats) if isinstance(self.supply, dict) else self.supply

    def read(self, typed: str) -> Number | str | None:
        return read_number(typed)

    def format_value(self, value: Any) -> Text | str:
        is_written_otherwise = isinstance(value, Decimal) or (isinstance(value, int) and value < 0)
        return figure(value) if is_written_otherwise else self.text(value)

    def max_per_seat(self, seats: int) -> Number:
        supply = self.supply_for(seats)
        return self.most if supply is None else supply

    def clean(self, value: Any, *, seats: int) -> Cleaned:
        if self.is_loss and isinstance(value, int | Decimal) and value < 0:
            value = -value
        most, least, step = self.max_per_seat(seats), self.least, self.step
        # Nearly every count is valid; a message is built only if it isn't.
        if type(value) is int and least <= value <= most and value % step == 0:
            return value, None
        if self.supply_for(seats) is None:
            too_many = Fault("too_large", gettext("at most %(most)s.", most=figure(most)))
        else:
            too_many = Fault(
                "too_many",
                ngettext(
                    "%(typed)s, but there is only %(supply)s.",
                    "%(typed)s, but there are only %(supply)s.",
                    int(most),
                    typed=shortened(value),
                    supply=most,
                ),
            )
        return number_from(value, most=most, too_many=too_many, least=least, decimals=self.decimals, step=step)

    def is_shared(self, seats: int) -> bool:
        # `clean` already limits a single seat to the supply.
        return seats > 1 and self.supply_for(seats) is not None

    def check_supply(self, held: Held, *, seats: int) -> list[Fault]:
        supply, total = self.supply_for(seats), sum([value for _, value in held])
        if supply is None or total <= supply:
            return []
        shares = tuple(
            pgettext("a player's number of something", "%(player)s %(count)s", player=player, count=value)
            for player, value in held
            if value
        )
        text = ngettext(
            "%(shares)s make %(total)s, but there is only %(supply)s.",
            "%(shares)s make %(total)s, but there are only %(supply)s.",
            supply,
            shares=shares,
            total=total,
            supply=supply,
        )
        return [Fault("too_many", text)]

    def count_unclaimed(self, values: Sequence[int], *, seats: int) -> int:
        supply = self.supply_for(seats) if self.whole_supply else None
        return 0 if supply is None else max(0, supply - sum(values))

    def draw(self, lot: Lot, starting: Sequence[int]) -> list[int]:
        supply = self.supply_for(len(starting))
        if supply is None:
            most, much = int(self.most), min(MUCH * self.step, int(self.most))
            spread = [lot.chance.triangular(much / 5, much) * each for each in lot.skill]
            return [min(most, round(number / self.step) * self.step) for number in spread]
        if self.whole_supply:
            number = supply - lot.chance.randint(0, supply // 8)
        else:
            number = round(supply * lot.part * lot.chance.uniform(0.6, 1))
        return [had + more for had, more in zip(starting, lot.shares(number - sum(starting)), strict=True)]

    def schema(self) -> dict[str, Any]:
        most = max(self.supply.values()) if isinstance(self.supply, dict) else self.supply
        span = {"minimum": json_number(self.least), "maximum": json_number(self.most if most is None else most)}
        span |= {"multipleOf": self.step} if self.step > 1 else {}
        return {"type": "number" if self.decimals else "integer", **span}


@dataclass(frozen=True, kw_only=True, eq=False)
class Tally(Field):
    """A list of small numbers from `values`, one tap each."""

    values: tuple[int, ...]
    most: int
    kind: ClassVar[str] = "tally"
    needs_script: ClassVar[bool] = True
    has_list: ClassVar[bool] = True

    def read(self, typed: str) -> Any:
        """Return numbers separated by spaces, commas or +, as in `4 7 5`; None if the text is empty."""
        return [read_number(part) for part in re.split(r"[\s,;、+]+", half_width(typed)) if part] or None

    def text(self, value: Any) -> str:
        return " ".join(map(str, value))

    def format_value(self, value: Any) -> Text | str:
        return " ".join(map(signed, value))

    def clean(self, value: Any, *, seats: int) -> Cleaned:
        if not isinstance(value, list):
            return None, NOT_A_LIST
        if len(value) > self.most:
            return None, Fault("too_many", gettext("at most %(most)s entries.", most=self.most))
        for entry in value:
            if type(entry) is not int or entry not in self.values:
                text = gettext(
                    "each entry is from %(low)s to %(high)s, not “%(typed)s”.",
                    low=min(self.values),
                    high=max(self.values),
                    typed=shortened(entry),
                )
                return None, Fault("bad_entry", text)
        return list(value), None

    def draw(self, lot: Lot, starting: Sequence[int]) -> list[list[int]]:
        return [lot.chance.choices(self.values, k=round(lot.chance.uniform(0, MOST_ENTRIES))) for _ in starting]

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "maxItems": self.most, "items": {"enum": list(self.values)}}
