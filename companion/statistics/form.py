"""Results over time: plays and wins by month, the best game nights, and who rose."""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from .history import History, Place, Played, contests, plays_of_player


class Month(NamedTuple):
    """A month by its first day, with the numbers of plays against others that were won and not won."""

    first: datetime.date
    won: int
    rest: int


class BestEvening(NamedTuple):
    """A player's game night: the plays against others with the player's places, and the win credit beyond chance."""

    on: datetime.date
    plays: tuple[tuple[Played, Place], ...]
    beyond: float

    @property
    def won(self) -> float:
        """Return the win credit; a win shared by two counts half, and so does a draw of two."""
        return sum(credit_of(*each) for each in self.plays)


class Half(NamedTuple):
    """A player's win rates, from 0 to 1, in the first and second half of a period."""

    player: int
    before: float
    after: float
    plays: int

    @property
    def rise(self) -> float:
        """The change of the win rate, from -1 to 1."""
        return self.after - self.before


def months_between(first: datetime.date, last: datetime.date) -> list[datetime.date]:
    """Return the first days of all months from one day to another."""
    begin, end = first.year * 12 + first.month - 1, last.year * 12 + last.month - 1
    return [datetime.date(month // 12, month % 12 + 1, 1) for month in range(begin, end + 1)]


def wins_by_month(history: History, player: int, *, most: int) -> list[Month]:
    """Return a player's plays against others by month, months without plays included: the newest `most` months."""
    own = plays_of_player(contests(history), player)
    if not own:
        return []
    counts: defaultdict[datetime.date, list[int]] = defaultdict(lambda: [0, 0])
    for played, place in own:
        counts[played.on.replace(day=1)][not place.won] += 1
    return [Month(first, *counts[first]) for first in months_between(min(counts), max(counts))[-most:]]


def last_results(history: History, *, most: int) -> dict[int, list[bool]]:
    """Return {player: whether they won} for the newest `most` plays against others of each player, oldest first."""
    results: defaultdict[int, list[bool]] = defaultdict(list)
    for played in contests(history):
        for place in played.places:
            results[place.player].append(place.won)
    return {player: its[-most:] for player, its in results.items()}


def credit_of(played: Played, place: Place) -> float:
    """Return the part of a win that a place is worth: a win shared by two counts half, and so does a draw of two."""
    winners = played.winning_sides
    if played.is_draw:
        return played.chance
    return 1 / winners if place.won else 0.0


def find_best_evenings(history: History, player: int, *, most: int, fewest: int = 2) -> list[BestEvening]:
    """Return a player's days with at least `fewest` plays against others and more wins than by chance.

    The best comes first; of equal ones the newest.
    """
    days: defaultdict[datetime.date, list[tuple[Played, Place]]] = defaultdict(list)
    for played, place in plays_of_player(contests(history), player):
        days[played.on].append((played, place))
    found = [
        BestEvening(on, tuple(plays), sum(credit_of(*each) - each[0].chance for each in plays))
        for on, plays in days.items()
        if len(plays) >= fewest
    ]
    found = [best for best in found if best.beyond > 0]
    # Rounded, because sums of thirds are inexact.
    return sorted(found, key=lambda best: (-round(best.beyond, 9), -best.on.toordinal()))[:most]


def compare_halves(history: History, from_day: datetime.date, *, fewest: int) -> list[Half]:
    """Return the win rates before and from a day on of everyone with at least `fewest` plays against others in both.

    The player who rose most comes first.
    """
    credit: defaultdict[tuple[int, bool], float] = defaultdict(float)
    plays: defaultdict[tuple[int, bool], int] = defaultdict(int)
    for played in contests(history):
        for place in played.places:
            key = place.player, played.on >= from_day
            plays[key] += 1
            credit[key] += credit_of(played, place)
    players = {player for player, _ in plays}
    found = [
        Half(
            player,
            credit[player, False] / plays[player, False],
            credit[player, True] / plays[player, True],
            plays[player, False] + plays[player, True],
        )
        for player in players
        if min(plays[player, False], plays[player, True]) >= fewest
    ]
    return sorted(found, key=lambda half: (-round(half.rise, 9), half.player))


def h_index(plays: Iterable[int]) -> int:
    """Return the largest number n for which n games were played at least n times each.

    >>> h_index([9, 4, 3, 1])
    3
    """
    return sum(number >= place for place, number in enumerate(sorted(plays, reverse=True), start=1))
