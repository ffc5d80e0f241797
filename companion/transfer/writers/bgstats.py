"""Write a file of plays for BG Stats, and a play as a link that the app opens.

There is no published specification: the shape is known from programs that read and write such files. It hasn't been
tested with the app itself.
"""

import datetime
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from companion.rules.kit import as_json

from .records import SOURCE, Line, Play, Seat, get_uuid

TIME = "%Y-%m-%d %H:%M:%S"
CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html?data="
# Longer URLs may be truncated on their way.
LONGEST_LINK = 8000
# If the time is unknown, noon UTC is on the same day in most time zones.
NOON = datetime.time(12)
LONGEST_NAME = 60
# The longest location of a play here.
LONGEST_PLACE = 100

# Data of plays and seats that only the app uses; imported data is exported again.
OF_A_PLAY = ("rounds", "rating", "scoringSetting", "bggId", "bggLastSync", "nemestatsId", "importPlayId")
OF_A_SEAT = ("newPlayer", "teamRole", "startPosition")

type Json = dict[str, Any]


class Numbers:
    """The things of a file in the order in which they were added, each with the number that refers to it."""

    def __init__(self) -> None:
        self.known: dict[str, int] = {}
        self.updated = set[str]()
        self.things: list[Json] = []

    def number_of(self, key: str, **thing: Any) -> int:
        """Return the number of the thing with this key, and add it the first time."""
        if key not in self.known:
            self.known[key] = len(self.known) + 1
            self.things.append({"id": self.known[key], **thing})
        return self.known[key]

    def update(self, key: str, **more: Any) -> None:
        """Add data to a thing that not every play has; only the first call has an effect."""
        if key in self.updated:
            return
        self.updated.add(key)
        self.things[self.known[key] - 1].update(more)


def write_plays(plays: Iterable[Play], *, exported: datetime.datetime) -> Iterator[str]:
    """Yield the file in pieces: first each play, then the players, locations and games of all plays."""
    players, places, games = Numbers(), Numbers(), Numbers()
    yield '{"plays": [\n'
    before = ""
    for play in plays:
        yield before + dump(build_play(play, players, places, games))
        before = ",\n"
    yield "\n],\n"
    for name, numbers in (("players", players), ("locations", places), ("games", games)):
        yield f'"{name}": {dump(numbers.things)},\n'
    user = {"exportDate": f"{exported:{TIME}}", "appVersion": SOURCE}
    yield f'"about": "{SOURCE}",\n"tags": [], "groups": [], "challenges": [], "userInfo": {dump(user)}}}\n'


def dump(value: object) -> str:
    """Return a value as JSON without spaces, because years of plays are many megabytes."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=as_json)


def build_play(play: Play, players: Numbers, places: Numbers, games: Numbers) -> Json:
    """Return a play of the file."""
    began = get_start(play)
    changed = f"{play.changed or began:{TIME}}"
    play_json: Json = {
        "uuid": play.uuid.upper() or get_uuid("play", play.id),
        "modificationDate": changed,
        "entryDate": changed,
        "playDate": f"{began:{TIME}}",
        "playDateYmd": int(f"{play.day:%Y%m%d}"),
        "usesTeams": play.game.teams or any(seat.rest.get("team") for seat in play.seats),
        "durationMin": play.minutes or 0,
        "ignored": False,
        "manualWinner": True,
        "rounds": 0,
        "bggId": 0,
        "importPlayId": 0,
        "gameRefId": add_game(play, games),
        "board": play.variant,
        "rating": 0,
        "scoringSetting": 0,
        "playImages": "[]",
        "comments": play.notes,
        "playerScores": [build_score(seat, number, players) for number, seat in enumerate(play.seats, 1)],
        "expansionPlays": [add_expansion(each, games) for each in play.rest.get("expansions", ())],
    }
    play_json |= {key: play.rest[key] for key in OF_A_PLAY if key in play.rest}
    if play.place:
        play_json["locationRefId"] = places.number_of(play.place, uuid=get_uuid("place", play.place), name=play.place)
        known = play.rest.get("location", {})
        # It keeps its imported id unless it was changed here.
        if known and known["name"][:LONGEST_PLACE] == play.place:
            places.update(play.place, uuid=known["uuid"].upper())
    if play.lines:
        # The app itself writes it as a string.
        play_json["scoresheet"] = dump(build_scoresheet(play))
    if play.ours is not None:
        # So that nothing is lost if Caravan imports it again.
        play_json["metaData"] = dump({SOURCE: play.ours})
    return play_json


def get_start(play: Play) -> datetime.datetime:
    """Return a play's start in the time zone of its group; midnight, which the app ignores, if it is unknown."""
    if play.time:
        return datetime.datetime.combine(play.day, datetime.time.fromisoformat(play.time))
    if play.began and play.began.date() == play.day:
        return play.began
    return datetime.datetime.combine(play.day, datetime.time())


def add_game(play: Play, games: Numbers) -> int:
    """Return the number of a play's game, with the program's own data about it."""
    game = play.game
    uuid = game.uuid.upper() or get_uuid("game", game.slug)
    number = games.number_of(
        uuid,
        uuid=uuid,
        name=game.title,
        cooperative=game.together,
        highestWins=not game.fewest_wins,
        noPoints=game.without_points,
        usesTeams=game.teams,
        bggId=0,
        isBaseGame=1,
        isExpansion=0,
    )
    if known := play.rest.get("game"):
        games.update(uuid, **known)
    return number


def add_expansion(known: Json, games: Numbers) -> Json:
    """Return an expansion of an imported play, with the id and the name that the program gave it."""
    uuid = known["uuid"].upper() or get_uuid("expansion", known["name"])
    about = {"name": known["name"], "bggId": known["bggId"], "isBaseGame": 0, "isExpansion": 1}
    return {"gameRefId": games.number_of(uuid, uuid=uuid, **about), "bggId": known["bggId"]}


def build_score(seat: Seat, place: int, players: Numbers) -> Json:
    """Return a seat of a play; its place is the name of its column in the score sheet."""
    uuid = seat.uuid.upper() or get_uuid("player", seat.player)
    player = players.number_of(seat.player, uuid=uuid, name=seat.name, isAnonymous=seat.anonymous)
    return {
        "playerRefId": player,
        "score": "" if seat.points is None else str(seat.points),
        "winner": bool(seat.won),
        "newPlayer": False,
        "startPlayer": seat.first,
        "rank": seat.rank or 0,
        "seatOrder": place,
        "role": seat.role,
        "team": str(seat.team) if seat.team else seat.rest.get("team") or "",
        "metaData": dump({"scoreUuid": get_column_id(place)}),
        **{key: seat.rest[key] for key in OF_A_SEAT if key in seat.rest},
    }


def get_column_id(place: int) -> str:
    """Return the name of a seat's column in the score sheet of its play."""
    return get_uuid("seat", str(place))


def build_scoresheet(play: Play) -> Json:
    """Return the score sheet: a round for each stage, with a row for each line."""
    stages: dict[str, list[Line]] = {}
    for line in play.lines:
        stages.setdefault(line.stage, []).append(line)
    rounds = []
    for number, of_stage in enumerate(stages.values(), 1):
        rows = [
            {
                "templateId": f"{number}-{place}",
                "label": line.row,
                "repetition": 0,
                "repeatable": False,
                "negative": False,
                "isExtra": False,
                "scores": {
                    get_column_id(at): str(points) for at, points in enumerate(line.points, 1) if points is not None
                },
            }
            for place, line in enumerate(of_stage, 1)
        ]
        rounds.append({"templateId": f"{number}", "maxRepeat": 0, "repetition": 0, "hasSubTotal": True, "rows": rows})
    return {"bggId": 0, "version": 0, "langCode": "", "scoreType": "bestTotalWins", "rounds": rounds}


def create_play_link(play: Play, *, ended: datetime.datetime | None = None) -> str:
    """Return the URL with which the app offers to add this play; `ended` if that is known.

    First notes, then names are shortened until the URL isn't too long.
    """
    notes, letters = play.notes, LONGEST_NAME
    while True:
        seats = [replace(seat, name=seat.name[:letters].rstrip()) for seat in play.seats]
        proposal = build_proposal(replace(play, seats=seats, notes=notes), ended)
        link = CREATE_PLAY + quote(dump(proposal), safe="")
        if len(link) <= LONGEST_LINK or letters == 1:
            return link
        notes, letters = (notes[: len(notes) // 2].rstrip(), letters) if notes else ("", letters // 2)


def build_proposal(play: Play, ended: datetime.datetime | None) -> Json:
    """Return a play for the app's URL. All booleans are there, and unknown values are left out."""
    utc = ended.astimezone(datetime.UTC) if ended else datetime.datetime.combine(play.day, NOON)
    players = []
    for seat in play.seats:
        more = {"score": seat.points, "rank": seat.rank, "team": str(seat.team) if seat.team else None}
        more |= {"role": seat.role or None}
        players.append(
            {
                "name": seat.name,
                "sourcePlayerId": seat.player,
                "winner": bool(seat.won),
                "startPlayer": seat.first,
                **{key: value for key, value in more.items() if value is not None},
            }
        )
    about = {"durationMin": play.minutes, "comments": play.notes, "location": play.place, "board": play.variant}
    return {
        "sourceName": SOURCE,
        "sourcePlayId": play.id,
        "playDate": f"{utc:{TIME}}",
        "game": {
            "name": play.game.title,
            "sourceGameId": play.game.slug,
            "highestWins": not play.game.fewest_wins,
            "noPoints": play.game.without_points,
        },
        "players": players,
        **{key: value for key, value in about.items() if value},
    }
