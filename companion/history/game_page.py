"""A game's page within a group: who is good at it, what was scored, and what wins it."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Prefetch, prefetch_related_objects

from companion.models import Ladder, Seat
from companion.statistics import ratings
from companion.statistics.records import records_in
from companion.statistics.rivals import pairs_in
from companion.statistics.scores import Scores
from companion.statistics.wins import Wins, plays_in, wins_in

from . import charts
from .page_parts import addresses_of, honour, months_chart, rivalry, shares_of_wins, tables_won, tiers_reached
from .rows import finished_plays, history_of, ratings_of_game, seats_that_count

MOST_PAIRS = 10
MOST_PLAYS = 5
MOST_LINES = 3
MOST_IN_LINES = 20


@dataclass(frozen=True)
class Contender:
    """Somebody at this game: their wins, and the place in the ranking with its range as a picture, or the plays
    that are missing until then.
    """

    number: int
    name: str
    wins: Wins
    rung: object = None
    span: tuple[str, str, str] | None = None

    @property
    def missing(self) -> int:
        return ratings.ENOUGH_PLAYS - self.wins.plays


def game_profile(group, rules) -> dict:
    """What the game's page in the group shows."""
    history = history_of(group, rules.slug)
    seats = Prefetch("seats", Seat.objects.at_table())
    prefetch_related_objects([group], "players")
    names = {player.pk: player.name for player in group.players.all()}
    records = [honour(record, rules, names) for record in records_in(history)]
    scores = Scores.of(history)
    tiers = tiers_reached(group, rules) if rules.tiers else []
    series = newest_series(history)
    return {
        "group": group,
        "game": rules,
        "names": names,
        "plays": len(history),
        "won": sum(played.places[0].won for played in history if not played.is_contest and played.places),
        "average": scores.average if scores.points else None,
        **ranking_context(group, rules, history, names),
        "plot": points_plot(rules, history, series, names),
        "since": history[-MOST_IN_LINES:][0].on if history else None,
        "table": points_table(history, series),
        "spread": charts.columns([(each, each.number) for each in scores.spread()]),
        "pairs": [rivalry(pair, names) for pair in pairs_in(history)[:MOST_PAIRS]],
        "shares": shares_in(group, rules),
        "records": records,
        "tiers": tiers,
        "newest": finished_plays(group).filter(game=rules.slug).prefetch_related(seats).reverse()[:MOST_PLAYS],
        "months": months_chart(history),
        "addresses": addresses_of({*(each.play for each in records), *(each.play for each in tiers)}),
    }


def ranking_context(group, rules, history, names) -> dict:
    """Everybody by rating, or before there is a ranking by wins; who has not played enough for it comes last."""
    wins = wins_in(history)
    ladder = Ladder.objects.filter(group=group, game=rules.slug).first()
    rungs = ratings.ranking(ratings_of_game(group, rules.slug, history, ladder), plays_in(wins))
    spans = charts.spans([(rung.low, rung.high) for rung in rungs]) if rungs else []
    ranked = [
        Contender(rung.player, names[rung.player], wins[rung.player], rung, span)
        for rung, span in zip(rungs, spans, strict=True)
    ]
    placed = {each.number for each in ranked}
    others = [Contender(player, names[player], its) for player, its in wins.items() if player not in placed]
    return {"ranked": ranked, "others": others, "missing": ratings.plays_missing(plays_in(wins))}


def newest_series(history) -> list[int]:
    """The players who sat most often in the newest plays, a line of points for each."""
    plays = Counter(place.player for played in history[-MOST_IN_LINES:] for place in played.places)
    return [player for player, _ in sorted(plays.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_LINES]]


def points_plot(rules, history, series, names):
    """The points of the most frequent players in the newest plays; nothing before there are two plays."""
    newest = history[-MOST_IN_LINES:]
    if len(newest) < 2:
        return None
    places = {player: [(at, played.place_of(player)) for at, played in enumerate(newest)] for player in series}
    lines = [(names[player], [(at, place.points) for at, place in its if place]) for player, its in places.items()]
    return charts.plot(lines, levels=[(tier.rating, tier.least) for tier in rules.tiers])


def points_table(history, series) -> list:
    """(day, points of each of the series, None who did not sit there) of the newest plays, the newest first."""
    return [
        (played.on, [place.points if (place := played.place_of(player)) else None for player in series])
        for played in reversed(history[-MOST_IN_LINES:])
    ]


def shares_in(group, rules):
    """From which items the winners had the most points."""
    tables = tables_won(seats_that_count(group).filter(play__game=rules.slug)).get(rules.slug, [])
    return shares_of_wins(rules, tables, most=len(rules.stages[-1].items))
