"""A player's page: their plays in this group, against others and solo, and the results."""

from dataclasses import dataclass

from django.urls import reverse

from companion.core.language.discs import discs_of
from companion.models.sheets import games_of
from companion.rules.kit import Game, Number
from companion.statistics import ratings
from companion.statistics.form import find_best_evenings, wins_by_month
from companion.statistics.history import Place, Played, group_by_game, plays_of_player
from companion.statistics.records import find_records
from companion.statistics.rivals import count_rivals
from companion.statistics.scores import Scores
from companion.statistics.wins import Wins, count_contests, count_player_wins, find_streaks

from . import charts, rating
from .page_parts import (
    ENOUGH_MEETINGS,
    MOST_GAMES,
    MOST_MONTHS,
    build_honour,
    build_rivalry,
    find_reached_tiers,
    uuids_of,
)
from .statistics_rows import history_of

MOST_RESULTS = 10
MOST_EVENINGS = 3
# A win rate of fewer plays says little.
FEW_PLAYS = 8
# Strips have at least this many plays.
ENOUGH_FOR_STRIP = 2
# More dots of a strip can't be read on a phone.
MOST_IN_STRIP = 60
# How many newest results a game's table shows.
MOST_IN_TABLE = 20
# How many of the games played most often have a strip.
MOST_STRIPS = 12


@dataclass(frozen=True)
class Outcome:
    """A play and the player's result; `won` is None if nobody counted the player.

    `rank` is among the `sides`, None if nobody has one. `beaten` is the part of the group's other scores, with as many
    players, that it beat; None if unknown or if a solo or co-op play `is_lost`.
    """

    play: int
    on: object
    game: Game
    points: Number | None
    rank: int | None
    sides: int
    seats: int
    won: bool | None
    is_draw: bool
    is_won_by_nobody: bool
    is_lost: bool
    beaten: float | None


@dataclass(frozen=True)
class SoloResults:
    """How many solo and co-op plays there are, how many were won, and whether any was co-op."""

    plays: int
    won: int
    is_coop: bool = False


@dataclass(frozen=True)
class ResultsInGame:
    """A player's results in a game; `part` and `chance` are positions on a scale of per cent."""

    game: Game
    wins: Wins
    part: str
    chance: str
    is_few: bool
    alone: SoloResults


@dataclass(frozen=True)
class GameOfPlayer(ResultsInGame):
    """A player's results in a game of a group.

    `best` is None without points or if every solo or co-op play was lost. `rung` is the place among the `rungs` of the
    ranking; `missing` and `others_missing` are the plays until the player, and a second one, are ranked. Without
    `is_rated` the plays are still being rated. `strip` is None for too few plays and rarely played games. `newest` are
    the last of all `plays`, each with the player's rank.
    """

    average: Number | None
    best: Outcome | None
    rung: object
    rungs: int
    missing: int
    others_missing: int
    is_rated: bool
    strip: charts.Strip | None
    newest: list[tuple[Played, Place, int | None]]
    plays: int
    tiers: list


def player_context(group, player, *, most=MOST_GAMES) -> dict:
    """Return the context of a player's page, with at most `most` of the games played most often."""
    games_here = games_of(group)
    history = [played for played in history_of(group) if played.game_slug in games_here]
    own = plays_of_player(history, player.pk)
    own_plays = [played for played in history if player.pk in played.players]
    all_games, own_games = group_by_game(history), group_by_game(own_plays)
    games = {slug: all_games[slug] for slug in sorted(own_games, key=lambda slug: -len(own_games[slug]))}
    listed = {slug: games[slug] for slug in list(games)[:most]}
    lately = own_plays[: -MOST_RESULTS - 1 : -1]
    compared = listed | {played.game_slug: games[played.game_slug] for played in lately}
    scores = Scores.by_size(played for plays in compared.values() for played in plays)
    newest = [build_outcome(games_here[each.game_slug], each, each.place_of(player.pk), scores) for each in lately]
    names = dict(group.players.values_list("pk", "name"))
    records = [
        build_honour(record, games_here[slug], names)
        for slug, plays in listed.items()
        for record in find_records(plays, fewest_wins=games_here[slug].fewest_wins)
        if player.pk in record.players
    ]
    newest_of_games = [own_games[slug][-MOST_IN_STRIP:] for slug in list(games)[:MOST_STRIPS]]
    time = charts.Time(min(plays[0].on for plays in newest_of_games), own_plays[-1].on) if own_plays else None
    game_rows = build_games(group, player, listed, own, scores, time, games_here)
    bests = [game.best for game in game_rows if game.best]
    linked = [*newest, *records, *bests, *(tier for game in game_rows for tier in game.tiers)]
    rivals = [
        build_rivalry(pair, names, reverse("history:pair", args=[group.uuid, player.pk, pair.other]))
        for pair in count_rivals(own_plays, player.pk)
    ]
    return {
        "group": group,
        "player": player,
        "discs": discs_of(group.players.all()),
        **tally_context(own_plays, player.pk),
        "outcomes": newest,
        "rivals": sorted(rivals, key=hardness),
        **toughest_context(rivals),
        "evenings": best_evenings_context(own_plays, player.pk, games_here),
        "games": game_rows,
        **rating.progress_context(group, [each.game.slug for each in game_rows if not each.is_rated]),
        "all_games": len(games),
        "drawn": game_rows[:MOST_STRIPS],
        "has_strips": any(game.strip for game in game_rows[:MOST_STRIPS]),
        "time": time,
        "records": records,
        "addresses": uuids_of(group, {each.play for each in linked}),
    }


def tally_context(own_plays, player) -> dict:
    """Return the player's number of plays, wins and form."""
    wins, months = count_player_wins(own_plays, player), wins_by_month(own_plays, player, most=MOST_MONTHS)
    return {
        "plays": len(own_plays),
        "since": own_plays[0].on if own_plays else None,
        "alone": count_solo(plays_of_player(own_plays, player)),
        "wins": wins,
        "rate": charts.percent(100 * wins.rate),
        "chance": charts.percent(100 * wins.chance),
        "streaks": find_streaks(own_plays, player),
        "months": months,
        "dots": charts.dots_by_month(months) if len(months) > 1 else None,
    }


def hardness(each) -> tuple[float, int]:
    """Return the sort key of a rivalry: the lowest part of leads comes first."""
    return (each.pair.ahead - each.pair.behind) / each.pair.together, -each.pair.together


def toughest_context(rivals) -> dict:
    """Return the toughest opponent, who was ahead in at least half of the plays; None if fewer than two met often.

    `enough_meetings` is how often that is, if some opponents were met less often, else 0.
    """
    often = [each for each in rivals if each.pair.together >= ENOUGH_MEETINGS]
    hardest = min(often, key=hardness) if len(often) > 1 else None
    is_tough = hardest and 2 * hardest.pair.behind >= hardest.pair.together
    least = ENOUGH_MEETINGS if len(often) < len(rivals) else 0
    return {"hardest": hardest if is_tough else None, "enough_meetings": least}


def best_evenings_context(own_plays, player, games_here) -> list[dict]:
    """Return the best game nights: the day, how many plays were won, and each play's game and whether it was won."""
    return [
        {
            "on": best.on,
            "won": best.won,
            "plays": [(games_here[each.game_slug], place.won) for each, place in best.plays],
        }
        for best in find_best_evenings(own_plays, player, most=MOST_EVENINGS)
    ]


def build_outcome(game, played, place, scores) -> Outcome:
    """Return a play's result, without a `place` if nobody counted the player; `scores` are by game and seats."""
    return Outcome(
        played.play,
        played.on,
        game,
        place and place.points,
        place and played.rank_of(place),
        len(set(played.sides)),
        played.size,
        won=place and place.won,
        is_draw=played.is_draw,
        is_won_by_nobody=played.is_won_by_nobody,
        is_lost=played.is_lost,
        beaten=None
        if played.is_lost
        else scores[played.game_slug, played.size].share_beaten(place and place.points, fewest_wins=game.fewest_wins),
    )


def find_best(own, game) -> tuple[Played, Place]:
    """Return the play with the best total, the first of equal ones; one must have points."""
    return (min if game.fewest_wins else max)(own, key=lambda pair: pair[1].points)


def count_solo(own) -> SoloResults:
    """Return the solo and co-op results among a player's plays and places."""
    places = [place for played, place in own if played.is_alone]
    is_coop = any(played.is_coop for played, _place in own)
    return SoloResults(len(places), sum(place.won for place in places), is_coop)


def build_games(group, player, games, own, scores, time, games_here) -> list[GameOfPlayer]:
    """Return each of these games that the player has played; `own` are the player's plays and places."""
    known = rating.find_ratings(group, games)
    own_of_game: dict[str, list[tuple[Played, Place]]] = {slug: [] for slug in games}
    for played, place in own:
        if played.game_slug in games:
            own_of_game[played.game_slug].append((played, place))
    return [
        build_game(
            group,
            games_here[slug],
            player,
            games[slug],
            own_of_game[slug],
            known[slug],
            scores,
            time if at < MOST_STRIPS else None,
        )
        for at, slug in enumerate(games)
    ]


def build_game(group, game, player, history, own: list[tuple[Played, Place]], known, scores, time) -> GameOfPlayer:
    """Return the results in a game; `history`, `own` plays and `known` ratings are all of this game."""
    plays = count_contests(history)
    rungs = ratings.rank_players(known or {}, plays)
    results = summarize_results(game, own, player.pk)
    counts = [pair for pair in own if not pair[0].is_lost and pair[1].points is not None]
    group_scores = Scores.of(history)
    return GameOfPlayer(
        **vars(results),
        average=Scores(place.points for _, place in own).average,
        best=build_outcome(game, *find_best(counts, game), scores) if counts else None,
        rung=next((rung for rung in rungs if rung.player == player.pk), None),
        rungs=len(rungs),
        missing=max(0, ratings.ENOUGH_PLAYS - results.wins.plays),
        others_missing=ratings.plays_missing(plays),
        is_rated=known is not None,
        strip=build_strip(own, group_scores, time) if time else None,
        newest=[(played, place, played.rank_of(place)) for played, place in own[: -MOST_IN_TABLE - 1 : -1]],
        plays=sum(player.pk in played.players for played in history),
        tiers=find_reached_tiers(group, game, player=player) if game.tiers else [],
    )


def summarize_results(game, own: list[tuple[Played, Place]], player) -> ResultsInGame:
    """Return the results in a game; `own` are all plays of the player (an id) with the player's places."""
    wins = count_player_wins([played for played, _ in own], player)
    return ResultsInGame(
        game,
        wins=wins,
        part=charts.percent(100 * wins.rate),
        chance=charts.percent(100 * wins.chance),
        is_few=wins.plays < FEW_PLAYS,
        alone=count_solo(own),
    )


def build_strip(own, scores, time) -> charts.Strip | None:
    """Return the points of the player's newest plays over time, on the scale of the group's scores; None if too few."""
    dots = [(played.on, float(place.points), place.won) for played, place in own if place.points is not None]
    if len(dots) < ENOUGH_FOR_STRIP:
        return None
    low, half, high = map(float, (scores.points[0], scores.median, scores.points[-1]))
    return charts.build_strip(time, dots[-MOST_IN_STRIP:], low=low, half=half, high=high)
