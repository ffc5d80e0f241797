"""A play of which only the totals are known, or who won: of any game, also of one with rules of its own."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.rules.kit import Game

from .limits import FORMAT, MOST_OF_A_TOTAL, MOST_SEATS
from .making import game_of
from .types import Sheet

# What may be known: totals of which most or fewest win, who came in which place, or who won.
WINS = ("most", "fewest", "order", "winner")
TOTAL_ROW = "total"
TOTAL: Mapping[str, str] = {"en": "total", "de": "Summe", "ja": "合計"}
MOST_PLAYERS = 12


def totals_sheet(title: Any, wins: str) -> dict[str, Any]:
    """A sheet on which nothing stands but each player's total or place, or who won."""
    row: dict[str, Any] = {"key": TOTAL_ROW, "label": TOTAL, "kind": "points", "least": -MOST_OF_A_TOTAL, "decimals": 2}
    # Beside who won a total is noted where it is known.
    rows = [] if wins == "order" else [{**row, "noted": True} if wins == "winner" else row]
    return {"format": FORMAT, "title": title, "players": [1, MOST_PLAYERS], "wins": wins, "rows": rows}


def is_totals_sheet(sheet: Sheet) -> bool:
    """Whether nothing stands on a sheet but totals, places or who won, also as such sheets were made before."""
    return (
        sheet.get("wins") in WINS
        and [row["key"] for row in sheet["rows"]] in ([], [TOTAL_ROW])
        and (set(sheet) == {"format", "title", "players", "wins", "rows"})
    )


def only_totals(game: Game, wins: str) -> Game:
    """A game as it is played where no more is known of it: under its own name, without its rows, in its teams."""
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
