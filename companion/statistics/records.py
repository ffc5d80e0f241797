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
    """The best there was of something, the play that set it, and whose it is."""

    feat: Feat
    value: int
    play: int
    players: tuple[int, ...]


def records_in(history: History) -> list[Record]:
    """Each record of the plays of one game; of equal ones the oldest stands."""
    best: dict[Feat, tuple[int, Played]] = {}
    for played in history:
        for feat, value in zip(FEATS, values_of(played), strict=False):
            if feat not in best or is_better(feat, value, best[feat][0]):
                best[feat] = value, played
    return [Record(feat, value, played.play, holders(feat, value, played)) for feat, (value, played) in best.items()]


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
