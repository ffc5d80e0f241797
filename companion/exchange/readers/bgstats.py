"""The file of BG Stats: a backup (`BGStatsExport.json`) or some plays (`.bgsplay`), both JSON of one shape.

There is no published specification; what is read here was told by programs that read and write such files.
"""

import datetime
import json
from collections.abc import Mapping, Sequence
from uuid import NAMESPACE_URL, uuid5

from companion.language.typed import clean_lines
from companion.rules.kit import Text, gettext, ngettext
from companion.rules.scoring.checking import MOST_MINUTES

from .records import (
    MOST_SEATS,
    Book,
    Json,
    Named,
    PlayRecord,
    SeatRecord,
    Unreadable,
    a_text,
    fits,
    is_a_year,
    is_yes,
    kept,
    shown,
    total_of,
    whole_number,
)

SOURCE = "bgstats"
# Under this name our own files tell the whole play once more.
OURS = "caravan"
# A play of this `scoringSetting` has no winner.
WITHOUT_WINNER = 9
MOST_OF_A_NUMBER = 10**9
# What plays that have no number of their own are numbered by.
NAMELESS = uuid5(NAMESPACE_URL, "caravan:bgstats")
# What of a play or a seat has a place of its own; all else is kept as it stands.
OF_A_PLAY = {"uuid", "playDate", "durationMin", "locationRefId", "gameRefId", "comments", "playerScores", "scoresheet"}
# So are the names under which it gets what the file says of these.
NAMED_HERE = {"game", "location", "expansions"}
OF_A_SEAT = {"score", "winner", "playerRefId", "anonymousName"}

type Rows = Mapping[str, Mapping[str, Json]]


def is_bgstats(value: Json) -> bool:
    """Whether this is a file of BG Stats."""
    return isinstance(value, dict) and "plays" in value and bool({"games", "players", "userInfo"} & value.keys())


def book_of(value: Json) -> Book:
    """All that such a file holds. Raises Unreadable where its parts are no lists."""
    book = Book(SOURCE)
    players, games, places = (by_id(value, part) for part in ("players", "games", "locations"))
    seen: set[str] = set()
    ignored = 0
    for number, play in enumerate(listed(value, "plays"), 1):
        if isinstance(play, dict) and is_yes(play.get("ignored")):
            ignored += 1
            continue
        read = play_of(book, play, players, games, places)
        if not isinstance(read, PlayRecord):
            book.miss(place_of(number, play, games), shown(play), read)
        elif read.key not in seen:
            seen.add(read.key)
            book.add(read)
    if ignored:
        book.remarks.append(left_out(ignored))
    for game in games.values():
        if any(is_yes(copy.get("statusOwned")) for copy in as_objects(game.get("copies"))):
            book.owned[book.name(book.games, game_named(game))] = ["owned"]
    return book


def left_out(number: int) -> Text:
    """What is said of plays that don't count."""
    return ngettext(
        "%(number)s play is left out because BG Stats ignores it in its statistics.",
        "%(number)s plays are left out because BG Stats ignores them in its statistics.",
        number,
    )


def listed(value: Json, part: str) -> list[Json]:
    """A part of the file, which is a list."""
    found = value.get(part) or []
    if not isinstance(found, list):
        raise Unreadable(gettext("“%(part)s” isn’t a list in this file.", part=part))
    return found


def as_objects(value: Json) -> list[dict[str, Json]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def by_id(value: Json, part: str) -> Rows:
    """The objects of a part by the number that others name them by, as text."""
    return {a_text(each.get("id")): each for each in as_objects(listed(value, part))}


def place_of(number: int, play: Json, games: Rows) -> Text:
    """Which play of the file it is."""
    if not isinstance(play, dict):
        return gettext("Play %(number)s", number=number)
    game = a_text(games.get(a_text(play.get("gameRefId")), {}).get("name")) or "–"
    day = a_text(play.get("playDate"))[:10] or "–"
    return gettext("Play %(number)s (%(game)s, %(day)s)", number=number, game=game, day=day)


def play_of(book: Book, play: Json, players: Rows, games: Rows, places: Rows) -> PlayRecord | Text:
    """A play of the file, or why there is none."""
    if not isinstance(play, dict):
        return gettext("a play is a JSON object.")
    game = games.get(a_text(play.get("gameRefId")))
    if game is None or not a_text(game.get("name")):
        return gettext("its game isn’t in the file.")
    when = when_of(play)
    if when is None:
        return gettext("“%(typed)s” isn’t a date.", typed=shown(play.get("playDate", play.get("playDateYmd", ""))))
    scores = as_objects(play.get("playerScores"))
    if not 0 < len(scores) <= MOST_SEATS:
        return gettext("%(seats)s players; 1 to %(most)s are possible.", seats=len(scores), most=MOST_SEATS)
    try:
        told = is_told_who_won(play, game, scores)
        seats = [seat_of(book, seat, players, told=told) for seat in scores]
        read = PlayRecord(
            key=a_text(play.get("uuid")).lower() or made_key(play),
            game=book.name(book.games, game_named(game)),
            day=when.date().isoformat(),
            time=f"{when:%H:%M}" if when.time() != datetime.time() else "",
            seats=seats,
            minutes=whole_number(play.get("durationMin"), MOST_MINUTES),
            place=a_text(places.get(a_text(play.get("locationRefId")), {}).get("name")),
            notes=clean_lines(play["comments"]) if isinstance(play.get("comments"), str) else "",
            rows=rows_of(play.get("scoresheet"), scores),
            expansions=names_of_expansions(play, games),
            ours=ours_of(play),
            rest=kept(
                {key: each for key, each in play.items() if key not in OF_A_PLAY | NAMED_HERE}
                | known_of(game)
                | known_of_place(places.get(a_text(play.get("locationRefId")), {}))
                | known_of_expansions(play, games)
            ),
        )
    except ValueError as error:
        if isinstance(error, Unreadable):
            raise
        return gettext("nested too deeply.")
    return read if fits(read) else gettext("too long for a single play.")


def is_told_who_won(play: Mapping[str, Json], game: Mapping[str, Json], scores: Sequence[Mapping[str, Json]]) -> bool:
    """Whether the file says who won: then all others have lost, and everybody if it says it of nobody.

    It does where anybody has won, where all play together, and where it was said by hand that nobody has.
    """
    return (
        any(is_yes(seat.get("winner")) for seat in scores)
        or is_yes(game.get("cooperative"))
        or is_yes(play.get("manualWinner"))
        or whole_number(play.get("scoringSetting"), WITHOUT_WINNER) == WITHOUT_WINNER
    )


def known_of(game: Mapping[str, Json]) -> dict[str, Json]:
    """What a play keeps of its game beside what a game here holds: its number at BoardGameGeek."""
    number = whole_number(game.get("bggId"), MOST_OF_A_NUMBER)
    return {"game": {"bggId": number}} if number else {}


def known_of_place(place: Mapping[str, Json]) -> dict[str, Json]:
    """Return what a play keeps of its place: the id, and the name that the id belongs to."""
    uuid, name = a_text(place.get("uuid")), a_text(place.get("name"))
    return {"location": {"uuid": uuid, "name": name}} if uuid and name else {}


def known_of_expansions(play: Mapping[str, Json], games: Rows) -> dict[str, Json]:
    """Return what a play keeps of its expansions: their ids, names and numbers at BoardGameGeek."""
    found = [
        {"uuid": a_text(each.get("uuid")), "name": a_text(each.get("name"))}
        | {"bggId": whole_number(each.get("bggId"), MOST_OF_A_NUMBER) or 0}
        for each in expansions_of(play, games)
    ]
    return {"expansions": found} if found else {}


def when_of(play: Mapping[str, Json]) -> datetime.datetime | None:
    """When it was played: `2026-11-20 20:15:00`, or the day alone as 20261120."""
    for text in (a_text(play.get("playDate")), a_text(play.get("playDateYmd"))):
        try:
            when = datetime.datetime.fromisoformat(text).replace(tzinfo=None)
        except ValueError:
            continue
        return when if is_a_year(when.year) else None
    return None


def seat_of(book: Book, seat: Mapping[str, Json], players: Rows, *, told: bool) -> SeatRecord:
    """Who sat there. Who won is `told` where anybody has, or where all play together and so may all have lost."""
    player = players.get(a_text(seat.get("playerRefId")), {})
    name = a_text(player.get("name")) or a_text(seat.get("anonymousName"))
    nobody = is_yes(player.get("isAnonymous")) or not name
    key = a_text(player.get("uuid")).lower() or name
    key = book.name(book.people, Named(key, name, anonymous=nobody))
    score = seat.get("score")
    return SeatRecord(
        key,
        clean_lines(score) if isinstance(score, str) else a_text(score),
        is_yes(seat.get("winner")) if told else None,
        kept({each: value for each, value in seat.items() if each not in OF_A_SEAT}),
        a_text(seat.get("team")),
    )


def game_named(game: Mapping[str, Json]) -> Named:
    """A game with what the file says of how it is won."""
    wins = "winner" if is_yes(game.get("noPoints")) else ""
    if not wins and "highestWins" in game:
        wins = "most" if is_yes(game["highestWins"]) else "fewest"
    name = a_text(game.get("name"))
    return Named(a_text(game.get("uuid")).lower() or name, name, wins=wins, together=is_yes(game.get("cooperative")))


def names_of_expansions(play: Mapping[str, Json], games: Rows) -> list[str]:
    """What the numbers of the expansions stand for, which mean nothing outside of this file."""
    return [a_text(each.get("name")) for each in expansions_of(play, games)]


def expansions_of(play: Mapping[str, Json], games: Rows) -> list[Mapping[str, Json]]:
    """Return the games of the file that a play has as its expansions, those that have a name."""
    found = (games.get(a_text(each.get("gameRefId")), {}) for each in as_objects(play.get("expansionPlays")))
    return [each for each in found if a_text(each.get("name"))]


def rows_of(sheet: Json, seats: Sequence[Mapping[str, Json]]) -> list[Json]:
    """The rows of a score sheet: `[round, label, a text for each seat]`, rounds from 1.

    Some call its rounds groups. A row that counts against its seat is told with a minus.
    """
    told = unpacked(sheet)
    columns = [a_text(meta.get("scoreUuid")) for meta in map(meta_of, seats)]
    return [
        [number, label_of(row), [points_in(row, column) for column in columns]]
        for number, of_round in enumerate(as_objects(told.get("rounds", told.get("groups"))), 1)
        for row in as_objects(of_round.get("rows"))
        if isinstance(row.get("scores"), dict)
    ]


def label_of(row: Mapping[str, Json]) -> str:
    """What a row is called; one that is there several times may have its number in its name."""
    return a_text(row.get("label")).replace("{row}", a_text(row.get("repetition")))


def points_in(row: Mapping[str, Json], column: str) -> str:
    """What a seat has in a row, as it stands there; its total where that counts against the seat."""
    text = a_text(row["scores"].get(column))
    total = total_of(text) if is_yes(row.get("negative")) else None
    return text if total is None else str(-total)


def meta_of(thing: Mapping[str, Json]) -> dict[str, Json]:
    """What programs keep in `metaData`."""
    return unpacked(thing.get("metaData"))


def unpacked(value: Json) -> dict[str, Json]:
    """An object, which programs often write as a text of JSON; an empty one where it is none."""
    if isinstance(value, str):
        try:
            value = kept(json.loads(value))
        except (ValueError, RecursionError):
            return {}
    return value if isinstance(value, dict) else {}


def ours_of(play: Mapping[str, Json]) -> Json:
    """The play as we have written it ourselves, if we have."""
    return kept(meta_of(play).get(OURS))


def made_key(play: Mapping[str, Json]) -> str:
    """What a play without a number of its own is known by: all that it says."""
    return str(uuid5(NAMELESS, json.dumps(play, sort_keys=True)))
