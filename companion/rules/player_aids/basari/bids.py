"""Bargaining with gems: which bid is higher, the smallest raises, and who bids first.

A bid, and what a player holds, is `{"red": 1, "yellow": 0, "green": 0, "blue": 3}`. Sources: the Japanese rules sold
with Basari and the published German ones (“Verhandlung”).
"""

from typing import Any

# The number of gems of each colour.
type Bid = dict[str, int]
# The number of gems of each colour, and of `points` and `workers`.
type Bidder = dict[str, int]

COLOURS = ["red", "yellow", "green", "blue"]
# The things that decide who bids first, in order; if all are equal, it is random.
DECIDING = ["red", "yellow", "green", "blue", "points", "workers"]


def count_gems(bid: Bid) -> int:
    """Return the number of gems of a bid."""
    return sum([bid[colour] for colour in COLOURS])


def compare_bids(bid: Bid, standing: Bid) -> dict[str, Any]:
    """Return whether a bid is higher than the standing one, and the rule: `more`, `fewer`, `equal` or a colour.

    The bid with more gems is higher; of equal numbers, the one with more red, then yellow, then green, then blue gems.
    """
    if count_gems(bid) != count_gems(standing):
        higher = count_gems(bid) > count_gems(standing)
        return {"higher": higher, "rule": "more" if higher else "fewer"}
    for colour in COLOURS:
        if bid[colour] != standing[colour]:
            return {"higher": bid[colour] > standing[colour], "rule": colour}
    return {"higher": False, "rule": "equal"}


def cheapest_bid(number: int, held: Bid) -> Bid | None:
    """Return the lowest bid of this number of gems: as few red ones as possible, then yellow, then green.

    None if there aren't so many.
    """
    bid = {"red": 0, "yellow": 0, "green": 0, "blue": 0}
    missing = number
    for colour in reversed(COLOURS):
        bid[colour] = min(held[colour], missing)
        missing = missing - bid[colour]
    return bid if missing == 0 else None


def raise_in_value(standing: Bid, held: Bid) -> Bid | None:
    """Return the lowest higher bid with the same number of gems; None if these gems don't allow one."""
    for place in [2, 1, 0]:
        bid = raise_at_colour(standing, held, place)
        if bid is not None:
            return bid
    return None


def raise_at_colour(standing: Bid, held: Bid, place: int) -> Bid | None:
    """Return the lowest bid with more of this colour and as many of those above it; None if impossible."""
    bid = {"red": 0, "yellow": 0, "green": 0, "blue": 0}
    left = count_gems(standing)
    for colour in COLOURS[:place]:
        bid[colour] = standing[colour]
        left = left - bid[colour]
        if bid[colour] > held[colour]:
            return None
    colour = COLOURS[place]
    lesser = COLOURS[place + 1 :]
    bid[colour] = max(standing[colour] + 1, left - sum([held[each] for each in lesser]))
    if bid[colour] > min(held[colour], left):
        return None
    return fill_bid(bid, lesser, left - bid[colour], held)


def fill_bid(bid: Bid, colours: list[str], number: int, held: Bid) -> Bid:
    """Return the bid with `number` more gems of these colours, the least valuable first."""
    missing = number
    for colour in reversed(colours):
        bid[colour] = min(held[colour], missing)
        missing = missing - bid[colour]
    return bid


def smallest_raises(standing: Bid, held: Bid) -> list[Bid]:
    """Return the lowest higher bid with the same number of gems and the lowest with one more, if these gems allow them.

    Without a standing bid, it is the lowest first bid, which has at least one gem.
    """
    raises = [raise_in_value(standing, held), cheapest_bid(count_gems(standing) + 1, held)]
    return [bid for bid in raises if bid is not None]


def deciding_thing(one: Bidder, other: Bidder) -> str:
    """Return what decides the order of two players, the first thing that differs; `lot` if nothing does."""
    for each in DECIDING:
        if one[each] != other[each]:
            return each
    return "lot"


def is_before(one: Bidder, other: Bidder) -> bool:
    """Return whether this player bids before the other; no if they are equal."""
    rule = deciding_thing(one, other)
    return rule != "lot" and one[rule] > other[rule]


def bidding_order(players: list[Bidder]) -> list[int]:
    """Return the players' indexes in the order in which they bid, or take gems with action D; equal ones stay in order.

    A player is `{"red": …, "yellow": …, "green": …, "blue": …, "points": …, "workers": …}`.
    """
    order: list[int] = []
    for place in range(len(players)):
        before = 0
        while before < len(order) and not is_before(players[place], players[order[before]]):
            before = before + 1
        order.insert(before, place)
    return order


def has_undecided(players: list[Bidder]) -> bool:
    """Return whether two of these players are equal in everything that decides their order."""
    for one in range(len(players)):
        for other in range(one):
            if deciding_thing(players[one], players[other]) == "lot":
                return True
    return False
