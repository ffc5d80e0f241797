"""Head-to-head counts: who finishes ahead of whom."""

from collections import Counter
from itertools import combinations
from typing import NamedTuple

from .history import History, plays_of_player


class HeadToHead(NamedTuple):
    """Two players in the same plays: how often the one was ahead of the other, behind and tied."""

    one: int
    other: int
    ahead: int
    behind: int
    level: int

    @property
    def together(self) -> int:
        """The number of plays in which the two met."""
        return self.ahead + self.behind + self.level


def count_rivals(history: History, player: int) -> list[HeadToHead]:
    """Return a player against everyone they met, those met most often first."""
    met: Counter[tuple[int, int]] = Counter()
    for played, own in plays_of_player(history, player):
        for place in played.places:
            if place.player != player and not played.are_mates(player, place.player):
                met[place.player, compare_ranks(own.rank, place.rank)] += 1
    others = {other for other, _ in met}
    pairs = [HeadToHead(player, other, *(met[other, sign] for sign in (-1, 1, 0))) for other in others]
    return sorted(pairs, key=lambda pair: (-pair.together, pair.other))


def count_pairs(history: History) -> list[HeadToHead]:
    """Return every two players who met, those who met most often first; `one` was ahead more often."""
    met: Counter[tuple[int, int, int]] = Counter()
    for played in history:
        if played.is_together and not played.teams:
            continue
        for (first, _, rank, _), (second, _, other, _) in combinations(sorted(played.places), 2):
            if not played.teams or not played.are_mates(first, second):
                met[first, second, (rank > other) - (rank < other)] += 1
    pairs = []
    for one, other in {(one, other) for one, other, _ in met}:
        ahead, behind, level = (met[one, other, sign] for sign in (-1, 1, 0))
        if ahead < behind:
            one, other, ahead, behind = other, one, behind, ahead
        pairs.append(HeadToHead(one, other, ahead, behind, level))
    return sorted(pairs, key=lambda pair: (-pair.together, pair.one, pair.other))


def compare_ranks(one: int, other: int) -> int:
    """Return -1 if the first rank is better, 1 if the second is, 0 if they are equal."""
    return (one > other) - (one < other)
