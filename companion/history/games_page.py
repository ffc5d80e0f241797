"""A group's games: how often each was played, who leads, the record, and the plays of each month."""

from collections import Counter
from dataclasses import dataclass

from companion.models.sheets import games_in_collection, games_of
from companion.rules.kit import Game, Number
from companion.statistics.form import months_between
from companion.statistics.history import group_by_game
from companion.statistics.records import find_best_total
from companion.statistics.wins import Wins, count_wins

from . import charts
from .page_parts import MOST_GAMES
from .statistics_rows import history_of

MONTHS = 12
SPARKLINE_HEIGHT = 24


@dataclass(frozen=True)
class GameSummary:
    """A game in the list: who won most beyond chance, the best total and its holders, and a column for each month.

    `alone` counts its solo or co-op plays and `won` those of them that were won; `is_coop`: some of them are co-op.
    """

    game: Game
    plays: int
    leader: str
    wins: Wins | None
    alone: int
    won: int
    is_coop: bool
    record: Number | None
    holders: list[str]
    columns: tuple[charts.Column, ...]


def games_context(group, *, most=MOST_GAMES) -> dict:
    """Return the context of the list of games: those played, most often first and at most `most`, and those not yet."""
    games_here = games_of(group)
    history = [played for played in history_of(group) if played.game_slug in games_here]
    names = dict(group.players.values_list("pk", "name"))
    games = dict(sorted(group_by_game(history).items(), key=lambda pair: -len(pair[1])))
    months = months_between(min(played.on for played in history), history[-1].on)[-MONTHS:] if history else []
    return {
        "games": [summarize_game(games_here[slug], games[slug], names, months) for slug in list(games)[:most]],
        "all_games": len(games),
        "untouched": [game for game in games_in_collection(group) if game.slug not in games],
        "plays": len(history),
        "months": (months[0], months[-1]) if len(months) > 1 else None,
    }


def summarize_game(game, history, names, months) -> GameSummary:
    """Return a game's entry in the list."""
    wins = count_wins(history)
    beyond = {player: round(its.credit - its.chance * its.plays, 6) for player, its in wins.items()}
    leading = [player for player, its in beyond.items() if its == max(beyond.values())]
    # If several are tied, nobody leads.
    ahead = leading[0] if len(leading) == 1 else None
    best = find_best_total(history, fewest_wins=game.fewest_wins)
    alone = [played for played in history if played.is_alone]
    counts = Counter(played.on.replace(day=1) for played in history)
    return GameSummary(
        game,
        len(history),
        leader=names[ahead] if ahead else "",
        wins=wins[ahead] if ahead else None,
        alone=len(alone),
        won=sum(bool(played.winners) for played in alone),
        is_coop=any(played.is_coop for played in alone),
        record=best.value if best else None,
        holders=[names[player] for player in best.players] if best else [],
        columns=charts.build_columns([(month, counts[month], 0) for month in months], height=SPARKLINE_HEIGHT, head=0),
    )
