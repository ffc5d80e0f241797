"""How it went over time: plays and wins by month, the best evenings, and who rose."""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from .history import History, Place, Played, contests, of_player


class Month(NamedTuple):
    """A month by its first day: how many plays against others were won in it, and how many were not."""

    first: datetime.date
    won: int
    rest: int


class Best(NamedTuple):
    """An evening of a player: its plays against others with their places, and by how much more than chance was won."""

    on: datetime.date
    plays: tuple[tuple[Played, Place], ...]
    beyond: float

    @property
    def won(self) -> float:
        """Return how many of its plays the player won; a win that two share counts half, and so does a draw of two."""
        return sum(credit_of(*each) for each in self.plays)


class Half(NamedTuple):
    """What somebody won in the first and in the second half of a time, as parts of their plays."""

    player: int
    before: float
    after: float
    plays: int

    @property
    def rise(self) -> float:
        """How much more of the plays was won after than before, from -1 to 1."""
        return self.after - self.before


def months_between(first: datetime.date, last: datetime.date) -> list[datetime.date]:
    """The first days of all months from one day to another."""
    begin, end = first.year * 12 + first.month - 1, last.year * 12 + last.month - 1
    return [datetime.date(month // 12, month % 12 + 1, 1) for month in range(begin, end + 1)]


def months_of(history: History, player: int, *, most: int) -> list[Month]:
    """A player's plays against others by month, those without any too, at most so many up to that of the newest."""
    own = of_player(contests(history), player)
    if not own:
        return []
    counts: defaultdict[datetime.date, list[int]] = defaultdict(lambda: [0, 0])
    for played, place in own:
        counts[played.on.replace(day=1)][not place.won] += 1
    return [Month(first, *counts[first]) for first in months_between(min(counts), max(counts))[-most:]]


def last_results(history: History, *, most: int) -> dict[int, list[bool]]:
    """Whether each player has won, in the newest so many of their plays against others, the oldest of them first."""
    results: defaultdict[int, list[bool]] = defaultdict(list)
    for played in contests(history):
        for place in played.places:
            results[place.player].append(place.won)
    return {player: its[-most:] for player, its in results.items()}


def credit_of(played: Played, place: Place) -> float:
    """Which part of a win a place is worth: one that is shared by two counts half, and so does a draw of two."""
    winners = played.winning_sides
    if played.is_draw:
        return played.chance
    return 1 / winners if place.won else 0.0


def best_evenings(history: History, player: int, *, most: int, fewest: int = 2) -> list[Best]:
    """A player's days with at least so many plays against others of which they won more than by chance, the best first;
    of equal ones the newest.
    """
    days: defaultdict[datetime.date, list[tuple[Played, Place]]] = defaultdict(list)
    for played, place in of_player(contests(history), player):
        days[played.on].append((played, place))
    found = [
        Best(on, tuple(plays), sum(credit_of(*each) - each[0].chance for each in plays))
        for on, plays in days.items()
        if len(plays) >= fewest
    ]
    found = [best for best in found if best.beyond > 0]
    # Rounded, because thirds of thirds are not quite what they are.
    return sorted(found, key=lambda best: (-round(best.beyond, 9), -best.on.toordinal()))[:most]


def halves_of(history: History, middle: datetime.date, *, fewest: int) -> list[Half]:
    """For everybody with at least so many plays against others on both sides of a day: which part they won before it,
    and from it on. Who rose most comes first.
    """
    credit: defaultdict[tuple[int, bool], float] = defaultdict(float)
    plays: defaultdict[tuple[int, bool], int] = defaultdict(int)
    for played in contests(history):
        for place in played.places:
            key = place.player, played.on >= middle
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
    """The most games of which each was played at least as often as there are such games.

    >>> h_index([9, 4, 3, 1])
    3
    """
    return sum(number >= place for place, number in enumerate(sorted(plays, reverse=True), start=1))
