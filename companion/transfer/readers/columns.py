"""Guess the kinds of a table's columns from their headings and values."""

from collections.abc import Callable, Iterable
from itertools import pairwise

from companion.core.language.folding import fold

from . import values
from .grid import FOR_EACH_PLAYER, Grid, find_kind, find_numbered_kind

# The share of a column's values that must fit a kind, and how many values are checked.
MOST_FIT, LOOKED_AT = 0.8, 50
# Durations under "time" have fewer hours than this; times of day are rarely so early.
LONGEST_IN_HOURS = 6


def guess_columns(grid: Grid) -> list[str]:
    """Return the kind of each column as in `COLUMN_NAMES` of the forms, or ""."""
    columns = [check_by_values(find_kind(heading), cells) for heading, cells in iterate_columns(grid)]
    columns = find_time(columns, grid)
    with_numbers = [find_numbered_kind(heading) for heading in grid.headings]
    if any(kind == "player" for kind, _number in with_numbers):
        columns = find_numbered(columns, with_numbers)
    else:
        # If a title follows a short name, the title is the game's name.
        columns = [
            "" if column == "game" and "game" in columns[place + 1 :] else column
            for place, column in enumerate(columns)
        ]
        columns = [column if column not in columns[:place] else "" for place, column in enumerate(columns)]
    if "date" not in columns:
        columns = fill_column(columns, grid, "date", reads=lambda cell: bool(values.parse_day(cell)))
    for place, (_heading, cells) in enumerate(iterate_columns(grid)):
        if columns[place] == "date" and values.find_date_order(cells) == values.EITHER:
            # Tables are mostly in chronological order.
            is_month_first = count_steps_back(cells, month_first=True) < count_steps_back(cells, month_first=False)
            columns[place] = "month-first" if is_month_first else "date"
    columns = find_named_players(columns, grid)
    if "game" not in columns:
        columns = fill_column(columns, grid, "game", reads=is_a_name)
    if not {"player", "players", "named", "loser"} & set(columns):
        columns = fill_column(columns, grid, "player", reads=is_a_name)
    if "score" not in columns and "player" in columns:
        columns = fill_column(columns, grid, "score", reads=lambda cell: values.parse_points(cell) is not None)
    return columns


def iterate_columns(grid: Grid) -> Iterable[tuple[str, list[str]]]:
    """Yield the heading of each column with some of its values, without empty ones."""
    for place, heading in enumerate(grid.headings):
        yield heading, [row[place] for row in grid.rows[:LOOKED_AT] if row[place]]


def is_a_name(cell: str) -> bool:
    return bool(cell) and values.parse_points(cell) is None and not values.parse_day(cell)


def check_by_values(column: str, cells: list[str]) -> str:
    """Return the kind of a column whose heading is ambiguous: a place is a rank if its values are ranks."""
    if column == "location" and cells and all(values.parse_rank(cell) for cell in cells):
        return "place"
    if column == "player" and are_lists(cells):
        return "players"
    if (
        column == "score"
        and cells
        and all(values.parse_mark(cell) and values.parse_points(cell) is None for cell in cells)
    ):
        return "winner"
    return column


def are_lists(cells: list[str]) -> bool:
    """Return whether most cells have several names; a single comma can also be part of one name."""
    counts = [len(values.split_names(cell)) for cell in cells]
    several = [cell for cell, count in zip(cells, counts, strict=True) if count > 1]
    is_sure = max(counts, default=0) > 2 or any("," not in cell for cell in several)
    return is_sure and 2 * len(several) > len(cells)


def count_steps_back(cells: list[str], *, month_first: bool) -> int:
    """Return how many days are out of chronological order, whichever way that is, plus how many are in the future."""
    days = [day for cell in cells if (day := values.parse_day(cell, month_first=month_first))]
    pairs = list(pairwise(days))
    return min(sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)) + sum(map(values.is_to_come, days))


def find_time(columns: list[str], grid: Grid) -> list[str]:
    """Return the columns, with a "time" column of times of day as such, not as minutes."""
    for place, (heading, cells) in enumerate(iterate_columns(grid)):
        clocks = [values.parse_time(cell) for cell in cells]
        means_either = find_kind(heading) == "minutes" and fold(heading).strip() in ("time", "zeit", "時間")
        if means_either and cells and all(clocks) and "time" not in columns:
            is_late = any(int(clock[:2]) >= LONGEST_IN_HOURS for clock in clocks)
            is_other = any(values.parse_minutes(cell) is None for cell in cells)
            if is_late or is_other or "minutes" in columns[:place] + columns[place + 1 :]:
                columns = [*columns[:place], "time", *columns[place + 1 :]]
    return columns


def find_numbered(columns: list[str], with_numbers: list[tuple[str, int]]) -> list[str]:
    """Return the columns, in which those with numbers in their headings are for one player each."""
    order = [number for kind, number in with_numbers if kind == "player"]
    whole = {
        kind
        for kind in FOR_EACH_PLAYER
        if [number for each_kind, number in with_numbers if each_kind == kind] == order
        and len(set(order)) == len(order)
    }
    once: list[str] = []
    for column, (kind, _number) in zip(columns, with_numbers, strict=True):
        if kind in whole:
            once.append(kind)
        elif kind or column in once or column in whole - {"winner"}:
            once.append("")
        else:
            once.append(column)
    return once


def find_named_players(columns: list[str], grid: Grid) -> list[str]:
    """Return the columns, with those of points under a name as players, if there are no other players."""
    if {"player", "players", "loser", "score"} & set(columns):
        return columns
    free = []
    for place, (heading, cells) in enumerate(iterate_columns(grid)):
        points = [
            cell
            for cell in cells
            if values.parse_points(cell) is not None or values.is_unknown(cell) or values.parse_mark(cell)
        ]
        if not columns[place] and is_a_name(heading) and cells and len(points) >= MOST_FIT * len(cells):
            free.append(place)
    if len(free) < 2:
        return columns
    return ["named" if place in free else column for place, column in enumerate(columns)]


def fill_column(columns: list[str], grid: Grid, kind: str, *, reads: Callable[[str], bool]) -> list[str]:
    """Return the columns, with the first free one whose values fit this kind, apart from some mistakes."""
    for place, (_heading, cells) in enumerate(iterate_columns(grid)):
        if not columns[place] and cells and sum(map(reads, cells)) >= MOST_FIT * len(cells):
            return [*columns[:place], kind, *columns[place + 1 :]]
    return columns
