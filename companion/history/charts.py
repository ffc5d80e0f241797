"""Pictures as numbers: where dots, columns and lines stand, across in per cent of the picture and down in pixels, for
the templates.

All coordinates are text, because a template would write 12.5 as 12,5 for a German reader. Across nothing depends on the
size of a picture; down it is as high as what it holds. What is filled was won.
"""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from companion.statistics.scores import round_widths

STEP = 11.5
# Months with more plays than this stand closer together.
MOST_APART = 13
HIGHEST = MOST_APART * STEP
STRIP = 62
MARGIN = 8
# How wide a picture is on a narrow phone, a sign of a label in it, and what stays free between two labels.
NARROWEST, SIGN, BETWEEN_LABELS = 288, 7, 6


def number(value) -> str:
    """A coordinate, without what nobody can see."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def percent(value) -> str:
    """A coordinate that is a part of the picture."""
    return f"{number(value)}%"


@dataclass(frozen=True)
class Dot:
    """One play: where it stands, and whether it was won."""

    x: str
    y: str
    won: bool


@dataclass(frozen=True)
class Dots:
    """Plays as dots, month by month from left to right, in a picture so many pixels high.

    `upper` and `lower` lie on the two sides of the `band`, at whose level the months are named; with nothing below,
    the band is the ground. `level`: the months in which nobody was ahead, each with its place across.
    """

    height: str
    upper: tuple[Dot, ...]
    lower: tuple[Dot, ...]
    ground: str
    band: str
    months: tuple[datetime.date, ...]
    level: tuple[str, ...] = ()


@dataclass(frozen=True)
class Part:
    """A part of a bar: where it begins, and how wide it is."""

    x: str
    width: str


@dataclass(frozen=True)
class Column:
    """One column on the ground of a picture: its label and figure, where its parts begin and how high they are.

    `won` of the `value` things are filled, from the ground up.
    """

    label: object
    value: int
    won: int
    x: str
    width: str
    middle: str
    y: str
    height: str
    won_y: str
    won_height: str
    above: str
    begin: str


@dataclass(frozen=True)
class Span:
    """Where somebody's rating probably lies: the middle, about it what is likely, and what is nearly certain."""

    middle: str
    low: str
    high: str
    lowest: str
    highest: str


@dataclass(frozen=True)
class Tick:
    """A figure of a scale, and where it stands."""

    label: object
    at: str


def places_of(count, ground, *, down) -> list[float]:
    """How far from the top so many dots stand, one upon the other from the ground."""
    step = min(STEP, HIGHEST / count) if count else STEP
    way = 1 if down else -1
    return [ground + way * (step / 2 + step * at) for at in range(count)]


def stack_height(counts) -> float:
    """How much room the highest of these stacks takes."""
    return max((min(STEP, HIGHEST / count) * count for count in counts if count), default=STEP)


def dots_by_month(months: Sequence[tuple[datetime.date, int, int]]) -> Dots:
    """One dot a play, the won ones at the bottom: `months` are (first day, won, not won)."""
    ground = stack_height(won + rest for _, won, rest in months) + 2
    dots = []
    for at, (_, won, rest) in enumerate(months):
        ys = places_of(won + rest, ground, down=False)
        dots += [Dot(middle_of(at, months), number(y), order < won) for order, y in enumerate(ys)]
    named = tuple(first for first, *_ in months)
    return Dots(number(ground + 2), tuple(dots), (), number(ground), number(ground), named)


def duel_by_month(months: Sequence[tuple[datetime.date, int, int, int, int, int]], *, band: int = 20) -> Dots:
    """One dot a meeting, those the one was ahead in upward, the other's downward: `months` are (first day, ahead and
    won, ahead alone, behind a winner, behind, level).
    """
    ground = stack_height(won + rest for _, won, rest, *_ in months) + 2
    below = ground + band
    upper, lower = [], []
    for at, (_, won, rest, won_by, behind, _) in enumerate(months):
        x = middle_of(at, months)
        ys = places_of(won + rest, ground, down=False)
        upper += [Dot(x, number(y), order < won) for order, y in enumerate(ys)]
        ys = places_of(won_by + behind, below, down=True)
        lower += [Dot(x, number(y), order < won_by) for order, y in enumerate(ys)]
    height = below + stack_height(won_by + behind for *_, won_by, behind, _ in months) + 2
    named = tuple(first for first, *_ in months)
    level = tuple(middle_of(at, months) for at, month in enumerate(months) if month[-1])
    return Dots(number(height), tuple(upper), tuple(lower), number(ground), number(below), named, level)


def middle_of(at, all_) -> str:
    """The middle of one of several equal parts, side by side."""
    return percent((at + 0.5) * 100 / len(all_))


def columns(bars, *, height=96, head=18) -> tuple[Column, ...]:
    """Columns for (label, number, won of them), all on the same ground."""
    most = max((value for _, value, _ in bars), default=0) or 1
    room = 100 / len(bars) if bars else 0
    placed = []
    for order, (label, value, won) in enumerate(bars):
        tall, filled = ((height - head) * each / most for each in (value, won))
        placed.append(
            Column(
                label,
                value,
                won,
                x=percent(order * room + room * 0.06),
                width=percent(room * 0.88),
                middle=percent((order + 0.5) * room),
                y=number(height - tall),
                height=number(tall),
                won_y=number(height - filled),
                won_height=number(filled),
                above=number(height - tall - 5),
                begin=percent(order * room),
            )
        )
    return tuple(placed)


def axis(columns: Sequence[Column], labels: Sequence[str]) -> list[Tick]:
    """Return the labels that have room beneath their columns on a narrow phone, as every second or third."""
    # The first label begins at its place, the others have their middle there.
    needed = 1.5 * SIGN * max(map(len, labels), default=0) + BETWEEN_LABELS
    step = max(1, ceil(needed * len(columns) / NARROWEST))
    return [Tick(label, column.begin) for label, column in list(zip(labels, columns, strict=True))[::step]]


def shares(*counts) -> tuple[Part, ...]:
    """Parts of one bar side by side, as wide as their counts."""
    whole, begin, parts = sum(counts) or 1, 0.0, []
    for count in counts:
        width = 100 * count / whole
        parts.append(Part(percent(begin), percent(width)))
        begin += width
    return tuple(parts)


def spans(ratings: Sequence[tuple[float, float]]) -> tuple[list[Span], list[Tick]]:
    """Ratings, (mu, sigma), on one scale from 0 to their highest end, rounded up to ten; and the figures of it."""
    top = max(10, -(-max((mu + 2 * sigma for mu, sigma in ratings), default=0) // 10) * 10)

    def across(value) -> str:
        return percent(100 * min(max(value, 0), top) / top)

    placed = [Span(across(mu), *(across(mu + part * sigma) for part in (-1, 1, -2, 2))) for mu, sigma in ratings]
    step = 10 if top <= 50 else next(width for width in round_widths() if top // width <= 5 and width % 10 == 0)
    return placed, [Tick(value, across(value)) for value in range(0, int(top) + 1, step)]


@dataclass(frozen=True)
class Strip:
    """The scores of one game over time: the dots, and where half of the group's scores lie."""

    dots: tuple[Dot, ...]
    half: str


@dataclass(frozen=True)
class Time:
    """A real axis of days: where each month that is named begins, and where years do."""

    first: datetime.date
    last: datetime.date

    def at(self, day) -> float:
        """Where a day stands, in per cent; the ends stay a little within the picture."""
        days = (self.last - self.first).days or 1
        return 3 + 94 * (day - self.first).days / days

    @property
    def ticks(self) -> list[Tick]:
        """The months that have room to be named, at most five: their first days."""
        months = (self.last.year - self.first.year) * 12 + self.last.month - self.first.month + 1
        step = next(step for step in (1, 2, 3, 6, 12, 24, 60, 120, 1200) if months <= 5 * step)
        begin = self.first.year * 12 + self.first.month - 1
        numbers = range(begin + (-begin % step), begin + months, step)
        firsts = [datetime.date(month // 12, month % 12 + 1, 1) for month in numbers]
        return [Tick(first, percent(self.at(first))) for first in firsts if first >= self.first]

    @property
    def new_years(self) -> list[str]:
        """Where each January begins."""
        years = range(self.first.year + 1, self.last.year + 1)
        return [percent(self.at(datetime.date(year, 1, 1))) for year in years]


# The day of a play, the points in it, and whether it was won.
type Score = tuple[datetime.date, float, bool]


def strip(time: Time, scores: Iterable[Score], *, low: float, half: float, high: float) -> Strip:
    """Scores, (day, points, won), between the group's lowest and highest ones, with its median across."""

    def down(points) -> str:
        return number(MARGIN + (STRIP - 2 * MARGIN) * (high - points) / ((high - low) or 1))

    dots = tuple(Dot(percent(time.at(on)), down(points), won) for on, points, won in scores)
    return Strip(dots, down(half))


def pushed_apart(wanted: Sequence[float], *, least: float) -> list[float]:
    """Where labels stand that want to stand at these heights, in order, at least so far from each other."""
    placed: list[float] = []
    for each in wanted:
        placed.append(max(each, placed[-1] + least) if placed else each)
    # What was pushed down too far moves all back by half of it.
    shift = sum(now - was for now, was in zip(placed, wanted, strict=True)) / (len(placed) or 1)
    return [each - shift for each in placed]
