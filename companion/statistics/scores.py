"""What was scored: averages, how unusual a score is, how scores are spread."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Self

from .history import History, Played

# Among fewer scores it is not told how unusual one is.
ENOUGH_SCORES = 10


class Bin(NamedTuple):
    """How many scores lie from `low` to `high`, both included, and how many of them won."""

    low: int
    high: int
    number: int
    won: int = 0


class Scores:
    """All scores of a history, to compare one with the rest."""

    def __init__(self, points: Iterable[int]) -> None:
        self.points = sorted(points)

    @classmethod
    def of(cls, history: History) -> Self:
        """The points of every place in these plays."""
        return cls(place.points for played in history for place in played.places)

    @classmethod
    def by_size(cls, history: Iterable[Played]) -> dict[tuple[str, int], Self]:
        """{(game, number of seats): its scores}: what is many points for two may be few for four."""
        points: dict[tuple[str, int], list[int]] = {}
        for played in history:
            its_size = points.setdefault((played.game_slug, len(played.places)), [])
            its_size += [place.points for place in played.places]
        return {size: cls(its) for size, its in points.items()}

    def part_at(self, part: float) -> int:
        """The score below which such a part of all lies; of an empty list there is none.

        >>> Scores([10, 20, 30]).part_at(0.5)
        20
        """
        return self.points[min(len(self.points) - 1, int(part * len(self.points)))]

    @property
    def average(self) -> float:
        """The mean of the points; there has to be at least one play."""
        return sum(self.points) / len(self.points)

    def beaten_by(self, points: int, *, fewest_wins: bool = False) -> float | None:
        """The part of the other scores that this one of them is better than; None where there are too few to tell."""
        if len(self.points) < ENOUGH_SCORES:
            return None
        lower, higher = bisect_left(self.points, points), len(self.points) - bisect_right(self.points, points)
        return (higher if fewest_wins else lower) / (len(self.points) - 1)

    def spread(self, *, most: int = 8, winners: Iterable[int] = ()) -> list[Bin]:
        """The scores in at most so many bins of equal width, which is 1, 2 or 5 times a power of ten.

        `winners` are those of them that won.
        """
        if not self.points:
            return []
        low, high = self.points[0], self.points[-1]
        width = next(width for width in widths() if high // width - low // width < most)
        counts, won = (Counter(points // width for points in these) for these in (self.points, winners))
        return [
            Bin(number * width, (number + 1) * width - 1, counts[number], won[number])
            for number in range(low // width, high // width + 1)
        ]


def widths() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50, …"""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10
