"""The merchandise of Five Tribes, which scores in sets of different kinds; the solo game has the same cards.

Source: the published rules.
"""

from collections.abc import Sequence
from functools import reduce

from companion.rules.kit import Brings, Count, Holdings, Points, Table, Text, gettext, ngettext, pgettext, reason

MERCHANDISE = (
    Count(key="ivory", label=pgettext("Five Tribes", "ivory"), icon="ivory", supply=2),
    Count(key="jewels", label=pgettext("Five Tribes", "jewels"), icon="jewels", supply=2),
    Count(key="bars", label=pgettext("Five Tribes", "gold (goods card)"), icon="bars", supply=2),
    Count(key="papyrus", label=pgettext("Five Tribes", "papyrus"), icon="papyrus", supply=4),
    Count(key="silk", label=pgettext("Five Tribes", "silk"), icon="silk", supply=4),
    Count(key="spice", label=pgettext("Five Tribes", "spice"), icon="spice", supply=4),
    Count(key="fish", label=pgettext("Five Tribes", "fish"), icon="fish", supply=6),
    Count(key="wheat", label=pgettext("Five Tribes", "wheat"), icon="wheat", supply=6),
    Count(key="pottery", label=pgettext("Five Tribes", "pottery"), icon="pottery", supply=6),
)
KINDS = tuple(good.key for good in MERCHANDISE)
FAKIRS = Count(key="fakirs", label=pgettext("Five Tribes", "fakirs"), icon="fakir", supply=18)
SET_POINTS = (0, 1, 3, 7, 13, 21, 30, 40, 50, 60)
# The djinn whose owner can use two fakirs as one card of any kind.
AL_AMIN, WILD_WITH = "al-amin", pgettext("Five Tribes", "Al-Amin")
FOR_A_WILD = 2
IN_SETS = Brings(sets=SET_POINTS, wild=(FAKIRS.key, FOR_A_WILD, AL_AMIN))


def merchandise(held: Holdings, table: Table) -> Points:
    """Merchandise scores 1, 3, 7, 13, 21, 30, 40, 50 or 60 for each set of 1 to 9 different kinds."""
    goods = [held.get(good, 0) for good in KINDS]
    fakirs = held.get("fakirs", 0)
    wilds = fakirs // FOR_A_WILD if AL_AMIN in held.get("djinns", ()) else 0
    sets = set_sizes(goods, wilds=wilds)
    points = sum([SET_POINTS[kinds] for kinds in sets])
    cards = sum(goods) + fakirs
    return points, why_merchandise(cards, tuple(sets), points, wilds), cards


def set_sizes(goods: Sequence[int], *, wilds: int = 0) -> list[int]:
    """Return the number of kinds in each set, the largest first; `goods` has the number of cards of each kind.

    A set takes every kind that is left, and wilds for those it lacks. One more kind adds at least as many points to a
    larger set as to a smaller one, so no other way to build sets scores more.

    >>> set_sizes([2, 1, 1], wilds=1)
    [4, 1]
    """
    sizes = [len([count for count in goods if count > laid]) for laid in range(max(goods))]
    if not wilds:
        return sizes
    filled = []
    for kinds in [*sizes, *[0] * wilds]:
        completing = min(wilds, len(SET_POINTS) - 1 - kinds)
        filled.append(kinds + completing)
        wilds -= completing
    return [kinds for kinds in filled if kinds]


@reason
def why_merchandise(cards: int, sets: tuple[int, ...], points: int, wilds: int) -> Text:
    """Explain the points, as in "13 cards · 7 kinds 40 + 3 kinds 7 = 47"."""
    if not sets:
        return pgettext("Five Tribes", "No merchandise")
    laid = ngettext("%(number)s card", "%(number)s cards", cards)
    if wilds:
        params = {"cards": laid, "djinn": WILD_WITH, "wilds": wilds}
        laid = pgettext("Five Tribes", "%(cards)s, wild with %(djinn)s: %(wilds)s", **params)
    by_set = [
        ngettext("%(number)s kind %(points)s", "%(number)s kinds %(points)s", kinds, points=SET_POINTS[kinds])
        for kinds in sets
    ]
    sum_of_sets = reduce(lambda one, other: gettext("%(one)s + %(other)s", one=one, other=other), by_set)
    return pgettext("Five Tribes", "%(cards)s · %(sets)s = %(points)s", cards=laid, sets=sum_of_sets, points=points)
