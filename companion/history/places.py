"""Where a group plays: its places, and what was played at one of them."""

from collections import Counter

from django.db.models import Value
from django.db.models.functions import Concat, Substr

from companion.core.language.evenings import this_evening
from companion.core.language.folding import fold
from companion.models import Play
from companion.models.sheets import games_of
from companion.statistics.history import by_game
from companion.statistics.wins import wins_in

from .plays import in_order
from .statistics_rows import finished_plays, history_of

# Among so many of the newest plays its places are looked for.
LATELY = 500


def known_places(group) -> list[str]:
    """The places of the group's newest plays, where it has played most often first."""
    newest = in_order(group, {}).values_list("place", flat=True)[:LATELY]
    return [place for place, _ in Counter(place for place in newest if place).most_common()]


def place_of_today(group) -> str:
    """Return where the group has played today; nothing if it hasn't, or nobody has said."""
    newest = group.plays.filter(deleted_at=None, played_on=this_evening()).order_by("-pk")
    return newest.values_list("place", flat=True).first() or ""


def is_known(group, place) -> bool:
    """Whether the group has ever played at a place."""
    return in_order(group, {}).filter(place=place).exists()


def rename_place(group, place, name):
    """Call a place something else, also with deleted plays, which may be put back; with the name of another place both
    are one. What searches find the plays by says so too.
    """
    written = Concat(Value(fold(name)), Substr("searchable", len(fold(place)) + 1))
    group.plays.filter(place=place).update(place=name, searchable=written)


def place_profile(group, place) -> dict | None:
    """What was played at a place: evenings, hours, games and wins; None where nothing ever was."""
    plays = list(in_order(group, {}).filter(place=place).values_list("pk", "played_on", "state", "minutes"))
    if not plays:
        return None
    games_here = games_of(group)
    history = [
        played
        for played in history_of(group, plays=finished_plays(group).filter(place=place).order_by().values("pk"))
        if played.game_slug in games_here
    ]
    names = dict(group.players.values_list("pk", "name"))
    games = sorted(by_game(history).items(), key=lambda pair: -len(pair[1]))
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
        "wins": [(player, names[player], its) for player, its in wins_in(history).items()],
    }
