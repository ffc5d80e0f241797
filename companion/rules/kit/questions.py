"""A plain question with a few answers."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from .fields import Cleaned, Field, Held
from .lots import Lot
from .options import Choice, is_among
from .texts import Text, gettext, ngettext
from .typed import Fault, half_width, shortened


@dataclass(frozen=True, kw_only=True, eq=False)
class OneOf(Field):
    """A question with a few answers; the first is the default.

    `holders`: the number of seats that can have another answer than the first, or that number by number of seats; None
    means no limit. `nothing`: the answer of someone who has nothing of it; if it is empty, everyone is asked.
    """

    choices: tuple[Choice, ...]
    holders: int | dict[int, int] | None = None
    nothing: str = ""
    kind: ClassVar[str] = "one_of"

    def holders_with(self, seats: int) -> int | None:
        """Return how many seats can have another answer than the first; None if there is no limit."""
        return self.holders.get(seats) if isinstance(self.holders, dict) else self.holders

    def is_shared(self, seats: int) -> bool:
        return self.holders_with(seats) is not None

    def check_supply(self, held: Held, *, seats: int) -> list[Fault]:
        """Return a fault if more seats than allowed have another answer than the first."""
        most = self.holders_with(seats)
        having = tuple(player for player, value in held if value != self.choices[0].value)
        if most is None or len(having) <= most:
            return []
        text = ngettext(
            "%(players)s can’t all have it: there is only %(number)s.",
            "%(players)s can’t all have it: there are only %(number)s.",
            most,
            players=having,
        )
        return [Fault("too_many", text)]

    def is_taken(self, values: Sequence[Any], *, seats: int) -> bool:
        most = self.holders_with(seats)
        return most is not None and sum(value != self.choices[0].value for value in values) >= most

    @property
    def answers(self) -> tuple[Choice, ...]:
        return self.choices

    def as_required(self) -> "OneOf":
        return replace(self, nothing="")

    @property
    def must_be_said(self) -> bool:
        return self.called or not self.nothing

    def format_value(self, value: Any) -> Text | str:
        return next((choice.label for choice in self.choices if choice.value == value), value)

    def read(self, typed: str) -> Any:
        """Return the value of a choice; None if the text is empty."""
        return half_width(typed) or None

    def clean(self, value: Any, *, seats: int) -> Cleaned:
        if is_among(value, self.choices):
            return value, None
        text = gettext(
            "“%(typed)s” isn’t one of %(choices)s.",
            typed=shortened(value),
            choices=tuple(choice.value for choice in self.choices),
        )
        return None, Fault("unknown_entry", text)

    def draw(self, lot: Lot, starting: Sequence[int]) -> list[object]:
        """Return the first answer for most seats, which is also the default."""
        others = self.choices if lot.chance.random() < 0.3 else self.choices[:1]
        drawn = [lot.chance.choice(others).value for _ in starting]
        most, first = self.holders_with(len(starting)), self.choices[0].value
        having = [seat for seat, value in enumerate(drawn) if value != first]
        for seat in having if most is None else having[most:]:
            drawn[seat] = drawn[seat] if most is None else first
        return drawn

    @property
    def rows_on_paper(self) -> int:
        return math.ceil(len(self.choices) / 2)

    def schema(self) -> dict[str, Any]:
        return {"enum": [choice.value for choice in self.choices]}
