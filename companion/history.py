"""Reading back what was played."""

from django.db.models import F

from .models import Seat

MOST_BEST = 5


def best_results(play):
    """The highest totals of the group in the game of this play, the best first."""
    plays = play.group.plays.filter(game=play.game, high_score__isnull=False, deleted_at__isnull=True)
    best = plays.order_by("-high_score", "played_on", "pk").values("pk")[:MOST_BEST]
    seats = Seat.objects.at_table().filter(play__in=best, points=F("play__high_score")).select_related("play")
    return seats.order_by("-points", "play__played_on", "play", "pk")[:MOST_BEST]
