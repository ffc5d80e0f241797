"""The sheet of a picture: how high everybody came, their names, the rows and the totals."""

from dataclasses import dataclass

from companion.core.language.texts import dashed, points_or_nothing

from .contents import Told
from .fonts import cut, in_lines, size_that_fits, width
from .shapes import ACCENTS, INK, MUTED, ON, Box, Drawing, Writing

HAIR = 2


@dataclass(frozen=True)
class Place:
    """Where a sheet stands: its left upper corner, its width, and how large its figures are."""

    x: float
    y: float
    width: float
    figure: int


def figure(number) -> str:
    """A number as the language writes it, with a minus of its own width; nothing for None."""
    return points_or_nothing(number)


def head_width(told: Told, place: Place) -> float:
    """How wide the words of the rows are: as they need, and two fifths at most."""
    size = place.figure * 0.95
    wide = max((width(row.label, "bold", size) for row in told.rows), default=0)
    return min(
        wide + (indent(told, place) or 4) + place.figure * 0.45, place.width * (0.4 if len(told.columns) > 2 else 0.55)
    )


def indent(told: Told, place: Place) -> float:
    """How far the words stand in, where there are pictures before them."""
    return place.figure * 1.75 if any(row.icon for row in told.rows) else 0


def middles(told: Told, place: Place, head: float) -> tuple[list[float], float]:
    """The middle of each column, and how wide one is."""
    wide = (place.width - head) / len(told.columns)
    return [place.x + head + wide * (number + 0.5) for number in range(len(told.columns))], wide


def steps(told: Told, place: Place, head: float, height: float) -> list:
    """A step for each column, as high as its total, with its rank; from the place's top to `height` below it."""
    accent, _wash, rule = ACCENTS[told.game.accent]
    at, wide = middles(told, place, head)
    by_rank = told.total is None or told.game.fewest_wins
    ranked = [column for column in told.columns if column.points is not None]
    known = [-column.rank if by_rank else float(column.points or 0) for column in ranked]
    low, high = min(known, default=0), max(known, default=0)
    worth = [low if column.points is None else known[ranked.index(column)] for column in told.columns]
    size = size_that_fits(
        max((dashed(column.points) for column in told.columns), key=len), "serif", room=wide - 8, most=44, least=18
    )
    top, least = place.y + size * 1.2, min(56, height * 0.3)
    shapes: list = []
    for column, middle, value in zip(told.columns, at, worth, strict=True):
        part = 1 if high == low else (value - low) / (high - low)
        tall = least + (height - size * 1.2 - least) * part
        y, own = top + (height - size * 1.2) - tall, min(wide - 12, 150)
        shapes += [
            Box(middle - own / 2, y, own, tall, accent if column.won else rule, 10),
            Box(middle - own / 2, y + tall - 12, own, 12, accent if column.won else rule),
        ]
        if column.rank:
            fill = "#fff" if column.won else INK
            shapes.append(Writing(f"{column.rank}", middle, place.y + height - 14, 24, "bold", fill, "middle"))
        if told.total is not None:
            fill = accent if column.won else INK
            shapes.append(Writing(dashed(column.points), middle, y - size * 0.24, size, "serif", fill, "middle"))
    return [*shapes, Box(place.x, place.y + height, place.width, 3, INK)]


def names(told: Told, place: Place, head: float, height: float) -> list:
    """The names of the columns, whole where they have room, else short."""
    at, wide = middles(told, place, head)
    room, most = wide - 8, int(min(place.figure, height * 0.62))
    fit = names_that_fit(told, room, most)
    # All in one size, that of the longest.
    size = min(size_that_fits(name, "bold", room=room, most=most, least=int(most * 0.6)) for name in fit)
    shapes = [
        Writing(cut(name, "bold", size, room=room), middle, place.y + height * 0.7, size, "bold", INK, "middle")
        for name, middle in zip(fit, at, strict=True)
    ]
    return [*shapes, Box(place.x, place.y + height, place.width, HAIR, INK)]


def names_that_fit(told: Told, room: float, most: int) -> list[str]:
    """Return the name of each column, whole if it has room in letters of about this size, else short."""
    return [column.name if width(column.name, "bold", most * 0.8) <= room else column.short for column in told.columns]


def shortened(told: Told, place: Place) -> list[str]:
    """Return what the short names above the columns of a sheet stand for: "Fri. = Friederike"."""
    if told.is_alone or not told.rows:
        return []
    _middles, wide = middles(told, place, head_width(told, place))
    shown = zip(told.columns, names_that_fit(told, wide - 8, place.figure), strict=True)
    return [f"{short} = {column.name}" for column, short in shown if short != column.name]


def row(told: Told, each, place: Place, head: float, height: float) -> list:
    """A row: its picture and word, and what it brought each column; who had most stands on the game's colour."""
    accent, wash, rule = ACCENTS[told.game.accent]
    at, wide = middles(told, place, head)
    shapes: list = [Box(place.x, place.y, place.width, height, wash)] if each.decided else []
    base, small = place.y + height / 2 + place.figure * 0.36, place.figure * 0.95
    if each.icon:
        shapes.append(
            Drawing(each.icon, place.x, place.y + (height - place.figure * 1.3) / 2, place.figure * 1.3, accent)
        )
    face, left = "bold" if each.decided else "sans", indent(told, place)
    room = head - left - 6
    size, text = in_lines(each.label, face, room=room, sizes=range(int(small), int(small * 0.8), -1), most=1)
    if text[0] != each.label:
        sizes = range(int(min(small * 0.9, height / 2.4)), int(small * 0.55), -1)
        size, text = in_lines(each.label, face, room=room, sizes=sizes or [int(small * 0.6)], most=2)
    first = place.y + height / 2 + size * 0.36 - (len(text) - 1) * size * 0.56
    for number, line in enumerate(text):
        shapes.append(Writing(line, place.x + left, first + number * size * 1.12, size, face))
    cells = each.noted[: len(each.points)] or [dashed(points) for points in each.points]
    for brought, lead, middle in zip(cells, each.leads, at, strict=True):
        if lead == "alone":
            shapes.append(Box(middle - wide / 2, place.y, wide, height, accent))
        elif lead:
            shapes.append(Box(middle - wide / 2 + 6, place.y + 4, wide - 12, height - 8, accent, 6))
        fits = size_that_fits(brought, "bold", room=wide - 10, most=place.figure, least=14)
        x, anchor = (place.x + place.width, "end") if told.is_alone and not lead else (middle, "middle")
        shapes.append(Writing(brought, x, base, fits, "bold", ON if lead else INK, anchor))
    line = INK if each.decided else rule
    top = [Box(place.x, place.y, place.width, HAIR, INK)] if each.decided else []
    return [*shapes, *top, Box(place.x, place.y + height, place.width, HAIR, line)]


def totals(told: Told, label: str, place: Place, head: float, height: float) -> list:
    """The totals below the rows."""
    accent = ACCENTS[told.game.accent][0]
    at, wide = middles(told, place, head)
    base = place.y + height * 0.68
    fits = size_that_fits(label, "serif", room=head - 8, most=place.figure, least=14)
    shapes: list = [Writing(label, place.x, base, fits, "serif")]
    for column, middle in zip(told.columns, at, strict=True):
        text, fill = dashed(column.points), accent if column.won else INK
        size = size_that_fits(text, "serif", room=wide - 6, most=int(place.figure * 1.35), least=16)
        x, anchor = (place.x + place.width, "end") if told.is_alone else (middle, "middle")
        shapes.append(Writing(text, x, base, size, "serif", fill, anchor))
    return shapes


def ranks(told: Told, place: Place, height: float) -> list:
    """A list by rank, where there are no rows and no steps: of a play of which only the places are known."""
    accent, size = ACCENTS[told.game.accent][0], int(min(height * 0.5, place.figure * 1.25))
    shapes: list = []
    for number, column in enumerate(told.columns):
        base, fill, end = place.y + height * (number + 0.66), accent if column.won else INK, place.x + place.width
        room = place.width - (190 if told.total is not None else 74)
        its_size = size_that_fits(column.name or "–", "bold", room=room, most=size, least=size * 2 // 3)
        text = cut(column.name or "–", "bold", its_size, room=room)
        if column.rank:
            shapes.append(Writing(f"{column.rank}", place.x + 4, base, size, "serif", fill))
        shapes.append(Writing(text, place.x + 70, base, its_size, "bold", fill if column.name else MUTED))
        if told.total is not None:
            shapes.append(Writing(dashed(column.points), end, base, size, "serif", fill, "end"))
    return shapes
