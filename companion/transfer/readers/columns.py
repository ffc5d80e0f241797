"""What the columns of a table hold, guessed from their headings and values."""

from collections.abc import Callable, Iterable
from itertools import pairwise

from companion.language.folding import folded

from .grid import FOR_EACH_PLAYER, Grid, kind_of, numbered
from .values import (
    EITHER,
    clock_of,
    day_of,
    is_to_come,
    is_unknown,
    meaning_of,
    minutes_of,
    names_in,
    order_of,
    rank_of,
    total_of,
)

# So many of a column's values tell what it is.
MOST_FIT, LOOKED_AT = 0.8, 50
# Whoever notes how long a play took under "time" notes fewer hours than this; a time of day is rarely so early.
LONGEST_IN_HOURS = 6


def guessed(grid: Grid) -> list[str]:
    """Return what each column holds, as `COLUMN_NAMES` of the forms names it, or nothing."""
    columns = [as_its_values_say(kind_of(heading), cells) for heading, cells in each_column(grid)]
    columns = time_apart(columns, grid)
    with_numbers = [numbered(heading) for heading in grid.headings]
    if any(kind == "player" for kind, _number in with_numbers):
        columns = for_each_player(columns, with_numbers)
    else:
        # Of a short name and a title, which comes after it, the title is what people call a game.
        columns = [
            "" if column == "game" and "game" in columns[place + 1 :] else column
            for place, column in enumerate(columns)
        ]
        columns = [column if column not in columns[:place] else "" for place, column in enumerate(columns)]
    if "date" not in columns:
        columns = filled(columns, grid, "date", reads=lambda cell: bool(day_of(cell)))
    for place, (_heading, cells) in enumerate(each_column(grid)):
        if columns[place] == "date" and order_of(cells) == EITHER:
            # Tables are mostly in order of time.
            is_month_first = steps_back(cells, month_first=True) < steps_back(cells, month_first=False)
            columns[place] = "month-first" if is_month_first else "date"
    columns = with_players(columns, grid)
    if "game" not in columns:
        columns = filled(columns, grid, "game", reads=is_a_name)
    if not {"player", "players", "named", "loser"} & set(columns):
        columns = filled(columns, grid, "player", reads=is_a_name)
    if "score" not in columns and "player" in columns:
        columns = filled(columns, grid, "score", reads=lambda cell: total_of(cell) is not None)
    return columns


def each_column(grid: Grid) -> Iterable[tuple[str, list[str]]]:
    """Yield the heading of each column with some of its values, without empty ones."""
    for place, heading in enumerate(grid.headings):
        yield heading, [row[place] for row in grid.rows[:LOOKED_AT] if row[place]]


def is_a_name(cell: str) -> bool:
    return bool(cell) and total_of(cell) is None and not day_of(cell)


def as_its_values_say(column: str, cells: list[str]) -> str:
    """Return what a column is whose heading can mean two things: a place is a rank if its values are ranks."""
    if column == "location" and cells and all(rank_of(cell) for cell in cells):
        return "place"
    if column == "player" and are_lists(cells):
        return "players"
    if column == "score" and cells and all(meaning_of(cell) and total_of(cell) is None for cell in cells):
        return "winner"
    return column


def are_lists(cells: list[str]) -> bool:
    """Return whether most cells hold several names; one comma can also be in the name of one person."""
    counts = [len(names_in(cell)) for cell in cells]
    several = [cell for cell, count in zip(cells, counts, strict=True) if count > 1]
    is_sure = max(counts, default=0) > 2 or any("," not in cell for cell in several)
    return is_sure and 2 * len(several) > len(cells)


def steps_back(cells: list[str], *, month_first: bool) -> int:
    """Return how often a day comes before the one above it, or after it if the newest are above; and how many days
    are still to come.
    """
    days = [day for cell in cells if (day := day_of(cell, month_first=month_first))]
    pairs = list(pairwise(days))
    return min(sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)) + sum(map(is_to_come, days))


def time_apart(columns: list[str], grid: Grid) -> list[str]:
    """Return the columns with a "time" that holds times of day as such, and not as minutes."""
    for place, (heading, cells) in enumerate(each_column(grid)):
        clocks = [clock_of(cell) for cell in cells]
        means_either = kind_of(heading) == "minutes" and folded(heading).strip() in ("time", "zeit", "時間")
        if means_either and cells and all(clocks) and "time" not in columns:
            is_late = any(int(clock[:2]) >= LONGEST_IN_HOURS for clock in clocks)
            is_other = any(minutes_of(cell) is None for cell in cells)
            if is_late or is_other or "minutes" in columns[:place] + columns[place + 1 :]:
                columns = [*columns[:place], "time", *columns[place + 1 :]]
    return columns


def for_each_player(columns: list[str], with_numbers: list[tuple[str, int]]) -> list[str]:
    """Return the columns of which those with numbers in their headings are for one player each."""
    order = [number for kind, number in with_numbers if kind == "player"]
    whole = {
        kind
        for kind in FOR_EACH_PLAYER
        if [number for its, number in with_numbers if its == kind] == order and len(set(order)) == len(order)
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


def with_players(columns: list[str], grid: Grid) -> list[str]:
    """Return the columns with those that are called by a name and hold points, if nothing else says who played."""
    if {"player", "players", "loser", "score"} & set(columns):
        return columns
    free = []
    for place, (heading, cells) in enumerate(each_column(grid)):
        points = [cell for cell in cells if total_of(cell) is not None or is_unknown(cell) or meaning_of(cell)]
        if not columns[place] and is_a_name(heading) and cells and len(points) >= MOST_FIT * len(cells):
            free.append(place)
    if len(free) < 2:
        return columns
    return ["named" if place in free else column for place, column in enumerate(columns)]


def filled(columns: list[str], grid: Grid, kind: str, *, reads: Callable[[str], bool]) -> list[str]:
    """Return the columns with the first free one of this kind whose values fit, but for some mistakes."""
    for place, (_heading, cells) in enumerate(each_column(grid)):
        if not columns[place] and cells and sum(map(reads, cells)) >= MOST_FIT * len(cells):
            return [*columns[:place], kind, *columns[place + 1 :]]
    return columns
