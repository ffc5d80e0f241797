"""A player's page: what they played in this group and what came of it."""

from dataclasses import dataclass

from companion.models.sheets import games_of
from companion.rules.kit import Game
from companion.statistics import ratings
from companion.statistics.history import Place, Played, by_game, of_player
from companion.statistics.records import records_in
from companion.statistics.rivals import rivals_of
from companion.statistics.scores import Scores
from companion.statistics.wins import NO_WINS, Wins, plays_in, streaks_of, wins_in, wins_of

from . import charts
from .page_parts import (
    MOST_IN_A_LINE,
    addresses_of,
    honour,
    months_chart,
    rivalry,
    shares_of_wins,
    tables_won,
    tiers_reached,
)
from .rows import history_of, ratings_in, seats_that_count

MOST_RESULTS = 10
MOST_SHARES = 3


@dataclass(frozen=True)
class Outcome:
    """A play and the player's place in it.

    `beaten` is the part of the group's other scores, at tables of as many, that were lower. A game for one that was
    lost is compared with nothing: `is_lost`.
    """

    play: int
    on: object
    rules: Game
    points: int
    rank: int
    seats: int
    won: bool
    is_draw: bool
    is_lost: bool
    beaten: float | None


@dataclass(frozen=True)
class Alone:
    """How often somebody has played alone, and how often won against the game."""

    plays: int
    won: int


@dataclass(frozen=True)
class GameOfPlayer:
    """What came of one game, against others and alone; `best` is None where a game for one was never won.

    `rung` is the place among the `rungs` of the ranking, `missing` the plays until then.
    """

    rules: Game
    wins: Wins
    alone: Alone
    average: float
    best: Outcome | None
    rung: object
    rungs: int
    missing: int
    plot: charts.Plot | None
    outcomes: list[Outcome]
    shares: list
    tiers: list


def player_profile(group, player) -> dict:
    """What the player's page shows."""
    rules = games_of(group)
    history = [played for played in history_of(group) if played.game in rules]
    own = of_player(history, player.pk)
    own_plays = [played for played, _ in own]
    all_games = by_game(history)
    games = {game: all_games[game] for game in by_game(own_plays)}
    scores = Scores.by_size(played for plays in games.values() for played in plays)
    newest = [outcome(rules[played.game], played, place, scores) for played, place in own[: -MOST_RESULTS - 1 : -1]]
    names = dict(group.players.values_list("pk", "name"))
    records = [
        honour(record, rules[game], names)
        for game, plays in games.items()
        for record in records_in(plays)
        if player.pk in record.players
    ]
    of_games = played_games(group, player, games, own, scores, rules)
    bests = [game.best for game in of_games if game.best]
    linked = [*newest, *records, *bests, *(each for game in of_games for each in (*game.tiers, *game.outcomes))]
    return {
        "group": group,
        "player": player,
        "plays": len(own),
        "alone": alone_in(own),
        "wins": wins_of(own_plays, player.pk),
        "streaks": streaks_of(own_plays, player.pk),
        "months": months_chart(own_plays),
        "outcomes": newest,
        "rivals": [rivalry(pair, names) for pair in rivals_of(own_plays, player.pk)],
        "games": of_games,
        "records": records,
        "addresses": addresses_of({each.play for each in linked}),
    }


def outcome(rules, played, place, scores) -> Outcome:
    """What came of a play of a game with these rules; `scores` are the group's by game and number of seats."""
    return Outcome(
        played.play,
        played.on,
        rules,
        place.points,
        place.rank,
        len(played.places),
        won=place.won,
        is_draw=played.is_draw,
        is_lost=played.is_lost,
        beaten=None if played.is_lost else scores[played.game, len(played.places)].beaten_by(place.points),
    )


def alone_in(own) -> Alone:
    """Of a player's plays and places those in which nobody else sat."""
    places = [place for played, place in own if not played.is_contest]
    return Alone(len(places), sum(place.won for place in places))


def played_games(group, player, games, own, scores, rules) -> list[GameOfPlayer]:
    """Each game the player has played, the most often played first; `own` are the player's plays and places."""
    known = ratings_in(group, games)
    seats = seats_that_count(group)
    won = seats.filter(player=player, is_winner=True, play__game__in=list(games))
    tables = tables_won(seats.filter(play__in=won.values("play")), player=player.pk)
    own_of_game: dict[str, list[tuple[Played, Place]]] = {game: [] for game in games}
    for played, place in own:
        own_of_game[played.game].append((played, place))
    found = [
        game_of_player(group, rules[game], player, plays, own_of_game[game], known[game], tables.get(game, []), scores)
        for game, plays in games.items()
    ]
    return sorted(found, key=lambda game: -len(own_of_game[game.rules.slug]))


def game_of_player(
    group, rules, player, history, own: list[tuple[Played, Place]], known, tables, scores
) -> GameOfPlayer:
    """`history`, the player's `own` part of it, `known` ratings and the `tables` they won at are of this game."""
    all_wins = wins_in(history)
    plays = plays_in(all_wins)
    rungs = ratings.ranking(known, plays)
    wins = all_wins.get(player.pk, NO_WINS)
    newest = [outcome(rules, played, place, scores) for played, place in own[-MOST_IN_A_LINE:]]
    counts = [pair for pair in own if not pair[0].is_lost]
    return GameOfPlayer(
        rules,
        wins=wins,
        alone=alone_in(own),
        average=sum(place.points for _, place in own) / len(own),
        best=outcome(rules, *max(counts, key=lambda pair: pair[1].points), scores) if counts else None,
        rung=next((rung for rung in rungs if rung.player == player.pk), None),
        rungs=len(rungs),
        missing=max(ratings.ENOUGH_PLAYS - wins.plays, ratings.plays_missing(plays)),
        plot=points_plot(rules, newest, Scores.of(history)),
        outcomes=newest,
        shares=shares_of_wins(rules, tables, most=MOST_SHARES),
        tiers=tiers_reached(group, rules, player=player) if rules.tiers else [],
    )


def points_plot(rules, outcomes, scores):
    """The points of these plays, with the group's average or the game's tiers across; nothing for a single play."""
    if len(outcomes) < 2:
        return None
    levels = [(tier.rating, tier.least) for tier in rules.tiers] or [(None, scores.average)]
    return charts.plot([("", [(place, each.points) for place, each in enumerate(outcomes)])], levels=levels)
