"""Convert roles, variants and first players from and for other programs."""

from typing import Any

from companion.core.language.texts import say
from companion.core.language.typed import clean_name
from companion.rules.kit import LONGEST_ROLE

from .readers.records import Json
from .readers.values import is_yes


def play_details(rest: Json) -> dict[str, str]:
    """Return the variant of a play, which these programs call a board."""
    variant = get_text(rest, "board")
    return {"variant": variant} if variant else {}


def seat_details(rest: Json) -> dict[str, Any]:
    """Return a player's role and whether they began, from data of BG Stats, BoardGameGeek or a table."""
    role = get_text(rest, "role") or get_text(rest, "color")
    begins = is_yes(rest.get("startPlayer")) or rest.get("startposition") == "1"
    return ({"role": role} if role else {}) | ({"first": True} if begins else {})


def add_former_roles(play: Json, details: Json) -> Json:
    """Return a play of our format with the variant, roles and first player that former versions left in `details`.

    A play that has a variant or a role stays as it is.
    """
    seats, former_seats = play["seats"], [each.get("rest", {}) for each in details.get("seats", ())]
    if "variant" in play or any("role" in seat for seat in seats):
        return play
    # Otherwise a player was added or removed since.
    if len(former_seats) == len(seats):
        names = {"role"} if any("first" in seat for seat in seats) else {"role", "first"}
        found = [{name: value for name, value in seat_details(rest).items() if name in names} for rest in former_seats]
        seats = [seat | value for seat, value in zip(seats, found, strict=True)]
    return {**play, **play_details(details.get("rest", {})), "seats": seats}


def get_text(rest: Json, name: str) -> str:
    """Return a text of another program, shortened if it is too long; "" if there is none."""
    text = rest.get(name)
    return clean_name(text)[:LONGEST_ROLE].strip() if isinstance(text, str) else ""


def say_role(proposals, stored, came_as) -> str:
    """Return the words of a role or variant: those of the program it came from, if they still mean the same."""
    is_same = isinstance(came_as, str) and proposals.key_for(came_as) == stored
    return came_as if is_same else say(proposals.label_for(stored))
