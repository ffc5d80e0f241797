"""Read BG Stats files: a backup (`BGStatsExport.json`) or some plays (`.bgsplay`), JSON of the same shape.

There is no published specification: the shape is known from programs that read and write such files.
"""

import datetime
import json
from collections.abc import Mapping, Sequence
from uuid import NAMESPACE_URL, uuid5

from companion.core.language.typed import clean_lines
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
    clean_json,
    shorten,
)
from .values import as_text, is_plausible_year, is_yes, parse_points, parse_whole_number

SOURCE = "bgstats"
# The key under which our own exports have the whole play in our format.
OURS = "caravan"
# A play of this `scoringSetting` has no winner.
WITHOUT_WINNER = 9
MOST_OF_A_NUMBER = 10**9
# The namespace of the ids of plays that have none.
NAMELESS = uuid5(NAMESPACE_URL, "caravan:bgstats")
# The keys of a play or seat that have fields of their own; all others are stored as they are.
OF_A_PLAY = {"uuid", "playDate", "durationMin", "locationRefId", "gameRefId", "comments", "playerScores", "scoresheet"}
# The keys of `rest` for the file's data about these.
NAMED_HERE = {"game", "location", "expansions"}
OF_A_SEAT = {"score", "winner", "playerRefId", "anonymousName"}

type Object = Mapping[str, Json]
type Rows = Mapping[str, Object]


def is_bgstats(value: Json) -> bool:
    """Return whether a JSON value is a BG Stats file."""
    return isinstance(value, dict) and "plays" in value and bool({"games", "players", "userInfo"} & value.keys())


def read_book(value: Json) -> Book:
    """Return the contents of a file. Raise Unreadable if its parts aren't lists."""
    book = Book(SOURCE)
    players, games, places = (
        {as_text(each.get("id")): each for each in get_objects(get_list(value, part))}
        for part in ("players", "games", "locations")
    )
    seen: dict[str, PlayRecord] = {}
    ignored = 0
    for number, play in enumerate(get_list(value, "plays"), 1):
        if isinstance(play, dict) and is_yes(play.get("ignored")):
            ignored += 1
            continue
        try:
            read = read_play(book, play, players, games, places)
            if read != seen.setdefault(read.key, read):
                raise BadPlay(SAME_ID)
            if read is seen[read.key]:
                book.add(read)
        except BadPlay as error:
            book.add_fault(describe_place(number, play, games), shorten(play), error.text)
    if ignored:
        left_out = ngettext(
            "%(number)s play is left out because BG Stats ignores it in its statistics.",
            "%(number)s plays are left out because BG Stats ignores them in its statistics.",
            ignored,
        )
        book.remarks.append(left_out)
    for game in games.values():
        if any(is_yes(copy.get("statusOwned")) for copy in get_objects(game.get("copies"))):
            book.owned[book.name(book.games, read_game(game))] = ["owned"]
    return book


def get_list(value: Json, part: str) -> list[Json]:
    """Return a part of the file. Raise Unreadable if it isn't a list."""
    found = value.get(part) or []
    if not isinstance(found, list):
        raise Unreadable(gettext("“%(part)s” isn’t a list in this file.", part=part))
    return found


def get_objects(value: Json) -> list[dict[str, Json]]:
    """Return the objects of a list; [] if it isn't one."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def describe_place(number: int, play: Json, games: Rows) -> Text:
    """Return a play's place in the file, with its game and day if they are known."""
    if not isinstance(play, dict):
        return gettext("Play %(number)s", number=number)
    game = as_text(games.get(as_text(play.get("gameRefId")), {}).get("name")) or "–"
    day = as_text(play.get("playDate"))[:10] or "–"
    return gettext("Play %(number)s (%(game)s, %(day)s)", number=number, game=game, day=day)


def read_play(book: Book, play: Json, players: Rows, games: Rows, places: Rows) -> PlayRecord:
    """Return a play of the file. Raise BadPlay if it can't be read."""
    if not isinstance(play, dict):
        raise BadPlay(gettext("a play is a JSON object."))
    game = games.get(as_text(play.get("gameRefId")))
    if game is None or not as_text(game.get("name")):
        raise BadPlay(gettext("its game isn’t in the file."))
    day, time = parse_start(play)
    check_day(day, shorten(play.get("playDate", play.get("playDateYmd", ""))))
    scores = get_objects(play.get("playerScores"))
    check_seats(len(scores))
    # The numbers of expansions and locations are only valid in this file.
    expansions = [games.get(as_text(each.get("gameRefId")), {}) for each in get_objects(play.get("expansionPlays"))]
    expansions = [each for each in expansions if as_text(each.get("name"))]
    place = places.get(as_text(play.get("locationRefId")), {})
    # The file says who won if anyone did, in co-op games, and if someone has entered that nobody won. Then all others
    # have lost.
    knows_winners = (
        any(is_yes(seat.get("winner")) for seat in scores)
        or is_yes(game.get("cooperative"))
        or is_yes(play.get("manualWinner"))
        or parse_whole_number(play.get("scoringSetting"), WITHOUT_WINNER) == WITHOUT_WINNER
    )
    return check_length(
        PlayRecord(
            # A play without an id is identified by its whole contents.
            key=as_text(play.get("uuid")).lower() or str(uuid5(NAMELESS, json.dumps(play, sort_keys=True))),
            seats=[read_seat(book, seat, players, knows_winners=knows_winners) for seat in scores],
            game=book.name(book.games, read_game(game)),
            day=day,
            time=time,
            minutes=parse_whole_number(play.get("durationMin"), MOST_MINUTES),
            place=as_text(place.get("name")),
            notes=clean_lines(play["comments"]) if isinstance(play.get("comments"), str) else "",
            rows=read_score_sheet(play.get("scoresheet"), scores),
            expansions=[as_text(each.get("name")) for each in expansions],
            ours=clean_json(parse_object(play.get("metaData")).get(OURS)),
            rest=clean_json(get_rest(play, game, place, expansions)),
        )
    )


def get_rest(play: Object, game: Object, place: Object, expansions: Sequence[Object]) -> dict[str, Json]:
    """Return the data of a play that has no field of its own.

    That includes its game's number at BoardGameGeek, and the ids, names and BoardGameGeek numbers of its location and
    expansions.
    """
    rest = {key: each for key, each in play.items() if key not in OF_A_PLAY | NAMED_HERE}
    if number := parse_whole_number(game.get("bggId"), MOST_OF_A_NUMBER):
        rest["game"] = {"bggId": number}
    uuid, name = as_text(place.get("uuid")), as_text(place.get("name"))
    if uuid and name:
        rest["location"] = {"uuid": uuid, "name": name}
    if expansions:
        rest["expansions"] = [
            {"uuid": as_text(each.get("uuid")), "name": as_text(each.get("name"))}
            | {"bggId": parse_whole_number(each.get("bggId"), MOST_OF_A_NUMBER) or 0}
            for each in expansions
        ]
    return rest


def parse_start(play: Object) -> tuple[str, str]:
    """Return the day and the time of `2026-11-20 20:15:00`, or only the day of 20261120; ("", "") if there is none."""
    for text in (as_text(play.get("playDate")), as_text(play.get("playDateYmd"))):
        try:
            when = datetime.datetime.fromisoformat(text)
        except ValueError:
            continue
        if not is_plausible_year(when.year):
            break
        return when.date().isoformat(), f"{when:%H:%M}" if when.time() != datetime.time() else ""
    return "", ""


def read_seat(book: Book, seat: Object, players: Rows, *, knows_winners: bool) -> SeatRecord:
    """Return a seat; `knows_winners`: the file says who won."""
    player = players.get(as_text(seat.get("playerRefId")), {})
    name = as_text(player.get("name")) or as_text(seat.get("anonymousName"))
    nobody = is_yes(player.get("isAnonymous")) or not name
    key = as_text(player.get("uuid")).lower() or name
    key = book.name(book.people, Named(key, name, anonymous=nobody))
    score = seat.get("score")
    return SeatRecord(
        key,
        clean_lines(score) if isinstance(score, str) else as_text(score),
        is_yes(seat.get("winner")) if knows_winners else None,
        clean_json({each: value for each, value in seat.items() if each not in OF_A_SEAT}),
        as_text(seat.get("team")),
    )


def read_game(game: Object) -> Named:
    """Return a game with how it is won according to the file."""
    wins = "winner" if is_yes(game.get("noPoints")) else ""
    if not wins and "highestWins" in game:
        wins = "most" if is_yes(game["highestWins"]) else "fewest"
    name = as_text(game.get("name"))
    return Named(as_text(game.get("uuid")).lower() or name, name, wins=wins, together=is_yes(game.get("cooperative")))


def read_score_sheet(sheet: Json, seats: Sequence[Object]) -> list[Json]:
    """Return the rows of a score sheet: `[round, label, a text for each seat]`, rounds from 1.

    Some programs call its rounds groups. A repeated row may have its number in its label. Negative rows get a minus.
    """
    read = parse_object(sheet)
    columns = [as_text(parse_object(seat.get("metaData")).get("scoreUuid")) for seat in seats]
    return [
        [
            number,
            as_text(row.get("label")).replace("{row}", as_text(row.get("repetition"))),
            [get_points(row, column) for column in columns],
        ]
        for number, of_round in enumerate(get_objects(read.get("rounds", read.get("groups"))), 1)
        for row in get_objects(of_round.get("rows"))
        if isinstance(row.get("scores"), dict)
    ]


def get_points(row: Object, column: str) -> str:
    """Return a seat's text in a row as it is in the file, or the negative total in a negative row."""
    text = as_text(row["scores"].get(column))
    total = parse_points(text) if is_yes(row.get("negative")) else None
    return text if total is None else str(-total)


def parse_object(value: Json) -> dict[str, Json]:
    """Return an object, which programs often write as a text of JSON; {} if it isn't one."""
    if isinstance(value, str):
        try:
            value = clean_json(json.loads(value))
        except (ValueError, RecursionError):
            return {}
    return value if isinstance(value, dict) else {}
