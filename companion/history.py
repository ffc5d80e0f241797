"""Reading back what was played."""

from collections import Counter

from django.db.models import Count, Prefetch

from .models import Play, Seat

MOST_BEST = 5
LATELY = 20
# Where nobody has played yet, so many sit at a table, or as near to it as the game allows.
USUAL_NUMBER = 4


def best_results(play):
    """The highest totals of the group in the game of this play, the best first."""
    where = {"play__group": play.group, "play__game": play.game, "play__state": Play.State.FINISHED}
    seats = Seat.objects.filter(**where, play__deleted_at__isnull=True, removed_at__isnull=True)
    return seats.select_related("player", "play").order_by("-points", "play__played_on", "pk")[:MOST_BEST]


def played_by(group, *, year=None):
    """The group's plays, of one year or all of them, with their seats, the newest first."""
    plays = group.plays.filter(deleted_at__isnull=True, **({"played_on__year": year} if year else {}))
    return plays.prefetch_related(Prefetch("seats", Seat.objects.at_table())).order_by("-played_on", "-id")


def years_of(group) -> list[int]:
    """The years in which the group has played, the newest first."""
    return [day.year for day in group.plays.filter(deleted_at__isnull=True).dates("played_on", "year", order="DESC")]


def usual_number_of_players(game, group=None) -> int:
    """With how many the group has played this game most often of late (the newest of equals), else a likely number."""
    numbers = []
    if group:
        plays = group.plays.filter(game=game.slug, deleted_at__isnull=True, seats__removed_at__isnull=True)
        newest = plays.annotate(number=Count("seats")).order_by("-played_on", "-id")
        numbers = [number for number in newest.values_list("number", flat=True)[:LATELY] if number in game.seats]
    return Counter(numbers).most_common(1)[0][0] if numbers else min(max(USUAL_NUMBER, game.seats[0]), game.seats[-1])
