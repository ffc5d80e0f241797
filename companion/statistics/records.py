"""A game's records."""

from enum import StrEnum
from typing import NamedTuple

from companion.rules.kit import Number

from .history import History, Played, contests


class Feat(StrEnum):
    """The achievement of a record; three of them are reversed if the fewest points win."""

    MOST_POINTS = "most points"
    FEWEST_TO_WIN = "fewest points that won"
    MOST_TO_LOSE = "most points that did not win"
    BIGGEST_LEAD = "biggest lead"
    SMALLEST_LEAD = "smallest lead"
    FEWEST_POINTS = "fewest points"
    MOST_TO_WIN = "most points that won"
    FEWEST_TO_LOSE = "fewest points that did not win"


# In the order of `values_of`, and whether less is better there.
LEADS = (Feat.BIGGEST_LEAD, Feat.SMALLEST_LEAD)
FEATS = (Feat.MOST_POINTS, Feat.FEWEST_TO_WIN, Feat.MOST_TO_LOSE, *LEADS)
FEATS_IF_FEWEST_WIN = (Feat.FEWEST_POINTS, Feat.MOST_TO_WIN, Feat.FEWEST_TO_LOSE, *LEADS)
LESS_IS_BETTER = (False, True, False, False, True)
# A solo game has only these.
BEST, TO_LOSE = (Feat.MOST_POINTS, Feat.FEWEST_POINTS), (Feat.MOST_TO_LOSE, Feat.FEWEST_TO_LOSE)


class Record(NamedTuple):
    """A record's value and all plays that reached it, oldest first, each with the players who did."""

    feat: Feat
    value: Number
    times: tuple[tuple[int, tuple[int, ...]], ...]

    @property
    def play(self) -> int:
        """The newest play that reached it."""
        return self.times[-1][0]

    @property
    def players(self) -> tuple[int, ...]:
        """The players who reached it in the newest play."""
        return self.times[-1][1]


def find_records(history: History, *, fewest_wins: bool = False) -> list[Record]:
    """Return the records of one game's plays. If any were against others, solo plays don't count."""
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
    feats = FEATS_IF_FEWEST_WIN if fewest_wins else FEATS
    for feat, (value, plays) in list(zip(feats, best, strict=False))[: len(feats) - count_missing_leads(best)]:
        points = value if feat in LEADS else sign * value
        found.append(Record(feat, points, tuple((played.play, find_holders(feat, points, played)) for played in plays)))
    return found


def count_missing_leads(best: list[tuple[Number, list[Played]]]) -> int:
    """Return how many of the two leads aren't records: both if nobody ever led, the smallest if all leads are equal."""
    if len(best) < len(FEATS):
        return len(LEADS)
    biggest, smallest = (best[FEATS.index(feat)][0] for feat in LEADS)
    return len(LEADS) if biggest <= 0 else int(biggest == smallest)


def find_best_total(history: History, *, fewest_wins: bool = False) -> Record | None:
    """Return the record for the best total, the lowest if the fewest points win; None if no play counts."""
    return next(iter(find_records(history, fewest_wins=fewest_wins)), None)


def values_of(played: Played, sign: int) -> tuple[Number, ...]:
    """Return a play's signed values in the order of FEATS; of a draw, and of a solo game, only the best total.

    Sides that share a win don't lead each other, so such a play has no lead. A lost solo or co-op play has no record,
    whatever the points. If some points are unknown, only the best total counts.
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


def find_holders(feat: Feat, value: Number, played: Played) -> tuple[int, ...]:
    """Return the players who hold a record: those with these points, or the winners if it is a lead."""
    if feat in BEST:
        return tuple(place.player for place in played.places if place.points == value)
    if feat in TO_LOSE:
        return tuple(place.player for place in played.places if place.points == value and not place.won)
    return tuple(place.player for place in played.winners)
