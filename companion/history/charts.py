"""Pictures as numbers: where lines, columns and bars stand, in per cent of the picture, for the templates of `charts/`.

All coordinates are text, because a template would write 12.5 as 12,5 for a German reader. Nothing depends on the
size of a picture or its letters, so that both follow the phone's.
"""

from dataclasses import dataclass

from companion.statistics.scores import widths

# What stays free of lines at the sides of a picture: for the figures of the scale, which stand on their lines, and
# for the digits at the ends of the series.
LEFT, RIGHT, TOP, BOTTOM = 12, 9, 10, 4
MOST_TICKS = 5


def number(value) -> str:
    """A coordinate, without what nobody can see."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def percent(value) -> str:
    """A coordinate that is a part of the picture."""
    return f"{number(value)}%"


@dataclass(frozen=True)
class Dot:
    """A point of a line."""

    x: str
    y: str


@dataclass(frozen=True)
class Level:
    """A value that is marked all across the picture: one of the scale, or one with a name."""

    label: object
    value: float
    y: str


@dataclass(frozen=True)
class Line:
    """One series: its number (which chooses its dashes and stands at its end), its name, its path and dots."""

    number: int
    label: str
    path: str
    dots: tuple[Dot, ...]

    @property
    def end(self) -> Dot:
        return self.dots[-1]


@dataclass(frozen=True)
class Plot:
    """Series of values one after the other, from the oldest at the left to the newest."""

    lines: tuple[Line, ...]
    ticks: tuple[Level, ...]
    levels: tuple[Level, ...] = ()


@dataclass(frozen=True)
class Part:
    """A part of a bar: where it begins, and how wide it is."""

    x: str
    width: str


@dataclass(frozen=True)
class Column:
    """One column with its figure above and its label beneath, which may be left out for want of room."""

    label: object
    value: int
    x: str
    width: str
    middle: str
    y: str
    height: str
    above: str
    is_labelled: bool = True


def plot(series, *, levels=()) -> Plot:
    """Lines through `series`, pairs of a name and `[(place, value)]` with places counted from 0.

    `levels` are pairs of a name and a value to mark; those outside of what was reached are left out.
    """
    values = [value for _, points in series for _, value in points]
    low, high, ticks = scale(min(values), max(values))
    last = max((place for _, points in series for place, _ in points), default=0) or 1

    def dot(place, value):
        return LEFT + (100 - LEFT - RIGHT) * place / last, height_of(value, low, high)

    lines = []
    for order, (label, points) in enumerate(series, start=1):
        dots = [dot(*point) for point in points]
        path = " ".join(f"{number(x)},{number(y)}" for x, y in dots)
        lines.append(Line(order, label, path, tuple(Dot(percent(x), percent(y)) for x, y in dots)))
    return Plot(
        tuple(lines),
        tuple(Level("", value, percent(height_of(value, low, high))) for value in ticks),
        tuple(
            Level(label, value, percent(height_of(value, low, high))) for label, value in levels if low <= value <= high
        ),
    )


def height_of(value, low, high) -> float:
    """How far from the top a value stands."""
    return TOP + (100 - TOP - BOTTOM) * (high - value) / (high - low)


def scale(least, most) -> tuple[int, int, list[int]]:
    """Round numbers around all values, the lowest, the highest, and those to be marked between them.

    >>> scale(13, 38)
    (10, 40, [10, 20, 30, 40])
    """
    for step in widths():
        low, high = least // step * step, -(-most // step) * step
        if low == high:
            high = low + step
        if (high - low) // step < MOST_TICKS:
            return low, high, list(range(low, high + 1, step))
    raise AssertionError("there is always a wider step")


def columns(bars, *, label_every=1) -> tuple[Column, ...]:
    """Columns for pairs of a label and a number, all on the same ground; every so many of them has its label."""
    most = max((value for _, value in bars), default=0) or 1
    room = 100 / len(bars) if bars else 0
    placed = []
    for order, (label, value) in enumerate(bars):
        height = 64 * value / most
        placed.append(
            Column(
                label,
                value,
                x=percent(order * room + room * 0.1),
                width=percent(room * 0.8),
                middle=percent((order + 0.5) * room),
                y=percent(82 - height),
                height=percent(height),
                above=percent(79 - height),
                is_labelled=order % label_every == 0,
            )
        )
    return tuple(placed)


def shares(*counts) -> tuple[Part, ...]:
    """Parts of one bar side by side, as wide as their counts."""
    whole, begin, parts = sum(counts) or 1, 0.0, []
    for count in counts:
        width = 100 * count / whole
        parts.append(Part(percent(begin), percent(width)))
        begin += width
    return tuple(parts)


def spans(ranges) -> list[tuple[str, str, str]]:
    """(begin, middle, end) of ranges on one common scale."""
    low, high = min(begin for begin, _ in ranges), max(end for _, end in ranges)
    width = (high - low) or 1

    def across(value):
        return percent(2 + 96 * (value - low) / width)

    return [(across(begin), across((begin + end) / 2), across(end)) for begin, end in ranges]
