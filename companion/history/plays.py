"""Queries for a group's plays."""

import datetime
import re
from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, Prefetch, Q

from companion.core.language.folding import fold
from companion.models import Play, Seat

from .evenings import group_by_evening, with_seats_and_photos

MOST_BEST = 5
PLAYS_A_PAGE = 30
# How many plays a page searches without an index, so that it is fast in a group of any size.
MOST_SEARCHED = 1000
RECENT_PLAYS = 20
# Plays are counted up to here: counting more takes longer than reading a page of them.
MOST_COUNTED = 5000
# How many play a game that nobody has played yet, if it allows that.
USUAL_NUMBER = 4


class Position(NamedTuple):
    """A play's position in the history: its day and id, newest first."""

    day: datetime.date
    pk: int

    def __str__(self):
        return f"{self.day.isoformat()}.{self.pk}"

    @classmethod
    def read(cls, text):
        """Return the position that a URL names; None if it isn't valid."""
        found = re.fullmatch(r"([0-9]{4}-[0-9]{2}-[0-9]{2})\.([0-9]{1,18})", text or "")
        try:
            return cls(datetime.date.fromisoformat(found[1]), int(found[2])) if found else None
        except ValueError:
            return None

    @property
    def later(self):
        """The filter for plays after this one, which are older."""
        return Q(played_on__lte=self.day) & ~Q(played_on=self.day, pk__gte=self.pk)

    @property
    def up_to_here(self):
        """The filter for this play and those before it, which are newer."""
        return Q(played_on__gte=self.day) & ~Q(played_on=self.day, pk__lt=self.pk)


@dataclass(frozen=True)
class Stretch:
    """A part of a history: its plays, and the position after which it continues, None at its end.

    `is_full`: it ends because the page is full, not because enough plays were searched.
    """

    plays: list
    end: Position | None
    is_full: bool

    @property
    def years(self):
        """(year, its game nights), newest first."""
        return [
            (year, list(evenings))
            for year, evenings in groupby(group_by_evening(self.plays), lambda evening: evening.day.year)
        ]


def find_stretch(group, filters, *, after=None, most=PLAYS_A_PAGE) -> Stretch:
    """Return at most `most` of the group's newest plays after a position that match the filters.

    The last day is left out if it isn't complete, unless it is the only one. `filters` may have a game, players (a list
    of those who all took part) and a winner by their keys, a place, since and until which day, and words.
    """
    plays = ordered_plays(group, filters)
    if after:
        plays = plays.filter(after.later)
    searched_to = None
    if within := build_conditions(filters):
        last = MOST_SEARCHED * most // PLAYS_A_PAGE - 1
        # This reads an index only.
        for day, pk in plays.values_list("played_on", "pk")[last : last + 1]:
            searched_to = Position(day, pk)
            plays = plays.filter(searched_to.up_to_here)
        plays = plays.filter(*within)
    found = list(with_seats_and_photos(plays)[: most + 1])
    if len(found) > most:
        whole = trim_to_whole_days(found)
        return Stretch(whole, Position(whole[-1].played_on, whole[-1].pk), is_full=True)
    return Stretch(found, searched_to, is_full=False)


def trim_to_whole_days(plays) -> list:
    """Return all plays but the last, without the last one's day unless it is the only day."""
    whole = [play for play in plays if play.played_on != plays[-1].played_on]
    return whole or plays[:-1]


@dataclass(frozen=True)
class Counts:
    """How many plays match, how many the group has, and on how many game nights; `evenings` is 0 with filters."""

    found: int
    plays: int
    evenings: int


def count_plays(group, filters) -> Counts | None:
    """Return how many plays a group has and how many match the filters; None if there are too many to count."""
    everything = ordered_plays(group, {})
    # In this order an index without deleted plays is read; else each row would be.
    plays = everything[: MOST_COUNTED + 1].count()
    if plays > MOST_COUNTED:
        return None
    if filters:
        found = ordered_plays(group, filters).filter(*build_conditions(filters)).order_by().count()
        return Counts(found, plays, 0)
    return Counts(plays, plays, everything.order_by().values("played_on", "place").distinct().count())


def first_and_last_day(group) -> tuple[datetime.date, datetime.date] | None:
    """Return the days of the group's first and last play; None if there aren't any."""
    days = ordered_plays(group, {}).values_list("played_on", flat=True)
    last = days.first()
    return (days.reverse()[0], last) if last else None


def ordered_plays(group, filters):
    """Return the group's plays of a game and between two days, newest first, as an index has them."""
    lookups = {"game": "game_slug", "since": "played_on__gte", "until": "played_on__lte"}
    where = {lookup: filters[name] for name, lookup in lookups.items() if name in filters}
    return group.plays.filter(deleted_at__isnull=True, **where).order_by("-played_on", "-pk")


def build_conditions(filters) -> list:
    """Return the conditions that have no index: who played and won, the place, and each of the words."""
    at_table = Seat.objects.filter(removed_at__isnull=True, play=OuterRef("pk"))
    conditions: list[Exists | Q] = []
    for player in filters.get("player", []):
        conditions.append(Exists(at_table.filter(player=player)))
    if "winner" in filters:
        conditions.append(Exists(at_table.filter(player=filters["winner"], is_winner=True)))
    if "place" in filters:
        conditions.append(Q(place=filters["place"]))
    for word in filters.get("words", "").split():
        conditions.append(Q(searchable__contains=fold(word)))
    return conditions


def find_best_results(play):
    """Return the seats with the best totals of the group in this play's game, a solo or co-op one, best first.

    Lost plays don't count.
    """
    won = Exists(Seat.objects.at_table().filter(play=OuterRef("pk"), is_winner=True))
    plays = play.group.plays.filter(won, game_slug=play.game_slug, high_score__isnull=False, deleted_at__isnull=True)
    sign = "" if play.game.fewest_wins else "-"
    best = plays.order_by(f"{sign}high_score", "played_on", "pk").values("pk")[:MOST_BEST]
    seats = Seat.objects.at_table().filter(play__in=best, points=F("play__high_score")).select_related("play")
    return seats.order_by(f"{sign}points", "play__played_on", "play", "pk")[:MOST_BEST]


def plays_with_seats(group, *, year=None):
    """Return the group's plays, of one year or all, with their seats, newest first."""
    plays = ordered_plays(group, {}).filter(**({"played_on__year": year} if year else {}))
    return plays.prefetch_related(Prefetch("seats", Seat.objects.at_table()))


def years_of(group) -> list[int]:
    """Return the years in which the group has played, newest first."""
    return [day.year for day in group.plays.filter(deleted_at__isnull=True).dates("played_on", "year", order="DESC")]


def usual_number_of_players(game, group=None) -> int:
    """Return how many players the group's newest plays of this game had most often, else a likely number.

    Of equally frequent numbers, the newest counts.
    """
    numbers = []
    if group:
        finished = ordered_plays(group, {"game": game.slug}).filter(state=Play.State.FINISHED)
        newest = finished.prefetch_related(Prefetch("seats", Seat.objects.at_table()))
        numbers = [len(play.seats.all()) for play in newest[:RECENT_PLAYS] if len(play.seats.all()) in game.seats]
    return Counter(numbers).most_common(1)[0][0] if numbers else min(max(USUAL_NUMBER, game.seats[0]), game.seats[-1])
