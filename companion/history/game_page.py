"""A game's page within a group: the ranking, the scores, and what wins."""

from dataclasses import dataclass

from django.db.models import Prefetch, prefetch_related_objects

from companion.core.language.discs import discs_of
from companion.core.language.texts import figure_size, minus
from companion.models import Ladder, Seat
from companion.rules.kit import Number
from companion.statistics import ratings
from companion.statistics.history import Played, contests
from companion.statistics.records import find_records
from companion.statistics.scores import Scores, points_of_sides
from companion.statistics.wins import Wins, count_contests, count_wins

from . import charts, rating
from .coop_records import rates_by_option
from .evenings import build_row
from .page_parts import build_honour, days_of, find_item_leads, find_reached_tiers, find_winning_items, uuids_of
from .recent_games import find_recent_games
from .roles import roles_context
from .statistics_rows import finished_plays, history_of

MOST_PLAYS = 5
# The least probabilities that one player is stronger than another for "probably" and "certainly".
PROBABLY, CERTAINLY = 0.65, 0.9
# With fewer scores, no distribution is shown.
ENOUGH_SCORES = 4
MOST_BINS = 12


@dataclass(frozen=True)
class Contender:
    """A player in this game: wins, median and best points.

    `rung` and `span` are the place in the ranking and its range as a chart, both None before the player is ranked.
    """

    number: int
    name: str
    wins: Wins
    usual: Number | None
    best: Number | None
    rung: ratings.Rung | None = None
    span: charts.Span | None = None

    @property
    def missing(self) -> int:
        """The number of plays until the player is ranked."""
        return ratings.ENOUGH_PLAYS - self.wins.plays

    @property
    def by_chance(self) -> float:
        """The number of wins expected by chance."""
        return self.wins.chance * self.wins.plays


@dataclass(frozen=True)
class Verdict:
    """How sure it is that one player is stronger than another: "nothing", "probably" or "certainly"."""

    one: str
    other: str
    how: str


def game_context(group, game, *, seats=None) -> dict:
    """Return the context of a game's page in a group. `seats`: points are those of plays with this many players."""
    history = history_of(group, game.slug)
    prefetch_related_objects([group], "players")
    names = {player.pk: player.name for player in group.players.all()}
    records = [build_honour(record, game, names) for record in find_records(history, fewest_wins=game.fewest_wins)]
    tiers = find_reached_tiers(group, game) if game.tiers else []
    at_table = Prefetch("seats", Seat.objects.at_table())
    newest = finished_plays(group).filter(game_slug=game.slug).prefetch_related(at_table).reverse()[:MOST_PLAYS]
    return {
        "group": group,
        "tab": "games",
        "game": game,
        "discs": discs_of(group.players.all()),
        "plays": len(history),
        "alone": sum(played.is_alone for played in history),
        "is_coop": any(played.is_coop for played in history),
        "won": sum(played.places[0].won for played in history if played.is_alone),
        "usual_minutes": find_recent_games(group, [game.slug]).usual_minutes(game.slug),
        **ranking_context(group, game, history, names),
        **points_context(history, seats),
        "shares": find_winning_items(game, find_item_leads(group, game.slug)),
        "records": records,
        "tiers": tiers,
        "rates": rates_by_option(group, game),
        **roles_context(group, game, history, names),
        "newest": [build_row(play) for play in newest],
        "days": days_of(history),
        "addresses": uuids_of(group, {*(each.play for each in records), *(each.play for each in tiers)}),
    }


def ranking_context(group, game, history, names) -> dict:
    """Return everyone by rating, then those who haven't played enough, by wins."""
    wins = count_wins(history)
    ladder = Ladder.objects.filter(group=group, game_slug=game.slug).first()
    rated = rating.find_ratings_of_game(group, game.slug, history, ladder)
    known = rated or {}
    plays = count_contests(history)
    rungs = ratings.rank_players(known, plays)
    spans, ticks = charts.build_spans([known[rung.player] for rung in rungs])
    points = points_by_player(history)
    ranked = [
        build_contender(rung.player, names, wins, points, game, rung=rung, span=span)
        for rung, span in zip(rungs, spans, strict=True)
    ]
    placed = {each.number for each in ranked}
    others = [build_contender(player, names, wins, points, game) for player in wins if player not in placed]
    figures = [figure for each in (*ranked, *others) for figure in (each.usual, each.best)]
    return {
        "has_far_figures": any(figure_size(figure) == " far" for figure in figures),
        "ranked": ranked,
        "others": others,
        "ticks": ticks,
        "verdicts": compare_at_ends(rungs, known, names),
        "missing": ratings.plays_missing(plays),
        **rating.progress_context(group, [game.slug] if rated is None else []),
    }


def build_contender(player, names, wins, points, game, **place) -> Contender:
    its = points[player]
    best = its.points[0 if game.fewest_wins else -1] if its.points else None
    return Contender(player, names[player], wins[player], its.median, best, **place)


def points_by_player(history) -> dict[int, Scores]:
    """Return everyone's scores in plays against others."""
    points: dict[int, list[Number | None]] = {}
    for played in history:
        for place in played.places if played.is_contest else ():
            points.setdefault(place.player, []).append(place.points)
    return {player: Scores(its) for player, its in points.items()}


def compare_at_ends(rungs, known, names) -> list[Verdict]:
    """Return how sure it is who is first and, with more than two players, who is last."""
    ends = [rungs[:2], rungs[-2:]] if len(rungs) > 2 else [rungs]
    found = []
    for one, other in (pair for pair in ends if len(pair) == 2):
        likely = ratings.likelihood(known[one.player], known[other.player])
        how = "certainly" if likely > CERTAINLY else "probably" if likely >= PROBABLY else "nothing"
        found.append(Verdict(names[one.player], names[other.player], how))
    return found


def plays_with_losers(history) -> list[Played]:
    """Return the plays against others with a loser, which show how many points it takes to win; else all plays."""
    against = contests(history)
    return [played for played in against if not all(place.won for place in played.places)] if against else history


def points_context(history, seats) -> dict:
    """Return the distribution of points, their median, and between which points the middle half of the winners was.

    `seats`: only plays with this many players, if there are any.
    """
    sizes = sorted({played.size for played in history if played.places})
    seats = seats if seats in sizes else None
    counted = [played for played in history if not played.is_lost and seats in (None, played.size)]
    scores = Scores.of(counted)
    won = Scores(points for played in plays_with_losers(counted) for points in points_of_sides(played, played.winners))
    spread = scores.spread(most=MOST_BINS, winners=won.points) if len(scores.points) >= ENOUGH_SCORES else []
    columns = charts.build_columns([(each, each.number, each.won) for each in spread]) if len(spread) > 1 else ()
    return {
        "sizes": sizes if len(sizes) > 1 else [],
        "size": seats,
        "scores": len(scores.points),
        "half": scores.median,
        "differ": len(set(scores.points)) > 1,
        "to_win": (won.quantile(0.25), won.quantile(0.75)) if len(won.points) >= ENOUGH_SCORES else None,
        "spread": columns,
        "axis": charts.build_axis(columns, [minus(each.low) for each in spread] if columns else []),
    }
