"""The evenings as a calendar file (RFC 5545), which any calendar takes: a day each, with its games and results."""

import datetime
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from icalendar import Calendar, Event

from companion.rules.kit import Number

from .records import Play, number_of

END = "END:VCALENDAR\r\n"


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


def calendar(
    plays: Iterable[Play],
    *,
    group: str,
    name: str,
    stamp: datetime.datetime,
    figure: Callable[[Number], str] = str,
) -> Iterator[str]:
    """The file in pieces. `group` tells its evenings apart from those of others, `stamp` is when it is written.

    `figure` writes points as a language does.
    """
    empty = Calendar({"version": "2.0", "prodid": "-//Caravan//Caravan//EN"})
    empty.add("x-wr-calname", name)
    # What is around the evenings, which are written one by one: there may be years of them.
    yield empty.to_ical().decode().removesuffix(END)
    for evening in evenings(plays):
        yield event(evening, group=group, name=name, stamp=stamp, figure=figure).to_ical().decode()
    yield END


def event(
    evening: Evening, *, group: str, name: str, stamp: datetime.datetime, figure: Callable[[Number], str]
) -> Event:
    """An evening as a whole day, which takes nobody's time. Without an end it lasts one day (RFC 5545, 3.6.1)."""
    titles = ", ".join(dict.fromkeys(play.game.title for play in evening.plays))
    its = Event()
    its.add("uid", number_of("evening", f"{group} {evening.day} {evening.place}"))
    its.add("dtstamp", stamp)
    its.add("dtstart", evening.day)
    its.add("transp", "TRANSPARENT")
    its.add("summary", f"{name}: {titles}")
    its.add("description", "\n".join(told(play, figure) for play in evening.plays))
    if evening.place:
        its.add("location", evening.place)
    return its


def told(play: Play, figure: Callable[[Number], str]) -> str:
    """A play in a line: the game, and everybody with their points by rank."""
    seats = sorted(play.seats, key=lambda seat: (seat.rank is None, seat.rank or 0))
    shown = (f"{seat.name} {figure(seat.points)}" if seat.points is not None else seat.name for seat in seats)
    return f"{play.game.title}: {', '.join(shown)}"
