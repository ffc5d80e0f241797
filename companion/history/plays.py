"""Reading back what was played."""

import datetime
import re
from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, Prefetch, Q

from companion.core.language.folding import fold
from companion.models import Play, Seat

from .evenings import evenings_of, for_evenings

MOST_BEST = 5
PLAYS_A_PAGE = 30
# For what no index knows, a page looks through so many plays, so that it takes as long in a group of any size.
LOOKED_THROUGH = 1000
LATELY = 20
# How many there are is told up to here: counting more takes longer than reading a page of them.
MOST_COUNTED = 5000
# Where nobody has played yet, so many sit at a table, or as near to it as the game allows.
USUAL_NUMBER = 4


class Position(NamedTuple):
    """A play's place in the history: its day, and of one day the one that was started later comes first."""

    day: datetime.date
    pk: int

    def __str__(self):
        return f"{self.day.isoformat()}.{self.pk}"

    @classmethod
    def read(cls, text):
        """The position that an address names; None for what is none."""
        found = re.fullmatch(r"([0-9]{4}-[0-9]{2}-[0-9]{2})\.([0-9]{1,18})", text or "")
        try:
            return cls(datetime.date.fromisoformat(found[1]), int(found[2])) if found else None
        except ValueError:
            return None

    @property
    def later(self):
        """The plays that come after this one, which are older."""
        return Q(played_on__lte=self.day) & ~Q(played_on=self.day, pk__gte=self.pk)

    @property
    def up_to_here(self):
        """This play and those before it, which are newer."""
        return Q(played_on__gte=self.day) & ~Q(played_on=self.day, pk__lt=self.pk)


@dataclass(frozen=True)
class Stretch:
    """A part of a history: its plays, and after which position it goes on; None where it ends.

    `is_full`: it ends because it has as many plays as fit, and not because it looked through enough of them.
    """

    plays: list
    end: Position | None
    is_full: bool

    @property
    def years(self):
        """(year, its evenings), the newest first."""
        return [
            (year, list(evenings))
            for year, evenings in groupby(evenings_of(self.plays), lambda evening: evening.day.year)
        ]


def stretch_of(group, wanted, *, after=None, most=PLAYS_A_PAGE) -> Stretch:
    """The group's newest plays that are wanted, after a position, at most so many, and no evening in part where it
    can be had whole.

    `wanted` may name a game, players (a list; all of them sat there) and a winner by their keys, a place, since and
    until which day, and words.
    """
    plays = in_order(group, wanted)
    if after:
        plays = plays.filter(after.later)
    looked_back_to = None
    if within := within_plays(wanted):
        last = LOOKED_THROUGH * most // PLAYS_A_PAGE - 1
        # What is counted off here lies in an index, and is never more than that.
        for day, pk in plays.values_list("played_on", "pk")[last : last + 1]:
            looked_back_to = Position(day, pk)
            plays = plays.filter(looked_back_to.up_to_here)
        plays = plays.filter(*within)
    found = list(for_evenings(plays)[: most + 1])
    if len(found) > most:
        whole = whole_days(found)
        return Stretch(whole, Position(whole[-1].played_on, whole[-1].pk), is_full=True)
    return Stretch(found, looked_back_to, is_full=False)


def whole_days(plays) -> list:
    """All plays but the last, up to the end of a day; all but the last where they are of one day."""
    whole = [play for play in plays if play.played_on != plays[-1].played_on]
    return whole or plays[:-1]


@dataclass(frozen=True)
class Counts:
    """How many plays are wanted, of how many that a group has, and on how many evenings those were."""

    found: int
    plays: int
    evenings: int


def counts_of(group, wanted) -> Counts | None:
    """What a group has and what of it is wanted; None where it is too much to be counted for each look."""
    everything = in_order(group, {})
    # In their order they are counted off in an index, which knows what is deleted; else each would be looked at.
    plays = everything[: MOST_COUNTED + 1].count()
    if plays > MOST_COUNTED:
        return None
    if wanted:
        found = in_order(group, wanted).filter(*within_plays(wanted)).order_by().count()
        return Counts(found, plays, 0)
    return Counts(plays, plays, everything.order_by().values("played_on", "place").distinct().count())


def first_and_last_day(group) -> tuple[datetime.date, datetime.date] | None:
    """From when to when the group has played; None where it has not yet."""
    days = in_order(group, {}).values_list("played_on", flat=True)
    last = days.first()
    return (days.reverse()[0], last) if last else None


def in_order(group, wanted):
    """The group's plays of a game and between two days, as an index has them: the newest first."""
    lookups = {"game": "game_slug", "since": "played_on__gte", "until": "played_on__lte"}
    where = {lookup: wanted[name] for name, lookup in lookups.items() if name in wanted}
    return group.plays.filter(deleted_at__isnull=True, **where).order_by("-played_on", "-pk")


def within_plays(wanted) -> list:
    """The conditions on what is within a play: who sat there, who won, where it was, and each of the words."""
    at_table = Seat.objects.filter(removed_at__isnull=True, play=OuterRef("pk"))
    conditions: list[Exists | Q] = []
    for player in wanted.get("player", []):
        conditions.append(Exists(at_table.filter(player=player)))
    if "winner" in wanted:
        conditions.append(Exists(at_table.filter(player=wanted["winner"], is_winner=True)))
    if "place" in wanted:
        conditions.append(Q(place=wanted["place"]))
    for word in wanted.get("words", "").split():
        conditions.append(Q(searchable__contains=fold(word)))
    return conditions


def best_results(play):
    """The best totals of the group in the game of this play, a game for one, that did not lose; the best first."""
    won = Exists(Seat.objects.at_table().filter(play=OuterRef("pk"), is_winner=True))
    plays = play.group.plays.filter(won, game_slug=play.game_slug, high_score__isnull=False, deleted_at__isnull=True)
    sign = "" if play.game.fewest_wins else "-"
    best = plays.order_by(f"{sign}high_score", "played_on", "pk").values("pk")[:MOST_BEST]
    seats = Seat.objects.at_table().filter(play__in=best, points=F("play__high_score")).select_related("play")
    return seats.order_by(f"{sign}points", "play__played_on", "play", "pk")[:MOST_BEST]


def played_by(group, *, year=None):
    """The group's plays, of one year or all of them, with their seats, the newest first."""
    plays = in_order(group, {}).filter(**({"played_on__year": year} if year else {}))
    return plays.prefetch_related(Prefetch("seats", Seat.objects.at_table()))


def years_of(group) -> list[int]:
    """The years in which the group has played, the newest first."""
    return [day.year for day in group.plays.filter(deleted_at__isnull=True).dates("played_on", "year", order="DESC")]


def usual_number_of_players(game, group=None) -> int:
    """With how many the group has played this game most often of late (the newest of equals), else a likely number."""
    numbers = []
    if group:
        finished = in_order(group, {"game": game.slug}).filter(state=Play.State.FINISHED)
        newest = finished.prefetch_related(Prefetch("seats", Seat.objects.at_table()))
        numbers = [len(play.seats.all()) for play in newest[:LATELY] if len(play.seats.all()) in game.seats]
    return Counter(numbers).most_common(1)[0][0] if numbers else min(max(USUAL_NUMBER, game.seats[0]), game.seats[-1])
