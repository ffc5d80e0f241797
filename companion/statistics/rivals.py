"""Who finishes before whom."""

from collections import Counter
from itertools import combinations
from typing import NamedTuple

from .history import History, of_player


class HeadToHead(NamedTuple):
    """Two players at the same tables: how often the one was before the other, behind, and level."""

    one: int
    other: int
    ahead: int
    behind: int
    level: int

    @property
    def together(self) -> int:
        """In how many plays the two met."""
        return self.ahead + self.behind + self.level


def rivals_of(history: History, player: int) -> list[HeadToHead]:
    """A player against everybody they met, whom they met most often first."""
    met: Counter[tuple[int, int]] = Counter()
    for played, own in of_player(history, player):
        for place in played.places:
            if place.player != player and not played.are_mates(player, place.player):
                met[place.player, compared(own.rank, place.rank)] += 1
    others = {other for other, _ in met}
    pairs = [HeadToHead(player, other, *(met[other, sign] for sign in (-1, 1, 0))) for other in others]
    return sorted(pairs, key=lambda pair: (-pair.together, pair.other))


def pairs_in(history: History) -> list[HeadToHead]:
    """Every two players who met, those who met most often first; the one is who was ahead more often."""
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


def compared(one: int, other: int) -> int:
    """-1 where the one rank is better, 1 where the other is, 0 where they are equal."""
    return (one > other) - (one < other)
