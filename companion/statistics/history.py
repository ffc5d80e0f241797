"""The rows statistics are made of, and choosing among them."""

import datetime
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.rules.kit import Number


class Place(NamedTuple):
    """What a player came to in a play; rank 1 is the best, equal ranks are shared and the next is skipped.

    `points` is None where nobody knows any.
    """

    player: int
    points: Number | None
    rank: int
    won: bool


class Played(NamedTuple):
    """A finished play: its number, day and game, and the places of all who played, in the order they sat.

    `teams`: the team of each of them by a number, different ones for those who played for themselves; empty where all
    did. `can_be_drawn`: the game calls a full tie a draw. `uncounted`: players whom nobody counted, who have no place.
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
        """Which side each of them was on: a team, or a player alone."""
        return self.teams or tuple(range(len(self.places)))

    @property
    def chance(self) -> float:
        """Which part of the win each side has by chance."""
        return 1 / len(set(self.teams) or self.places)

    def rank_of(self, place: Place) -> int | None:
        """Return the rank of a place among the sides; None if nobody has one, as in a co-op or if nobody won.

        Nor has the only one who was counted.
        """
        if not self.is_contest or self.is_won_by_nobody or len(set(self.sides)) == 1:
            return None
        return 1 + len({side for side, other in zip(self.sides, self.places, strict=True) if other.rank < place.rank})

    @property
    def winning_sides(self) -> int:
        """How many sides have won."""
        if not self.teams:
            return sum(place.won for place in self.places)
        return len({side for side, place in zip(self.teams, self.places, strict=True) if place.won})

    def are_mates(self, player: int, other: int) -> bool:
        """Whether two of them played in one team, or all together."""
        if not self.teams:
            return self.is_together
        side = dict(zip((place.player for place in self.places), self.teams, strict=True))
        return side[player] == side[other]

    @property
    def is_contest(self) -> bool:
        """Whether several played against each other; one alone neither beats anybody nor has luck to thank.

        Where nobody was counted, there is nothing to compare.
        """
        return bool(self.places) and self.size > 1 and not self.is_together

    @property
    def is_alone(self) -> bool:
        """Return whether one alone, or all together, played against the game, and were counted."""
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
        """Return whether several played against each other and nobody won, without its being a draw."""
        return not self.can_be_drawn and self.is_contest and not self.winners

    @property
    def is_lost(self) -> bool:
        """Whether one played alone, or all together, and lost."""
        return self.is_alone and not self.winners

    @property
    def known_points(self) -> list[Number]:
        """The points of those whose points are known, in the order they sat."""
        return [place.points for place in self.places if place.points is not None]

    @property
    def winners(self) -> list[Place]:
        """The places of those who won: several of a shared win, none where nobody has."""
        return [place for place in self.places if place.won]

    def place_of(self, player: int) -> Place | None:
        """The place of a player (their number); None where they were not there."""
        return next((place for place in self.places if place.player == player), None)


# Finished plays, the oldest first.
type History = Sequence[Played]


def by_game(history: History) -> dict[str, list[Played]]:
    """The plays of each game."""
    games: dict[str, list[Played]] = {}
    for played in history:
        games.setdefault(played.game_slug, []).append(played)
    return games


def of_player(history: History, player: int) -> list[tuple[Played, Place]]:
    """The plays in which a player sat, each with the player's place."""
    return [(played, place) for played in history for place in played.places if place.player == player]


def as_one(history: History, players: Mapping[int, int]) -> list[Played]:
    """Return the same plays with some players under another number each, for somebody who has several."""
    return [
        played._replace(
            places=tuple(place._replace(player=players.get(place.player, place.player)) for place in played.places),
            uncounted=tuple(players.get(player, player) for player in played.uncounted),
        )
        for played in history
    ]


def contests(history: History) -> list[Played]:
    """The plays in which several played against each other."""
    return [played for played in history if played.is_contest]
