"""A scoring row of a result with its seats."""

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from companion.core.language.texts import gained, minus
from companion.rules.kit import Item, ScoreLine


@dataclass(frozen=True)
class Part:
    """A seat in a row: its line, and the sign before it in a compared row: `›` less, `=` as many, `·` unknown.

    `is_unknown`: nobody has entered the count.
    """

    seat: Any
    line: ScoreLine
    sign: str = ""
    is_unknown: bool = False

    @property
    def is_ahead(self):
        """Return whether the row scores points for the seat."""
        return self.line.points > 0


@dataclass(frozen=True)
class Row:
    """A scoring row of a stage with all its seats, the highest count first if they are compared.

    `is_answer`: the value is a word, such as yes. `is_choice`: a word other than yes or no, or a bid with what was
    made.
    """

    item: Item
    parts: list[Part]
    is_answer: bool = False
    is_choice: bool = False

    @property
    def is_explained(self) -> bool:
        """Return whether any seat's points differ from the number entered."""
        return any(part.line.amount not in (None, part.line.points) for part in self.parts)

    @property
    def has_chain(self) -> bool:
        """Return whether the seats' values say more than their points above."""
        is_unknown = any(part.is_unknown for part in self.parts)
        return self.item.compared or self.item.noted or is_unknown or self.is_explained

    @property
    def pairs(self) -> list[tuple]:
        """(sign, name, figure, whether it is ahead) of each seat."""
        return [(part.sign, part.seat.player.name, self.format_amount(part), part.is_ahead) for part in self.parts]

    def format_amount(self, part):
        """Return a seat's amount, or its points if nothing is counted; a dash if nobody has entered it."""
        amount = part.line.amount
        if part.is_unknown:
            return "–"
        if not self.item.noted:
            return minus(part.line.points if amount is None else amount)
        if self.is_answer:
            return "" if amount is None else amount
        return "–" if amount is None else minus(amount)

    @property
    def reasons(self) -> list[tuple]:
        """(primary key of the seat, name, signed points if known, reason) of each seat."""

        def points_of(part):
            return "" if self.item.noted or part.is_unknown else gained(part.line.points)

        return [(part.seat.pk, part.seat.player.name, points_of(part), part.line.reason) for part in self.parts]

    @property
    def agreeing(self):
        """The seats that answered yes."""
        return [part.seat for part in self.parts if part.line.amount]

    @property
    def scorers(self):
        """(points, seats) of those who scored here, the most points first."""
        scored = sorted((part for part in self.parts if part.line.points), key=lambda part: -part.line.points)
        return [
            (points, [part.seat for part in parts]) for points, parts in groupby(scored, lambda part: part.line.points)
        ]
