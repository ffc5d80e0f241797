"""What orders the seats beside their total, and when a game of rounds is over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .numbers import Number
from .results import StageScore


@dataclass(frozen=True)
class By:
    """A row by which seats are ordered: who has most of it is first, or who has `fewest`.

    What counts is its amount, where it compares or multiplies one, else its points; of all stages together, or of the
    `last` one in which the seat has it. A seat without it counts as 0.

    As a tie-break, a row that is counted from several `rows` can compare the `nth` lowest of them, from 0.
    """

    row: str
    fewest: bool = False
    last: bool = False
    rows: tuple[str, ...] = ()
    nth: int = 0

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
    says so. Both may depend on the number of players. It has no more than `most`.

    `further`: so many rounds are still played once somebody has the total.
    """

    most: int
    number: int | Mapping[int, int] | None = None
    total: int | Mapping[int, int] | None = None
    further: int = 0

    def number_with(self, players: int) -> int | None:
        """Return after how many rounds it is over with so many players; None if their number does not end it."""
        return self.number.get(players) if isinstance(self.number, Mapping) else self.number

    def total_with(self, players: int) -> int | None:
        """Return the total that ends it with so many players; None if none does."""
        return self.total.get(players) if isinstance(self.total, Mapping) else self.total

    def is_over(self, played: int, totals: Sequence[Number], players: int | None = None) -> bool:
        """Whether these totals after so many rounds end it; `players`: how many there are, if some share a total."""
        players = len(totals) if players is None else players
        number, total = self.number_with(players), self.total_with(players)
        if number is not None and played >= number:
            return True
        return total is not None and max(totals, default=0) >= total
