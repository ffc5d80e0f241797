"""The rows statistics are made of: what was written to plays and seats when the plays finished."""

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
    """The plays that count: finished ones that are not deleted, the oldest first. What was stopped has no result."""
    return group.plays.filter(**FINISHED).order_by("played_on", "pk")


def seats_that_count(group):
    """The seats of the plays that count, with what finishing wrote to them."""
    return Seat.objects.filter(play__group=group, **of_plays(FINISHED), **HAS_RESULT)


def of_plays(which) -> dict:
    """Return the conditions on seats that say of their plays what these say of plays."""
    return {f"play__{key}": value for key, value in which.items()}


def history_of(group, slug=None, *, plays=None, year=None) -> list[Played]:
    """The group's history in two queries of narrow rows: of one game or of all, of some plays (a query of their
    numbers), of one year.
    """
    which = {"game_slug": slug, "pk__in": plays, "played_on__year": year}
    which = {key: value for key, value in which.items() if value is not None}
    seats = Seat.objects.filter(play__group=group, **of_plays(FINISHED | which), **AT_TABLE)
    return history_in(finished_plays(group).filter(**which), seats)


def plays_with(players):
    """Return the plays that count in which one of these players sat, of whatever group, the oldest first."""
    sat = Seat.objects.filter(player__in=players, **HAS_RESULT).values("play")
    return Play.objects.filter(pk__in=sat, **FINISHED).order_by("played_on", "pk")


def history_with(players) -> list[Played]:
    """Return the history of the plays that count in which one of these players sat, in two queries too."""
    plays = plays_with(players)
    return history_in(plays, Seat.objects.filter(play__in=plays.order_by().values("pk"), **AT_TABLE))


def history_in(plays, seats) -> list[Played]:
    """Return these plays, a query of the oldest first, with these seats, a query of theirs."""
    # A version's number is read as a text: of those there are few, and Django makes a UUID of each.
    sheet = Cast("sheet", CharField())
    numbered = list(plays.values_list("pk", "played_on", "game_slug", sheet))
    cache_games({UUID(sheet) for *_, sheet in numbered if sheet})
    kinds = {row[2:]: kind_of(*row[2:]) for row in numbered}
    places, teams, uncounted = places_of(seats)
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
    """Return whether all have won or lost together; if nobody knows of the game, as far as it looks like that.

    It does if all have won, or all have lost, and nobody has any points.
    """
    if is_coop is not None:
        return is_coop
    return not teams and len({place.won for place in places}) == 1 and all(place.points is None for place in places)


def places_of(seats) -> tuple[dict[int, list[Place]], dict[int, tuple[int, ...]], dict[int, list[int]]]:
    """The places of each play, by its number and in the order they sat; the teams of those that had any; and the
    players of each play whom nobody counted, who have no place.
    """
    # In the order in which an index has the plays. A truth is read as a number: Django looks at each that is none.
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
            its_teams = teams[play] = []
        its.append(Place(player, points, rank, won == 1))
        its_teams.append(team)
    of_teams = {play: tuple([team or -at for at, team in enumerate(its, 1)]) for play, its in teams.items() if any(its)}
    return places, of_teams, uncounted


def kind_of(slug, sheet) -> tuple[bool | None, bool]:
    """Return whether a game is co-op (None if nobody knows), and whether a full tie is a draw in it.

    `sheet` is the version of its sheet, by its number as a text; None is a game with a module, which may be
    gone.
    """
    game = GAMES.get(slug) if sheet is None else game_of_version(UUID(sheet))
    return (game.is_coop, game.full_tie_is_draw) if game else (False, False)
