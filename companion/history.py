"""Reading back what was played."""

from .models import Play, Seat

MOST_BEST = 5


def best_results(play):
    """The highest totals of the group in the game of this play, the best first."""
    where = {"play__group": play.group, "play__game": play.game, "play__state": Play.State.FINISHED}
    seats = Seat.objects.filter(**where, play__deleted_at__isnull=True, removed_at__isnull=True)
    return seats.select_related("player", "play").order_by("-points", "play__played_on", "pk")[:MOST_BEST]
