"""The ratings of a group's games, stored after each play; those of very many plays come from a background task."""

from django.tasks import task

from companion.access.permissions import LOST
from companion.core.tasks import has_failed_lately, is_unfinished
from companion.models import Group, Ladder
from companion.statistics import ratings
from companion.statistics.history import History
from companion.statistics.ratings import Ratings

from .statistics_rows import history_of

# How many plays of a game are rated within a request, in about 20 ms.
MOST_AT_ONCE = 1_000


def find_ratings(group, games) -> dict[str, Ratings | None]:
    """Return the ratings of each of a group's games; `games` are their histories."""
    ladders = {ladder.game_slug: ladder for ladder in Ladder.objects.filter(group=group, game_slug__in=list(games))}
    return {slug: find_ratings_of_game(group, slug, history, ladders.get(slug)) for slug, history in games.items()}


def find_ratings_of_game(group, slug, history, ladder) -> Ratings | None:
    """Return the ratings after all plays of a game; None if a background task computes them.

    Ratings of earlier plays come from the ladder if none of those plays has changed. So usually just the newest play is
    left to rate.
    """
    known, rated = read_ladder(history, ladder)
    if len(history) - rated > MOST_AT_ONCE:
        if not is_unfinished(group=group.pk, game=slug) and not has_failed(group, slug):
            rate.enqueue(group=group.pk, game=slug)
        return None
    return update_ladder(group, slug, history, known, rated)


def read_ladder(history: History, ladder) -> tuple[Ratings, int]:
    """Return the stored ratings of these plays, and the number of plays they cover."""
    if ladder and ladder.fingerprint == ratings.fingerprint(history[: ladder.plays]):
        return {int(player): rating for player, rating in ladder.ratings.items()}, ladder.plays
    return {}, 0


def update_ladder(group, slug, history: History, known: Ratings, rated: int) -> Ratings:
    """Return the ratings after all plays, of which `rated` are in `known`, and store them."""
    if rated == len(history):
        return known
    known = ratings.rate(history[rated:], known)
    values = {"plays": len(history), "fingerprint": ratings.fingerprint(history), "ratings": known}
    Ladder.objects.update_or_create(group=group, game_slug=slug, defaults=values)
    return known


def has_failed(group, slug) -> bool:
    """Return whether computing a game's ratings has failed lately; then it isn't started again for a while."""
    return has_failed_lately(group=group.pk, game=slug)


def is_being_rated(group) -> bool:
    """Return whether a background task for the group's ratings is running or queued."""
    return is_unfinished(group=group.pk)


def progress_context(group, unrated) -> dict:
    """Return the context for games without ratings: whether they follow, or computing them has failed."""
    has_given_up = any(has_failed(group, slug) for slug in unrated) and not is_being_rated(group)
    return {"is_rated": not unrated, "has_given_up": has_given_up}


@task(queue_name="quick")
def rate(*, group, game):
    """Rate all plays of a game in a group (an id). It can be restarted at any time."""
    its = Group.objects.filter(pk=group).first()
    if its is None:
        return
    history, ladder = history_of(its, game), Ladder.objects.filter(group=its, game_slug=game).first()
    try:
        update_ladder(its, game, history, *read_ladder(history, ladder))
    except LOST:
        if Group.objects.filter(pk=group).exists():
            raise
