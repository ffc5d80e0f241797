"""What orders the seats beside their total, and when a game of rounds is over."""

from collections.abc import Sequence
from dataclasses import dataclass

from .numbers import Number
from .results import StageScore


@dataclass(frozen=True)
class By:
    """A row by which seats are ordered: who has most of it is first, or who has `fewest`.

    What counts is its amount, where it compares or multiplies one, else its points; of all stages together, or of the
    `last` one in which the seat has it. A seat without it counts as 0.
    """

    row: str
    fewest: bool = False
    last: bool = False

    def order(self, scored: Sequence[StageScore]) -> Number:
        """What places a seat with these scores, the highest first."""
        numbers = [
            points[-1] if len(points) == 3 else points[0]
            for stage in scored
            for item, points in zip(stage.items, stage.points, strict=True)
            if item == self.row
        ]
        number = sum(numbers[-1:] if self.last else numbers)
        return -number if self.fewest else number


@dataclass(frozen=True)
class Rounds:
    """When a game whose stages are rounds is over: after `number` of them, once somebody has `total`, or when the table
    says so. It has no more than `most`.
    """

    most: int
    number: int | None = None
    total: int | None = None

    def is_over(self, played: int, totals: Sequence[Number]) -> bool:
        """Whether these totals after so many rounds end it."""
        if self.number is not None and played >= self.number:
            return True
        return self.total is not None and max(totals, default=0) >= self.total
