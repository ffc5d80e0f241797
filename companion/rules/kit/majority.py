"""Who has most of something, who ties, and the sentences that say so."""

from collections.abc import Callable, Sequence

from .facts import Score
from .fields import Count
from .results import Points
from .tables import Options, Seat, Table
from .texts import Text, gettext

# What each of those scores who tie for most, and why: of the thing, their count, the others' names, and the points
# that one alone would have scored.
type Tied = Callable[[Count, int, tuple[str, ...], int], tuple[int, Text]]


def majority(thing: Count, *, points: Callable[[Options], int], tied: Tied) -> Score:
    """The rule of a row in which who alone holds most of a thing scores its points, and nobody else.

    Where several hold equally many, `tied` says what each of them scores.
    """

    def score(seats: Sequence[Seat], table: Table) -> Sequence[Points]:
        counts, players = [seat.held.get(thing.key, 0) for seat in seats], [seat.player for seat in seats]
        return scored(thing, counts, players, points=points(table["options"]), tied=tied)

    return score


def scored(thing: Count, counts: Sequence[int], players: Sequence[str], *, points: int, tied: Tied) -> list[Points]:
    """The points of each of these players with their reasons."""
    most, holders = holders_of_most(counts)
    if not holders:
        return [(0, gettext("Nobody holds any %(good)s", good=thing.label), 0)] * len(counts)
    leaders = tuple([players[holder] for holder in holders])
    found: list[Points] = []
    for player, count in zip(players, counts, strict=True):
        if count < most:
            found.append((0, reason_behind(thing, count, leaders=leaders, most=most), count))
        elif len(leaders) > 1:
            others = tuple([leader for leader in leaders if leader != player])
            found.append((*tied(thing, count, others, points), count))
        else:
            found.append((points, reason_ahead(thing, counts, players), count))
    return found


def reason_behind(thing: Count, count: int, *, leaders: tuple[str, ...], most: int) -> Text:
    """Why a seat with fewer than the most does not score."""
    good = thing.named(count)
    if len(leaders) == 1:
        return gettext(
            "%(count)s %(good)s; the majority is %(leaders)s's with %(most)s",
            count=count,
            good=good,
            leaders=leaders,
            most=most,
        )
    return gettext(
        "%(count)s %(good)s; the majority is shared by %(leaders)s with %(most)s",
        count=count,
        good=good,
        leaders=leaders,
        most=most,
    )


def reason_ahead(thing: Count, counts: Sequence[int], players: Sequence[str]) -> Text:
    """Why the seat that alone holds most scores."""
    most, (second, behind) = max(counts), runners_up(counts)
    if not behind:
        return gettext("Most %(good)s: %(count)s; nobody else holds any", good=thing.label, count=most)
    return gettext(
        "Most %(good)s: %(count)s, ahead of %(others)s with %(second)s",
        good=thing.label,
        count=most,
        others=tuple(players[position] for position in behind),
        second=second,
    )


def holders_of_most(counts: Sequence[int]) -> tuple[int, list[int]]:
    """The highest count and the positions of those who hold it; (0, []) where nobody holds any.

    >>> holders_of_most([2, 4, 0, 4])
    (4, [1, 3])
    """
    most = max(counts, default=0)
    return most, [position for position, count in enumerate(counts) if count == most > 0]


def runners_up(counts: Sequence[int]) -> tuple[int, list[int]]:
    """The highest count below the most, and who holds it; (0, []) where nobody else holds any."""
    most = max(counts, default=0)
    below = [count if count < most else 0 for count in counts]
    return holders_of_most(below)
