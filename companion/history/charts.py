"""Positions of dots, columns and lines in charts, for the templates: x in per cent of the width, y in pixels.

All coordinates are text, because a template would write 12.5 as 12,5 for a German reader. A chart's height depends on
its content. Filled parts are wins.
"""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from companion.statistics.scores import round_widths

STEP = 11.5
# Dots of months with more plays than this are closer together.
MOST_AT_FULL_STEP = 13
STACK_HEIGHT = MOST_AT_FULL_STEP * STEP
STRIP_HEIGHT = 62
MARGIN = 8
# The widths on a narrow phone, in pixels: of a chart, of a label's character, and of the gap between two labels.
NARROWEST_WIDTH, CHARACTER_WIDTH, LABEL_GAP = 288, 7, 6


def pixels(value) -> str:
    """Return a coordinate with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def percent(value) -> str:
    """Return a coordinate as a percentage of the chart."""
    return f"{pixels(value)}%"


@dataclass(frozen=True)
class Dot:
    """A play's dot."""

    x: str
    y: str
    won: bool


@dataclass(frozen=True)
class Dots:
    """Plays as dots, month by month from left to right; `height` is that of the chart.

    `upper` and `lower` dots are on the two sides of the `band` in which the months are named; without lower ones, the
    band is at the `ground`. `level` has the x of each month with a tie.
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
    """A part of a bar: its start and width."""

    x: str
    width: str


@dataclass(frozen=True)
class Column:
    """A column of a chart: its label and figure, and its position.

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
    """A rating's range: its middle, ± 1 sigma (`low`, `high`) and ± 2 sigma (`lowest`, `highest`)."""

    middle: str
    low: str
    high: str
    lowest: str
    highest: str


@dataclass(frozen=True)
class Tick:
    """A label of a scale and its position."""

    label: object
    at: str


def stack_dots(count, ground, *, down) -> list[float]:
    """Return the y of `count` dots that are stacked from the ground, up or down."""
    step = min(STEP, STACK_HEIGHT / count) if count else STEP
    way = 1 if down else -1
    return [ground + way * (step / 2 + step * at) for at in range(count)]


def stack_height(counts) -> float:
    """Return the height of the highest of these stacks."""
    return max((min(STEP, STACK_HEIGHT / count) * count for count in counts if count), default=STEP)


def dots_by_month(months: Sequence[tuple[datetime.date, int, int]]) -> Dots:
    """Return a dot for each play, the won ones at the bottom; `months` are (first day, won, not won)."""
    ground = stack_height(won + rest for _, won, rest in months) + 2
    dots = []
    for at, (_, won, rest) in enumerate(months):
        ys = stack_dots(won + rest, ground, down=False)
        dots += [Dot(middle_of(at, months), pixels(y), order < won) for order, y in enumerate(ys)]
    named = tuple(first for first, *_ in months)
    return Dots(pixels(ground + 2), tuple(dots), (), pixels(ground), pixels(ground), named)


def duel_by_month(months: Sequence[tuple[datetime.date, int, int, int, int, int]], *, band: int = 20) -> Dots:
    """Return a dot for each meeting of two players: upward if the one was ahead, else downward.

    `months` are (first day, ahead and won, ahead only, behind a winner, behind, tied).
    """
    ground = stack_height(won + rest for _, won, rest, *_ in months) + 2
    below = ground + band
    upper, lower = [], []
    for at, (_, won, rest, won_by, behind, _) in enumerate(months):
        x = middle_of(at, months)
        ys = stack_dots(won + rest, ground, down=False)
        upper += [Dot(x, pixels(y), order < won) for order, y in enumerate(ys)]
        ys = stack_dots(won_by + behind, below, down=True)
        lower += [Dot(x, pixels(y), order < won_by) for order, y in enumerate(ys)]
    height = below + stack_height(won_by + behind for *_, won_by, behind, _ in months) + 2
    named = tuple(first for first, *_ in months)
    level = tuple(middle_of(at, months) for at, month in enumerate(months) if month[-1])
    return Dots(pixels(height), tuple(upper), tuple(lower), pixels(ground), pixels(below), named, level)


def middle_of(at, parts) -> str:
    """Return the middle of one of several equal parts, side by side."""
    return percent((at + 0.5) * 100 / len(parts))


def build_columns(bars, *, height=96, head=18) -> tuple[Column, ...]:
    """Return columns for (label, number, won of them), all on one ground."""
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
                y=pixels(height - tall),
                height=pixels(tall),
                won_y=pixels(height - filled),
                won_height=pixels(filled),
                above=pixels(height - tall - 5),
                begin=percent(order * room),
            )
        )
    return tuple(placed)


def build_axis(columns: Sequence[Column], labels: Sequence[str]) -> list[Tick]:
    """Return the labels that fit beneath their columns on a narrow phone, such as every second or third."""
    # The first label starts at its position, the others are centered there.
    needed = 1.5 * CHARACTER_WIDTH * max(map(len, labels), default=0) + LABEL_GAP
    step = max(1, ceil(needed * len(columns) / NARROWEST_WIDTH))
    return [Tick(label, column.begin) for label, column in list(zip(labels, columns, strict=True))[::step]]


def split_bar(*counts) -> tuple[Part, ...]:
    """Return the parts of a bar side by side, as wide as their counts."""
    whole, begin, parts = sum(counts) or 1, 0.0, []
    for count in counts:
        width = 100 * count / whole
        parts.append(Part(percent(begin), percent(width)))
        begin += width
    return tuple(parts)


def build_spans(ratings: Sequence[tuple[float, float]]) -> tuple[list[Span], list[Tick]]:
    """Return these ratings, (mu, sigma), on a scale from 0 to their highest end, rounded up to ten; and its ticks."""
    top = max(10, -(-max((mu + 2 * sigma for mu, sigma in ratings), default=0) // 10) * 10)

    def across(value) -> str:
        return percent(100 * min(max(value, 0), top) / top)

    placed = [Span(across(mu), *(across(mu + part * sigma) for part in (-1, 1, -2, 2))) for mu, sigma in ratings]
    step = 10 if top <= 50 else next(width for width in round_widths() if top // width <= 5 and width % 10 == 0)
    return placed, [Tick(value, across(value)) for value in range(0, int(top) + 1, step)]


@dataclass(frozen=True)
class Strip:
    """The scores of a game over time: the dots, and the y of the group's median score."""

    dots: tuple[Dot, ...]
    half: str


@dataclass(frozen=True)
class Time:
    """An axis of days."""

    first: datetime.date
    last: datetime.date

    def at(self, day) -> float:
        """Return a day's x in per cent; the ends keep a margin."""
        days = (self.last - self.first).days or 1
        return 3 + 94 * (day - self.first).days / days

    @property
    def ticks(self) -> list[Tick]:
        """The first days of at most five months, evenly spaced."""
        months = (self.last.year - self.first.year) * 12 + self.last.month - self.first.month + 1
        step = next(step for step in (1, 2, 3, 6, 12, 24, 60, 120, 1200) if months <= 5 * step)
        begin = self.first.year * 12 + self.first.month - 1
        numbers = range(begin + (-begin % step), begin + months, step)
        firsts = [datetime.date(month // 12, month % 12 + 1, 1) for month in numbers]
        return [Tick(first, percent(self.at(first))) for first in firsts if first >= self.first]

    @property
    def new_years(self) -> list[str]:
        """The x of each January 1."""
        years = range(self.first.year + 1, self.last.year + 1)
        return [percent(self.at(datetime.date(year, 1, 1))) for year in years]


# The day of a play, the player's points, and whether they won.
type Score = tuple[datetime.date, float, bool]


def build_strip(time: Time, scores: Iterable[Score], *, low: float, half: float, high: float) -> Strip:
    """Return these scores on a scale from the group's lowest to its highest score; `half` is its median."""

    def down(points) -> str:
        return pixels(MARGIN + (STRIP_HEIGHT - 2 * MARGIN) * (high - points) / ((high - low) or 1))

    dots = tuple(Dot(percent(time.at(on)), down(points), won) for on, points, won in scores)
    return Strip(dots, down(half))


def spread_labels(heights: Sequence[float], *, least: float) -> list[float]:
    """Return the y of labels that belong at these heights, in order, with at least `least` between them."""
    placed: list[float] = []
    for each in heights:
        placed.append(max(each, placed[-1] + least) if placed else each)
    # Move all labels up by the mean shift, so that they stay centered on their heights.
    shift = sum(now - was for now, was in zip(placed, heights, strict=True)) / (len(placed) or 1)
    return [each - shift for each in placed]
