"""Points for first, second or third place in something, with all ways to resolve ties."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from .facts import Score
from .fields import Count
from .majority import holders_of, reason_ahead, reason_nobody
from .numbers import Number, plain
from .results import Points
from .tables import Seat, Table
from .texts import Names, Reason, Text, gettext, naming, ngettext, reason, signed


class Ties(StrEnum):
    """The points of tied seats; in every case they occupy their places, so those behind get later ones.

    - SHARE: the points of all places they occupy, divided by their number.
    - SPLIT: the points of the first of these places, divided by their number.
    - ALL: each gets the points of the first place they occupy.
    - LESS: the same minus one, at least 0.
    - NOBODY: nothing.
    """

    SHARE = "share"
    SPLIT = "split"
    ALL = "all"
    LESS = "less"
    NOBODY = "nobody"


@dataclass(frozen=True)
class Places:
    """The points for the places in a row, first place first, and who can get them.

    `at_least`: the lowest count that gets a place. `fewest`: the lowest count is first. `from_seats`: nobody scores
    with fewer seats. `unless_all_level`: nobody scores if all are tied. `decimals`: the decimals of divided points.
    """

    points: tuple[int, ...]
    ties: Ties
    at_least: int = 1
    fewest: bool = False
    from_seats: int = 1
    unless_all_level: bool = False
    decimals: int = 0

    def points_at(self, place: int, sharing: int) -> Number:
        """Return the points of each of `sharing` seats at a place, counted from 0."""
        filled = self.points[place : place + sharing]
        if not filled or (sharing > 1 and self.ties is Ties.NOBODY):
            return 0
        if sharing == 1 or self.ties is Ties.ALL:
            return filled[0]
        if self.ties is Ties.LESS:
            return max(0, filled[0] - 1)
        # Rounded towards 0, for minus points too.
        shared = sum(filled) if self.ties is Ties.SHARE else filled[0]
        return plain(Decimal(int(shared * 10**self.decimals / sharing)).scaleb(-self.decimals))


# The places of a row: fixed, or by number of seats.
type PlacesAt = Places | Mapping[int, Places]


def placed(thing: Count, places: PlacesAt) -> Score:
    """Return the rule of a row that gives points for the places in a thing."""

    def score(seats: Sequence[Seat], table: Table) -> Sequence[Points]:
        counts, size = [held.get(thing.key, 0) for _, _, held in seats], len(table["seats"])
        here = places if isinstance(places, Places) else places.get(size)
        if here is None:
            return [(0, why_not_so_many(size), count) for count in counts]
        if size < here.from_seats:
            return [(0, why_so_few(here.from_seats), count) for count in counts]
        return score_all(thing, here, counts, [player for _, player, _ in seats])

    return score


def score_all(thing: Count, places: Places, counts: Sequence[int], players: Sequence[str]) -> list[Points]:
    """Return the points of each of these players, with reasons."""
    in_it = [count >= places.at_least for count in counts]
    if not any(in_it):
        why = reason_nobody(thing) if not any(counts) else why_too_few(thing, places.at_least)
        return [(0, why, count) for count in counts]
    if places.unless_all_level and len(counts) > 1 and len(set(counts)) == 1:
        return [(0, why_all_level(thing, count), count) for count in counts]
    known = tuple(counts), tuple(players)
    return [
        score_place(thing, places, *known, seat) if has else (0, why_too_few(thing, places.at_least), counts[seat])
        for seat, has in enumerate(in_it)
    ]


def score_place(
    thing: Count, places: Places, counts: tuple[int, ...], players: tuple[str, ...], seat: int
) -> tuple[Number, Reason, int]:
    """Return the points, reason and count of a seat that has a place."""
    own, is_ahead = counts[seat], ahead_of(places, counts[seat])
    before = tuple([each for each, count in enumerate(counts) if is_ahead(count)])
    level = tuple([each for each, count in enumerate(counts) if count == own and each != seat])
    points = places.points_at(len(before), len(level) + 1)
    if level:
        others = tuple([players[each] for each in level])
        return points, why_level(others, thing, places, own, len(before)), own
    if len(counts) == 1 and places.at_least > 1:
        return points, why_enough(thing, own, places.at_least), own
    if not before and not places.fewest and places.points[0] >= 0 and places.at_least >= 0:
        second = max([0, *[count for count in counts if count < own]])
        return points, reason_ahead(holders_of(second, counts, players) if second else (), thing, own, second), own
    return points, why_placed(tuple([players[each] for each in before]), thing, places, own), own


def ahead_of(places: Places, own: int) -> Callable[[int], bool]:
    """Return a function that says whether a count is ahead of `own`."""
    if places.fewest:
        return lambda count: places.at_least <= count < own
    return lambda count: count > own


@reason
def why_so_few(seats: int) -> Text:
    """Explain that nobody scores with so few players."""
    return gettext("Only with %(seats)s players or more", seats=seats)


@reason
def why_not_so_many(seats: int) -> Text:
    """Explain that the row has no points for this number of players."""
    return ngettext("Not with %(number)s player", "Not with %(number)s players", seats)


@reason
def why_all_level(thing: Count, count: int) -> Text:
    """Explain that nobody scores because all are tied."""
    return gettext("%(count)s %(good)s, tied with everyone: nobody scores", good=thing.named(count), count=count)


@reason
def why_enough(thing: Count, count: int, at_least: int) -> Text:
    """Explain the points of the only player."""
    return gettext("%(count)s %(good)s: %(least)s or more", good=thing.named(count), count=count, least=at_least)


@reason
def why_too_few(thing: Count, at_least: int) -> Text:
    """Explain that the count is too low for a place."""
    return gettext("Fewer than %(least)s %(good)s", least=at_least, good=thing.label)


@naming
def why_placed(before: Names, thing: Count, places: Places, count: int) -> Text:
    """Explain a place that isn't shared."""
    params = {"good": thing.named(count), "count": count, "others": before, "place": len(before) + 1}
    if not before:
        most = gettext("Most %(good)s: %(count)s", **params)
        return gettext("Fewest %(good)s: %(count)s", **params) if places.fewest else most
    if len(before) < len(places.points):
        return gettext("%(count)s %(good)s: place %(place)s, behind %(others)s", **params)
    return gettext("%(count)s %(good)s, behind %(others)s: no points", **params)


@naming
def why_level(others: Names, thing: Count, places: Places, count: int, before: int) -> Text:
    """Explain a shared place."""
    filled = places.points[before : before + len(others) + 1]
    params = {
        "good": thing.named(count),
        "count": count,
        "others": others,
        "points": signed(sum(filled) if places.ties is Ties.SHARE else sum(filled[:1])),
        "sharing": len(others) + 1,
    }
    if not filled:
        return gettext("%(count)s %(good)s, tied with %(others)s: no points", **params)
    return LEVEL[places.ties]._replace(params=params)


LEVEL = {
    Ties.SHARE: gettext("%(count)s %(good)s, tied with %(others)s: %(points)s split %(sharing)s ways"),
    Ties.SPLIT: gettext("%(count)s %(good)s, tied with %(others)s: %(points)s split %(sharing)s ways"),
    Ties.ALL: gettext("%(count)s %(good)s, tied with %(others)s: each scores %(points)s"),
    Ties.LESS: gettext("%(count)s %(good)s, tied with %(others)s: %(points)s − 1"),
    Ties.NOBODY: gettext("%(count)s %(good)s, tied with %(others)s: nobody scores"),
}
