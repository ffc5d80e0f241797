"""The plays that stand out in a game."""

from enum import StrEnum
from typing import NamedTuple

from .history import History, Played


class Feat(StrEnum):
    """What a record is for."""

    MOST_POINTS = "most points"
    FEWEST_TO_WIN = "fewest points that won"
    MOST_TO_LOSE = "most points that did not win"
    BIGGEST_LEAD = "biggest lead"
    SMALLEST_LEAD = "smallest lead"


# In the order in which `values_of` gives what a play came to; less is better for two of them.
FEATS = tuple(Feat)
LESS_IS_BETTER = {Feat.FEWEST_TO_WIN, Feat.SMALLEST_LEAD}


class Record(NamedTuple):
    """The best there was of something, and all plays that reached it, the oldest first, each with whose it is."""

    feat: Feat
    value: int
    times: tuple[tuple[int, tuple[int, ...]], ...]

    @property
    def play(self) -> int:
        """The newest play that reached it."""
        return self.times[-1][0]

    @property
    def players(self) -> tuple[int, ...]:
        """Who did so in the newest."""
        return self.times[-1][1]


def records_in(history: History) -> list[Record]:
    """Each record of the plays of one game, with all plays that reached it."""
    best: dict[Feat, tuple[int, list[Played]]] = {}
    for played in history:
        for feat, value in zip(FEATS, values_of(played), strict=False):
            if feat not in best or is_better(feat, value, best[feat][0]):
                best[feat] = value, [played]
            elif value == best[feat][0]:
                best[feat][1].append(played)
    return [
        Record(feat, value, tuple((played.play, holders(feat, value, played)) for played in plays))
        for feat, (value, plays) in best.items()
    ]


def is_better(feat: Feat, value: int, than: int) -> bool:
    """Whether a record of this value beats one of that."""
    return value < than if feat in LESS_IS_BETTER else value > than


def values_of(played: Played) -> tuple[int, ...]:
    """What a play came to in the order of FEATS; of a draw, and of a game for one, only the most points.

    Who has lost against nobody but the game has no record, whatever the points.
    """
    if played.is_lost:
        return ()
    points = [place.points for place in played.places]
    won = [place.points for place in played.places if place.won]
    lost = [place.points for place in played.places if not place.won]
    if not won or not lost:
        return (max(points),) if points else ()
    behind = max(lost)
    return max(points), won[0], behind, won[0] - behind, won[0] - behind


def holders(feat: Feat, value: int, played: Played) -> tuple[int, ...]:
    """Who holds a record: who had these points, or who won with the lead."""
    if feat == Feat.MOST_POINTS:
        return tuple(place.player for place in played.places if place.points == value)
    if feat == Feat.MOST_TO_LOSE:
        return tuple(place.player for place in played.places if place.points == value and not place.won)
    return tuple(place.player for place in played.winners)
