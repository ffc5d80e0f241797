"""What a group has played lately: when each game was last on the table, and how long it really takes here."""

import datetime
from collections import Counter
from dataclasses import dataclass, field
from math import floor
from statistics import median

from django.db.models import Max

from companion.models import Play, Seat

from .plays import in_order

# So many of the newest plays are looked at: as many in a group of any size.
LOOKED_AT = 300
# From so many measured plays on the group's own time is told instead of the box's.
ENOUGH_MEASURED = 3
STEP = 5


@dataclass(frozen=True)
class Lately:
    """`last_played` of each game that was played to the end; `minutes`, all that were measured, by game and number of
    players, and by game alone.
    """

    last_played: dict[str, datetime.date]
    minutes: dict[tuple[str, int | None], list[int]] = field(default_factory=dict)

    def measured(self, slug, players=None) -> int | None:
        """How long a game usually takes in this group, rounded to five minutes; None before it was measured enough."""
        for size in (players, None):
            found = self.minutes.get((slug, size), [])
            if len(found) >= ENOUGH_MEASURED:
                return max(STEP, STEP * floor(median(found) / STEP + 0.5))
        return None


def lately(group, slugs) -> Lately:
    """What the newest plays tell; for one of these games that is not among them the day is looked up."""
    finished = in_order(group, {}).filter(state=Play.State.FINISHED)
    rows = list(finished.values_list("pk", "game_slug", "played_on", "minutes")[:LOOKED_AT])
    last: dict[str, datetime.date] = {}
    for _, slug, day, _ in rows:
        last.setdefault(slug, day)
    missing = [slug for slug in slugs if slug not in last]
    older = finished.filter(game_slug__in=missing).order_by().values_list("game_slug")
    last |= dict(older.annotate(Max("played_on"))) if missing and len(rows) == LOOKED_AT else {}
    return Lately(last, minutes_in([row for row in rows if row[3]]))


def minutes_in(rows) -> dict[tuple[str, int | None], list[int]]:
    """The minutes of measured plays, (number, game, day, minutes), by game and number of players, and by game."""
    seats = Seat.objects.filter(play__in=[row[0] for row in rows], removed_at__isnull=True)
    sizes = Counter(seats.order_by().values_list("play", flat=True))
    minutes: dict[tuple[str, int | None], list[int]] = {}
    for number, slug, _, took in rows:
        for size in (sizes[number], None):
            minutes.setdefault((slug, size), []).append(took)
    return minutes
