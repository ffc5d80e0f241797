"""Points for the places in a row: fixed, or by number of players."""

from itertools import groupby
from typing import Any

from companion.rules.kit import Places, Text, Ties, gettext, signed

from .types import Row

# Keys of a row of places that can depend on the number of players.
BY_SEATS = ("places", "at_least")


def places_of(row: Row, decimals: int = 0) -> Places | dict[int, Places]:
    """Return the places of a row: fixed, or by number of seats. Divided points have as many decimals as the numbers."""
    seats = seats_told(row)
    places = {number: places_at(row, number, decimals) for number in seats}
    return places or places_at(row, 0, decimals)


def seats_told(row: Row) -> list[int]:
    """Return the numbers of seats for which a row defines points or the lowest count of a place."""
    told = [row[name] for name in BY_SEATS if isinstance(row.get(name), dict)]
    return sorted({int(seats) for each in told for seats in each})


def places_at(row: Row, seats: int, decimals: int) -> Places:
    """Return the places of a row with this number of seats."""
    fewest = row.get("fewest", False)
    return Places(
        tuple(at(row["places"], seats)),
        Ties(row["ties"]),
        at_least=at(row.get("at_least", 0 if fewest else 1), seats),
        fewest=fewest,
        from_seats=row.get("from_players", 1),
        unless_all_level=row.get("unless_all_level", False),
        decimals=decimals,
    )


def at(value: Any, seats: int) -> Any:
    """Return the value, or the one for this number of seats."""
    return value[str(seats)] if isinstance(value, dict) else value


def told_of_places(row: Row) -> Text:
    """Return the note for the places; if they depend on the number of players, for each of them."""
    places = places_of(row)
    if isinstance(places, Places):
        points = tuple(map(signed, places.points))
        return (
            gettext("fewest %(points)s", points=points) if places.fewest else gettext("most %(points)s", points=points)
        )
    parts = []
    for its, numbers in groupby(places, places.__getitem__):
        first, *_, last = [*numbers] * 2
        params = {
            "players": str(first) if first == last else f"{first}–{last}",
            "points": "/".join(map(signed, its.points)),
            "least": its.at_least,
        }
        from_so_many = gettext("for %(players)s: %(points)s from %(least)s on", **params)
        parts.append(from_so_many if its.at_least > 1 else gettext("for %(players)s: %(points)s", **params))
    return gettext("%(parts)s", parts=tuple(parts))
