"""Ratings of a game's players, estimated from their ranks, with their uncertainty.

openskill's Bradley-Terry model takes plays of any size and ties. Of its models it is the one that treats tied players
alike and rates nobody below those they beat. Its Plackett-Luce, as of 6.2, gives a third place behind two winners as
much as them.
"""

import hashlib
from array import array
from collections.abc import Mapping
from math import hypot
from statistics import NormalDist
from typing import NamedTuple

from openskill.models import BradleyTerryFull

from .history import History, Place, Played, contests

# Plays a player needs in a game before a rating is shown.
ENOUGH_PLAYS = 6
# A rating lies within this many sigma of its mu in 95 % of cases.
SURE = 2
MODEL = BradleyTerryFull()

# {player: (mu, sigma)}: the most likely rating and its uncertainty.
type Ratings = Mapping[int, tuple[float, float]]


class Rung(NamedTuple):
    """A player's place in a ranking, with the rating and its margin: it probably lies in rating ± margin."""

    place: int
    player: int
    rating: float
    margin: float

    @property
    def low(self) -> float:
        """The lower end of the range."""
        return self.rating - self.margin

    @property
    def high(self) -> float:
        """The upper end of the range."""
        return self.rating + self.margin


def rate(history: History, ratings: Ratings | None = None) -> dict[int, tuple[float, float]]:
    """Return the ratings after these plays of one game, in their order; `ratings` are those before them."""
    known = {player: MODEL.rating(mu=mu, sigma=sigma) for player, (mu, sigma) in (ratings or {}).items()}
    for played in contests(history):
        teams = group_by_team(played)
        if len(teams) == 1:
            # Nobody else was counted.
            continue
        before = [[known.get(place.player) or MODEL.rating() for place in team] for team in teams]
        rated = MODEL.rate(before, ranks=[team[0].rank for team in teams])
        for team, after in zip(teams, rated, strict=True):
            known.update((place.player, rating) for place, rating in zip(team, after, strict=True))
    return {player: (rating.mu, rating.sigma) for player, rating in known.items()}


def group_by_team(played: Played) -> list[list[Place]]:
    """Return the places of a play by team; players without one are alone."""
    if not played.teams:
        return [[place] for place in played.places]
    teams: dict[int, list[Place]] = {}
    for side, place in zip(played.teams, played.places, strict=True):
        teams.setdefault(side, []).append(place)
    return list(teams.values())


def fingerprint(history: History) -> str:
    """Return a hash of everything in these plays that ratings depend on."""
    numbers = array("q")
    for play, _, _, places, _, teams, *_ in history:
        numbers.extend((play, len(places), *[number for player, _, rank, _ in places for number in (player, rank)]))
        numbers.extend(teams)
    return hashlib.sha256(numbers.tobytes()).hexdigest()


def rank_players(ratings: Ratings, plays: Mapping[int, int]) -> list[Rung]:
    """Return everyone who has played often enough, best lower end of the rating first; empty for fewer than two.

    `plays`: {player: number of plays against others}.
    """
    often = [player for player in ratings if plays[player] >= ENOUGH_PLAYS]
    rungs = [Rung(0, player, mu, SURE * sigma) for player in often for mu, sigma in [ratings[player]]]
    rungs.sort(key=lambda rung: (-rung.low, rung.player))
    return [rung._replace(place=place) for place, rung in enumerate(rungs, start=1)] if len(rungs) > 1 else []


def likelihood(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Return the probability that the one is stronger than the other; both are (mu, sigma)."""
    (mu, sigma), (other_mu, other_sigma) = one, other
    return NormalDist().cdf((mu - other_mu) / hypot(sigma, other_sigma))


def plays_missing(plays: Mapping[int, int]) -> int:
    """Return after how many more plays there can be a ranking: as many as the second most frequent player lacks."""
    second = sorted([*plays.values(), 0, 0])[-2]
    return max(0, ENOUGH_PLAYS - second)
