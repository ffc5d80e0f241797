"""A plain question with a few answers."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from .fields import Cleaned, Field, Held
from .lots import Lot
from .options import Choice, is_among
from .texts import Text, gettext, ngettext
from .typed import Fault, half_width, shortened


@dataclass(frozen=True, kw_only=True, eq=False)
class OneOf(Field):
    """A question with a few answers, of which a seat gives one; the first is meant where none is given.

    `holders`: so many seats can give another answer than the first, one number or one by number of seats; without it
    all can. `nothing` is the answer of who has nothing of it; without one everyone has to answer.
    """

    choices: tuple[Choice, ...]
    holders: int | dict[int, int] | None = None
    nothing: str = ""
    kind: ClassVar[str] = "one_of"

    def holders_with(self, seats: int) -> int | None:
        """How many of so many seats can give another answer than the first; None where nothing limits it."""
        return self.holders.get(seats) if isinstance(self.holders, dict) else self.holders

    def is_shared(self, seats: int) -> bool:
        return self.holders_with(seats) is not None

    def overdrawn(self, held: Held, *, seats: int) -> list[Fault]:
        """A fault, where more seats than the box has things for gave another answer than the first."""
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

    @property
    def must_be_said(self) -> bool:
        return self.called or not self.nothing

    def shown(self, value: Any) -> Text | str:
        return next((choice.label for choice in self.choices if choice.value == value), value)

    def read(self, typed: str) -> Any:
        """The value of a choice; None for nothing."""
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

    def draw(self, lot: Lot, begun: Sequence[int]) -> list[object]:
        """Mostly the first answer, which is also meant where none is given."""
        others = self.choices if lot.chance.random() < 0.3 else self.choices[:1]
        drawn = [lot.chance.choice(others).value for _ in begun]
        most, first = self.holders_with(len(begun)), self.choices[0].value
        having = [seat for seat, value in enumerate(drawn) if value != first]
        for seat in having if most is None else having[most:]:
            drawn[seat] = drawn[seat] if most is None else first
        return drawn

    @property
    def rows_on_paper(self) -> int:
        return math.ceil(len(self.choices) / 2)

    def schema(self) -> dict[str, Any]:
        return {"enum": [choice.value for choice in self.choices]}
