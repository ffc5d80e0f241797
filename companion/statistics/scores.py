"""Scores: averages, distribution, and how unusual a score is."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal
from math import floor
from typing import NamedTuple, Self

from companion.rules.kit import Number, plain

from .history import History, Place, Played

# Among fewer scores it is unknown how unusual one is.
ENOUGH_SCORES = 10


class Bin(NamedTuple):
    """The number of scores from `low` to below `high` + 1, and how many of them won."""

    low: int
    high: int
    number: int
    won: int = 0


class Scores:
    """The sorted scores of a history; unknown points are skipped."""

    def __init__(self, points: Iterable[Number | None]) -> None:
        self.points = sorted(number for number in points if number is not None)

    @classmethod
    def of(cls, history: History) -> Self:
        """Return the scores of all sides in these plays: a team scores once."""
        return cls(points for played in history for points in points_of_sides(played, played.places))

    @classmethod
    def by_size(cls, history: Iterable[Played]) -> dict[tuple[str, int], Self]:
        """Return {(game, number of seats): its scores}, as many points for two may be few for four."""
        points: dict[tuple[str, int], list[Number | None]] = {}
        for played in history:
            of_size = points.setdefault((played.game_slug, played.size), [])
            of_size += [place.points for place in played.places]
        return {size: cls(its) for size, its in points.items()}

    def quantile(self, part: float) -> Number:
        """Return the score below which this part, from 0 to 1, of all scores lies. There must be scores."""
        return self.points[min(len(self.points) - 1, int(part * len(self.points)))]

    @property
    def median(self) -> Number | None:
        """The middle score, or the mean of the two middle ones; None without scores.

        >>> Scores([30, 10, 20]).median, Scores([30, 165]).median
        (20, Decimal('97.5'))
        """
        if not self.points:
            return None
        middle, is_odd = divmod(len(self.points), 2)
        return self.points[middle] if is_odd else plain(Decimal(self.points[middle - 1] + self.points[middle]) / 2)

    @property
    def average(self) -> Number | None:
        """The mean score; None without scores."""
        return plain(Decimal(sum(self.points)) / len(self.points)) if self.points else None

    def share_beaten(self, points: Number | None, *, fewest_wins: bool = False) -> float | None:
        """Return the part of the other scores, from 0 to 1, that these points beat; None of too few scores."""
        if points is None or len(self.points) < ENOUGH_SCORES:
            return None
        lower, higher = bisect_left(self.points, points), len(self.points) - bisect_right(self.points, points)
        return (higher if fewest_wins else lower) / (len(self.points) - 1)

    def spread(self, *, most: int = 8, winners: Iterable[Number] = ()) -> list[Bin]:
        """Return the scores in at most `most` bins of equal width, which is 1, 2 or 5 times a power of ten.

        `winners` are the winning scores among them.
        """
        if not self.points:
            return []
        low, high = self.points[0], self.points[-1]
        width = next(width for width in round_widths() if floor(high / width) - floor(low / width) < most)
        counts, won = (Counter(floor(points / width) for points in these) for these in (self.points, winners))
        return [
            Bin(number * width, (number + 1) * width - 1, counts[number], won[number])
            for number in range(floor(low / width), floor(high / width) + 1)
        ]


def points_of_sides(played: Played, places: Iterable[Place]) -> list[Number | None]:
    """Return the points of these places of a play, those of a team once."""
    sides = dict(zip((place.player for place in played.places), played.sides, strict=True))
    return list({sides[place.player]: place.points for place in places}.values())


def round_widths() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50, …"""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10
