"""Seats that share a card: those of a team, or all of a co-op game."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.rules.kit import Game, SeatOfTable, Table

# Separates the names of players who share a card.
AND = " & "


class Cards(NamedTuple):
    """A table with one seat for each card, and the index of the card that each real seat has."""

    table: Table
    card_of: Sequence[int]


def cards_of(game: Game, table: Table) -> Cards:
    """Return the cards of a table: one for all in a co-op game, otherwise one for each team.

    A seat without a team has its own card. The entries of a team are at any of its seats; if several have the same
    stage, the first one counts.
    """
    seats = table["seats"]
    teams = ["all" if game.together else seat.get("team", f"seat {place}") for place, seat in enumerate(seats)]
    cards = list(dict.fromkeys(teams))
    shared = [merge_seats([seat for seat, team in zip(seats, teams, strict=True) if team == card]) for card in cards]
    return Cards({**table, "seats": shared}, [cards.index(team) for team in teams])


def merge_seats(members: Sequence[SeatOfTable]) -> SeatOfTable:
    """Return the seats of a team as one seat with the names of all."""
    stages = {key: held for seat in reversed(members) for key, held in seat["stages"].items()}
    card: SeatOfTable = {"player": AND.join([seat["player"] for seat in members]), "stages": stages}
    if uncounted := [key for seat in members for key in seat.get("uncounted", ())]:
        card["uncounted"] = uncounted
    return card
