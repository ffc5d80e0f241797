"""The rows of the statistics: what was stored in plays and seats when plays finished."""

from uuid import UUID

from django.db.models import CharField, IntegerField
from django.db.models.functions import Cast

from companion.models import Play, Seat
from companion.models.sheets import cache_games, game_of_version
from companion.rules import GAMES
from companion.statistics.history import Place, Played

FINISHED = {"state": Play.State.FINISHED, "deleted_at__isnull": True}
AT_TABLE = {"removed_at__isnull": True}
HAS_RESULT = {**AT_TABLE, "rank__isnull": False}


def finished_plays(group):
    """Return the finished plays that aren't deleted, oldest first. Stopped plays have no result."""
    return group.plays.filter(**FINISHED).order_by("played_on", "pk")


def seats_that_count(group):
    """Return the seats with a result of the plays that count."""
    return Seat.objects.filter(play__group=group, **prefix_conditions(FINISHED), **HAS_RESULT)


def prefix_conditions(which) -> dict:
    """Return conditions on plays as conditions on seats."""
    return {f"play__{key}": value for key, value in which.items()}


def history_of(group, slug=None, *, plays=None, year=None) -> list[Played]:
    """Return the group's history in two queries: of one game, some plays (a queryset of ids), one year, or all."""
    which = {"game_slug": slug, "pk__in": plays, "played_on__year": year}
    which = {key: value for key, value in which.items() if value is not None}
    seats = Seat.objects.filter(play__group=group, **prefix_conditions(FINISHED | which), **AT_TABLE)
    return build_history(finished_plays(group).filter(**which), seats)


def plays_with(players):
    """Return the plays of any group that count with one of these players, oldest first."""
    sat = Seat.objects.filter(player__in=players, **AT_TABLE).values("play")
    return Play.objects.filter(pk__in=sat, **FINISHED).order_by("played_on", "pk")


def history_with(players) -> list[Played]:
    """Return the history of the plays that count with one of these players, in two queries."""
    plays = plays_with(players)
    return build_history(plays, Seat.objects.filter(play__in=plays.order_by().values("pk"), **AT_TABLE))


def build_history(plays, seats) -> list[Played]:
    """Return the history of these plays, a queryset, oldest first, with these seats, a queryset."""
    # The version's id is read as text, because Django would build a UUID for each row.
    sheet = Cast("sheet", CharField())
    numbered = list(plays.values_list("pk", "played_on", "game_slug", sheet))
    cache_games({UUID(sheet) for *_, sheet in numbered if sheet})
    kinds = {row[2:]: find_kind(*row[2:]) for row in numbered}
    places, teams, uncounted = read_places(seats)
    return [
        Played(
            play,
            on,
            slug,
            its,
            is_together(its, teams.get(play), is_coop=is_coop),
            teams.get(play, ()),
            can_be_drawn,
            tuple(uncounted.get(play, ())),
        )
        for play, on, slug, sheet in numbered
        for (is_coop, can_be_drawn), its in [(kinds[slug, sheet], tuple(places.get(play, ())))]
    ]


def is_together(places: tuple[Place, ...], teams, *, is_coop: bool | None) -> bool:
    """Return whether all won or lost together. For an unknown game (`is_coop` is None) it is guessed.

    It is so if there are no teams, all won or all lost, and nobody has points.
    """
    if is_coop is not None:
        return is_coop
    return not teams and len({place.won for place in places}) == 1 and all(place.points is None for place in places)


def read_places(seats) -> tuple[dict[int, list[Place]], dict[int, tuple[int, ...]], dict[int, list[int]]]:
    """Return the places of each play, by its id and in seating order; the teams of those that have any; and the
    players of each play whom nobody counted, who have no place.
    """
    # The plays come in an index's order. Booleans are read as numbers, because Django would convert each one.
    rows = seats.order_by("play__played_on", "play_id", "position", "pk").values_list(
        "play_id", "player_id", "points", "rank", Cast("is_winner", IntegerField()), "team"
    )
    places: dict[int, list[Place]] = {}
    teams: dict[int, list[int]] = {}
    uncounted: dict[int, list[int]] = {}
    last = None
    for play, player, points, rank, won, team in rows:
        if rank is None:
            uncounted.setdefault(play, []).append(player)
            continue
        if play != last:
            last = play
            its = places[play] = []
            play_teams = teams[play] = []
        its.append(Place(player, points, rank, won == 1))
        play_teams.append(team)
    of_teams = {play: tuple([team or -at for at, team in enumerate(its, 1)]) for play, its in teams.items() if any(its)}
    return places, of_teams, uncounted


def find_kind(slug, sheet) -> tuple[bool | None, bool]:
    """Return whether a game is co-op (None if unknown), and whether a full tie is a draw in it.

    `sheet` is the id of its sheet's version as text; None for a game with a module, which may have been removed.
    """
    game = GAMES.get(slug) if sheet is None else game_of_version(UUID(sheet))
    return (game.is_coop, game.full_tie_is_draw) if game else (False, False)
