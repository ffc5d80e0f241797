"""The cells of a table, from text with separators or from the rows of a workbook, in bounded memory and time."""

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from companion.language.typed import clean_name
from companion.rules.kit import gettext

from .headings import kind_of
from .records import MOST_PLAYS, Json, Unreadable, total_of
from .values import day_of

# Rows are counted whether or not anything is in them.
MOST_COLUMNS, MOST_ROWS, LONGEST_CELL = 40, MOST_PLAYS * 5, 1000
# How many rows may be above the headings, and how many of them one has to know to be sure that they are the headings.
MOST_ABOVE, KNOWN_HEADINGS = 10, 2
# How Excel writes a hint of the separator above everything else.
HINT = "sep="
# Between two names in one cell. Lines within a cell are such names, too.
NEW_LINE = ";"
type Row = list[str]


@dataclass(frozen=True)
class Grid:
    """The cells of a table: its headings, empty if it has none, and the rows below them.

    `numbers` are those of the rows in the file, from 1. `above` is what stands over the headings, a text for each row.
    `encoding` is what the letters were read as if that had to be guessed. `sheet` is the sheet of a workbook that has
    several.
    """

    headings: Row
    rows: list[Row]
    numbers: list[int]
    above: list[str] = field(default_factory=list)
    encoding: str = ""
    sheet: str = ""


def grid_of_json(data: Json) -> Grid:
    """Return the grid that `asdict` made; before numbers were stored there was only that of the first row."""
    if "first" in data:
        rows = data["rows"]
        return Grid(data["headings"], rows, list(range(data["first"], data["first"] + len(rows))))
    return Grid(**data)


def grid_of(text: str, *, encoding: str = "") -> Grid:
    """Return the cells of a text with separators.

    Raises Unreadable if it is no table of at least two columns, or too large.
    """
    plain = text.replace("\0", "")
    first, _end, rest = plain.lstrip("\r\n").partition("\n")
    hint = first.strip().lower()
    if hint.startswith(HINT) and len(hint) <= len(HINT) + 1:
        # An Excel whose separator is a tab writes one there, which `strip` takes away.
        return grid_from(counted(rest, hint.removeprefix(HINT) or "\t"), encoding=encoding, passed=1)
    return grid_from(counted(plain, delimiter_of(plain)), encoding=encoding)


def counted(text: str, delimiter: str) -> Iterator[Row]:
    """Yield the rows of a text, also those with nothing in them."""
    reader, number = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), 0
    try:
        for row in reader:
            number += 1
            yield row[:MOST_COLUMNS]
    except csv.Error as error:
        raise Unreadable(gettext("This can’t be read as a table from row %(row)s on.", row=number + 1)) from error


def grid_from(lines: Iterable[Row], *, encoding: str = "", sheet: str = "", passed: int = 0) -> Grid:
    """Return the cells of these rows, of which none is empty; `passed` rows came before them.

    Raises Unreadable if they are no table, or too many.
    """
    rows, numbers = [], []
    for number, line in enumerate(lines, 1 + passed):
        if number > MOST_ROWS:
            raise Unreadable(gettext("A table can have %(most)s rows.", most=MOST_ROWS))
        cells = [cell_of(cell) for cell in line[:MOST_COLUMNS]]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            rows.append(cells)
            numbers.append(number)
    width = max(map(len, rows), default=0)
    if width < 2:
        raise Unreadable(
            gettext("This isn’t a table: each row needs at least two columns, separated by a comma or tab.")
        )
    rows = [row + [""] * (width - len(row)) for row in rows]
    above = rows_above(rows)
    titles = [" ".join(filter(None, row)) for row in rows[:above]]
    rows, numbers = rows[above:], numbers[above:]
    if len(rows) > 1 and are_headings(rows[0]):
        return Grid(rows[0], rows[1:], numbers[1:], titles, encoding, sheet)
    return Grid([""] * width, rows, numbers, titles, encoding, sheet)


def cell_of(cell: str) -> str:
    """Return the text of a cell in one line, without the apostrophe that keeps it from being a formula."""
    lines = (clean_name(line) for line in cell[:LONGEST_CELL].splitlines())
    plain = f"{NEW_LINE} ".join(filter(None, lines))
    return plain[1:] if plain[:1] == "'" and plain[1:2] in tuple("=+-@＝＋－＠") else plain


def are_headings(row: Row) -> bool:
    """Return whether a row names its columns: it holds no day and no number."""
    return not any(day_of(cell) or total_of(cell) is not None for cell in row)


def rows_above(rows: list[Row]) -> int:
    """Return how many rows stand above the headings, as a title does."""
    for place, row in enumerate(rows[: MOST_ABOVE + 1]):
        if sum(bool(kind_of(cell)) for cell in row) >= KNOWN_HEADINGS and are_headings(row):
            return place
    return 0


def delimiter_of(text: str) -> str:
    """Return what stands between the values of a row: a tab, a semicolon, or a comma, whichever the first rows have."""
    start = text[:10_000]
    first = start.splitlines()[:20]
    return max("\t;,", key=lambda sign: (min((line.count(sign) for line in first), default=0), start.count(sign)))
