"""The rows of a table as plays: which rows belong together, who sat there, and who won."""

from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass, field
from itertools import groupby

from companion.core.language.folding import folded
from companion.rules.kit import gettext

from .records import BadPlay
from .values import DRAW, EVERYBODY, LOST, NOBODY, WON, is_unknown, parse_mark, parse_points, parse_rank, split_names

# A row is looked for in so many plays of its day and game, the newest first.
LOOKED_BACK = 30
OF_A_PLAY = ("play", "location", "time", "minutes")


@dataclass
class Seat:
    """What a row says of one player: texts of the score, the mark for who won, rank, team, role and who began."""

    name: str
    score: str = ""
    mark: str = ""
    rank: str = ""
    team: str = ""
    role: str = ""
    first: str = ""


@dataclass
class TablePlay:
    """A play as a table has it: the numbers of its rows, what is the same in all of them, and the seats.

    `about` has the texts of `OF_A_PLAY`, `boards` the variant or map of each row. `winners`, `losers` and `first` are
    the texts of columns that are not about one player.
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
        return any(folded(seat.name) == folded(name) for seat in self.seats)

    def fits(self, row: "TablePlay") -> bool:
        """Return whether a row doesn't contradict the play: a place, say, is often noted only once."""
        return all(not text or not row.about[key] or text == row.about[key] for key, text in self.about.items())

    def take(self, row: "TablePlay") -> None:
        """Add the one seat of a row, and what the row knows of the play."""
        self.numbers += row.numbers
        self.seats += row.seats
        self.notes += row.notes
        self.boards += row.boards
        self.about = {key: text or row.about[key] for key, text in self.about.items()}


def combine_rows(rows: Iterable[TablePlay]) -> list[TablePlay]:
    """Return the plays of rows that are one player each: rows of one day and game, also if they are apart.

    Somebody who comes again sits at another play.
    """
    of_a_day: dict[tuple[str, str, str], list[TablePlay]] = {}
    for row in rows:
        of_a_day.setdefault((row.day, folded(row.game), row.about["play"]), []).append(row)
    plays = [play for group in of_a_day.values() for play in combine_day(group)]
    return sorted(plays, key=lambda play: play.numbers[0])


def combine_day(rows: list[TablePlay]) -> list[TablePlay]:
    """Return the plays of one day and game.

    Rows may be sorted by player: then everybody has as many, and more than one, all in a block.
    """
    plays: list[TablePlay] = []
    names = [folded(row.seats[0].name) for row in rows]
    blocks = [(name, len(list(block))) for name, block in groupby(names)]
    sizes = {size for _name, size in blocks}
    is_sorted, times = len(blocks) == len(set(names)) and len(sizes) == 1 and sizes != {1}, Counter[str]()
    for name, row in zip(names, rows, strict=True):
        [seat], time = row.seats, times[name]
        times[name] += 1
        if is_sorted and time < len(plays) and plays[time].fits(row) and not plays[time].has(seat.name):
            plays[time].take(row)
            continue
        fitting = next((play for play in plays[: -LOOKED_BACK - 1 : -1] if play.fits(row)), None)
        if fitting and not fitting.has(seat.name):
            fitting.take(row)
        else:
            plays.append(row)
    return plays


def find_variant(play: TablePlay) -> str:
    """Return the variant of a play; if its rows differ, give each player their own board as their role.

    Someone who has a role already gets a line in the notes.
    """
    boards = ["" if is_unknown(board) else board for board in play.boards]
    if len({folded(board) for board in boards} - {""}) < 2:
        return next(filter(None, boards), "")
    for seat, board in zip(play.seats, boards, strict=True):
        if board and is_unknown(seat.role):
            seat.role = board
        elif board:
            play.notes.append(f"{seat.name}: {board}")
    return ""


def find_winners(play: TablePlay) -> list[bool | None]:
    """Return who of the seats won, None for all of them if the table doesn't say. Raises BadPlay for other words.

    Who has nothing at all in a table that ranks everybody else wasn't counted, which is None too.
    """
    seats, names = play.seats, {folded(seat.name): place for place, seat in enumerate(play.seats)}
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
        # Who has most points of those who drew, if some have fewer.
        totals = {place: parse_points(seats[place].score) for place in drawn}
        known = {place: total for place, total in totals.items() if total is not None}
        best = {place for place, total in known.items() if total == max(known.values())}
        won |= best if len(known) == len(drawn) and len(best) > 1 else drawn
    if play.losers and lost and not won:
        # Of those whom a table of losers doesn't name, everybody won.
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
    """Return who won, lost and drew by a text: a mark behind the player `own`, else names or a word for all.

    Raises BadPlay if it is none of these.
    """
    none, everybody = set[int](), set(names.values())
    if folded(text) in names:
        return {names[folded(text)]}, none, none
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
    places = {names.get(folded(name)) for name in split_names(text)}
    if None in places or not places:
        raise BadPlay(gettext("“%(typed)s” isn’t a player of this play, nor a word for who won.", typed=text))
    return {place for place in places if place is not None}, none, none
