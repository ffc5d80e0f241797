"""The plays that stand out in a game."""

from enum import StrEnum
from typing import NamedTuple

from companion.rules.kit import Number

from .history import History, Played, contests


class Feat(StrEnum):
    """What a record is for; three of them are turned round where the fewest points win."""

    MOST_POINTS = "most points"
    FEWEST_TO_WIN = "fewest points that won"
    MOST_TO_LOSE = "most points that did not win"
    BIGGEST_LEAD = "biggest lead"
    SMALLEST_LEAD = "smallest lead"
    FEWEST_POINTS = "fewest points"
    MOST_TO_WIN = "most points that won"
    FEWEST_TO_LOSE = "fewest points that did not win"


# In the order in which `values_of` gives what a play came to, and whether less is better there.
LEADS = (Feat.BIGGEST_LEAD, Feat.SMALLEST_LEAD)
FEATS = (Feat.MOST_POINTS, Feat.FEWEST_TO_WIN, Feat.MOST_TO_LOSE, *LEADS)
WHERE_FEWEST_WIN = (Feat.FEWEST_POINTS, Feat.MOST_TO_WIN, Feat.FEWEST_TO_LOSE, *LEADS)
LESS_IS_BETTER = (False, True, False, False, True)
# Of a game for one, only the best.
BEST, TO_LOSE = (Feat.MOST_POINTS, Feat.FEWEST_POINTS), (Feat.MOST_TO_LOSE, Feat.FEWEST_TO_LOSE)


class Record(NamedTuple):
    """The best there was of something, and all plays that reached it, the oldest first, each with whose it is."""

    feat: Feat
    value: Number
    times: tuple[tuple[int, tuple[int, ...]], ...]

    @property
    def play(self) -> int:
        """The newest play that reached it."""
        return self.times[-1][0]

    @property
    def players(self) -> tuple[int, ...]:
        """Who did so in the newest."""
        return self.times[-1][1]


def records_in(history: History, *, fewest_wins: bool = False) -> list[Record]:
    """Each record of the plays of one game, with all plays that reached it.

    Where people play it against each other, what one reaches alone is no record.
    """
    sign = -1 if fewest_wins else 1
    best: list[tuple[Number, list[Played]]] = []
    for played in contests(history) or history:
        for at, value in enumerate(values_of(played, sign)):
            if at == len(best):
                best.append((value, [played]))
            elif value == best[at][0]:
                best[at][1].append(played)
            elif (value < best[at][0]) == LESS_IS_BETTER[at]:
                best[at] = value, [played]
    found = []
    feats = WHERE_FEWEST_WIN if fewest_wins else FEATS
    for feat, (value, plays) in list(zip(feats, best, strict=False))[: len(feats) - leads_left_out(best)]:
        points = value if feat in LEADS else sign * value
        found.append(Record(feat, points, tuple((played.play, holders(feat, points, played)) for played in plays)))
    return found


def leads_left_out(best: list[tuple[Number, list[Played]]]) -> int:
    """Return how many of the two leads are no record: both if nobody ever led, the smallest if all leads are equal."""
    if len(best) < len(FEATS):
        return len(LEADS)
    biggest, smallest = (best[FEATS.index(feat)][0] for feat in LEADS)
    return len(LEADS) if biggest <= 0 else int(biggest == smallest)


def best_in(history: History, *, fewest_wins: bool = False) -> Record | None:
    """The record for the best total, which is the least where the fewest points win; None of no plays that count."""
    return next(iter(records_in(history, fewest_wins=fewest_wins)), None)


def values_of(played: Played, sign: int) -> tuple[Number, ...]:
    """What a play came to in the order of FEATS, with signed points; of a draw, and of a game for one, only the best.

    Sides that share a win don't lead each other, so such a play has no lead. Who has lost against nobody but the game
    has no record, whatever the points. Of a play in which somebody's points are not known, only the best is.
    """
    won = [sign * place.points for place in played.places if place.won and place.points is not None]
    lost = [sign * place.points for place in played.places if not place.won and place.points is not None]
    if not played.known_points or (not played.winners and not played.is_contest):
        return ()
    if not won or not lost or len(won) + len(lost) < played.size:
        return (max(won + lost),)
    ahead, behind = max(won), max(lost)
    leads = (ahead - behind, ahead - behind) if played.winning_sides == 1 else ()
    return max(ahead, behind), ahead, behind, *leads


def holders(feat: Feat, value: Number, played: Played) -> tuple[int, ...]:
    """Who holds a record: who had these points, or who won with the lead."""
    if feat in BEST:
        return tuple(place.player for place in played.places if place.points == value)
    if feat in TO_LOSE:
        return tuple(place.player for place in played.places if place.points == value and not place.won)
    return tuple(place.player for place in played.winners)
