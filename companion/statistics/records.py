"""The plays that stand out in a game."""

from enum import StrEnum
from typing import NamedTuple


class Feat(StrEnum):
    """What a record is for."""

    MOST_POINTS = "most points"
    FEWEST_TO_WIN = "fewest points that won"
    MOST_TO_LOSE = "most points that did not win"
    BIGGEST_LEAD = "biggest lead"
    SMALLEST_LEAD = "smallest lead"


# In the order in which `values_of` gives what a play came to; less is better for two of them.
FEATS = tuple(Feat)
LESS_IS_BETTER = (False, True, False, False, True)


class Record(NamedTuple):
    """The best there was of something, the play that set it, and whose it is."""

    feat: Feat
    value: int
    play: int
    players: tuple[int, ...]


def records_in(history) -> list[Record]:
    """Each record of the plays of one game; of equal ones the oldest stands."""
    best = [None] * len(FEATS)
    for played in history:
        for at, value in enumerate(values_of(played)):
            if best[at] is None or (value < best[at][0] if LESS_IS_BETTER[at] else value > best[at][0]):
                best[at] = value, played
    return [
        Record(feat, value, played.play, holders(feat, value, played))
        for feat, (value, played) in zip(FEATS, filter(None, best), strict=False)
    ]


def values_of(played) -> tuple[int, ...]:
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


def holders(feat, value, played) -> tuple[int, ...]:
    """Who holds a record: who had these points, or who won with the lead."""
    if feat == Feat.MOST_POINTS:
        return tuple(place.player for place in played.places if place.points == value)
    if feat == Feat.MOST_TO_LOSE:
        return tuple(place.player for place in played.places if place.points == value and not place.won)
    return tuple(place.player for place in played.winners)
