"""Seats that share a card: those of a team, or all who play together. One of them holds it, named after them all."""

import copy
from dataclasses import replace

from companion.models import Player
from companion.rules.kit import Problem, Table
from companion.rules.scoring.sharing import AND, cards_of


def teams_of(game, seats) -> list[list]:
    """The seats of each card, in the order of the first who sits there."""
    found: dict = {}
    for seat in seats:
        alone = ("seat", seat.pk)
        team = "all" if game.together else seat.team if game.teams and seat.team else alone
        found.setdefault(team, []).append(seat)
    return list(found.values())


def holders(game, seats, rows) -> tuple[list, list[int]]:
    """The seats that hold a card, and of each of `seats` which of them (its place) holds its card.

    Of a team it is the first one of whom there are `rows`, else the first one who sits there.
    """
    teams, with_rows = teams_of(game, seats), {row.seat_id for row in rows}
    card_of = {seat.pk: place for place, team in enumerate(teams) for seat in team}
    return [holder(team, with_rows) for team in teams], [card_of[seat.pk] for seat in seats]


def of_cards(pad, table, problems) -> tuple[Table, list[Problem]]:
    """The table of a scorepad with a seat a card, and its problems by what the cards are called."""
    holds = zip(pad.everybody, pad.card_of, strict=True)
    names = {seat.player.name: pad.seats[card].player.name for seat, card in holds}
    return cards_of(pad.game, table).table, [replace(each, seat=names.get(each.seat or "")) for each in problems]


def holder(team, with_rows):
    """The seat of a team that holds its card, under the name of the team."""
    first = next((seat for seat in team if seat.pk in with_rows), team[0])
    if len(team) == 1:
        return first
    its = copy.copy(first)
    its.player = Player(pk=first.player_id, name=name_of(team), person_id=first.player.person_id)
    its.sharing = team
    return its


def name_of(team) -> str:
    """What some seats are called together."""
    return AND.join([seat.player.name for seat in team])


def card_names(game, seats) -> dict[int, str]:
    """What the card of each of these seats is called, by the seat's number."""
    if not game.shares_cards:
        return {seat.pk: seat.player.name for seat in seats}
    return {seat.pk: name_of(team) for team in teams_of(game, seats) for seat in team}
