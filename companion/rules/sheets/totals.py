"""Plays of any game of which only the totals, the places or the winner are known."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.rules.kit import Game

from .limits import FORMAT, MOST_OF_A_TOTAL, MOST_SEATS
from .making import game_of
from .types import Sheet

# The known result: totals of which the most or fewest win, the places, or the winner.
WINS = ("most", "fewest", "order", "winner")
TOTAL_ROW = "total"
TOTAL: Mapping[str, str] = {"en": "total", "de": "Summe", "ja": "合計"}
MOST_PLAYERS = 12


def totals_sheet(title: Any, wins: str) -> dict[str, Any]:
    """Return a sheet with only each player's total or place, or who won."""
    row: dict[str, Any] = {"key": TOTAL_ROW, "label": TOTAL, "kind": "points", "least": -MOST_OF_A_TOTAL, "decimals": 2}
    # With a winner, a total can be recorded, too.
    rows = [] if wins == "order" else [{**row, "noted": True} if wins == "winner" else row]
    return {"format": FORMAT, "title": title, "players": [1, MOST_PLAYERS], "wins": wins, "rows": rows}


def is_totals_sheet(sheet: Sheet) -> bool:
    """Return whether a sheet has only totals, places or the winner, in the current form or an older one."""
    return (
        sheet.get("wins") in WINS
        and [row["key"] for row in sheet["rows"]] in ([], [TOTAL_ROW])
        and (set(sheet) == {"format", "title", "players", "wins", "rows"})
    )


def only_totals(game: Game, wins: str) -> Game:
    """Return a game without its rows, for plays of which only the totals are known; names and teams stay."""
    totals = game_of(totals_sheet("–", wins), game.slug)
    return replace(
        totals,
        title=game.title,
        publisher=game.publisher,
        designer=game.designer,
        year=game.year,
        minutes=game.minutes,
        age=game.age,
        accent=game.accent,
        emblem=game.emblem,
        seats=range(1, MOST_SEATS + 1),
        teams=game.teams,
        is_coop=game.is_coop,
        roles=game.roles,
        variants=game.variants,
    )
