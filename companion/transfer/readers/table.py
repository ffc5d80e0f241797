"""Read a table of plays: delimited text, a workbook, or pasted cells.

A row is a play and a player, or a play with all its players. The kinds of columns are guessed and can be changed.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.core.language.folding import fold
from companion.core.language.typed import narrow
from companion.rules.kit import Text, gettext

from . import values
from .decoding import describe_encoding
from .grid import LONGEST_CELL, MOST_COLUMNS, Grid, Row
from .records import (
    BadPlay,
    Book,
    Named,
    PlayRecord,
    SeatRecord,
    check_day,
    check_length,
    check_seats,
    guess_how_games_are_won,
)
from .table_plays import OF_A_PLAY, Seat, TablePlay, combine_rows, find_variant, find_winners

SOURCE = "table"
LONGEST_SHOWN = 200


@dataclass
class Layout:
    """How the rows of a table are read: the kinds of columns, the headings, and whether dates have the month first."""

    columns: Sequence[str]
    headings: Row
    month_first: bool

    @property
    def one_by_one(self) -> bool:
        """Return whether each row is one player of a play."""
        return self.columns.count("player") == 1 and not {"players", "named", "loser"} & set(self.columns)

    def cells(self, row: Row, kind: str) -> list[str]:
        """Return the cells of all columns of a kind."""
        return [row[place] for place, column in enumerate(self.columns) if column == kind]

    def cell(self, row: Row, kind: str) -> str:
        return next(iter(self.cells(row, kind)), "")


def read_table(grid: Grid, columns: Sequence[str]) -> Book:
    """Return the contents of a table with these columns: one of dates, one of games, and one or more of players."""
    book = Book(SOURCE)
    place_of_dates = columns.index("month-first" if "month-first" in columns else "date")
    dates = [row[place_of_dates] for row in grid.rows]
    found = values.find_date_order(dates)
    month_first = found == values.MONTH_FIRST or (found == values.EITHER and columns[place_of_dates] == "month-first")
    columns = ["date" if place == place_of_dates else each for place, each in enumerate(columns)]
    layout = Layout(columns, grid.headings, month_first)
    if grid.encoding:
        book.remarks.append(describe_encoding(grid.encoding))
    if grid.sheet:
        book.remarks.append(gettext("The sheet “%(sheet)s” was read, and no other.", sheet=grid.sheet))
    if grid.above:
        above = " · ".join(grid.above)[:LONGEST_SHOWN]
        book.remarks.append(gettext("Above the headings, and left out: %(text)s", text=above))
    if grid.is_cut:
        most = {"columns": MOST_COLUMNS, "signs": LONGEST_CELL}
        book.remarks.append(
            gettext("Only the first %(columns)s columns, and %(signs)s characters of a cell, were read.", **most)
        )
    if found == values.EITHER:
        first = next(date for date in dates if values.parse_day(date) != values.parse_day(date, month_first=True))
        day = values.parse_day(first, month_first=month_first)
        book.remarks.append(
            gettext("Dates were read with the month first: %(typed)s is %(day)s.", typed=first, day=day)
            if month_first
            else gettext("Dates were read with the day first: %(typed)s is %(day)s.", typed=first, day=day)
        )
    plays, times = list(read_table_plays(book, grid, layout)), Counter[tuple]()
    for play in combine_rows(plays) if layout.one_by_one else plays:
        try:
            book.add(build_record(book, play, times))
        except BadPlay as error:
            names = " · ".join(seat.name for seat in play.seats)
            what = f"{play.day} · {play.game} · {names}"[:LONGEST_SHOWN]
            book.add_fault(describe_rows(play.numbers), what, error.text)
    guess_how_games_are_won(book)
    return book


def read_table_plays(book: Book, grid: Grid, layout: Layout) -> Iterator[TablePlay]:
    """Yield the rows as plays with one or all of their seats, and add the faults of others to the book.

    Only the first of merged cells has a text, which is also used for the rows below.
    """
    date, game = "", ""
    for number, row in zip(grid.numbers, grid.rows, strict=True):
        date_cell, game_cell = layout.cell(row, "date"), layout.cell(row, "game")
        game = game_cell or ("" if date_cell else game)
        date = date_cell or date
        try:
            day = check_day(values.parse_day(date, month_first=layout.month_first), date)
            if not game:
                raise BadPlay(gettext("no game given."))
            seats = read_seats(row, layout)
        except BadPlay as error:
            book.add_fault(describe_rows([number]), " · ".join(row)[:LONGEST_SHOWN], error.text)
            continue
        about = {kind: layout.cell(row, kind) for kind in OF_A_PLAY}
        clock, after_date = values.parse_time(about["time"]), values.IN_A_DATE.search(narrow(date_cell[:40]))
        notes = [layout.cell(row, "notes"), "" if clock else about["time"]]
        about["time"] = clock or (values.parse_time(after_date[0]) if after_date else "")
        play = TablePlay([number], day, game, about, seats, notes)
        if not layout.one_by_one and layout.columns.count("winner") == 1:
            play.winners = layout.cell(row, "winner")
        play.losers = layout.cell(row, "loser")
        play.first = "" if layout.one_by_one else layout.cell(row, "first")
        play.boards = [layout.cell(row, "variant")]
        yield play


def read_seats(row: Row, layout: Layout) -> list[Seat]:
    """Return the seats in a row. Raise BadPlay if they can't be read."""
    if "named" in layout.columns:
        seats = read_named(row, layout)
    elif "players" in layout.columns:
        # Several names in a cell, and as many scores in another.
        names, scores = values.split_names(layout.cell(row, "players")), layout.cell(row, "score")
        seats = [Seat(name) for name in names] if values.is_unknown(scores) else split_scores(names, scores)
    elif "player" in layout.columns:
        seats = read_numbered(row, layout)
    else:
        seats = [Seat(name) for kind in ("winner", "loser") for name in values.split_names(layout.cell(row, kind))]
    names = [fold(seat.name) for seat in seats]
    for place, seat in enumerate(seats):
        if names[place] in names[:place]:
            raise BadPlay(gettext("“%(typed)s” sits there twice.", typed=seat.name))
    if not seats:
        raise BadPlay(gettext("no player given."))
    return seats


def read_numbered(row: Row, layout: Layout) -> list[Seat]:
    """Return the seats of columns that are there once per player, such as "Player 2" and "Score 2"."""
    names = layout.cells(row, "player")
    cells = {kind: layout.cells(row, kind) for kind in ("score", "winner", "place", "team", "role", "first")}
    scores = cells["score"][0] if len(cells["score"]) == 1 < len(names) else ""
    if not values.is_unknown(scores):
        names = [name for name in names if name]
        return split_scores(names, scores)
    texts = [cells[kind] if len(cells[kind]) == len(names) else [""] * len(names) for kind in cells]
    return [Seat(*seat) for seat in zip(names, *texts, strict=True) if seat[0]]


def split_scores(names: list[str], scores: str) -> list[Seat]:
    """Return the seats of these names with the scores of one cell. Raise BadPlay if there aren't as many."""
    if len(names) == 1:
        return [Seat(names[0], scores)]
    for between in (";", "、", "/", ":", " - ", "–", ",", " ", "-"):
        parts = [part.strip() for part in scores.split(between)]
        if len(parts) == len(names):
            return [Seat(*seat) for seat in zip(names, parts, strict=True)]
    raise BadPlay(gettext("“%(typed)s” isn’t a score for each of the players.", typed=scores))


def read_named(row: Row, layout: Layout) -> list[Seat]:
    """Return the seats of columns under players' names; a player without a value didn't play."""
    seats = []
    for place, kind in enumerate(layout.columns):
        cell = row[place]
        if kind == "named" and not values.is_unknown(cell):
            is_score = values.parse_points(cell) is not None
            is_rank = not is_score and values.parse_rank(cell) is not None
            is_mark = not is_score and not is_rank and bool(values.parse_mark(cell))
            # A cross means that someone played, unless others have points or a word for winning.
            score, mark, rank = "" if is_rank or is_mark else cell, cell if is_mark else "", cell if is_rank else ""
            seats.append(Seat(layout.headings[place], score, mark, rank))
    if {values.parse_mark(seat.mark) for seat in seats} == {values.WON}:
        for seat in seats:
            seat.mark = ""
    return seats


def describe_rows(numbers: list[int]) -> Text:
    """Return the name of a play's rows in the list of faults."""
    if len(numbers) == 1:
        return gettext("Row %(number)s", number=numbers[0])
    shown = ", ".join(map(str, numbers[:6])) + (" …" if len(numbers) > 6 else "")
    return gettext("Rows %(numbers)s", numbers=shown)


def is_first(seat: Seat, play: TablePlay) -> bool:
    """Return whether a player began: their row has a mark for that, or the play has their name."""
    return values.parse_mark(seat.first) == values.WON or fold(seat.name) in (fold(seat.first), fold(play.first))


def build_record(book: Book, play: TablePlay, times: Counter[tuple]) -> PlayRecord:
    """Return a play of the table. Raise BadPlay if it can't be read.

    The same again on that day is another play, unless the table numbers its plays. `times` counts them.
    """
    check_seats(len(play.seats))
    variant, seats = find_variant(play), []
    for seat, has_won in zip(play.seats, find_winners(play), strict=True):
        key = book.name(book.people, Named(fold(seat.name), seat.name))
        total, rank = values.parse_points(seat.score), values.parse_rank(seat.rank)
        # A number becomes the same text, however it is written in the file.
        score = str(total) if total is not None else "" if values.is_unknown(seat.score) else seat.score
        team = "" if values.is_unknown(seat.team) else seat.team
        role = "" if values.is_unknown(seat.role) else seat.role
        rest = {"rank": rank, "role": role, "startPlayer": is_first(seat, play)}
        seats.append(SeatRecord(key, score, has_won, {name: value for name, value in rest.items() if value}, team))
    game = book.name(book.games, Named(fold(play.game), play.game))
    number, length = play.about["play"], play.about["minutes"]
    table = ("play", number) if number else (play.day, game, *sorted(seat.player for seat in seats))
    times[table] += 1
    minutes = values.parse_minutes(length)
    notes = [*play.notes, "" if minutes or values.is_unknown(length) or length.strip("0:") == "" else length]
    return check_length(
        PlayRecord(
            hashlib.sha256(repr((*table, times[table])).encode()).hexdigest(),
            game,
            play.day,
            seats,
            time=play.about["time"],
            minutes=minutes,
            place=play.about["location"],
            notes="\n".join(dict.fromkeys(filter(None, notes))),
            rest={"board": variant} if variant else {},
        )
    )
