"""Combine the rows of a table into plays, and find out who won."""

from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass, field
from itertools import groupby

from companion.core.language.folding import fold
from companion.rules.kit import gettext

from .records import BadPlay
from .values import DRAW, EVERYBODY, LOST, NOBODY, WON, is_unknown, parse_mark, parse_points, parse_rank, split_names

# To how many plays of its day and game, latest first, a row may belong.
LOOKED_BACK = 30
OF_A_PLAY = ("play", "location", "time", "minutes")


@dataclass
class Seat:
    """A player in a row: texts of the score, the mark for who won, rank, team, role and who began."""

    name: str
    score: str = ""
    mark: str = ""
    rank: str = ""
    team: str = ""
    role: str = ""
    first: str = ""


@dataclass
class TablePlay:
    """A play of a table: the numbers of its rows, their common data, and the seats.

    `about`: the texts of `OF_A_PLAY`. `boards`: the variant or map of each row. `winners`, `losers` and `first`: texts
    of columns that aren't about one player.
    """

    numbers: list[int]
    day: str
    game: str
    about: dict[str, str]
    seats: list[Seat]
    notes: list[str] = field(default_factory=list)
    winners: str = ""
    losers: str = ""
    first: str = ""
    boards: list[str] = field(default_factory=list)

    def has(self, name: str) -> bool:
        return any(fold(seat.name) == fold(name) for seat in self.seats)

    def fits(self, row: "TablePlay") -> bool:
        """Return whether a row doesn't contradict the play; the location, for example, is often entered only once."""
        return all(not text or not row.about[key] or text == row.about[key] for key, text in self.about.items())

    def add_row(self, row: "TablePlay") -> None:
        """Add the only seat of a row, and its data about the play."""
        self.numbers += row.numbers
        self.seats += row.seats
        self.notes += row.notes
        self.boards += row.boards
        self.about = {key: text or row.about[key] for key, text in self.about.items()}


def combine_rows(rows: Iterable[TablePlay]) -> list[TablePlay]:
    """Return the plays of rows with one player each: rows of the same day and game, even if they are apart.

    A player who is there again is in another play.
    """
    of_a_day: dict[tuple[str, str, str], list[TablePlay]] = {}
    for row in rows:
        of_a_day.setdefault((row.day, fold(row.game), row.about["play"]), []).append(row)
    plays = [play for group in of_a_day.values() for play in combine_day(group)]
    return sorted(plays, key=lambda play: play.numbers[0])


def combine_day(rows: list[TablePlay]) -> list[TablePlay]:
    """Return the plays of one day and game.

    Rows may be sorted by player: then all players have the same number of rows, more than one, in a block.
    """
    plays: list[TablePlay] = []
    names = [fold(row.seats[0].name) for row in rows]
    blocks = [(name, len(list(block))) for name, block in groupby(names)]
    sizes = {size for _name, size in blocks}
    is_sorted, times = len(blocks) == len(set(names)) and len(sizes) == 1 and sizes != {1}, Counter[str]()
    for name, row in zip(names, rows, strict=True):
        [seat], time = row.seats, times[name]
        times[name] += 1
        if is_sorted and time < len(plays) and plays[time].fits(row) and not plays[time].has(seat.name):
            plays[time].add_row(row)
            continue
        fitting = next((play for play in plays[: -LOOKED_BACK - 1 : -1] if play.fits(row)), None)
        if fitting and not fitting.has(seat.name):
            fitting.add_row(row)
        else:
            plays.append(row)
    return plays


def find_variant(play: TablePlay) -> str:
    """Return the variant of a play; if its rows differ, give each player their own board as their role.

    Someone who already has a role gets a line in the notes.
    """
    boards = ["" if is_unknown(board) else board for board in play.boards]
    if len({fold(board) for board in boards} - {""}) < 2:
        return next(filter(None, boards), "")
    for seat, board in zip(play.seats, boards, strict=True):
        if board and is_unknown(seat.role):
            seat.role = board
        elif board:
            play.notes.append(f"{seat.name}: {board}")
    return ""


def find_winners(play: TablePlay) -> list[bool | None]:
    """Return which seats won; all None if the table doesn't say. Raise BadPlay for other words.

    A seat without any entry in a table that ranks all others wasn't counted, and is None too.
    """
    seats, names = play.seats, {fold(seat.name): place for place, seat in enumerate(play.seats)}
    won, lost, drawn = set[int](), set[int](), set[int]()
    for place, seat in enumerate(seats):
        for where, places in zip((won, lost, drawn), parse_winners(seat.mark, names, own={place}), strict=True):
            where |= places
        if not seat.mark and parse_rank(seat.rank) == 1:
            won.add(place)
    for where, places in zip((won, lost, drawn), parse_winners(play.winners, names), strict=True):
        where |= places
    named, _beaten, drew = parse_winners(play.losers, names)
    lost, drawn = lost | named, drawn | drew
    if drawn:
        # Of those who drew, the ones with the most points, if some have fewer.
        totals = {place: parse_points(seats[place].score) for place in drawn}
        known = {place: total for place, total in totals.items() if total is not None}
        best = {place for place, total in known.items() if total == max(known.values())}
        won |= best if len(known) == len(drawn) and len(best) > 1 else drawn
    if play.losers and lost and not won:
        # In a table of losers, all others won.
        won = set(range(len(seats))) - lost
    if won:
        silent = {place for place, seat in enumerate(seats) if not says_anything(seat)}
        ranked = {place for place, seat in enumerate(seats) if seat.mark and parse_rank(seat.rank)}
        uncounted = silent - won if ranked and len(silent | ranked) == len(seats) else set[int]()
        return [None if place in uncounted else place in won for place in range(len(seats))]
    return [False if len(lost) == len(seats) else None] * len(seats)


def says_anything(seat: Seat) -> bool:
    """Return whether a row says something of how a player did: points, a rank, or a mark."""
    return not (is_unknown(seat.score) and is_unknown(seat.mark) and is_unknown(seat.rank))


def parse_winners(text: str, names: dict[str, int], own: Set[int] = frozenset()) -> tuple[set[int], set[int], set[int]]:
    """Return who won, lost and drew: from a mark for the player `own`, else names or a word for all.

    Raise BadPlay for other texts.
    """
    none, everybody = set[int](), set(names.values())
    if fold(text) in names:
        return {names[fold(text)]}, none, none
    meanings = {
        WON: (set(own), none, none),
        LOST: (none, set(own) or everybody, none),
        DRAW: (none, none, set(own) or everybody),
        EVERYBODY: (everybody, none, none),
        NOBODY: (none, everybody, none),
    }
    if meaning := parse_mark(text):
        return meanings[meaning]
    if is_unknown(text):
        return none, none, none
    places = {names.get(fold(name)) for name in split_names(text)}
    if None in places or not places:
        raise BadPlay(gettext("“%(typed)s” isn’t a player of this play, nor a word for who won.", typed=text))
    return {place for place in places if place is not None}, none, none
