"""A group's places, and what was played there."""

from collections import Counter

from django.db.models import Value
from django.db.models.functions import Concat, Substr

from companion.core.language.evenings import this_evening
from companion.core.language.folding import fold
from companion.models import Play
from companion.models.sheets import games_of
from companion.statistics.history import group_by_game
from companion.statistics.wins import count_wins

from .plays import ordered_plays
from .statistics_rows import finished_plays, history_of

# How many of the newest plays are searched for places.
RECENT_PLAYS = 500


def known_places(group) -> list[str]:
    """Return the places of the group's newest plays, most often used first."""
    newest = ordered_plays(group, {}).values_list("place", flat=True)[:RECENT_PLAYS]
    return [place for place, _ in Counter(place for place in newest if place).most_common()]


def place_of_today(group) -> str:
    """Return where the group has played today; "" if it hasn't, or no place was entered."""
    newest = group.plays.filter(deleted_at=None, played_on=this_evening()).order_by("-pk")
    return newest.values_list("place", flat=True).first() or ""


def has_place(group, place) -> bool:
    """Return whether the group has ever played at a place."""
    return ordered_plays(group, {}).filter(place=place).exists()


def rename_place(group, place, name):
    """Rename a place in all plays, deleted and searchable text included; with an existing name, both are merged."""
    written = Concat(Value(fold(name)), Substr("searchable", len(fold(place)) + 1))
    group.plays.filter(place=place).update(place=name, searchable=written)


def place_context(group, place) -> dict | None:
    """Return the context of a place's page; None if nothing was ever played there."""
    plays = list(ordered_plays(group, {}).filter(place=place).values_list("pk", "played_on", "state", "minutes"))
    if not plays:
        return None
    games_here = games_of(group)
    history = [
        played
        for played in history_of(group, plays=finished_plays(group).filter(place=place).order_by().values("pk"))
        if played.game_slug in games_here
    ]
    names = dict(group.players.values_list("pk", "name"))
    games = sorted(group_by_game(history).items(), key=lambda pair: -len(pair[1]))
    finished = [play for play in plays if play[2] == Play.State.FINISHED]
    return {
        "group": group,
        "place": place,
        "plays": len(plays),
        "evenings": len({on for _, on, _, _ in plays}),
        "first": plays[-1][1],
        "last": plays[0][1],
        "hours": divmod(sum(minutes or 0 for *_, minutes in finished), 60),
        "games": [(games_here[slug], len(its)) for slug, its in games],
        "wins": [(player, names[player], its) for player, its in count_wins(history).items()],
    }
