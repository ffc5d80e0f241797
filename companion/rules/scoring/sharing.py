"""Seats that share a card: those of a team, or all who play together."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.rules.kit import Game, SeatOfTable, Table

# Between the names of those who share a card.
AND = " & "


class Cards(NamedTuple):
    """A table with one seat a card, and whose card each of the real seats (by index) has."""

    table: Table
    card_of: Sequence[int]


def cards_of(game: Game, table: Table) -> Cards:
    """The cards of a table: one for all who play together, one a team, else one a seat.

    A seat without a team plays for itself. What is entered for a team stands at any of its seats; of a stage that
    stands at several, the first one counts.
    """
    seats = table["seats"]
    teams = ["all" if game.together else seat.get("team", f"seat {place}") for place, seat in enumerate(seats)]
    cards = list(dict.fromkeys(teams))
    shared = [one_card([seat for seat, team in zip(seats, teams, strict=True) if team == card]) for card in cards]
    return Cards({**table, "seats": shared}, [cards.index(team) for team in teams])


def one_card(members: Sequence[SeatOfTable]) -> SeatOfTable:
    """The seats of a team as one, named after them all."""
    stages = {key: held for seat in reversed(members) for key, held in seat["stages"].items()}
    card: SeatOfTable = {"player": AND.join([seat["player"] for seat in members]), "stages": stages}
    if uncounted := [key for seat in members for key in seat.get("uncounted", ())]:
        card["uncounted"] = uncounted
    return card
