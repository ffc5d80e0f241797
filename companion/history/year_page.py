"""A group's year on one page: what was played, what stood out, and who rose."""

import calendar
import datetime
from collections import Counter
from dataclasses import dataclass

from companion.core.language.short_names import short_names
from companion.models import Photo, Play
from companion.models.sheets import games_of
from companion.rules.kit import Game, Number
from companion.statistics.form import compare_halves, h_index
from companion.statistics.history import Played, group_by_game
from companion.statistics.records import find_best_total
from companion.statistics.rivals import count_pairs
from companion.statistics.wins import Wins, count_wins

from . import charts
from .page_parts import ENOUGH_MEETINGS, uuids_of
from .plays import ordered_plays
from .statistics_rows import history_of

# How often someone plays a game before it can be theirs, and in each half of the year before they can rise.
ENOUGH_PLAYS = 4
# A clear win has at least this many players.
FEWEST_PLAYERS_FOR_CLEAR = 3
TEN_PLAYS = 10
MOST_PLACES = 6
SLOPE = 170


@dataclass(frozen=True)
class OwnedGame:
    """A game and the player who won most beyond chance in it."""

    game: Game
    name: str
    wins: Wins


@dataclass(frozen=True)
class Finish:
    """A play that stands out by its lead: everyone's name, points, bar and whether they won, the winner first.

    `lead` is that of the winning side over the next, `higher` the higher of their totals.
    """

    game: Game
    played: Played
    rows: list[tuple[str, int, charts.Part, bool]]
    lead: Number
    higher: Number


@dataclass(frozen=True)
class Slope:
    """How a player's win rate changed from the first half of a year to the second: a line and its labels."""

    name: str
    short: str
    before: float
    after: float
    y_before: str
    y_after: str
    label_before: str
    label_after: str
    is_riser: bool


def year_context(group, year) -> dict | None:
    """Return the context of a year's page; None if nothing was played."""
    plays = list(
        ordered_plays(group, {"since": datetime.date(year, 1, 1), "until": datetime.date(year, 12, 31)})
        .filter(state=Play.State.FINISHED)
        .values_list("pk", "played_on", "place", "minutes", "game_slug")
    )
    games_here = games_of(group)
    plays = [play for play in plays if play[-1] in games_here]
    if not plays:
        return None
    history = [played for played in history_of(group, year=year) if played.game_slug in games_here]
    names = dict(group.players.values_list("pk", "name"))
    games = sorted(group_by_game(history).items(), key=lambda pair: -len(pair[1]))
    closest, clearest = find_finishes(history, names, games_here)
    records = find_records(games, names, games_here)
    linked = [*(each["play"] for each in records), *(each.played.play for each in (closest, clearest) if each)]
    minutes = sum(took or 0 for *_, took, _ in plays)
    return {
        "group": group,
        "year": year,
        "plays": len(plays),
        "evenings": len({(on, place) for _, on, place, *_ in plays}),
        "hours": (minutes + 30) // 60 if all(took for *_, took, _ in plays) else 0,
        "people": len({player for played in history for player in played.players}),
        "months": build_months(year, plays),
        "games": [(games_here[slug], len(its), range(len(its))) for slug, its in games],
        "owned": find_owned_games(games, names, games_here),
        "longest": find_longest_evening(history, plays, names, games_here),
        "closest": closest,
        "clearest": clearest,
        "slopes": (slopes := build_slopes(history, names)),
        "riser": next((slope.name for slope in slopes if slope.is_riser), None),
        "rivals": find_rivals(history, names),
        "enough_meetings": ENOUGH_MEETINGS,
        "records": records,
        "tens": [
            (games_here[slug], len(its), [at < len(its) for at in range(TEN_PLAYS)]) for slug, its in games[:TEN_PLAYS]
        ],
        "tens_played": sum(min(TEN_PLAYS, len(its)) for _, its in games[:TEN_PLAYS]),
        "tens_full": sum(len(its) >= TEN_PLAYS for _, its in games[:TEN_PLAYS]),
        "h_index": h_index(len(its) for _, its in games),
        "places": count_places(plays),
        "addresses": uuids_of(group, linked),
    }


def build_months(year, plays) -> list[dict]:
    """Return each month with its days as dots by week: position, size and number of plays."""
    counts = Counter(on for _, on, *_ in plays)
    return [
        {
            "first": datetime.date(year, month, 1),
            "plays": sum(number for on, number in counts.items() if on.month == month),
            "days": [
                {
                    "x": charts.percent((weekday + 0.5) * 100 / 7),
                    "y": charts.pixels(8 + 15 * week),
                    "r": charts.pixels(3.2 + 1.1 * min(number, 4)) if (number := counts[day]) else "1.2",
                    "number": number,
                    "day": day,
                }
                for week, days in enumerate(calendar.Calendar().monthdayscalendar(year, month))
                for weekday, day_of_month in enumerate(days)
                if day_of_month
                for day in [datetime.date(year, month, day_of_month)]
            ],
        }
        for month in range(1, 13)
    ]


def find_owned_games(games, names, games_here) -> list[OwnedGame]:
    """Return whose game each is of those that were played often enough against others."""
    found = []
    for slug, history in games:
        wins = {player: its for player, its in count_wins(history).items() if its.plays >= ENOUGH_PLAYS}
        beyond = {player: its.credit - its.chance * its.plays for player, its in wins.items()}
        if beyond and max(beyond.values()) > 0:
            best = max(beyond, key=lambda player: (round(beyond[player], 9), wins[player].wins, -player))
            found.append(OwnedGame(games_here[slug], names[best], wins[best]))
    return found


def find_longest_evening(history, plays, names, games_here) -> dict | None:
    """Return the game night with the most plays, the newest of equal ones; None if there is just one play."""
    evenings = Counter((on, place) for _, on, place, *_ in plays)
    (on, place), number = max(evenings.items(), key=lambda pair: (pair[1], pair[0][0]))
    if number < 2:
        return None
    plays_of_evening = {play for play, day, where, *_ in plays if (day, where) == (on, place)}
    played = [each for each in history if each.play in plays_of_evening]
    won = count_wins(played)
    took = [minutes for play, _, _, minutes, _ in plays if play in plays_of_evening]
    return {
        "on": on,
        "place": place,
        "plays": number,
        "games": [games_here[each.game_slug] for each in played],
        "won": [
            (names[player], its.credit, int(its.credit) if its.credit.is_integer() else 2)
            for player, its in sorted(won.items(), key=lambda each: -round(each[1].credit, 9))
            if its.credit
        ],
        "hours": divmod(sum(took), 60) if all(took) else None,
        "photo": Photo.objects.visible().filter(play__in=plays_of_evening).select_related("play").first(),
    }


def find_finishes(history, names, games_here) -> tuple[Finish | None, Finish | None]:
    """Return the closest and the clearest win, by the lead as a part of the higher total; the newest of equal ones."""
    leads = [(compute_lead(played, games_here[played.game_slug]), played) for played in history]
    leads_in_parts = [(float(lead[0] / (lead[1] or 1)), played) for lead, played in leads if lead]
    close = min(reversed(leads_in_parts), key=lambda pair: pair[0], default=None)
    clear = [pair for pair in leads_in_parts if pair[0] and len(pair[1].places) >= FEWEST_PLAYERS_FOR_CLEAR]
    clearest = max(reversed(clear), key=lambda pair: pair[0], default=None)
    same = close and clearest and close[1].play == clearest[1].play
    found = (close, None if same else clearest)
    return tuple(build_finish(pair[1], names, games_here[pair[1].game_slug]) if pair else None for pair in found)  # type: ignore[return-value]  # two


def compute_lead(played, game) -> tuple[Number, Number] | None:
    """Return the lead of the winning side over the next and the higher of their totals; None if points don't show it.

    The lead is 0 if a tiebreaker decided.
    """
    if not played.is_contest or played.winning_sides != 1 or played.uncounted:
        return None
    winner, others = played.winners[0].points, [place.points for place in played.places if not place.won]
    if winner is None or None in others or not others:
        return None
    behind = (min if game.fewest_wins else max)(others)
    lead, higher = (behind - winner if game.fewest_wins else winner - behind), max(winner, behind)
    return (lead, higher) if lead == 0 or (lead > 0 and higher > 0) else None


def build_finish(played, names, game) -> Finish:
    places = sorted(played.places, key=lambda place: (place.rank, -place.points))
    most = max((place.points for place in places), default=0) or 1
    rows = [
        (
            names[place.player],
            place.points,
            charts.split_bar(float(max(place.points, 0)), float(most - max(place.points, 0)))[0],
            place.won,
        )
        for place in places
    ]
    return Finish(game, played, rows, *(compute_lead(played, game) or (0, 0)))


def build_slopes(history, names) -> list[Slope]:
    """Return the change of each player who played enough in both halves of the year."""
    if not history:
        return []
    halves = compare_halves(history, datetime.date(history[0].on.year, 7, 1), fewest=ENOUGH_PLAYS)
    if len(halves) < 2:
        return []
    parts = [part for half in halves for part in (half.before, half.after)]
    low, high = min(parts), max(parts)

    def down(part) -> float:
        return 12 + (SLOPE - 24) * (high - part) / ((high - low) or 1)

    shorts = short_names([names[half.player] for half in halves])
    labels = [place_labels([down(getattr(half, side)) for half in halves]) for side in ("before", "after")]
    return [
        Slope(
            names[half.player],
            short,
            half.before,
            half.after,
            charts.pixels(down(half.before)),
            charts.pixels(down(half.after)),
            charts.pixels(before),
            charts.pixels(after),
            is_riser=at == 0 and half.rise > 0,
        )
        for at, (half, short, before, after) in enumerate(zip(halves, shorts, *labels, strict=True))
    ]


def place_labels(heights) -> list[float]:
    """Return the y of labels of lines that end at these heights, without overlaps."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    apart = charts.spread_labels([heights[at] for at in order], least=21)
    return [apart[order.index(at)] for at in range(len(heights))]


def find_rivals(history, names) -> list[dict]:
    """Return the closest and the clearest pair of those who met often enough."""
    pairs = [pair for pair in count_pairs(history) if pair.together >= ENOUGH_MEETINGS and pair.ahead + pair.behind]
    if len(pairs) < 2:
        return []

    def part(pair) -> float:
        return (pair.ahead - pair.behind) / pair.together

    ends = {"close": min(pairs, key=part), "clear": max(pairs, key=part)}
    return [
        {"kind": kind, "pair": pair, "one": names[pair.one], "other": names[pair.other]} for kind, pair in ends.items()
    ]


def find_records(games, names, games_here) -> list[dict]:
    """Return the best total of each game in the year, its holders, and its day."""
    found = []
    for slug, history in games:
        record = find_best_total(history, fewest_wins=games_here[slug].fewest_wins)
        if record:
            on = next(played.on for played in history if played.play == record.play)
            holders = [names[player] for player in record.players]
            found.append(
                {"game": games_here[slug], "value": record.value, "names": holders, "play": record.play, "on": on}
            )
    return found


def count_places(plays) -> list[tuple[str, int, charts.Part]]:
    """Return (place, game nights there, a bar), most often first, then by the newest play."""
    # A dict, because the order of a set differs in each process.
    evenings = Counter(place for _, place in dict.fromkeys((on, place) for _, on, place, *_ in plays) if place)
    most = max(evenings.values(), default=1)
    return [
        (place, number, charts.split_bar(number, most - number)[0])
        for place, number in evenings.most_common(MOST_PLACES)
    ]
