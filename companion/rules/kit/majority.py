"""Rules and explanations for the most of something, ties included."""

from collections.abc import Callable, Sequence

from .facts import Score
from .fields import Count
from .results import Points
from .tables import Options, Seat, Table
from .texts import Names, Reason, Text, gettext, naming, reason

# Returns the points and reason of each player tied for the most; its arguments are the others' names, the thing, their
# count, and the points of a sole leader.
type Tied = Callable[[Names, Count, int, int], tuple[int, Reason | Text]]


def majority(thing: Count, *, points: Callable[[Options], int], tied: Tied) -> Score:
    """Return the rule of a row in which the seat with the most of a thing scores its points, and nobody else does.

    If several have the most, `tied` returns what each of them scores.
    """

    key, nobody = thing.key, (0, reason_nobody(thing), 0)

    def score(seats: Sequence[Seat], table: Table) -> Sequence[Points]:
        counts = [held.get(key, 0) for _, _, held in seats]
        if not any(counts):
            return [nobody] * len(counts)
        return score_all(thing, counts, [player for _, player, _ in seats], points=points(table["options"]), tied=tied)

    return score


def score_all(thing: Count, counts: Sequence[int], players: Sequence[str], *, points: int, tied: Tied) -> list[Points]:
    """Return the points of each of these players, with reasons; at least one holds the thing."""
    most = max(counts)
    leaders = holders_of(most, counts, players)
    # The same as `naming`, in half the time, because most lines of a majority come from here.
    scores: list[Points] = [(0, (explain_behind, (thing, count, most), leaders), count) for count in counts]
    if len(leaders) == 1:
        second = max([count for count in counts if count < most], default=0)
        followers = holders_of(second, counts, players) if second else ()
        scores[counts.index(most)] = points, reason_ahead(followers, thing, most, second), most
        return scores
    for place, (player, count) in enumerate(zip(players, counts, strict=True)):
        if count == most:
            others = tuple([leader for leader in leaders if leader != player])
            scores[place] = *tied(others, thing, most, points), most
    return scores


def holders_of(number: int, counts: Sequence[int], players: Sequence[str]) -> Names:
    """Return the players who hold exactly `number`."""
    if counts.count(number) == 1:
        return (players[counts.index(number)],)
    return tuple([player for player, count in zip(players, counts, strict=True) if count == number])


@reason
def reason_nobody(thing: Count) -> Text:
    """Explain that nobody has any, so nobody scores."""
    return gettext("Nobody has any %(good)s", good=thing.label)


def explain_behind(leaders: Names, thing: Count, count: int, most: int) -> Text:
    """Explain why a seat with fewer than the most doesn't score."""
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
    """Explain the points of the only leader; `followers` hold the second most, nobody if there is none."""
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
    """Return the highest count and the positions of its holders; (0, []) if nobody holds any.

    >>> holders_of_most([2, 4, 0, 4])
    (4, [1, 3])
    """
    most = max(counts, default=0)
    return most, [position for position, count in enumerate(counts) if count == most] if most else []
