"""Who has most of something, who ties, and the sentences that say so."""

from collections.abc import Callable, Sequence

from .facts import Score
from .fields import Count
from .results import Points
from .tables import Options, Seat, Table
from .texts import Names, Reason, Text, gettext, naming, reason

# What each of those scores who tie for most, and why: of the others' names, the thing, their count, and the points
# that one alone would have scored.
type Tied = Callable[[Names, Count, int, int], tuple[int, Reason | Text]]


def majority(thing: Count, *, points: Callable[[Options], int], tied: Tied) -> Score:
    """The rule of a row in which who alone holds most of a thing scores its points, and nobody else.

    Where several hold equally many, `tied` says what each of them scores.
    """

    key, nobody = thing.key, (0, reason_nobody(thing), 0)

    def score(seats: Sequence[Seat], table: Table) -> Sequence[Points]:
        counts = [held.get(key, 0) for _, _, held in seats]
        if not any(counts):
            return [nobody] * len(counts)
        return scored(thing, counts, [player for _, player, _ in seats], points=points(table["options"]), tied=tied)

    return score


def scored(thing: Count, counts: Sequence[int], players: Sequence[str], *, points: int, tied: Tied) -> list[Points]:
    """The points of each of these players, of whom somebody holds the thing, with their reasons."""
    most = max(counts)
    leaders = holding(most, counts, players)
    # As `naming` would make them, in half the time: nearly every line of a majority is one of these.
    its: list[Points] = [(0, (told_behind, (thing, count, most), leaders), count) for count in counts]
    if len(leaders) == 1:
        second = max([count for count in counts if count < most], default=0)
        followers = holding(second, counts, players) if second else ()
        its[counts.index(most)] = points, reason_ahead(followers, thing, most, second), most
        return its
    for place, (player, count) in enumerate(zip(players, counts, strict=True)):
        if count == most:
            others = tuple([leader for leader in leaders if leader != player])
            its[place] = *tied(others, thing, most, points), most
    return its


def holding(number: int, counts: Sequence[int], players: Sequence[str]) -> Names:
    """The players who hold so many, in most cases one."""
    if counts.count(number) == 1:
        return (players[counts.index(number)],)
    return tuple([player for player, count in zip(players, counts, strict=True) if count == number])


@reason
def reason_nobody(thing: Count) -> Text:
    """Why nobody scores."""
    return gettext("Nobody has any %(good)s", good=thing.label)


def told_behind(leaders: Names, thing: Count, count: int, most: int) -> Text:
    """Why a seat with fewer than the most does not score."""
    good = thing.named(count)
    if len(leaders) == 1:
        return gettext(
            "%(count)s %(good)s; most: %(leaders)s with %(most)s",
            count=count,
            good=good,
            leaders=leaders,
            most=most,
        )
    return gettext(
        "%(count)s %(good)s; tied for most: %(leaders)s with %(most)s",
        count=count,
        good=good,
        leaders=leaders,
        most=most,
    )


@naming
def reason_ahead(followers: Names, thing: Count, most: int, second: int) -> Text:
    """Why the seat that alone holds most scores; `followers` hold second most, nobody where there is none of it."""
    if not followers:
        return gettext("Most %(good)s: %(count)s; nobody else holds any", good=thing.label, count=most)
    return gettext(
        "Most %(good)s: %(count)s, ahead of %(others)s with %(second)s",
        good=thing.label,
        count=most,
        others=followers,
        second=second,
    )


def holders_of_most(counts: Sequence[int]) -> tuple[int, list[int]]:
    """The highest count and the positions of those who hold it; (0, []) where nobody holds any.

    >>> holders_of_most([2, 4, 0, 4])
    (4, [1, 3])
    """
    most = max(counts, default=0)
    return most, [position for position, count in enumerate(counts) if count == most] if most else []
