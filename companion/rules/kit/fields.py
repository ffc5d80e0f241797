"""What every kind of field answers, and the kinds that hold numbers: Count and Tally, and OneOf for a plain question.

Each knows its JSON shape (`schema`), reads what a person typed (`read`), cleans a value whether it was
typed, imported or piped in (`clean`), and checks all seats together against the box (`overdrawn`).
"""

import re
from dataclasses import dataclass
from typing import ClassVar

from .options import Choice, OnlyWith, holds, is_among
from .texts import Text, gettext, pgettext
from .typed import MOST, NOT_A_LIST, Fault, half_width, read_number, shortened, whole_number


@dataclass(frozen=True, kw_only=True)
class Field:
    """What all kinds share. `only_with`: asked only under this option and value. `icon`: a picture's name.

    `face`: what its key on a pad shows instead of a picture. `during`: noted while the stage is played, before the
    rest is counted.
    """

    key: str
    label: Text
    icon: str = ""
    face: str = ""
    during: bool = False
    only_with: OnlyWith = None
    breaks_ties: bool = False

    def is_asked(self, options) -> bool:
        return holds(self.only_with, options)

    def joined(self, parts: list[str]) -> str:
        """What was typed into the inputs of the field as one text, for `read`."""
        return parts[-1] if parts else ""

    def text(self, value) -> str:
        """The value as `read` would understand it."""
        return str(value)

    def shown(self, value) -> Text | str:
        """The value as people read it on a folded card."""
        return self.text(value)


@dataclass(frozen=True, kw_only=True)
class Count(Field):
    """A whole number from 0 up.

    `supply` is what the box holds for all seats together, one number or one by number of seats; without it
    at most 999. `whole_supply`: all of it is usually held by somebody, so what nobody holds is worth asking.
    `one`: what exactly one is called, where the label is a plural.
    """

    one: Text | None = None
    supply: int | dict[int, int] | None = None
    whole_supply: bool = False
    kind: ClassVar[str] = "count"

    def named(self, number: int) -> Text:
        """What so many are called, after their number."""
        return self.one if self.one and number == 1 else self.label

    def supply_for(self, seats: int) -> int | None:
        """What the box holds with so many seats; None where nothing limits it."""
        return self.supply.get(seats) if isinstance(self.supply, dict) else self.supply

    def read(self, typed: str):
        return read_number(typed)

    def clean(self, value, *, seats: int):
        supply = self.supply_for(seats)
        # Nearly every count is right: what would be wrong with it is put into words only where one is not.
        if type(value) is int and 0 <= value <= (MOST if supply is None else supply):
            return value, None
        if supply is None:
            too_many = Fault("too_large", gettext("more than %(most)s cannot be entered.", most=MOST))
        else:
            too_many = Fault(
                "too_many",
                gettext("%(typed)s, but there are only %(supply)s.", typed=shortened(value), supply=supply),
            )
        return whole_number(value, most=MOST if supply is None else supply, too_many=too_many)

    def overdrawn(self, held, *, seats: int):
        """The faults of all seats together; `held` is a list of (player, value)."""
        supply = self.supply_for(seats)
        if supply is None:
            return []
        total = sum([value for _, value in held])
        if total <= supply:
            return []
        shares = tuple(
            pgettext("a player's number of something", "%(player)s %(count)s", player=player, count=value)
            for player, value in held
            if value
        )
        text = gettext(
            "%(shares)s make %(total)s, but there are only %(supply)s.",
            shares=shares,
            total=total,
            supply=supply,
        )
        return [Fault("too_many", text)]

    def schema(self):
        most = max(self.supply.values()) if isinstance(self.supply, dict) else self.supply
        return {"type": "integer", "minimum": 0, "maximum": MOST if most is None else most}


@dataclass(frozen=True, kw_only=True)
class Tally(Field):
    """A list of small numbers, one tap each, every one among `values`."""

    values: tuple[int, ...]
    most: int
    kind: ClassVar[str] = "tally"

    def read(self, typed: str):
        """Numbers separated by spaces, commas or +, as `4 7 5`; None for nothing."""
        return [read_number(part) for part in re.split(r"[\s,;、+]+", half_width(typed)) if part] or None

    def text(self, value):
        return " ".join(map(str, value))

    def clean(self, value, *, seats: int):
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

    def overdrawn(self, held, *, seats: int):
        """Nothing: each seat's list stands for itself."""
        return []

    def schema(self):
        return {"type": "array", "maxItems": self.most, "items": {"enum": list(self.values)}}


@dataclass(frozen=True, kw_only=True)
class OneOf(Field):
    """A question with a few answers, of which a seat gives one; the first is meant where none is given."""

    choices: tuple[Choice, ...]
    kind: ClassVar[str] = "one_of"

    def shown(self, value):
        return next((choice.label for choice in self.choices if choice.value == value), value)

    def read(self, typed: str):
        """The value of a choice; None for nothing."""
        return half_width(typed) or None

    def clean(self, value, *, seats: int):
        if is_among(value, self.choices):
            return value, None
        text = gettext(
            "“%(typed)s” is none of %(choices)s.",
            typed=shortened(value),
            choices=tuple(choice.value for choice in self.choices),
        )
        return None, Fault("unknown_entry", text)

    def overdrawn(self, held, *, seats: int):
        """Nothing: each seat's answer stands for itself."""
        return []

    def schema(self):
        return {"enum": [choice.value for choice in self.choices]}


@dataclass(frozen=True)
class Refused:
    """What was typed and cannot be right, kept as it was typed."""

    typed: str
