"""The records into which all formats are read: people, games and plays as they are in a file."""

import json
import math
from dataclasses import asdict, dataclass, field, replace
from uuid import NAMESPACE_URL, UUID, uuid5

from companion.core.language.typed import clean_lines, clean_name
from companion.rules.kit import Text, gettext

from .values import MOST_SEATS, Json, Total, is_to_come, parse_points

# The most plays and names of a file.
MOST_PLAYS, MOST_NAMES = 10_000, 5_000
MOST_FAULTS = 1_000
# The longest play, in characters of JSON.
LONGEST_PLAY = 2**16
DEEPEST = 20
LONGEST_NAME, LONGEST_KEY = 60, 200
SAME_ID = gettext("another play in the file has the same id.")


class Unreadable(ValueError):
    """Raised for a file that can't be read; `text` is a sentence with the reason and the place."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class BadPlay(Unreadable):
    """Raised for a play that can't be read in a file with other plays."""


@dataclass(frozen=True)
class Named:
    """A person or game of a file. `key` identifies them in every file of this format.

    For games: `wins` is "most", "fewest" or "winner" if the file says it, `together` whether they are co-op. `seems` is
    how the results suggest it is won, if the file doesn't say it.
    """

    key: str
    name: str
    anonymous: bool = False
    wins: str = ""
    together: bool = False
    seems: str = ""


@dataclass(frozen=True)
class SeatRecord:
    """A player of a play: their key, the points as written, and whether they won (None if the file doesn't say).

    `team`: the name of their team, "" without one.
    """

    player: str
    score: str = ""
    won: bool | None = None
    rest: Json = field(default_factory=dict)
    team: str = ""

    @property
    def total(self) -> Total:
        """The number that the score means; None if it isn't a number."""
        return parse_points(self.score)


@dataclass(frozen=True)
class PlayRecord:
    """A play of a file.

    `game` is the key of a `Named`, `day` like `2026-11-20` and `time` like `20:15` or "". `rows` are those of a score
    sheet, each `[round, label, a text for each seat]`. `expansions` are their names. `ours` is the play in our own
    format, if Caravan exported it. `rest` is the format's other data, by its own keys.
    """

    key: str
    game: str
    day: str
    seats: list[SeatRecord]
    time: str = ""
    minutes: int | None = None
    place: str = ""
    notes: str = ""
    is_over: bool = True
    rows: list[Json] = field(default_factory=list)
    expansions: list[str] = field(default_factory=list)
    ours: Json = None
    rest: Json = field(default_factory=dict)

    @property
    def ours_id(self) -> str:
        """The id of the play in the group that exported it, if Caravan did; else ""."""
        own = parse_uuid(self.ours.get("id")) if isinstance(self.ours, dict) else None
        return str(own) if own else ""


@dataclass(frozen=True)
class Fault:
    """Something in a file that can't be read: its place, its text, and the reason."""

    place: Text
    what: str
    why: Text


@dataclass
class Book:
    """The contents of a file: people and games by their keys, plays in their order, and faults.

    `owned`: a collection's marks of its games, by their keys: kinds of `Mark`. `remarks`: ambiguities in the file, and
    what is left out.
    """

    source: str
    people: dict[str, Named] = field(default_factory=dict)
    games: dict[str, Named] = field(default_factory=dict)
    plays: list[PlayRecord] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    owned: dict[str, list[str]] = field(default_factory=dict)
    remarks: list[Text] = field(default_factory=list)

    def add(self, play: PlayRecord) -> None:
        """Add a play. Raise Unreadable if there are too many."""
        if len(self.plays) >= MOST_PLAYS:
            raise Unreadable(gettext("You can import at most %(most)s plays at once.", most=MOST_PLAYS))
        key = play.key if len(play.key) <= LONGEST_KEY else str(uuid5(NAMESPACE_URL, play.key))
        self.plays.append(replace(play, key=key))

    def add_fault(self, place: Text, what: str, why: Text) -> None:
        """Add something that can't be read. Raise Unreadable if there are too many faults."""
        if len(self.faults) >= MOST_FAULTS:
            first = self.faults[0]
            raise Unreadable(
                gettext(
                    "More than %(most)s parts of this file can’t be read. The first: %(place)s, %(why)s",
                    most=MOST_FAULTS,
                    place=first.place,
                    why=first.why,
                )
            )
        self.faults.append(Fault(place, what, why))

    def name(self, names: dict[str, Named], named: Named) -> str:
        """Note a name, shortened if it is too long, and return its key. Raises Unreadable if there are too many."""
        key = named.key[:LONGEST_KEY]
        if key not in names and len(names) >= MOST_NAMES:
            raise Unreadable(gettext("You can import at most %(most)s names at once.", most=MOST_NAMES))
        names.setdefault(key, replace(named, key=key, name=named.name[:LONGEST_NAME].strip()))
        return key


def book_as_json(book: Book, say) -> Json:
    """Return a book as JSON; `say` converts a `Text` to a string."""
    faults = [[say(fault.place), fault.what, say(fault.why)] for fault in book.faults]
    return {**asdict(book), "faults": faults, "remarks": [say(remark) for remark in book.remarks]}


def book_from_json(data: Json) -> Book:
    """Return the book from the JSON of `book_as_json`."""
    return Book(
        data["source"],
        {key: Named(**each) for key, each in data["people"].items()},
        {key: Named(**each) for key, each in data["games"].items()},
        [PlayRecord(**{**each, "seats": [SeatRecord(**seat) for seat in each["seats"]]}) for each in data["plays"]],
        [Fault(*each) for each in data["faults"]],
        data["owned"],
        data.get("remarks", []),
    )


def parse_uuid(value: Json) -> UUID | None:
    """Return a JSON value as a UUID; None if it isn't one."""
    try:
        return UUID(value) if isinstance(value, str) else None
    except ValueError:
        return None


def check_day(day: str, typed: str) -> str:
    """Return a parsed day. Raise BadPlay if it is empty or in the future."""
    if not day:
        raise BadPlay(gettext("“%(typed)s” isn’t a date.", typed=typed))
    if is_to_come(day):
        raise BadPlay(gettext("This date is in the future."))
    return day


def check_seats(count: int) -> None:
    """Raise BadPlay if this number of players isn't possible."""
    if not 0 < count <= MOST_SEATS:
        raise BadPlay(gettext("%(seats)s players; 1 to %(most)s are possible.", seats=count, most=MOST_SEATS))


def check_length(play: PlayRecord) -> PlayRecord:
    """Return a play. Raise BadPlay if it is too long to be stored."""
    if len(json.dumps(asdict(play), ensure_ascii=False)) > LONGEST_PLAY:
        raise BadPlay(gettext("too long for a single play."))
    return play


def clean_json(value: Json, deep: int = 0) -> Json:
    """Return a value without invisible characters. Raise BadPlay if it is nested too deeply."""
    if deep > DEEPEST:
        raise BadPlay(gettext("nested too deeply."))
    if isinstance(value, dict):
        return {clean_name(str(key)): clean_json(each, deep + 1) for key, each in value.items()}
    if isinstance(value, list):
        return [clean_json(each, deep + 1) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        # Databases reject them in JSON.
        return str(value)
    return clean_lines(value) if isinstance(value, str) else value


def shorten(value: Json) -> str:
    """Return the start of a value, for the list of faults."""
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else str(value)
    return clean_name(text)[:200]


def guess_how_games_are_won(book: Book) -> None:
    """Set `seems` of games whose winners always had the fewest points, and never the most."""
    seems: dict[str, set[str]] = {}
    for play in book.plays:
        if how := find_how_won(play):
            seems.setdefault(play.game, set()).add(how)
    for key, hows in seems.items():
        if "fewest" in hows and "most" not in hows and not book.games[key].wins:
            book.games[key] = replace(book.games[key], seems="fewest")


def find_how_won(play: PlayRecord) -> str:
    """Return "most", "fewest" or "neither": what won a play; "" if that can't be known."""
    totals = [seat.total for seat in play.seats]
    known = [total for total in totals if total is not None]
    won = {place for place, seat in enumerate(play.seats) if seat.won}
    if not play.is_over or not won or len(known) < len(totals) or len(set(known)) < 2:
        return ""
    for how, best in (("most", max(known)), ("fewest", min(known))):
        if won == {place for place, total in enumerate(totals) if total == best}:
            return how
    return "neither"
