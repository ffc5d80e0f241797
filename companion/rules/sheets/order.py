"""Places instead of points: the field for a player's place, and validation of places."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.rules.kit import Count, Lot, Number, Problem, Stage, Table, gettext, seats_in

PLACE = "place__"


@dataclass(frozen=True, kw_only=True, eq=False)
class Place(Count):
    """The place of a player, 1 for the first; 0 for a player who is out."""

    def draw(self, lot: Lot, starting: Sequence[int]) -> list[int]:
        return lot.chance.sample(range(1, len(starting) + 1), len(starting))


def misplaced(places: Iterable[Number]) -> tuple[Number, int] | None:
    """Return the first place that doesn't fit and the next valid one; None if all fit.

    Tied players have the same place, and the next places are skipped: 1, 1, 3.
    """
    ranked = sorted(places)
    gaps = ((place, before + 1) for before, place in enumerate(ranked) if place != ranked.index(place) + 1)
    return next(gaps, None)


def order_problems(table: Table, stage: Stage) -> Iterator[Problem]:
    """Yield a problem if the places of all players don't fit; nothing before everyone's entries are complete."""
    seats = seats_in(table, stage.key)
    if len(seats) < len(table["seats"]):
        return
    places = [held[PLACE] for _, _, held in seats if held.get(PLACE)]
    found = misplaced(places)
    text = gettext("Nobody has first place.")
    if found:
        text = gettext("Place %(place)s doesn’t fit: the next one is %(next)s.", place=found[0], next=found[1])
    if found or not places:
        yield Problem("wrong_place", text, stage=stage.key, field=PLACE, needs_all=True)
