"""What every format is written from: a play as it was, in words that no format owns."""

import datetime
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid5

from companion.rules.kit import Number

# What is ours under another program's numbers: fixed for good, because that program remembers what it has matched.
OURS = UUID("6d2f1c1a-5c0b-5a7e-9f5e-0d6a3f1b7c42")
SOURCE = "caravan"


@dataclass(frozen=True)
class Seat:
    """Who sat at a table: `player` is what tells them apart from others in this site, `team` 0 for none.

    `first`: who begins; `role`: what they are in this play, in words.

    Points, rank and win are None where the play has no result. `uuid` is what the program knows them by from which
    they came, and `rest` what it has noted of them at this play beside what a seat holds.
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
    """A row of the score sheet: the stage it was counted in, what it is called, and points for each seat (or None)."""

    stage: str
    row: str
    points: list[Number | None]


@dataclass(frozen=True)
class Game:
    """What was played. `slug` tells it apart from others in this site, `uuid` in the program from which it came."""

    slug: str
    title: str
    fewest_wins: bool = False
    without_points: bool = False
    together: bool = False
    teams: bool = False
    uuid: str = ""


@dataclass(frozen=True)
class Play:
    """A play. `began` and `ended` are moments with their time zone; None where nobody knows them.

    `state` is "open", "finished" or "stopped". `ours` is the play in Caravan's own format, where that is wanted.

    Of one that came from another program `uuid` is what it is known by there, `time` the hour at which it began, and
    `rest` what that program has noted beside what a play holds, by its own keys.
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
    """Return the id by which another program knows a thing of ours, the same in every file: a UUIDv5 in capitals."""
    return str(uuid5(OURS, f"{kind}:{key}")).upper()
