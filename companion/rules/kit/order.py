"""Rows that rank seats besides their total, and the end of a game in rounds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .numbers import Number
from .results import StageScore


@dataclass(frozen=True)
class By:
    """A row that ranks seats: the most of it is first, or the fewest.

    It compares the amount of the row if it has one, else its points: over all stages, or of the `last` one that the
    seat has. A seat without the row counts as 0.

    As a tiebreaker, a row that is counted from several `rows` can compare the `nth` lowest of them, from 0.
    """

    row: str
    fewest: bool = False
    last: bool = False
    rows: tuple[str, ...] = ()
    nth: int = 0

    def order(self, scored: Sequence[StageScore]) -> Number:
        """Return the sort key of a seat with these scores; the highest is first."""
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
    """The end of a game whose stages are rounds: after `number` rounds, once someone has `total`, or as agreed at the
    table.

    `number` and `total` can depend on the number of players. There are at most `most` rounds. `further`: rounds still
    to play once someone has the total.
    """

    most: int
    number: int | Mapping[int, int] | None = None
    total: int | Mapping[int, int] | None = None
    further: int = 0

    def number_with(self, players: int) -> int | None:
        """Return the number of rounds with this number of players; None if it doesn't end the game."""
        return self.number.get(players) if isinstance(self.number, Mapping) else self.number

    def total_with(self, players: int) -> int | None:
        """Return the total that ends the game with this number of players; None if there is none."""
        return self.total.get(players) if isinstance(self.total, Mapping) else self.total

    def is_over(self, played: int, totals: Sequence[Number], players: int | None = None) -> bool:
        """Return whether these totals after `played` rounds end the game.

        `players` is the number of players if some share a total.
        """
        players = len(totals) if players is None else players
        number, total = self.number_with(players), self.total_with(players)
        if number is not None and played >= number:
            return True
        return total is not None and max(totals, default=0) >= total
