"""The sheet of a picture: steps, names, rows and totals."""

from dataclasses import dataclass

from companion.core.language.texts import or_dash

from .contents import Summary
from .fonts import fit_lines, fit_size, shorten, text_width
from .shapes import ACCENTS, INK, MUTED, ON, Box, Drawing, Writing

HAIR = 2


@dataclass(frozen=True)
class Place:
    """The position of a sheet: its top left corner, its width, and the size of its figures."""

    x: float
    y: float
    width: float
    figure: int


def head_width(summary: Summary, place: Place) -> float:
    """Return the width of the labels: as needed, but at most a fixed share."""
    size = place.figure * 0.95
    wide = max((text_width(row.label, "bold", size) for row in summary.rows), default=0)
    return min(
        wide + (indent(summary, place) or 4) + place.figure * 0.45,
        place.width * (0.4 if len(summary.columns) > 2 else 0.55),
    )


def indent(summary: Summary, place: Place) -> float:
    """Return the indentation of the labels if rows have icons."""
    return place.figure * 1.75 if any(row.icon for row in summary.rows) else 0


def column_centres(summary: Summary, place: Place, head: float) -> tuple[list[float], float]:
    """Return the centre of each column, and the width of a column."""
    wide = (place.width - head) / len(summary.columns)
    return [place.x + head + wide * (number + 0.5) for number in range(len(summary.columns))], wide


def draw_steps(summary: Summary, place: Place, head: float, height: float) -> list:
    """Return the shapes of a step per column, as high as its total, with its rank."""
    accent, _wash, rule = ACCENTS[summary.game.accent]
    at, wide = column_centres(summary, place, head)
    by_rank = summary.total is None or summary.game.fewest_wins
    ranked = [column for column in summary.columns if column.points is not None]
    known = [-column.rank if by_rank else float(column.points or 0) for column in ranked]
    low, high = min(known, default=0), max(known, default=0)
    worth = [low if column.points is None else known[ranked.index(column)] for column in summary.columns]
    size = fit_size(
        max((or_dash(column.points) for column in summary.columns), key=len), "serif", room=wide - 8, most=44, least=18
    )
    top, least = place.y + size * 1.2, min(56, height * 0.3)
    shapes: list = []
    for column, middle, value in zip(summary.columns, at, worth, strict=True):
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
        if summary.total is not None:
            fill = accent if column.won else INK
            shapes.append(Writing(or_dash(column.points), middle, y - size * 0.24, size, "serif", fill, "middle"))
    return [*shapes, Box(place.x, place.y + height, place.width, 3, INK)]


def draw_names(summary: Summary, place: Place, head: float, height: float) -> list:
    """Return the shapes of the columns' names, whole if they fit, else short."""
    at, wide = column_centres(summary, place, head)
    room, most = wide - 8, int(min(place.figure, height * 0.62))
    fit = names_that_fit(summary, room, most)
    # All have the size of the longest.
    size = min(fit_size(name, "bold", room=room, most=most, least=int(most * 0.6)) for name in fit)
    shapes = [
        Writing(shorten(name, "bold", size, room=room), middle, place.y + height * 0.7, size, "bold", INK, "middle")
        for name, middle in zip(fit, at, strict=True)
    ]
    return [*shapes, Box(place.x, place.y + height, place.width, HAIR, INK)]


def names_that_fit(summary: Summary, room: float, most: int) -> list[str]:
    """Return the name of each column, whole if it fits at about this size, else short."""
    return [
        column.name if text_width(column.name, "bold", most * 0.8) <= room else column.short
        for column in summary.columns
    ]


def explain_short_names(summary: Summary, place: Place) -> list[str]:
    """Return the full names for the short names above the columns: "Fri. = Friederike"."""
    if summary.is_alone or not summary.rows:
        return []
    _middles, wide = column_centres(summary, place, head_width(summary, place))
    names = zip(summary.columns, names_that_fit(summary, wide - 8, place.figure), strict=True)
    return [f"{short} = {column.name}" for column, short in names if short != column.name]


def draw_row(summary: Summary, each, place: Place, head: float, height: float) -> list:
    """Return the shapes of a row: icon, label and each column's points; the highest is on the game's colour."""
    accent, wash, rule = ACCENTS[summary.game.accent]
    at, wide = column_centres(summary, place, head)
    shapes: list = [Box(place.x, place.y, place.width, height, wash)] if each.decided else []
    base, small = place.y + height / 2 + place.figure * 0.36, place.figure * 0.95
    if each.icon:
        shapes.append(
            Drawing(each.icon, place.x, place.y + (height - place.figure * 1.3) / 2, place.figure * 1.3, accent)
        )
    face, left = "bold" if each.decided else "sans", indent(summary, place)
    room = head - left - 6
    size, text = fit_lines(each.label, face, room=room, sizes=range(int(small), int(small * 0.8), -1), most=1)
    if text[0] != each.label:
        sizes = range(int(min(small * 0.9, height / 2.4)), int(small * 0.55), -1)
        size, text = fit_lines(each.label, face, room=room, sizes=sizes or [int(small * 0.6)], most=2)
    first = place.y + height / 2 + size * 0.36 - (len(text) - 1) * size * 0.56
    for number, line in enumerate(text):
        shapes.append(Writing(line, place.x + left, first + number * size * 1.12, size, face))
    cells = each.noted[: len(each.points)] or [or_dash(points) for points in each.points]
    for value, lead, middle in zip(cells, each.leads, at, strict=True):
        if lead == "alone":
            shapes.append(Box(middle - wide / 2, place.y, wide, height, accent))
        elif lead:
            shapes.append(Box(middle - wide / 2 + 6, place.y + 4, wide - 12, height - 8, accent, 6))
        fits = fit_size(value, "bold", room=wide - 10, most=place.figure, least=14)
        x, anchor = (place.x + place.width, "end") if summary.is_alone and not lead else (middle, "middle")
        shapes.append(Writing(value, x, base, fits, "bold", ON if lead else INK, anchor))
    line = INK if each.decided else rule
    top = [Box(place.x, place.y, place.width, HAIR, INK)] if each.decided else []
    return [*shapes, *top, Box(place.x, place.y + height, place.width, HAIR, line)]


def draw_totals(summary: Summary, label: str, place: Place, head: float, height: float) -> list:
    """Return the shapes of the totals below the rows."""
    accent = ACCENTS[summary.game.accent][0]
    at, wide = column_centres(summary, place, head)
    base = place.y + height * 0.68
    fits = fit_size(label, "serif", room=head - 8, most=place.figure, least=14)
    shapes: list = [Writing(label, place.x, base, fits, "serif")]
    for column, middle in zip(summary.columns, at, strict=True):
        text, fill = or_dash(column.points), accent if column.won else INK
        size = fit_size(text, "serif", room=wide - 6, most=int(place.figure * 1.35), least=16)
        x, anchor = (place.x + place.width, "end") if summary.is_alone else (middle, "middle")
        shapes.append(Writing(text, x, base, size, "serif", fill, anchor))
    return shapes


def draw_ranks(summary: Summary, place: Place, height: float) -> list:
    """Return the shapes of a list by rank, for plays without rows and steps."""
    accent, size = ACCENTS[summary.game.accent][0], int(min(height * 0.5, place.figure * 1.25))
    shapes: list = []
    for number, column in enumerate(summary.columns):
        base, fill, end = place.y + height * (number + 0.66), accent if column.won else INK, place.x + place.width
        room = place.width - (190 if summary.total is not None else 74)
        name_size = fit_size(column.name or "–", "bold", room=room, most=size, least=size * 2 // 3)
        text = shorten(column.name or "–", "bold", name_size, room=room)
        if column.rank:
            shapes.append(Writing(f"{column.rank}", place.x + 4, base, size, "serif", fill))
        shapes.append(Writing(text, place.x + 70, base, name_size, "bold", fill if column.name else MUTED))
        if summary.total is not None:
            shapes.append(Writing(or_dash(column.points), end, base, size, "serif", fill, "end"))
    return shapes
