"""A table of plays: a file of values with commas, semicolons or tabs, a workbook, or what was copied from one.

A row is a play and a player, or a play with all its players. Columns are guessed, and can be chosen otherwise.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.language.folding import folded
from companion.language.typed import narrow
from companion.rules.kit import Text, gettext

from .decoding import read_as
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
    note_how_games_are_won,
)
from .table_plays import OF_A_PLAY, Seat, TablePlay, put_together, who_won
from .values import (
    EITHER,
    IN_A_DATE,
    MONTH_FIRST,
    WON,
    clock_of,
    day_of,
    is_unknown,
    meaning_of,
    minutes_of,
    names_in,
    order_of,
    rank_of,
    total_of,
)

SOURCE = "table"
LONGEST_SHOWN = 200


@dataclass
class Layout:
    """How the rows of a table are read: what each column holds, the headings, and whether a month is before its day."""

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


def book_of(grid: Grid, columns: Sequence[str]) -> Book:
    """Return all that a table holds by these columns; one of them holds dates, one games, and one or more players."""
    book = Book(SOURCE)
    place_of_dates = columns.index("month-first" if "month-first" in columns else "date")
    dates = [row[place_of_dates] for row in grid.rows]
    found = order_of(dates)
    month_first = found == MONTH_FIRST or (found == EITHER and columns[place_of_dates] == "month-first")
    columns = ["date" if place == place_of_dates else each for place, each in enumerate(columns)]
    layout = Layout(columns, grid.headings, month_first)
    if grid.encoding:
        book.remarks.append(read_as(grid.encoding))
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
    if found == EITHER:
        first = next(date for date in dates if day_of(date) != day_of(date, month_first=True))
        day = day_of(first, month_first=month_first)
        book.remarks.append(
            gettext("Dates were read with the month first: %(typed)s is %(day)s.", typed=first, day=day)
            if month_first
            else gettext("Dates were read with the day first: %(typed)s is %(day)s.", typed=first, day=day)
        )
    plays, times = list(rows_of(book, grid, layout)), Counter[tuple]()
    for play in put_together(plays) if layout.one_by_one else plays:
        try:
            book.add(record_of(book, play, times))
        except BadPlay as error:
            names = " · ".join(seat.name for seat in play.seats)
            book.miss(row_number(play.numbers), f"{play.day} · {play.game} · {names}"[:LONGEST_SHOWN], error.text)
    note_how_games_are_won(book)
    return book


def rows_of(book: Book, grid: Grid, layout: Layout) -> Iterator[TablePlay]:
    """Yield the rows as plays with one seat or all seats, and note those that can't be read.

    Of cells that were merged only the first one has a text, which is meant for the rows below as well.
    """
    date, game = "", ""
    for number, row in zip(grid.numbers, grid.rows, strict=True):
        its_date, its_game = layout.cell(row, "date"), layout.cell(row, "game")
        game = its_game or ("" if its_date else game)
        date = its_date or date
        try:
            day = check_day(day_of(date, month_first=layout.month_first), date)
            if not game:
                raise BadPlay(gettext("no game given."))
            seats = seats_of(row, layout)
        except BadPlay as error:
            book.miss(row_number([number]), " · ".join(row)[:LONGEST_SHOWN], error.text)
            continue
        about = {kind: layout.cell(row, kind) for kind in OF_A_PLAY}
        clock, after_date = clock_of(about["time"]), IN_A_DATE.search(narrow(its_date[:40]))
        notes = [layout.cell(row, "notes"), "" if clock else about["time"]]
        about["time"] = clock or (clock_of(after_date[0]) if after_date else "")
        play = TablePlay([number], day, game, about, seats, notes)
        if not layout.one_by_one and layout.columns.count("winner") == 1:
            play.winners = layout.cell(row, "winner")
        play.losers = layout.cell(row, "loser")
        yield play


def seats_of(row: Row, layout: Layout) -> list[Seat]:
    """Return the seats that a row names. Raises BadPlay if that can't be read."""
    if "named" in layout.columns:
        seats = named_in(row, layout)
    elif "players" in layout.columns:
        # Several names in a cell, each with its own of as many points.
        names, scores = names_in(layout.cell(row, "players")), layout.cell(row, "score")
        seats = [Seat(name) for name in names] if is_unknown(scores) else with_scores(names, scores)
    elif "player" in layout.columns:
        seats = numbered_in(row, layout)
    else:
        seats = [Seat(name) for kind in ("winner", "loser") for name in names_in(layout.cell(row, kind))]
    names = [folded(seat.name) for seat in seats]
    for place, seat in enumerate(seats):
        if names[place] in names[:place]:
            raise BadPlay(gettext("“%(typed)s” sits there twice.", typed=seat.name))
    if not seats:
        raise BadPlay(gettext("no player given."))
    return seats


def numbered_in(row: Row, layout: Layout) -> list[Seat]:
    """Return the seats of columns that are there once for each player, as "Player 2" and "Score 2" are."""
    names = layout.cells(row, "player")
    its = {kind: layout.cells(row, kind) for kind in ("score", "winner", "place", "team")}
    scores = its["score"][0] if len(its["score"]) == 1 < len(names) else ""
    if not is_unknown(scores):
        names = [name for name in names if name]
        return with_scores(names, scores)
    texts = [its[kind] if len(its[kind]) == len(names) else [""] * len(names) for kind in its]
    return [Seat(*seat) for seat in zip(names, *texts, strict=True) if seat[0]]


def with_scores(names: list[str], scores: str) -> list[Seat]:
    """Return the seats of these names with the scores of one cell. Raises BadPlay if there aren't as many."""
    if len(names) == 1:
        return [Seat(names[0], scores)]
    for between in (";", "、", "/", ":", " - ", "–", ",", " ", "-"):
        parts = [part.strip() for part in scores.split(between)]
        if len(parts) == len(names):
            return [Seat(*seat) for seat in zip(names, parts, strict=True)]
    raise BadPlay(gettext("“%(typed)s” isn’t a score for each of the players.", typed=scores))


def named_in(row: Row, layout: Layout) -> list[Seat]:
    """Return the seats of columns that are called by a name; a player without a value wasn't there."""
    seats = []
    for place, kind in enumerate(layout.columns):
        cell = row[place]
        if kind == "named" and not is_unknown(cell):
            is_score = total_of(cell) is not None
            is_rank = not is_score and rank_of(cell) is not None
            is_mark = not is_score and not is_rank and bool(meaning_of(cell))
            # A cross says that somebody was there, unless others have points or a word for winning.
            score, mark, rank = "" if is_rank or is_mark else cell, cell if is_mark else "", cell if is_rank else ""
            seats.append(Seat(layout.headings[place], score, mark, rank))
    if {meaning_of(seat.mark) for seat in seats} == {WON}:
        for seat in seats:
            seat.mark = ""
    return seats


def row_number(numbers: list[int]) -> Text:
    """Return what the rows of a play are called in a list of what can't be read."""
    if len(numbers) == 1:
        return gettext("Row %(number)s", number=numbers[0])
    shown = ", ".join(map(str, numbers[:6])) + (" …" if len(numbers) > 6 else "")
    return gettext("Rows %(numbers)s", numbers=shown)


def record_of(book: Book, play: TablePlay, times: Counter[tuple]) -> PlayRecord:
    """Return a play of the table. Raises BadPlay if it can't be read.

    The same again on that day is another play, unless the table numbers its plays. `times` counts them.
    """
    check_seats(len(play.seats))
    seats = []
    for seat, has_won in zip(play.seats, who_won(play), strict=True):
        key = book.name(book.people, Named(folded(seat.name), seat.name))
        total, rank = total_of(seat.score), rank_of(seat.rank)
        # A number becomes the same text, however it is written in the file.
        score = str(total) if total is not None else "" if is_unknown(seat.score) else seat.score
        team = "" if is_unknown(seat.team) else seat.team
        seats.append(SeatRecord(key, score, has_won, {"rank": rank} if rank else {}, team))
    game = book.name(book.games, Named(folded(play.game), play.game))
    number, length = play.about["play"], play.about["minutes"]
    table = ("play", number) if number else (play.day, game, *sorted(seat.player for seat in seats))
    times[table] += 1
    minutes = minutes_of(length)
    notes = [*play.notes, "" if minutes or is_unknown(length) or length.strip("0:") == "" else length]
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
        )
    )
