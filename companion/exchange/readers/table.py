"""A table of plays: a file of values with commas, semicolons or tabs, or what was copied from a spreadsheet.

Each row is a play and seat; rows of one date, game and place that follow each other, none of them with a player twice,
are one play. Columns are guessed from their headings and values, and can be chosen otherwise.
"""

import csv
import datetime
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.language.folding import folded
from companion.language.typed import clean_name, narrow
from companion.rules.kit import gettext
from companion.rules.scoring.checking import MOST_MINUTES

from .records import (
    MOST_PLAYS,
    MOST_SEATS,
    Book,
    Named,
    PlayRecord,
    SeatRecord,
    Unreadable,
    is_a_year,
    total_of,
    whole_number,
)

SOURCE = "table"
COLUMNS = ("play", "date", "game", "player", "score", "winner", "place", "location", "minutes", "notes")
MOST_COLUMNS, MOST_ROWS, LONGEST_CELL = 40, MOST_PLAYS * 5, 1000
# So many of a column's values tell what it is.
MOST_FIT = 0.8
# What headings say in the three languages and in other programs, folded.
HEADINGS: Mapping[str, Sequence[str]] = {
    "play": ("play", "play id", "partie", "id", "プレイ"),
    "date": ("date", "datum", "day", "tag", "played on", "gespielt am", "when", "日付", "日"),
    "game": ("game", "spiel", "title", "titel", "name of game", "ゲーム"),
    "player": ("player", "spieler", "spielerin", "name", "person", "who", "wer", "プレイヤー", "名前", "人"),
    "score": ("score", "points", "punkte", "total", "summe", "ergebnis", "得点", "点数", "合計", "スコア"),
    "winner": ("winner", "won", "win", "gewonnen", "sieger", "siegerin", "sieg", "勝者", "勝ち", "勝敗"),
    "place": ("rank", "rang", "position", "順位", "位"),
    "location": ("location", "where", "ort", "wo", "場所", "place", "platz"),
    "minutes": ("minutes", "minuten", "duration", "dauer", "length", "time", "分", "時間"),
    "notes": ("notes", "notizen", "comment", "comments", "kommentar", "メモ", "コメント"),
}
YES = {
    "1",
    "x",
    "y",
    "yes",
    "j",
    "ja",
    "true",
    "won",
    "win",
    "gewonnen",
    "sieg",
    "w",
    "✓",
    "✔",
    "★",
    "*",
    "o",
    "○",
    "◯",
    "はい",
    "勝",
    "勝ち",
}
DATES = (
    (re.compile(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?"), (0, 1, 2)),
    (re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})"), (2, 1, 0)),
)
WITH_SLASHES = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-](\d{4})")
type Row = list[str]


@dataclass(frozen=True)
class Grid:
    """The cells of a table: its headings, empty where it has none, and the rows beneath with their line numbers."""

    headings: Row
    rows: list[Row]
    first: int


def grid_of(text: str) -> Grid:
    """The cells of a text. Raises Unreadable where it is no table of at least two columns, or too large a one."""
    plain = text.replace("\0", "").lstrip("\n\r")
    rows: list[Row] = []
    try:
        for row in csv.reader(plain.splitlines(), delimiter=delimiter_of(plain)):
            cells = [without_guard(clean_name(cell[:LONGEST_CELL])) for cell in row[:MOST_COLUMNS]]
            if any(cells):
                rows.append(cells)
            if len(rows) > MOST_ROWS:
                raise Unreadable(gettext("A table can have %(most)s rows.", most=MOST_ROWS))
    except csv.Error as error:
        line = len(rows) + 1
        raise Unreadable(gettext("This cannot be read as a table from row %(row)s on.", row=line)) from error
    width = max((len(row) for row in rows), default=0)
    if width < 2 or len(rows) < 1:
        raise Unreadable(gettext("This is no table: a row needs two columns, as with a comma or a tab between them."))
    rows = [row + [""] * (width - len(row)) for row in rows]
    has_headings = len(rows) > 1 and not any(day_of(cell) or total_of(cell) is not None for cell in rows[0])
    return Grid(rows[0], rows[1:], 2) if has_headings else Grid([""] * width, rows, 1)


def without_guard(cell: str) -> str:
    """A cell without the apostrophe that keeps a spreadsheet from taking it for a formula."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in tuple("=+-@＝＋－＠") else cell


def delimiter_of(text: str) -> str:
    """What stands between the values of a row: a tab, a semicolon, or a comma, whichever the first rows have most."""
    first = text[:10_000].splitlines()[:20]
    return max(
        "\t;,", key=lambda sign: (min((line.count(sign) for line in first), default=0), text[:10_000].count(sign))
    )


def guessed(grid: Grid) -> list[str]:
    """What each column holds, one of `COLUMNS` or nothing: by its heading, else by its values; each only once."""
    columns = [by_heading(heading) for heading in grid.headings]
    columns = [as_rank(column, grid, place) for place, column in enumerate(columns)]
    # Of a short name and a title, which comes after it, the title is what people call a game.
    columns = [
        "" if column == "game" and "game" in columns[place + 1 :] else column for place, column in enumerate(columns)
    ]
    columns = [column if column not in columns[:place] else "" for place, column in enumerate(columns)]
    if "date" not in columns:
        columns = filled(columns, grid, "date", lambda cell: bool(day_of(cell)))
    if "score" not in columns:
        columns = filled(columns, grid, "score", lambda cell: total_of(cell) is not None)
    for kind in ("game", "player"):
        if kind not in columns:
            columns = filled(columns, grid, kind, lambda cell: bool(cell) and total_of(cell) is None)
    return columns


def as_rank(column: str, grid: Grid, place: int) -> str:
    """What a column of places is: where it was, or, if they are numbers, who came first, second and third."""
    cells = [row[place] for row in grid.rows[:50] if row[place]]
    is_rank = column == "location" and cells and all(rank_of(cell) for cell in cells)
    return "place" if is_rank else column


def by_heading(heading: str) -> str:
    plain = folded(heading).strip(" :#")
    return next((kind for kind, words in HEADINGS.items() if plain in words), "")


def filled(columns: list[str], grid: Grid, kind: str, fits) -> list[str]:
    """The columns with the first free one of this kind whose values fit, but for some mistakes, if there is one."""
    some = grid.rows[:50]
    for place, column in enumerate(columns):
        cells = [row[place] for row in some if row[place]]
        if not column and cells and sum(map(fits, cells)) >= MOST_FIT * len(cells):
            return [*columns[:place], kind, *columns[place + 1 :]]
    return columns


def book_of(grid: Grid, columns: Sequence[str]) -> Book:
    """All that a table holds by these columns, of which one is each of date, game and player at least."""
    book = Book(SOURCE)
    tables: list[tuple] = []
    month_first = is_month_first(row[columns.index("date")] for row in grid.rows)
    for number, row in enumerate(grid.rows, grid.first):
        cells = {column: row[place] for place, column in enumerate(columns) if column}
        day = day_of(cells["date"], month_first=month_first)
        if fault := fault_of(cells, day):
            book.miss(gettext("Row %(number)s", number=number), " · ".join(row)[:200], fault)
            continue
        head = day, cells["game"], cells.get("location", ""), cells.get("play", "")
        if not tables or tables[-1][0] != head or is_full(tables[-1][1], cells):
            tables.append((head, []))
        tables[-1][1].append(cells)
    times: dict[tuple, int] = {}
    for head, rows in tables:
        add(book, head, rows, times)
    return book


def is_full(rows, cells) -> bool:
    """Whether somebody cannot sit at the same table any more: they sit there, or it has no seat left."""
    return len(rows) >= MOST_SEATS or any(folded(each["player"]) == folded(cells["player"]) for each in rows)


def fault_of(cells, day):
    """Why a row is no seat of a play; None where it is."""
    if not day:
        return gettext("“%(typed)s” is no date.", typed=cells["date"])
    if not cells["game"]:
        return gettext("it names no game.")
    if not cells["player"]:
        return gettext("it names no player.")
    return None


def add(book: Book, head: tuple[str, str, str, str], rows, times) -> None:
    """One more play of these rows; the same again on that day is another one, unless the table numbers its plays."""
    day, game, location, number = head
    wins = [is_winner(cells) for cells in rows]
    # Where everybody has a mark and none of them means yes, all have lost.
    told = any(wins) or all(cells.get("winner") for cells in rows)
    seats = [
        SeatRecord(
            book.name(book.people, Named(folded(cells["player"]), cells["player"])),
            cells.get("score", ""),
            won if told else None,
        )
        for cells, won in zip(rows, wins, strict=True)
    ]
    key = book.name(book.games, Named(folded(game), game))
    table = ("play", number) if number else (day, key, *sorted(seat.player for seat in seats))
    times[table] = times.get(table, 0) + 1
    digest = hashlib.sha256(repr((*table, times[table])).encode()).hexdigest()
    minutes = next((int(each) for cells in rows if (each := whole_minutes(cells.get("minutes", "")))), None)
    notes = "\n".join(dict.fromkeys(cells["notes"] for cells in rows if cells.get("notes")))
    book.add(PlayRecord(digest, key, day, seats, minutes=minutes, place=location, notes=notes))


def is_winner(cells) -> bool:
    """Whether a row says that its player won: by a mark, or the first place."""
    if cells.get("winner"):
        mark = folded(cells["winner"])
        return mark in YES or mark == folded(cells["player"])
    return rank_of(cells.get("place", "")) == 1


def rank_of(text: str) -> int | None:
    """Which place a text means: 1, `1.` or `1位`."""
    return whole_number(narrow(text).strip(" .位"), MOST_SEATS)


def whole_minutes(text: str) -> int | None:
    """How many minutes a text means: 45, `45 min` or `1:30`."""
    plain = narrow(text).strip()
    if found := re.fullmatch(r"(\d{1,2}):(\d{2})(:\d{2})?", plain):
        minutes = int(found[1]) * 60 + int(found[2])
        return minutes if 0 < minutes <= MOST_MINUTES else None
    found = re.match(r"\d{1,4}", plain)
    return whole_number(found[0], MOST_MINUTES) if found else None


def day_of(text: str, *, month_first: bool = False) -> str:
    """The day that a text means, as 2026-11-20; nothing where it means none."""
    plain = narrow(text[:40]).strip()
    for shape, (year, month, day) in DATES:
        if found := shape.match(plain):
            parts = [int(part) for part in found.groups()]
            return as_day(parts[year], parts[month], parts[day])
    if found := WITH_SLASHES.match(plain):
        one, two, year = (int(part) for part in found.groups())
        return as_day(year, one, two) if month_first else as_day(year, two, one) or as_day(year, one, two)
    return ""


def is_month_first(texts: Iterable[str]) -> bool:
    """Whether dates with slashes begin with the month: some second part is no month, and no first part is too large."""
    parts = [(int(found[1]), int(found[2])) for text in texts if (found := WITH_SLASHES.match(narrow(text[:40])))]
    return any(two > 12 for _one, two in parts) and not any(one > 12 for one, _two in parts)


def as_day(year: int, month: int, day: int) -> str:
    try:
        return datetime.date(year, month, day).isoformat() if is_a_year(year) else ""
    except ValueError:
        return ""
