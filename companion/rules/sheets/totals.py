"""A play of which only the totals are known, or who won: of any game, also of one with rules of its own."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.rules.kit import Game

from .limits import FORMAT, MOST_SEATS
from .making import game_of

# What may be known: totals of which most or fewest win, or who won.
WINS = ("most", "fewest", "winner")
TOTAL: Mapping[str, str] = {"en": "total", "de": "Summe", "ja": "合計"}
MOST_OF_A_TOTAL = 9_999
MOST_PLAYERS = 12


def totals_sheet(title: Any, wins: str) -> dict[str, Any]:
    """A sheet on which nothing stands but each player's total, or who won."""
    row = {"key": "total", "label": TOTAL, "kind": "points", "least": -MOST_OF_A_TOTAL}
    rows = [] if wins == "winner" else [row]
    return {"format": FORMAT, "title": title, "players": [1, MOST_PLAYERS], "wins": wins, "rows": rows}


def only_totals(game: Game, wins: str) -> Game:
    """A game as it is played where no more is known of it: under its own name, without its rows."""
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
    )
