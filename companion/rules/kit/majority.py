"""Who has most of something, who ties, and the sentences that say so."""

from .texts import gettext


def majority(thing, counts, players, *, points, tied):
    """Points and reason of each seat: who alone holds most of a thing (a Count) scores, and nobody else.

    Where several hold equally many, `tied` gives points and reason of each: it is told the seat's count and the
    names of the others.
    """
    most, holders = holders_of_most(counts)
    if not holders:
        return [(0, gettext("Nobody holds any %(good)s", good=thing.label))] * len(counts)
    leaders, scored = tuple(players[holder] for holder in holders), []
    for player, count in zip(players, counts, strict=True):
        if count < most:
            scored.append((0, reason_behind(thing, count, leaders=leaders, most=most)))
        elif len(leaders) > 1:
            scored.append(tied(count, tuple(leader for leader in leaders if leader != player)))
        else:
            scored.append((points, reason_ahead(thing, counts, players)))
    return scored


def reason_behind(thing, count, *, leaders, most):
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


def reason_ahead(thing, counts, players):
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


def holders_of_most(counts):
    """The highest count and the positions of those who hold it; (0, []) where nobody holds any.

    >>> holders_of_most([2, 4, 0, 4])
    (4, [1, 3])
    """
    most = max(counts, default=0)
    return most, [position for position, count in enumerate(counts) if count == most > 0]


def runners_up(counts):
    """The highest count below the most, and who holds it; (0, []) where nobody else holds any."""
    most = max(counts, default=0)
    below = [count if count < most else 0 for count in counts]
    return holders_of_most(below)
