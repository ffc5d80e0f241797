"""The rows that statistics are computed from, and functions that select among them."""

import datetime
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.rules.kit import Number


class Place(NamedTuple):
    """A player's result in a play. Rank 1 is the best; equal ranks are shared and the next ones are skipped.

    `points` is None if unknown.
    """

    player: int
    points: Number | None
    rank: int
    won: bool


class Played(NamedTuple):
    """A finished play: its number, day and game, and the places of all players in seating order.

    `teams` has each player's team as a number, a number of their own for players without a team; it is empty if nobody
    was in a team. `can_be_drawn`: the game calls a full tie a draw. `uncounted` are the players whom nobody
    counted, who have no place.
    """

    play: int
    on: datetime.date
    game_slug: str
    places: tuple[Place, ...]
    is_together: bool = False
    teams: tuple[int, ...] = ()
    can_be_drawn: bool = False
    uncounted: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """Return how many sat there, also of those whom nobody counted."""
        return len(self.players)

    @property
    def players(self) -> tuple[int, ...]:
        """Return the numbers of all who sat there."""
        return (*[place.player for place in self.places], *self.uncounted)

    @property
    def sides(self) -> tuple[int, ...]:
        """Each player's side: a team, or a single player."""
        return self.teams or tuple(range(len(self.places)))

    @property
    def chance(self) -> float:
        """The part of a win that each side has by chance."""
        return 1 / len(set(self.teams) or self.places)

    def rank_of(self, place: Place) -> int | None:
        """Return the rank of a place among the sides; None in a co-op, solo, if nobody won or only one was counted."""
        if not self.is_contest or self.is_won_by_nobody or len(set(self.sides)) == 1:
            return None
        return 1 + len({side for side, other in zip(self.sides, self.places, strict=True) if other.rank < place.rank})

    @property
    def winning_sides(self) -> int:
        """The number of sides that won."""
        if not self.teams:
            return sum(place.won for place in self.places)
        return len({side for side, place in zip(self.teams, self.places, strict=True) if place.won})

    def are_mates(self, player: int, other: int) -> bool:
        """Return whether two players were on one team, or all played together."""
        if not self.teams:
            return self.is_together
        side = dict(zip((place.player for place in self.places), self.teams, strict=True))
        return side[player] == side[other]

    @property
    def is_contest(self) -> bool:
        """Return whether several players competed; also if only one of them was counted.

        A play that nobody counted compares nobody.
        """
        return bool(self.places) and self.size > 1 and not self.is_together

    @property
    def is_alone(self) -> bool:
        """Return whether a solo player, or everyone together, played against the game and was counted."""
        return bool(self.places) and not self.is_contest

    @property
    def is_coop(self) -> bool:
        """Return whether several won or lost together."""
        return len(self.places) > 1 and self.is_together

    @property
    def is_draw(self) -> bool:
        """Return whether several share the win as a draw; a play that nobody won isn't one."""
        return self.can_be_drawn and self.is_contest and not self.winners

    @property
    def is_won_by_nobody(self) -> bool:
        """Return whether several played against each other and nobody won, without it being a draw."""
        return not self.can_be_drawn and self.is_contest and not self.winners

    @property
    def is_lost(self) -> bool:
        """Return whether a solo player, or everyone together, lost."""
        return self.is_alone and not self.winners

    @property
    def known_points(self) -> list[Number]:
        """The known points, in seating order."""
        return [place.points for place in self.places if place.points is not None]

    @property
    def winners(self) -> list[Place]:
        """The winners' places: several of a shared win, none if nobody won."""
        return [place for place in self.places if place.won]

    def place_of(self, player: int) -> Place | None:
        """Return the place of a player (their number); None if they didn't play."""
        return next((place for place in self.places if place.player == player), None)


# Finished plays, the oldest first.
type History = Sequence[Played]


def group_by_game(history: History) -> dict[str, list[Played]]:
    """Return {game slug: its plays}."""
    games: dict[str, list[Played]] = {}
    for played in history:
        games.setdefault(played.game_slug, []).append(played)
    return games


def plays_of_player(history: History, player: int) -> list[tuple[Played, Place]]:
    """Return the plays in which a player sat, each with the player's place."""
    return [(played, place) for played in history for place in played.places if place.player == player]


def merge_players(history: History, players: Mapping[int, int]) -> list[Played]:
    """Return the plays with some players renumbered, for a person who is several players."""
    return [
        played._replace(
            places=tuple(place._replace(player=players.get(place.player, place.player)) for place in played.places),
            uncounted=tuple(players.get(player, player) for player in played.uncounted),
        )
        for played in history
    ]


def contests(history: History) -> list[Played]:
    """Return the plays in which several played against each other."""
    return [played for played in history if played.is_contest]
