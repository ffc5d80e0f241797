"""What every kind of field answers, and the kinds that hold numbers: Count and Tally.

Each knows its JSON shape (`schema`), reads what a person typed (`read`), cleans any value (`clean`), checks all seats
together against the box (`overdrawn`), and tells what paper and phones need: nothing else asks of which kind it is.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from .lots import MOST_ENTRIES, MUCH, Lot
from .numbers import Number, json_number
from .options import Choice, OnlyWith, holds
from .tables import Options
from .texts import Text, figure, gettext, ngettext, pgettext, signed
from .typed import MOST, NOT_A_LIST, Fault, half_width, number_from, read_number, shortened

# A value that is right and no fault, or the fault.
type Cleaned = tuple[Any, Fault | None]
# What seats hold of a field: the player and the value of each who has entered it.
type Held = Sequence[tuple[str, Any]]


@dataclass(frozen=True, kw_only=True, eq=False)
class Field(ABC):
    """What all kinds share. `only_with`: asked only under this option and value. `icon`: a picture's name.

    `face`: what its key on a pad shows instead of a picture. `during`: noted while the stage is played, before the
    rest is counted. `called`: everyone calls it before the stage is played, one after the other, so that nobody is
    taken for who called 0.
    Of a kind: `is_number`: a value is one number, which may be one more or less, and is 0 for who has nothing.
    `needs_script`: it is tapped and not typed, by the script of its name. `has_list`: a seat holds a list of its
    `values`. `one_owner_each`: what one seat holds of it, no other can. `has_points_beside`: a score sheet has room for
    the points in the row of the field. `boxes_across`: how many boxes a seat has side by side on a score sheet.
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
        """The value of what somebody typed, right or wrong; None for nothing."""

    @abstractmethod
    def clean(self, value: Any, *, seats: int) -> Cleaned:
        """The value, and no fault; or None, and why it cannot be right."""

    @abstractmethod
    def draw(self, lot: Lot, begun: Sequence[int]) -> list[Any]:
        """A value for each seat as it could have come up; `begun` is what they had when the stage began."""

    @abstractmethod
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of a value."""

    def is_asked(self, options: Options) -> bool:
        return holds(self.only_with, options)

    def joined(self, parts: list[str]) -> str:
        """What was typed into the inputs of the field as one text, for `read`."""
        return parts[-1] if parts else ""

    def parts(self, typed: str) -> list[str]:
        """What stands in each input of the field, or was picked, where the whole is this text."""
        return [typed]

    def text(self, value: Any) -> str:
        """The value as `read` would understand it."""
        return str(value)

    def shown(self, value: Any) -> Text | str:
        """The value as people read it on a folded card."""
        return self.text(value)

    def apart(self, was: Any, now: Any) -> tuple[Any, Any]:
        """Of two values what tells them apart."""
        return was, now

    def display(self, value: Any) -> list[list[dict[str, Any]]] | None:
        """The cards of a display, row by row, each a symbol and its points; None where there is no display."""
        return None

    def supply_for(self, seats: int) -> int | None:
        """What the box holds with so many seats; None where nothing limits it."""
        return None

    def most_of_a_seat(self, seats: int) -> Number | None:
        """The highest number that one of so many seats can hold; None, where a value is anything else."""
        return None

    def is_shared(self, seats: int) -> bool:
        """Whether so many seats may together hold more than the box, though each by itself may hold what it does."""
        return False

    def overdrawn(self, held: Held, *, seats: int) -> list[Fault]:
        """The faults of all seats together; none, where they fit the box."""
        return []

    def is_taken(self, values: Sequence[Any], *, seats: int) -> bool:
        """Return whether nobody else of so many seats can have this, after those who entered these values."""
        return False

    def left_over(self, values: Sequence[Any], *, seats: int) -> int:
        """How much of what is usually all in somebody's hands nobody holds."""
        return 0

    @property
    def answers(self) -> tuple[Choice, ...]:
        """The answers of a question; none of anything else."""
        return ()

    @property
    def must_be_said(self) -> bool:
        """Return whether everyone has to say something of it before they are done, even if that is nothing."""
        return self.called

    @property
    def usual(self) -> int | None:
        """The most that is usual of a number; None of anything else, or where nothing is."""
        return None

    @property
    def decimals(self) -> int:
        """How many digits a number of it can have after its point."""
        return 0

    @property
    def is_loss(self) -> bool:
        """Whether a number of it is one of minus points."""
        return False

    @property
    def least(self) -> Number:
        """The lowest number that there can be of it."""
        return 0

    @property
    def step(self) -> int:
        """By how much two neighbouring numbers of it differ."""
        return 1

    @property
    def rows_on_paper(self) -> int:
        """How many rows' height it takes on a blank sheet."""
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
        """What a sheet tells in small print: things with their values, symbols with their numbers."""
        return ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Count(Field):
    """A number from `least` up, which is 0 unless there can be less than nothing: a whole one (in steps of `step`), or
    one with at most so many `decimals`. `supply` is what the box holds for all seats together, one number or one by
    number of seats; without it at most `most` each. `whole_supply`: all of it is usually held by somebody, so what
    nobody holds is worth asking. `one`: what exactly one is called, where the label is a plural. `usual`: seldom is
    there more, so that there are keys for up to so many. `is_loss`: it is of minus points, so that −3 means 3.
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
        """What so many are called, after their number."""
        return self.one if self.one and number == 1 else self.label

    def supply_for(self, seats: int) -> int | None:
        return self.supply.get(seats) if isinstance(self.supply, dict) else self.supply

    def read(self, typed: str) -> Number | str | None:
        return read_number(typed)

    def shown(self, value: Any) -> Text | str:
        is_written_otherwise = isinstance(value, Decimal) or (isinstance(value, int) and value < 0)
        return figure(value) if is_written_otherwise else self.text(value)

    def most_of_a_seat(self, seats: int) -> Number:
        supply = self.supply_for(seats)
        return self.most if supply is None else supply

    def clean(self, value: Any, *, seats: int) -> Cleaned:
        if self.is_loss and isinstance(value, int | Decimal) and value < 0:
            value = -value
        most, least, step = self.most_of_a_seat(seats), self.least, self.step
        # Nearly every count is right: what would be wrong with it is put into words only where one is not.
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
        # A seat that is alone has no more of a number than any seat can have.
        return seats > 1 and self.supply_for(seats) is not None

    def overdrawn(self, held: Held, *, seats: int) -> list[Fault]:
        """A fault, where all seats together hold more than the box."""
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

    def left_over(self, values: Sequence[int], *, seats: int) -> int:
        supply = self.supply_for(seats) if self.whole_supply else None
        return 0 if supply is None else max(0, supply - sum(values))

    def draw(self, lot: Lot, begun: Sequence[int]) -> list[int]:
        supply = self.supply_for(len(begun))
        if supply is None:
            most, much = int(self.most), min(MUCH * self.step, int(self.most))
            spread = [lot.chance.triangular(much / 5, much) * each for each in lot.skill]
            return [min(most, round(number / self.step) * self.step) for number in spread]
        if self.whole_supply:
            number = supply - lot.chance.randint(0, supply // 8)
        else:
            number = round(supply * lot.part * lot.chance.uniform(0.6, 1))
        return [had + more for had, more in zip(begun, lot.shares(number - sum(begun)), strict=True)]

    def schema(self) -> dict[str, Any]:
        most = max(self.supply.values()) if isinstance(self.supply, dict) else self.supply
        span = {"minimum": json_number(self.least), "maximum": json_number(self.most if most is None else most)}
        span |= {"multipleOf": self.step} if self.step > 1 else {}
        return {"type": "number" if self.decimals else "integer", **span}


@dataclass(frozen=True, kw_only=True, eq=False)
class Tally(Field):
    """A list of small numbers, one tap each, every one among `values`."""

    values: tuple[int, ...]
    most: int
    kind: ClassVar[str] = "tally"
    needs_script: ClassVar[bool] = True
    has_list: ClassVar[bool] = True

    def read(self, typed: str) -> Any:
        """Numbers separated by spaces, commas or +, as `4 7 5`; None for nothing."""
        return [read_number(part) for part in re.split(r"[\s,;、+]+", half_width(typed)) if part] or None

    def text(self, value: Any) -> str:
        return " ".join(map(str, value))

    def shown(self, value: Any) -> Text | str:
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

    def draw(self, lot: Lot, begun: Sequence[int]) -> list[list[int]]:
        return [lot.chance.choices(self.values, k=round(lot.chance.uniform(0, MOST_ENTRIES))) for _ in begun]

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "maxItems": self.most, "items": {"enum": list(self.values)}}
