"""The records from which all formats are written: a play as it was, independent of any format."""

import datetime
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid5

from companion.rules.kit import Number

# The namespace of our ids for other programs. It never changes, because those programs store the ids.
OURS = UUID("6d2f1c1a-5c0b-5a7e-9f5e-0d6a3f1b7c42")
SOURCE = "caravan"


@dataclass(frozen=True)
class Seat:
    """A player at the table: `player` is their id on this site, `team` is 0 without one.

    `first`: whether they are the first player. `role`: their role in words. Points, rank and win are None if the play
    has no result. `uuid` is their id in the program they came from, and `rest` that program's other data about them in
    this play.
    """

    player: str
    name: str
    points: Number | None = None
    rank: int | None = None
    won: bool | None = None
    team: int = 0
    anonymous: bool = False
    first: bool = False
    role: str = ""
    uuid: str = ""
    rest: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Line:
    """A row of the score sheet: its stage, its label, and points for each seat (or None)."""

    stage: str
    row: str
    points: list[Number | None]


@dataclass(frozen=True)
class Game:
    """A game. `slug` is its id on this site, `uuid` the one in the program it came from."""

    slug: str
    title: str
    fewest_wins: bool = False
    without_points: bool = False
    together: bool = False
    teams: bool = False
    uuid: str = ""


@dataclass(frozen=True)
class Play:
    """A play. `began` is a moment with its time zone, None if unknown.

    `state` is "open", "finished" or "stopped". `ours` is the play in Caravan's own format, if requested. For an
    imported play, `uuid` is its id in the program it came from, `time` the time at which it began, and `rest` that
    program's other data, by its own keys.
    """

    id: str
    game: Game
    day: datetime.date
    seats: list[Seat]
    state: str = "finished"
    place: str = ""
    variant: str = ""
    notes: str = ""
    minutes: int | None = None
    began: datetime.datetime | None = None
    changed: datetime.datetime | None = None
    lines: list[Line] = field(default_factory=list)
    ours: Any = None
    uuid: str = ""
    time: str = ""
    rest: dict[str, Any] = field(default_factory=dict)


def get_uuid(kind: str, key: str) -> str:
    """Return our id of a thing for other programs, the same in every file: a UUIDv5 in capitals."""
    return str(uuid5(OURS, f"{kind}:{key}")).upper()
