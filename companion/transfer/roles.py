"""Roles, variants and first players as other programs tell them, and as they go back there."""

from typing import Any

from companion.core.language.texts import say
from companion.core.language.typed import clean_name
from companion.rules.kit import LONGEST_ROLE

from .readers.records import Json
from .readers.values import is_yes


def about_play(rest: Json) -> dict[str, str]:
    """Return the variant of a play, which these programs call a board."""
    variant = text_in(rest, "board")
    return {"variant": variant} if variant else {}


def about_seat(rest: Json) -> dict[str, Any]:
    """Return a player's role and whether they began, as BG Stats, BoardGameGeek or a table tell them."""
    role = text_in(rest, "role") or text_in(rest, "color")
    begins = is_yes(rest.get("startPlayer")) or rest.get("startposition") == "1"
    return ({"role": role} if role else {}) | ({"first": True} if begins else {})


def add_former_roles(play: Json, details: Json) -> Json:
    """Return a play of our format with the variant, roles and first player that former versions left in `details`.

    A play that has a variant or a role stays as it is.
    """
    seats, told = play["seats"], [each.get("rest", {}) for each in details.get("seats", ())]
    if "variant" in play or any("role" in seat for seat in seats):
        return play
    # Otherwise somebody has come or gone since.
    if len(told) == len(seats):
        names = {"role"} if any("first" in seat for seat in seats) else {"role", "first"}
        found = [{name: its for name, its in about_seat(rest).items() if name in names} for rest in told]
        seats = [seat | its for seat, its in zip(seats, found, strict=True)]
    return {**play, **about_play(details.get("rest", {})), "seats": seats}


def text_in(rest: Json, name: str) -> str:
    """Return a text of a program, shortened if it is too long; nothing if there is none."""
    text = rest.get(name)
    return clean_name(text)[:LONGEST_ROLE].strip() if isinstance(text, str) else ""


def words_of(proposals, stored, came_as) -> str:
    """Return the words of a role or variant: those of the program it came from, if they still mean the same."""
    is_same = isinstance(came_as, str) and proposals.key_for(came_as) == stored
    return came_as if is_same else say(proposals.label_for(stored))
