"""Write game nights as a calendar file (RFC 5545): one entry per day, with games and results."""

import datetime
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from icalendar import Calendar, Event

from companion.rules.kit import Number

from .records import Play, get_uuid

END = "END:VCALENDAR\r\n"


def write_calendar(
    plays: Iterable[Play],
    *,
    group: str,
    name: str,
    stamp: datetime.datetime,
    figure: Callable[[Number], str] = str,
) -> Iterator[str]:
    """Yield the file in pieces; the plays must be in the order of their days.

    `group` makes its game nights unique, `stamp` is when the file is written. `figure` formats points in the active
    language.
    """
    empty = Calendar({"version": "2.0", "prodid": "-//Caravan//Caravan//EN"})
    empty.add("x-wr-calname", name)
    # The game nights are written one by one, because there may be years of them.
    yield empty.to_ical().decode().removesuffix(END)
    for day, of_day in groupby(plays, key=lambda play: play.day):
        by_place: dict[str, list[Play]] = {}
        for play in of_day:
            by_place.setdefault(play.place, []).append(play)
        for place, of_place in by_place.items():
            titles = ", ".join(dict.fromkeys(play.game.title for play in of_place))
            event = Event()
            event.add("uid", get_uuid("evening", f"{group} {day} {place}"))
            event.add("dtstamp", stamp)
            # A whole day that doesn't block any time. Without an end it lasts one day (RFC 5545, 3.6.1).
            event.add("dtstart", day)
            event.add("transp", "TRANSPARENT")
            event.add("summary", f"{name}: {titles}")
            event.add("description", "\n".join(describe_play(play, figure) for play in of_place))
            if place:
                event.add("location", place)
            yield event.to_ical().decode()
    yield END


def describe_play(play: Play, figure: Callable[[Number], str]) -> str:
    """Return a play on one line: the game, and the players with their points by rank."""
    seats = sorted(play.seats, key=lambda seat: (seat.rank is None, seat.rank or 0))
    shown = (f"{seat.name} {figure(seat.points)}" if seat.points is not None else seat.name for seat in seats)
    return f"{play.game.title}: {', '.join(shown)}"
