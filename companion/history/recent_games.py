"""A group's recent plays: when each game was last played, and how long it usually takes."""

import datetime
from collections import Counter
from dataclasses import dataclass, field
from math import floor
from statistics import median

from django.db.models import Max

from companion.models import Play, Seat

from .plays import ordered_plays

# How many of the newest plays are read, in a group of any size.
RECENT_PLAYS = 300
# From this many measured plays on, the group's own time is shown instead of the box's.
ENOUGH_MEASURED = 3
STEP = 5


@dataclass(frozen=True)
class RecentGames:
    """The day each game was `last_played`, and the measured minutes by (game, number of players) and (game, None)."""

    last_played: dict[str, datetime.date]
    minutes: dict[tuple[str, int | None], list[int]] = field(default_factory=dict)

    def usual_minutes(self, slug, players=None) -> int | None:
        """Return a game's median minutes in this group, rounded to five; None with too few measured plays."""
        for size in (players, None):
            found = self.minutes.get((slug, size), [])
            if len(found) >= ENOUGH_MEASURED:
                return max(STEP, STEP * floor(median(found) / STEP + 0.5))
        return None


def find_recent_games(group, slugs) -> RecentGames:
    """Return what the newest plays show; of these games, the last day of older plays is looked up too."""
    finished = ordered_plays(group, {}).filter(state=Play.State.FINISHED)
    rows = list(finished.values_list("pk", "game_slug", "played_on", "minutes")[:RECENT_PLAYS])
    last: dict[str, datetime.date] = {}
    for _, slug, day, _ in rows:
        last.setdefault(slug, day)
    missing = [slug for slug in slugs if slug not in last]
    older = finished.filter(game_slug__in=missing).order_by().values_list("game_slug")
    last |= dict(older.annotate(Max("played_on"))) if missing and len(rows) == RECENT_PLAYS else {}
    return RecentGames(last, group_minutes([row for row in rows if row[3]]))


def group_minutes(rows) -> dict[tuple[str, int | None], list[int]]:
    """Return the minutes of plays, (id, game, day, minutes), by (game, number of players) and (game, None)."""
    seats = Seat.objects.filter(play__in=[row[0] for row in rows], removed_at__isnull=True)
    sizes = Counter(seats.order_by().values_list("play", flat=True))
    minutes: dict[tuple[str, int | None], list[int]] = {}
    for number, slug, _, took in rows:
        for size in (sizes[number], None):
            minutes.setdefault((slug, size), []).append(took)
    return minutes
