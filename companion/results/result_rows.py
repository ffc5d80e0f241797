"""A scoring row of a result with its seats, as pages say it."""

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from companion.core.language.texts import gained, minus
from companion.rules.kit import Item, ScoreLine


@dataclass(frozen=True)
class Part:
    """One seat in a row: its line, and the sign before it in the chain where the row compares: `›` less, `=` as many,
    `·` unknown.

    `is_unknown`: nobody has entered the count.
    """

    seat: Any
    line: ScoreLine
    sign: str = ""
    is_unknown: bool = False

    @property
    def is_ahead(self):
        """Return whether the row brings the seat points."""
        return self.line.points > 0


@dataclass(frozen=True)
class Row:
    """A scoring row of a stage with all its seats, the one with most first where they are compared.

    `is_answer`: what is held is a word, such as yes. `is_choice`: a word other than yes or no, or a bid with what was
    made.
    """

    item: Item
    parts: list[Part]
    is_answer: bool = False
    is_choice: bool = False

    @property
    def is_explained(self) -> bool:
        """Return whether the points of any seat come from something other than the same number typed in."""
        return any(part.line.amount not in (None, part.line.points) for part in self.parts)

    @property
    def has_chain(self) -> bool:
        """Return whether what each seat has says more than its points, which stand above."""
        is_unknown = any(part.is_unknown for part in self.parts)
        return self.item.compared or self.item.noted or is_unknown or self.is_explained

    @property
    def pairs(self) -> list[tuple]:
        """(sign, name, figure, whether it is ahead) of each seat."""
        return [(part.sign, part.seat.player.name, self.figure_of(part), part.is_ahead) for part in self.parts]

    def figure_of(self, part):
        """Return what a seat has of it, or its points where nothing is counted; a dash for what nobody has entered."""
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
        """(number of the seat, name, points with their sign if it is known what it brings, why) of each seat."""

        def points_of(part):
            return "" if self.item.noted or part.is_unknown else gained(part.line.points)

        return [(part.seat.pk, part.seat.player.name, points_of(part), part.line.reason) for part in self.parts]

    @property
    def agreeing(self):
        """Return the seats that answered yes."""
        return [part.seat for part in self.parts if part.line.amount]

    @property
    def scorers(self):
        """(points, seats) of those who scored here, the most points first."""
        scored = sorted((part for part in self.parts if part.line.points), key=lambda part: -part.line.points)
        return [
            (points, [part.seat for part in parts]) for points, parts in groupby(scored, lambda part: part.line.points)
        ]
