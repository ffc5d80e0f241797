"""Write plays as tables: a row per play and seat, or a row per line of a score sheet and seat.

The files are UTF-8 with a BOM: without it Excel misreads umlauts and Japanese characters, and other programs ignore it.
The headings are the same in every language, for programs.
"""

import csv
import io
from collections.abc import Iterable, Iterator

from .records import Play

MARK = "\ufeff"
OF_A_SEAT = (
    *("play", "date", "game", "title", "place", "minutes", "state"),
    *("seat", "player", "team", "points", "rank", "won", "notes", "role", "first", "variant"),
)
OF_A_LINE = ("play", "date", "game", "title", "stage", "row", "seat", "player", "points")
# Characters with which formulas start in spreadsheets.
BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def write_seats(plays: Iterable[Play]) -> Iterator[str]:
    """Yield the line of headings, then one for each seat of each play, in order."""
    yield MARK + format_row(OF_A_SEAT)
    for play in plays:
        for number, seat in enumerate(play.seats, 1):
            won = "" if seat.won is None else int(seat.won)
            about = [play.id, play.day.isoformat(), play.game.slug, escape(play.game.title), escape(play.place)]
            values = [number, escape(seat.name), seat.team or "", seat.points, seat.rank, won, escape(play.notes)]
            values += [escape(seat.role), int(seat.first) or "", escape(play.variant)]
            yield format_row([*about, play.minutes, play.state, *values])


def write_lines(plays: Iterable[Play]) -> Iterator[str]:
    """Yield the line of headings, then one for each row of each score sheet and seat.

    Points that nobody counted are an empty cell.
    """
    yield MARK + format_row(OF_A_LINE)
    for play in plays:
        about = [play.id, play.day.isoformat(), play.game.slug, escape(play.game.title)]
        for line in play.lines:
            for number, (seat, points) in enumerate(zip(play.seats, line.points, strict=True), 1):
                yield format_row([*about, escape(line.stage), escape(line.row), number, escape(seat.name), points])


def escape(written: str) -> str:
    """Return a user's text, with an apostrophe before it if a spreadsheet would read it as a formula."""
    return f"'{written}" if written.lstrip(" ").startswith(BEGINS_A_FORMULA) else written


def format_row(cells: Iterable[object]) -> str:
    """Return cells as a line of the table; None is an empty cell."""
    out = io.StringIO()
    csv.writer(out).writerow(cells)
    return out.getvalue()
