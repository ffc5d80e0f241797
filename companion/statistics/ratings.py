"""How strong the players of a game are, estimated from who finished before whom, and how sure that is.

openskill's Bradley-Terry model takes tables of any size and ties: of its models it is the one that treats tied
players alike and rates nobody below whom they beat (its Plackett-Luce, as of 6.2, gives a third place behind two
winners as much as them).
"""

import hashlib
from array import array
from collections.abc import Mapping
from math import hypot
from statistics import NormalDist
from typing import NamedTuple

from openskill.models import BradleyTerryFull

from .history import History, Place, Played, contests

# Plays a player needs in a game before a rating is told.
ENOUGH_PLAYS = 6
# A rating lies within so many sigma of its mu in 95 of 100 cases.
SURE = 2
MODEL = BradleyTerryFull()

# {player: (mu, sigma)}: the middle of where a rating probably lies, and how unsure it is.
type Ratings = Mapping[int, tuple[float, float]]


class Rung(NamedTuple):
    """A player's place in a ranking, and the range in which the rating probably lies, around its middle."""

    place: int
    player: int
    rating: float
    margin: float

    @property
    def low(self) -> float:
        """Where that range begins."""
        return self.rating - self.margin

    @property
    def high(self) -> float:
        """Where that range ends."""
        return self.rating + self.margin


def rate(history: History, ratings: Ratings | None = None) -> dict[int, tuple[float, float]]:
    """The ratings after these plays of one game, in their order; `ratings` are those from before them."""
    known = {player: MODEL.rating(mu=mu, sigma=sigma) for player, (mu, sigma) in (ratings or {}).items()}
    for played in contests(history):
        teams = in_teams(played)
        if len(teams) == 1:
            # Nobody else was counted.
            continue
        before = [[known.get(place.player) or MODEL.rating() for place in team] for team in teams]
        rated = MODEL.rate(before, ranks=[team[0].rank for team in teams])
        for team, after in zip(teams, rated, strict=True):
            known.update((place.player, rating) for place, rating in zip(team, after, strict=True))
    return {player: (rating.mu, rating.sigma) for player, rating in known.items()}


def in_teams(played: Played) -> list[list[Place]]:
    """The places of a play, those of a team together."""
    if not played.teams:
        return [[place] for place in played.places]
    teams: dict[int, list[Place]] = {}
    for side, place in zip(played.teams, played.places, strict=True):
        teams.setdefault(side, []).append(place)
    return list(teams.values())


def fingerprint(history: History) -> str:
    """What tells these plays, as far as ratings depend on them, from any others."""
    numbers = array("q")
    for play, _, _, places, _, teams, *_ in history:
        numbers.extend((play, len(places), *[number for player, _, rank, _ in places for number in (player, rank)]))
        numbers.extend(teams)
    return hashlib.sha256(numbers.tobytes()).hexdigest()


def ranking(ratings: Ratings, plays: Mapping[int, int]) -> list[Rung]:
    """Who has played often enough, in the order of what their ratings are at least; empty for fewer than two.

    `plays`: how often everybody played against others.
    """
    often = [player for player in ratings if plays[player] >= ENOUGH_PLAYS]
    rungs = [Rung(0, player, mu, SURE * sigma) for player in often for mu, sigma in [ratings[player]]]
    rungs.sort(key=lambda rung: (-rung.low, rung.player))
    return [rung._replace(place=place) for place, rung in enumerate(rungs, start=1)] if len(rungs) > 1 else []


def likelihood(one: tuple[float, float], other: tuple[float, float]) -> float:
    """How likely it is that the one is stronger than the other, both as (mu, sigma)."""
    (mu, sigma), (other_mu, other_sigma) = one, other
    return NormalDist().cdf((mu - other_mu) / hypot(sigma, other_sigma))


def plays_missing(plays: Mapping[int, int]) -> int:
    """After how many more plays there can be a ranking: so many as the second most frequent player lacks."""
    second = sorted([*plays.values(), 0, 0])[-2]
    return max(0, ENOUGH_PLAYS - second)
