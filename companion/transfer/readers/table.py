"""A table of plays: a file of values with commas, semicolons or tabs, a workbook, or what was copied from one.

A row is a play and a player, or a play with all its players. Columns are guessed, and can be chosen otherwise.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.language.folding import folded
from companion.rules.kit import Text, gettext

from .decoding import read_as
from .grid import LONGEST_CELL, MOST_COLUMNS, Grid, Row
from .records import (
    MOST_SEATS,
    Book,
    Named,
    PlayRecord,
    SeatRecord,
    fits,
    is_to_come,
    note_how_games_are_won,
    total_of,
)
from .table_plays import OF_A_PLAY, Seat, Sitting, put_together, who_won
from .values import (
    EITHER,
    MONTH_FIRST,
    WON,
    clock_in,
    clock_of,
    day_of,
    is_unknown,
    meaning_of,
    minutes_of,
    names_in,
    order_of,
    rank_of,
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
        note_the_order(book, dates, month_first=month_first)
    sittings = list(rows_of(book, grid, layout))
    times = Counter[tuple]()
    for sitting in put_together(sittings) if layout.one_by_one else sittings:
        record = record_of(book, sitting, times)
        if isinstance(record, PlayRecord):
            book.add(record)
        else:
            names = " · ".join(seat.name for seat in sitting.seats)
            what = f"{sitting.day} · {sitting.game} · {names}"[:LONGEST_SHOWN]
            book.miss(row_number(sitting.numbers), what, record)
    note_how_games_are_won(book)
    return book


def note_the_order(book: Book, dates: Sequence[str], *, month_first: bool) -> None:
    """Say how dates were read that can be read in two ways, by the first of them."""
    first = next(date for date in dates if day_of(date) != day_of(date, month_first=True))
    day = day_of(first, month_first=month_first)
    if month_first:
        said = gettext("Dates were read with the month first: %(typed)s is %(day)s.", typed=first, day=day)
    else:
        said = gettext("Dates were read with the day first: %(typed)s is %(day)s.", typed=first, day=day)
    book.remarks.append(said)


def rows_of(book: Book, grid: Grid, layout: Layout) -> Iterator[Sitting]:
    """Yield the rows as plays with one seat or all seats, and note those that can't be read.

    Of cells that were merged only the first one has a text, which is meant for the rows below as well.
    """
    date, game = "", ""
    for number, row in zip(grid.numbers, grid.rows, strict=True):
        its_date, its_game = layout.cell(row, "date"), layout.cell(row, "game")
        game = its_game or ("" if its_date else game)
        date = its_date or date
        day = day_of(date, month_first=layout.month_first)
        if not day:
            seats: list[Seat] | Text = gettext("“%(typed)s” isn’t a date.", typed=date)
        elif is_to_come(day):
            seats = gettext("This date is in the future.")
        else:
            seats = seats_of(row, layout) if game else gettext("no game given.")
        if not isinstance(seats, list):
            book.miss(row_number([number]), " · ".join(row)[:LONGEST_SHOWN], seats)
            continue
        about = {kind: layout.cell(row, kind) for kind in OF_A_PLAY}
        clock = clock_of(about["time"])
        notes = [layout.cell(row, "notes"), "" if clock else about["time"]]
        about["time"] = clock or clock_in(its_date)
        sitting = Sitting([number], day, game, about, seats, notes)
        if not layout.one_by_one and layout.columns.count("winner") == 1:
            sitting.winners = layout.cell(row, "winner")
        sitting.losers = layout.cell(row, "loser")
        sitting.first = "" if layout.one_by_one else layout.cell(row, "first")
        yield sitting


def seats_of(row: Row, layout: Layout) -> list[Seat] | Text:
    """Return the seats that a row names, or why that can't be read."""
    if "named" in layout.columns:
        seats: list[Seat] | Text = named_in(row, layout)
    elif "players" in layout.columns:
        # Several names in a cell, each with its own of as many points.
        names, scores = names_in(layout.cell(row, "players")), layout.cell(row, "score")
        seats = [Seat(name) for name in names] if is_unknown(scores) else with_scores(names, scores)
    elif "player" in layout.columns:
        seats = numbered_in(row, layout)
    else:
        seats = [Seat(name) for kind in ("winner", "loser") for name in names_in(layout.cell(row, kind))]
    if not isinstance(seats, list):
        return seats
    names = [folded(seat.name) for seat in seats]
    twice = next((seat.name for place, seat in enumerate(seats) if names[place] in names[:place]), "")
    if twice:
        return gettext("“%(typed)s” sits there twice.", typed=twice)
    return seats or gettext("no player given.")


def numbered_in(row: Row, layout: Layout) -> list[Seat] | Text:
    """Return the seats of columns that are there once for each player, as "Player 2" and "Score 2" are."""
    names = layout.cells(row, "player")
    its = {kind: layout.cells(row, kind) for kind in ("score", "winner", "place", "team", "role", "first")}
    scores = its["score"][0] if len(its["score"]) == 1 < len(names) else ""
    if not is_unknown(scores):
        names = [name for name in names if name]
        return with_scores(names, scores)
    texts = [its[kind] if len(its[kind]) == len(names) else [""] * len(names) for kind in its]
    return [Seat(*seat) for seat in zip(names, *texts, strict=True) if seat[0]]


def with_scores(names: list[str], scores: str) -> list[Seat] | Text:
    """Return the seats of these names with the scores of one cell, or why that can't be read: there aren't as many."""
    if len(names) == 1:
        return [Seat(names[0], scores)]
    for between in (";", "、", "/", ":", " - ", "–", ",", " ", "-"):
        parts = [part.strip() for part in scores.split(between)]
        if len(parts) == len(names):
            return [Seat(*seat) for seat in zip(names, parts, strict=True)]
    return gettext("“%(typed)s” isn’t a score for each of the players.", typed=scores)


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


def begins(seat: Seat, sitting: Sitting) -> bool:
    """Return whether a player began: their row has a mark for that, or the play their name."""
    return meaning_of(seat.first) == WON or folded(seat.name) in (folded(seat.first), folded(sitting.first))


def record_of(book: Book, sitting: Sitting, times: Counter[tuple]) -> PlayRecord | Text:
    """Return a play of the table, or why it can't be read.

    The same again on that day is another play, unless the table numbers its plays. `times` counts them.
    """
    count = len(sitting.seats)
    if count > MOST_SEATS:
        return gettext("%(seats)s players; 1 to %(most)s are possible.", seats=count, most=MOST_SEATS)
    won = who_won(sitting)
    if not isinstance(won, list):
        return won
    seats = []
    for seat, has_won in zip(sitting.seats, won, strict=True):
        key = book.name(book.people, Named(folded(seat.name), seat.name))
        total, rank = total_of(seat.score), rank_of(seat.rank)
        # A number becomes the same text, however it is written in the file.
        score = str(total) if total is not None else "" if is_unknown(seat.score) else seat.score
        team = "" if is_unknown(seat.team) else seat.team
        rest = {"rank": rank, "role": "" if is_unknown(seat.role) else seat.role, "startPlayer": begins(seat, sitting)}
        seats.append(SeatRecord(key, score, has_won, {name: its for name, its in rest.items() if its}, team))
    game = book.name(book.games, Named(folded(sitting.game), sitting.game))
    number = sitting.about["play"]
    table = ("play", number) if number else (sitting.day, game, *sorted(seat.player for seat in seats))
    times[table] += 1
    length = sitting.about["minutes"]
    minutes = minutes_of(length)
    notes = [*sitting.notes, "" if minutes or is_unknown(length) or length.strip("0:") == "" else length]
    record = PlayRecord(
        hashlib.sha256(repr((*table, times[table])).encode()).hexdigest(),
        game,
        sitting.day,
        seats,
        time=sitting.about["time"],
        minutes=minutes,
        place=sitting.about["location"],
        notes="\n".join(dict.fromkeys(filter(None, notes))),
        rest={"board": sitting.about["variant"]} if not is_unknown(sitting.about["variant"]) else {},
    )
    return record if fits(record) else gettext("too long for a single play.")
