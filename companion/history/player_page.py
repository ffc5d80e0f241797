"""A player's page: what they played in this group against others and alone, and what came of it."""

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
from .page_parts import ENOUGH_MEETINGS, MOST_GAMES, MOST_MONTHS, addresses_of, honour, rivalry, tiers_reached
from .statistics_rows import history_of

MOST_RESULTS = 10
MOST_EVENINGS = 3
# In fewer plays a share says little.
FEW = 8
# Strips of fewer plays than this show nothing.
ENOUGH_FOR_STRIP = 2
# A strip of more dots cannot be read on a phone.
MOST_IN_STRIP = 60
# The newest results of a game that its table has.
MOST_IN_TABLE = 20
# So many of the most often played games have a strip.
MOST_STRIPS = 12


@dataclass(frozen=True)
class Outcome:
    """A play and the player's place in it.

    `rank` is the one among the `sides`, None if nobody has one. `beaten` is the part of the group's other scores, at
    tables of as many, that were lower. A game for one that was lost is compared with nothing: `is_lost`.
    """

    play: int
    on: object
    game: Game
    points: Number | None
    rank: int | None
    sides: int
    seats: int
    won: bool
    is_draw: bool
    is_won_by_nobody: bool
    is_lost: bool
    beaten: float | None


@dataclass(frozen=True)
class Alone:
    """How often somebody has played solo or co-op, how often won against the game, and whether any of it was co-op."""

    plays: int
    won: int
    is_coop: bool = False


@dataclass(frozen=True)
class ResultsInGame:
    """What came of one game, against others and alone; `part` and `chance` are places on a scale of per cent."""

    game: Game
    wins: Wins
    part: str
    chance: str
    is_few: bool
    alone: Alone


@dataclass(frozen=True)
class GameOfPlayer(ResultsInGame):
    """What came of one game in a group; `best` is None where a game for one was never won.

    `rung` is the place among the `rungs` of the ranking,
    `missing` the player's plays until then and `others_missing` those of a second one; without `is_rated` the plays are
    being rated, and there is none yet. `strip` is None of too few plays, and of games that are not among those most
    often played; `newest` are the last of all `plays`, each with the player's rank.
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


def player_profile(group, player, *, most=MOST_GAMES) -> dict:
    """What the player's page shows, of the games at most so many, those played most often."""
    games_here = games_of(group)
    history = [played for played in history_of(group) if played.game_slug in games_here]
    own = plays_of_player(history, player.pk)
    own_plays = [played for played, _ in own]
    all_games, own_games = group_by_game(history), group_by_game(own_plays)
    games = {slug: all_games[slug] for slug in sorted(own_games, key=lambda slug: -len(own_games[slug]))}
    shown = {slug: games[slug] for slug in list(games)[:most]}
    lately = own[: -MOST_RESULTS - 1 : -1]
    compared = shown | {played.game_slug: games[played.game_slug] for played, _ in lately}
    scores = Scores.by_size(played for plays in compared.values() for played in plays)
    newest = [outcome(games_here[played.game_slug], played, place, scores) for played, place in lately]
    names = dict(group.players.values_list("pk", "name"))
    records = [
        honour(record, games_here[slug], names)
        for slug, plays in shown.items()
        for record in find_records(plays, fewest_wins=games_here[slug].fewest_wins)
        if player.pk in record.players
    ]
    newest_of_games = [own_games[slug][-MOST_IN_STRIP:] for slug in list(games)[:MOST_STRIPS]]
    time = charts.Time(min(plays[0].on for plays in newest_of_games), own_plays[-1].on) if own_plays else None
    of_games = played_games(group, player, shown, own, scores, time, games_here)
    bests = [game.best for game in of_games if game.best]
    linked = [*newest, *records, *bests, *(tier for game in of_games for tier in game.tiers)]
    rivals = [
        rivalry(pair, names, reverse("pair", args=[group.uuid, player.pk, pair.other]))
        for pair in count_rivals(own_plays, player.pk)
    ]
    return {
        "group": group,
        "player": player,
        "discs": discs_of(group.players.all()),
        **tally_of(own_plays, player.pk),
        "outcomes": newest,
        "rivals": sorted(rivals, key=hardness),
        **hardest_of(rivals),
        "evenings": evenings_of_player(own_plays, player.pk, games_here),
        "games": of_games,
        **rating.told(group, [each.game.slug for each in of_games if not each.is_rated]),
        "all_games": len(games),
        "drawn": of_games[:MOST_STRIPS],
        "has_strips": any(game.strip for game in of_games[:MOST_STRIPS]),
        "time": time,
        "records": records,
        "addresses": addresses_of(group, {each.play for each in linked}),
    }


def tally_of(own_plays, player) -> dict:
    """Return what a page begins with: how much of these plays, in which the player sat, was won, and the form."""
    wins, months = count_player_wins(own_plays, player), wins_by_month(own_plays, player, most=MOST_MONTHS)
    return {
        "plays": len(own_plays),
        "since": own_plays[0].on if own_plays else None,
        "alone": alone_in(plays_of_player(own_plays, player)),
        "wins": wins,
        "rate": charts.percent(100 * wins.rate),
        "chance": charts.percent(100 * wins.chance),
        "streaks": find_streaks(own_plays, player),
        "months": months,
        "dots": charts.dots_by_month(months) if len(months) > 1 else None,
    }


def hardness(each) -> tuple[float, int]:
    """In which order rivals stand: against whom the player was ahead least often comes first."""
    return (each.pair.ahead - each.pair.behind) / each.pair.together, -each.pair.together


def hardest_of(rivals) -> dict:
    """Return the toughest opponent, who was ahead in at least half of the plays; none of fewer than two met often.

    `enough_meetings`: how often that is at least, if somebody was met less often.
    """
    often = [each for each in rivals if each.pair.together >= ENOUGH_MEETINGS]
    hardest = min(often, key=hardness) if len(often) > 1 else None
    is_tough = hardest and 2 * hardest.pair.behind >= hardest.pair.together
    least = ENOUGH_MEETINGS if len(often) < len(rivals) else 0
    return {"hardest": hardest if is_tough else None, "enough_meetings": least}


def evenings_of_player(own_plays, player, games_here) -> list[dict]:
    """The best evenings: the day, how many of its plays were won, and each play's game with whether it was."""
    return [
        {
            "on": best.on,
            "won": best.won,
            "plays": [(games_here[each.game_slug], place.won) for each, place in best.plays],
        }
        for best in find_best_evenings(own_plays, player, most=MOST_EVENINGS)
    ]


def outcome(game, played, place, scores) -> Outcome:
    """What came of a play of a game; `scores` are the group's by game and number of seats."""
    return Outcome(
        played.play,
        played.on,
        game,
        place.points,
        played.rank_of(place),
        len(set(played.sides)),
        len(played.places),
        won=place.won,
        is_draw=played.is_draw,
        is_won_by_nobody=played.is_won_by_nobody,
        is_lost=played.is_lost,
        beaten=None if played.is_lost else beaten_in(scores[played.game_slug, len(played.places)], place.points, game),
    )


def beaten_in(scores, points, game) -> float | None:
    """The part of the other scores that these points of one of them are better than."""
    return scores.share_beaten(points, fewest_wins=game.fewest_wins)


def best_of(own, game) -> tuple[Played, Place]:
    """The play with the best total, of equal ones the first; there has to be one with points."""
    return (min if game.fewest_wins else max)(own, key=lambda pair: pair[1].points)


def alone_in(own) -> Alone:
    """Of a player's plays and places those in which nobody else sat."""
    places = [place for played, place in own if not played.is_contest]
    is_coop = any(played.is_coop for played, _place in own)
    return Alone(len(places), sum(place.won for place in places), is_coop)


def played_games(group, player, games, own, scores, time, games_here) -> list[GameOfPlayer]:
    """Each of these games the player has played, in their order; `own` are the player's plays and places."""
    known = rating.ratings_in(group, games)
    own_of_game: dict[str, list[tuple[Played, Place]]] = {slug: [] for slug in games}
    for played, place in own:
        if played.game_slug in games:
            own_of_game[played.game_slug].append((played, place))
    return [
        game_of_player(
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


def game_of_player(group, game, player, history, own: list[tuple[Played, Place]], known, scores, time) -> GameOfPlayer:
    """`history`, the player's `own` part of it, and `known` ratings are of this game; `time` is that of its strip."""
    plays = count_contests(history)
    rungs = ratings.rank_players(known or {}, plays)
    results = results_in(game, own, player.pk)
    counts = [pair for pair in own if not pair[0].is_lost and pair[1].points is not None]
    group_scores = Scores.of(history)
    return GameOfPlayer(
        **vars(results),
        average=Scores(place.points for _, place in own).average,
        best=outcome(game, *best_of(counts, game), scores) if counts else None,
        rung=next((rung for rung in rungs if rung.player == player.pk), None),
        rungs=len(rungs),
        missing=max(0, ratings.ENOUGH_PLAYS - results.wins.plays),
        others_missing=ratings.plays_missing(plays),
        is_rated=known is not None,
        strip=strip_of(own, group_scores, time) if time else None,
        newest=[(played, place, played.rank_of(place)) for played, place in own[: -MOST_IN_TABLE - 1 : -1]],
        plays=len(own),
        tiers=tiers_reached(group, game, player=player) if game.tiers else [],
    )


def results_in(game, own: list[tuple[Played, Place]], player) -> ResultsInGame:
    """Return what came of a game, of which these are all plays of the player (a number) with the player's places."""
    wins = count_player_wins([played for played, _ in own], player)
    return ResultsInGame(
        game,
        wins=wins,
        part=charts.percent(100 * wins.rate),
        chance=charts.percent(100 * wins.chance),
        is_few=wins.plays < FEW,
        alone=alone_in(own),
    )


def strip_of(own, scores, time) -> charts.Strip | None:
    """The points of the newest of these plays over time, on the scale of all scores of the group; None of too few."""
    dots = [(played.on, float(place.points), place.won) for played, place in own if place.points is not None]
    if len(dots) < ENOUGH_FOR_STRIP:
        return None
    low, half, high = map(float, (scores.points[0], scores.median, scores.points[-1]))
    return charts.strip(time, dots[-MOST_IN_STRIP:], low=low, half=half, high=high)
