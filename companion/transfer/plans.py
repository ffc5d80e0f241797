"""Plan the import of a file: each play is new, changed since its last import, or already here."""

import hashlib
import json
from collections import Counter
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import batched
from uuid import UUID, uuid5

from django.utils.translation import gettext as _

from companion.access.fields import LONGEST_NAME
from companion.models import Arrival, Seat
from companion.rules.scoring.checking import same_name

from .conversion import add_teams, convert
from .matches import Alike, Here, Match, find_alike, match_games, match_people
from .readers.records import Book, PlayRecord
from .score_sheets import ScoreSheet

NEW, CHANGED, KNOWN, SAME = "new", "changed", "known", "same"
BATCH = 500


@dataclass(frozen=True)
class Planned:
    """A play of the file, the id it has here, and what an import does with it; `asks`: a name in it is uncertain."""

    record: PlayRecord
    uuid: UUID
    fate: str
    asks: bool = False
    arrival: Arrival | None = None


@dataclass
class Plan:
    """The plan of a file's import: the meaning of its names, and the fate of its plays."""

    book: Book
    here: Here
    people: dict[str, Match]
    games: dict[str, Match]
    # The rows of the games that are played, by their slugs.
    sheets: dict[str, ScoreSheet] = field(default_factory=dict)

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of the file's people here, by their keys; "" for people whose names are left out."""
        free = FreeNames(player.folded_name for player in self.here.players.values())
        return {
            key: free.take(match.named.name) if match.is_new else "" if match.is_out else match.choice.label
            for key, match in self.people.items()
        }

    @cached_property
    def plays(self) -> list[Planned]:
        """The plays of the file, in its order."""
        here, group = self.here, self.here.group
        arrived = Arrival.objects.filter(play__group=group, play__coming_with=None, upload__source=here.source)
        arrivals = {each.key: each for each in arrived.select_related("play").defer("before")}
        others = count_tables(group, {play.day for play in self.book.plays}, but=here.source)
        return [self.plan_play(record, arrivals.get(record.key), others) for record in self.book.plays]

    def plan_play(self, record, arrival, others) -> Planned:
        """Return what to do with one play; `others` counts the group's plays from other sources."""
        asks = self.games[record.game].asks or any(self.people[seat.player].asks for seat in record.seats)
        uuid = uuid5(self.here.group.uuid, f"{self.here.source}:{record.key}")
        if record.ours_id in self.known_ids and is_unchanged(record):
            return Planned(record, uuid, KNOWN if arrival else SAME, arrival=arrival)
        if arrival:
            is_changed = arrival.digest != compute_digest(record) and arrival.revision == arrival.play.revision
            return Planned(record, uuid, CHANGED if is_changed else KNOWN, asks and is_changed, arrival)
        table = record.day, self.games[record.game].choice.value, frozenset(map(same_name, self.table_of(record)))
        if others[table] > 0:
            others[table] -= 1
            return Planned(record, uuid, SAME)
        return Planned(record, uuid, NEW, asks)

    @cached_property
    def known_ids(self) -> set[str]:
        """The ids of the group's plays that the file has because Caravan has exported them."""
        ids = {play.ours_id for play in self.book.plays} - {""}
        plays = self.here.group.plays.filter(deleted_at=None)
        return {
            str(uuid)
            for some in batched(sorted(ids), BATCH)
            for uuid in plays.filter(uuid__in=some).values_list("uuid", flat=True)
        }

    def table_of(self, record) -> list[str]:
        """Return the names of a play's players here, each of them once."""
        free = FreeNames()
        return [free.take(self.names[seat.player] or _("Unknown player")) for seat in record.seats]

    def counts(self) -> Counter[str]:
        """Return how many plays have each fate; `asks`: how many have names that someone should check first."""
        count = Counter(play.fate for play in self.plays)
        count["asks"] = sum(play.asks for play in self.plays)
        return count

    @cached_property
    def marks(self) -> set[tuple[str, str]]:
        """The new marks on known games, of the person who imports the file: `(slug, kind)`."""
        known = {key: self.games[key].choice.value for key in self.book.owned if not self.games[key].is_new}
        return {(known[key], kind) for key in known for kind in self.book.owned[key]}

    def convert_play(self, record):
        """Return the play as it is imported.

        How it is won comes from the file, else from its game here, else from its results.
        """
        match = self.games[record.game]
        named, game = match.named, match.choice.game
        wins = named.wins or named.seems or "most"
        if game and not named.wins:
            wins = "fewest" if game.fewest_wins else "most"
        sheet = self.sheets.setdefault(game.slug, ScoreSheet(game)) if game else None
        found = convert(record, sheet, wins, named.name)
        return add_teams(record, game, found, self.table_of(record))


def make_plan(book: Book, group, choices, alike: Alike | None = None) -> Plan:
    """Return the plan for a file, with the choices for its names: `{kind: {key: value}, "asked": [field]}`.

    `alike`: the result of comparing its names; without it they are compared now.
    """
    here, asked = Here(group, book.source, choices), set(choices.get("asked", ()))
    here.alike = alike or find_alike(book, here)
    return Plan(book, here, match_people(book, here, asked), match_games(book, here, asked))


class FreeNames:
    """Names that are used only once: if a name is taken, a number is added."""

    def __init__(self, taken=()) -> None:
        self.taken = set(taken)
        # The last number that was tried for each name.
        self.next: Counter[str] = Counter()

    def take(self, name: str) -> str:
        """Return the name if it is free, else the name with the first free number."""
        free, folded = name, same_name(name)
        while same_name(free) in self.taken:
            self.next[folded] += 1
            free = f"{name[: LONGEST_NAME - 5]} {self.next[folded] + 1}"
        self.taken.add(same_name(free))
        return free


def count_tables(group, days, *, but) -> Counter:
    """Return how many plays of a game the same people played on a day, by `(day, game, their folded names)`.

    Plays from the format `but` are known by their keys, and don't count.
    """
    tables: dict[int, tuple] = {}
    for some in batched(sorted(days), BATCH):
        plays = group.plays.filter(played_on__in=some, deleted_at=None).exclude(arrival__upload__source=but)
        seats = Seat.objects.filter(play__in=plays, removed_at=None)
        asked = ("play", "play__played_on", "play__game_slug", "player__folded_name")
        for play, day, slug, name in seats.values_list(*asked):
            tables.setdefault(play, (day.isoformat(), slug, set()))[2].add(name)
    return Counter((day, game, frozenset(names)) for day, game, names in tables.values())


def is_unchanged(record: PlayRecord) -> bool:
    """Return whether a play that Caravan has exported is unchanged in the file."""
    ours = record.ours
    seats = ours.get("seats")
    if not isinstance(seats, list) or not all(isinstance(seat, dict) for seat in seats):
        return False
    now = [(seat.score, bool(seat.won)) for seat in record.seats]
    points = ["" if seat.get("points") is None else str(seat["points"]) for seat in seats]
    then = [(score, bool(seat.get("winner"))) for score, seat in zip(points, seats, strict=True)]
    about = [ours.get("played_on"), ours.get("place", ""), ours.get("notes", ""), ours.get("minutes")]
    return now == then and about == [record.day, record.place, record.notes, record.minutes]


def compute_digest(record: PlayRecord) -> str:
    """Return a digest of a file's data about a play, without `rest`, which changes for no reason."""
    seats = [[seat.player, seat.score, seat.won] for seat in record.seats]
    parts = [record.game, record.day, record.minutes, record.place, record.notes, record.is_over, record.rows, seats]
    # Expansions and teams were added later: without them, the digest must stay the same.
    parts += [record.expansions] if record.expansions else []
    parts += [[seat.team for seat in record.seats]] if any(seat.team for seat in record.seats) else []
    return hashlib.sha256(json.dumps([*parts, record.ours]).encode()).hexdigest()


def get_rest(record) -> dict:
    """Return the file's data about a play that has no place of its own here; its keys are the format's."""
    seats = [{"score": seat.score, **({"rest": seat.rest} if seat.rest else {})} for seat in record.seats]
    values = asdict(record)
    return {"seats": seats} | {key: values[key] for key in ("time", "rows", "expansions", "rest") if values[key]}
