"""The evenings as a calendar file (RFC 5545), which any calendar takes: a day each, with its games and results.

Written here, since it takes so few kinds of line that a library for all of them would be more.
"""

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .records import Play, number_of

# A line takes no more octets than these before it goes on in the next.
LONGEST_LINE = 75
END = "\r\n"


@dataclass(frozen=True)
class Evening:
    """What was played on one day at one place."""

    day: datetime.date
    place: str
    plays: list[Play]


def evenings(plays: Iterable[Play]) -> Iterator[Evening]:
    """The evenings of plays, which come in the order of their days."""
    of_day: list[Play] = []
    for play in plays:
        if of_day and of_day[0].day != play.day:
            yield from by_place(of_day)
            of_day = []
        of_day.append(play)
    yield from by_place(of_day)


def by_place(plays: list[Play]) -> Iterator[Evening]:
    for place in dict.fromkeys(play.place for play in plays):
        yield Evening(plays[0].day, place, [play for play in plays if play.place == place])


def calendar(plays: Iterable[Play], *, group: str, name: str, stamp: datetime.datetime) -> Iterator[str]:
    """The file in pieces. `group` tells its evenings apart from those of others, `stamp` is when it is written."""
    yield lines("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Caravan//Caravan//EN", f"X-WR-CALNAME:{escaped(name)}")
    for evening in evenings(plays):
        yield event(evening, group=group, name=name, stamp=stamp)
    yield lines("END:VCALENDAR")


def event(evening: Evening, *, group: str, name: str, stamp: datetime.datetime) -> str:
    """An evening as a whole day, which takes nobody's time."""
    titles = ", ".join(dict.fromkeys(play.game.title for play in evening.plays))
    written = [
        "BEGIN:VEVENT",
        f"UID:{number_of('evening', f'{group} {evening.day} {evening.place}')}",
        f"DTSTAMP:{stamp.astimezone(datetime.UTC):%Y%m%dT%H%M%SZ}",
        f"DTSTART;VALUE=DATE:{evening.day:%Y%m%d}",
        f"DTEND;VALUE=DATE:{evening.day + datetime.timedelta(days=1):%Y%m%d}",
        "TRANSP:TRANSPARENT",
        f"SUMMARY:{escaped(f'{name}: {titles}')}",
        f"DESCRIPTION:{escaped(chr(10).join(told(play) for play in evening.plays))}",
    ]
    if evening.place:
        written.append(f"LOCATION:{escaped(evening.place)}")
    return lines(*written, "END:VEVENT")


def told(play: Play) -> str:
    """A play in a line: the game, and everybody with their points by rank."""
    seats = sorted(play.seats, key=lambda seat: (seat.rank is None, seat.rank or 0))
    shown = (f"{seat.name} {seat.points}" if seat.points is not None else seat.name for seat in seats)
    return f"{play.game.title}: {', '.join(shown)}"


def escaped(text: str) -> str:
    """A text as the value of a property."""
    plain = "".join(sign for sign in text.replace("\r", "") if sign >= " " or sign == "\n")
    for sign in ("\\", ";", ","):
        plain = plain.replace(sign, f"\\{sign}")
    return plain.replace("\n", "\\n")


def lines(*written: str) -> str:
    return "".join(folded(line) for line in written)


def folded(line: str) -> str:
    """A line in pieces of at most 75 octets, none of which cuts a sign in two."""
    pieces, size = [""], 0
    for sign in line:
        octets = len(sign.encode())
        if size + octets > LONGEST_LINE:
            pieces.append(" ")
            size = 1
        pieces[-1] += sign
        size += octets
    return END.join(pieces) + END
