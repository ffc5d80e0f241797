"""The ratings of a group's games, kept after each play; those of very many plays are worked out beside the requests."""

from django.tasks import task

from companion.access.permissions import LOST
from companion.core.tasks import has_failed_lately, is_unfinished
from companion.models import Group, Ladder
from companion.statistics import ratings
from companion.statistics.history import History
from companion.statistics.ratings import Ratings

from .statistics_rows import history_of

# So many plays of a game are rated within a request, in some 20 ms.
MOST_AT_ONCE = 1_000


def ratings_in(group, games) -> dict[str, Ratings | None]:
    """The ratings of each of a group's games; `games` are their histories."""
    ladders = {ladder.game_slug: ladder for ladder in Ladder.objects.filter(group=group, game_slug__in=list(games))}
    return {slug: ratings_of_game(group, slug, history, ladders.get(slug)) for slug, history in games.items()}


def ratings_of_game(group, slug, history, ladder) -> Ratings | None:
    """The ratings after all plays of a game; None where so many are to be rated that it is done beside the requests.

    Those of the plays that were rated before are taken from the ladder where nothing among them has changed, so that
    usually nothing or the newest play alone is left to rate.
    """
    known, rated = kept_of(history, ladder)
    if len(history) - rated > MOST_AT_ONCE:
        if not is_unfinished(group=group.pk, game=slug) and not has_failed(group, slug):
            rate.enqueue(group=group.pk, game=slug)
        return None
    return rated_on(group, slug, history, known, rated)


def kept_of(history: History, ladder) -> tuple[Ratings, int]:
    """The ratings that a ladder has of these plays, and after how many of them."""
    if ladder and ladder.fingerprint == ratings.fingerprint(history[: ladder.plays]):
        return {int(player): rating for player, rating in ladder.ratings.items()}, ladder.plays
    return {}, 0


def rated_on(group, slug, history: History, known: Ratings, rated: int) -> Ratings:
    """The ratings after all plays, of which so many were rated before; the ladder keeps them."""
    if rated == len(history):
        return known
    known = ratings.rate(history[rated:], known)
    kept = {"plays": len(history), "fingerprint": ratings.fingerprint(history), "ratings": known}
    Ladder.objects.update_or_create(group=group, game_slug=slug, defaults=kept)
    return known


def has_failed(group, slug) -> bool:
    """Whether the ratings of a game could not be worked out a moment ago; no page asks for them anew for a while."""
    return has_failed_lately(group=group.pk, game=slug)


def is_being_rated(group) -> bool:
    """Whether ratings of the group are worked out beside the requests, or will be."""
    return is_unfinished(group=group.pk)


def told(group, unrated) -> dict:
    """What a page says of these games without ratings: they follow in a moment, or cannot be had for a while."""
    has_given_up = any(has_failed(group, slug) for slug in unrated) and not is_being_rated(group)
    return {"is_rated": not unrated, "has_given_up": has_given_up}


@task(queue_name="quick")
def rate(*, group, game):
    """Rate all plays of a game in a group, by its number; it may be begun anew at any time."""
    its = Group.objects.filter(pk=group).first()
    if its is None:
        return
    history, ladder = history_of(its, game), Ladder.objects.filter(group=its, game_slug=game).first()
    try:
        rated_on(its, game, history, *kept_of(history, ladder))
    except LOST:
        if Group.objects.filter(pk=group).exists():
            raise
