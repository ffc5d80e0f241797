"""The file of BG Stats: a backup (`BGStatsExport.json`) or some plays (`.bgsplay`), both JSON of one shape.

There is no published specification: its shape is known from programs that read and write such files.
"""

import datetime
import json
from collections.abc import Mapping, Sequence
from uuid import NAMESPACE_URL, uuid5

from companion.language.typed import clean_lines
from companion.rules.kit import Text, gettext, ngettext
from companion.rules.scoring.checking import MOST_MINUTES

from .records import (
    SAME_ID,
    BadPlay,
    Book,
    Json,
    Named,
    PlayRecord,
    SeatRecord,
    Unreadable,
    check_day,
    check_length,
    check_seats,
    kept,
    shown,
)
from .values import a_text, is_a_year, is_yes, total_of, whole_number

SOURCE = "bgstats"
# Under this name our own files have the whole play once more.
OURS = "caravan"
# A play of this `scoringSetting` has no winner.
WITHOUT_WINNER = 9
MOST_OF_A_NUMBER = 10**9
# The namespace of the ids of plays that have none.
NAMELESS = uuid5(NAMESPACE_URL, "caravan:bgstats")
# What of a play or a seat has a place of its own; all else is stored as it is.
OF_A_PLAY = {"uuid", "playDate", "durationMin", "locationRefId", "gameRefId", "comments", "playerScores", "scoresheet"}
# So are the names under which it gets what the file says of these.
NAMED_HERE = {"game", "location", "expansions"}
OF_A_SEAT = {"score", "winner", "playerRefId", "anonymousName"}

type Object = Mapping[str, Json]
type Rows = Mapping[str, Object]


def is_bgstats(value: Json) -> bool:
    """Return whether a JSON value is a file of BG Stats."""
    return isinstance(value, dict) and "plays" in value and bool({"games", "players", "userInfo"} & value.keys())


def book_of(value: Json) -> Book:
    """Return all that such a file holds. Raises Unreadable if its parts aren't lists."""
    book = Book(SOURCE)
    players, games, places = (
        {a_text(each.get("id")): each for each in as_objects(listed(value, part))}
        for part in ("players", "games", "locations")
    )
    seen: dict[str, PlayRecord] = {}
    ignored = 0
    for number, play in enumerate(listed(value, "plays"), 1):
        if isinstance(play, dict) and is_yes(play.get("ignored")):
            ignored += 1
            continue
        try:
            read = play_of(book, play, players, games, places)
            if read != seen.setdefault(read.key, read):
                raise BadPlay(SAME_ID)
            if read is seen[read.key]:
                book.add(read)
        except BadPlay as error:
            book.miss(place_of(number, play, games), shown(play), error.text)
    if ignored:
        left_out = ngettext(
            "%(number)s play is left out because BG Stats ignores it in its statistics.",
            "%(number)s plays are left out because BG Stats ignores them in its statistics.",
            ignored,
        )
        book.remarks.append(left_out)
    for game in games.values():
        if any(is_yes(copy.get("statusOwned")) for copy in as_objects(game.get("copies"))):
            book.owned[book.name(book.games, game_named(game))] = ["owned"]
    return book


def listed(value: Json, part: str) -> list[Json]:
    """Return a part of the file, which is a list."""
    found = value.get(part) or []
    if not isinstance(found, list):
        raise Unreadable(gettext("“%(part)s” isn’t a list in this file.", part=part))
    return found


def as_objects(value: Json) -> list[dict[str, Json]]:
    """Return the objects of a list; none if it isn't one."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def place_of(number: int, play: Json, games: Rows) -> Text:
    """Return which play of the file it is."""
    if not isinstance(play, dict):
        return gettext("Play %(number)s", number=number)
    game = a_text(games.get(a_text(play.get("gameRefId")), {}).get("name")) or "–"
    day = a_text(play.get("playDate"))[:10] or "–"
    return gettext("Play %(number)s (%(game)s, %(day)s)", number=number, game=game, day=day)


def play_of(book: Book, play: Json, players: Rows, games: Rows, places: Rows) -> PlayRecord:
    """Return a play of the file. Raises BadPlay if it can't be read."""
    if not isinstance(play, dict):
        raise BadPlay(gettext("a play is a JSON object."))
    game = games.get(a_text(play.get("gameRefId")))
    if game is None or not a_text(game.get("name")):
        raise BadPlay(gettext("its game isn’t in the file."))
    day, time = when_of(play)
    check_day(day, shown(play.get("playDate", play.get("playDateYmd", ""))))
    scores = as_objects(play.get("playerScores"))
    check_seats(len(scores))
    # The numbers of expansions and of a place mean nothing outside of this file.
    expansions = [games.get(a_text(each.get("gameRefId")), {}) for each in as_objects(play.get("expansionPlays"))]
    expansions = [each for each in expansions if a_text(each.get("name"))]
    place = places.get(a_text(play.get("locationRefId")), {})
    # If the file says who won, all others have lost, and everybody if it says it of nobody. It does if anybody has won,
    # in co-op games, and if somebody has entered that nobody won.
    told = (
        any(is_yes(seat.get("winner")) for seat in scores)
        or is_yes(game.get("cooperative"))
        or is_yes(play.get("manualWinner"))
        or whole_number(play.get("scoringSetting"), WITHOUT_WINNER) == WITHOUT_WINNER
    )
    return check_length(
        PlayRecord(
            # A play without an id is known by all that it says.
            key=a_text(play.get("uuid")).lower() or str(uuid5(NAMELESS, json.dumps(play, sort_keys=True))),
            seats=[seat_of(book, seat, players, told=told) for seat in scores],
            game=book.name(book.games, game_named(game)),
            day=day,
            time=time,
            minutes=whole_number(play.get("durationMin"), MOST_MINUTES),
            place=a_text(place.get("name")),
            notes=clean_lines(play["comments"]) if isinstance(play.get("comments"), str) else "",
            rows=rows_of(play.get("scoresheet"), scores),
            expansions=[a_text(each.get("name")) for each in expansions],
            ours=kept(unpacked(play.get("metaData")).get(OURS)),
            rest=kept(rest_of(play, game, place, expansions)),
        )
    )


def rest_of(play: Object, game: Object, place: Object, expansions: Sequence[Object]) -> dict[str, Json]:
    """Return what a play keeps of the file beside what it holds.

    That includes the number of its game at BoardGameGeek, the ids and names of its place and its expansions, and their
    numbers at BoardGameGeek.
    """
    rest = {key: each for key, each in play.items() if key not in OF_A_PLAY | NAMED_HERE}
    if number := whole_number(game.get("bggId"), MOST_OF_A_NUMBER):
        rest["game"] = {"bggId": number}
    uuid, name = a_text(place.get("uuid")), a_text(place.get("name"))
    if uuid and name:
        rest["location"] = {"uuid": uuid, "name": name}
    if expansions:
        rest["expansions"] = [
            {"uuid": a_text(each.get("uuid")), "name": a_text(each.get("name"))}
            | {"bggId": whole_number(each.get("bggId"), MOST_OF_A_NUMBER) or 0}
            for each in expansions
        ]
    return rest


def when_of(play: Object) -> tuple[str, str]:
    """Return the day and the time of `2026-11-20 20:15:00`, or the day alone of 20261120; nothing if there is none."""
    for text in (a_text(play.get("playDate")), a_text(play.get("playDateYmd"))):
        try:
            when = datetime.datetime.fromisoformat(text)
        except ValueError:
            continue
        if not is_a_year(when.year):
            break
        return when.date().isoformat(), f"{when:%H:%M}" if when.time() != datetime.time() else ""
    return "", ""


def seat_of(book: Book, seat: Object, players: Rows, *, told: bool) -> SeatRecord:
    """Return a seat; `told`: the file says who won."""
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


def game_named(game: Object) -> Named:
    """Return a game with what the file says of how it is won."""
    wins = "winner" if is_yes(game.get("noPoints")) else ""
    if not wins and "highestWins" in game:
        wins = "most" if is_yes(game["highestWins"]) else "fewest"
    name = a_text(game.get("name"))
    return Named(a_text(game.get("uuid")).lower() or name, name, wins=wins, together=is_yes(game.get("cooperative")))


def rows_of(sheet: Json, seats: Sequence[Object]) -> list[Json]:
    """Return the rows of a score sheet: `[round, label, a text for each seat]`, rounds from 1.

    Some programs call its rounds groups. A row that is there several times may have its number in its label. A row that
    counts against its seat gets a minus.
    """
    read = unpacked(sheet)
    columns = [a_text(unpacked(seat.get("metaData")).get("scoreUuid")) for seat in seats]
    return [
        [
            number,
            a_text(row.get("label")).replace("{row}", a_text(row.get("repetition"))),
            [points_in(row, column) for column in columns],
        ]
        for number, of_round in enumerate(as_objects(read.get("rounds", read.get("groups"))), 1)
        for row in as_objects(of_round.get("rows"))
        if isinstance(row.get("scores"), dict)
    ]


def points_in(row: Object, column: str) -> str:
    """Return what a seat has in a row, as the file has it, or the negative total of a row that counts against it."""
    text = a_text(row["scores"].get(column))
    total = total_of(text) if is_yes(row.get("negative")) else None
    return text if total is None else str(-total)


def unpacked(value: Json) -> dict[str, Json]:
    """Return an object, which programs often write as a text of JSON; an empty one if it isn't one."""
    if isinstance(value, str):
        try:
            value = kept(json.loads(value))
        except (ValueError, RecursionError):
            return {}
    return value if isinstance(value, dict) else {}
