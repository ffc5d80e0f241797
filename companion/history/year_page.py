"""A year of a group on one page: what was played, what stood out, and who rose."""

import calendar
import datetime
from collections import Counter
from dataclasses import dataclass

from companion.core.language.short_names import short_names
from companion.models import Photo, Play
from companion.models.sheets import games_of
from companion.rules.kit import Game, Number
from companion.statistics.form import h_index, halves_of
from companion.statistics.history import Played, by_game
from companion.statistics.records import best_in
from companion.statistics.rivals import pairs_in
from companion.statistics.wins import Wins, wins_in

from . import charts
from .page_parts import ENOUGH_MEETINGS, addresses_of
from .plays import in_order
from .statistics_rows import history_of

# So often a game has to be played before it is somebody's, and somebody in each half before they rise.
ENOUGH_PLAYS = 4
# In a clear win more than these sat there.
FEWEST_FOR_CLEAR = 3
TEN = 10
MOST_PLACES = 6
SLOPE = 170


@dataclass(frozen=True)
class Owned:
    """Whose game it was: who won most beyond chance, and how that compares."""

    game: Game
    name: str
    wins: Wins


@dataclass(frozen=True)
class Finish:
    """A play that stands out by its lead: everybody's name, points, and bar, the winner first.

    `lead` and `higher`: that of the winning side before the next, and the higher of the two totals.
    """

    game: Game
    played: Played
    rows: list[tuple[str, int, charts.Part, bool]]
    lead: Number
    higher: Number


@dataclass(frozen=True)
class Slope:
    """How the part of plays that somebody wins changed from the first half of a year to the second: where the line
    begins and ends, and where its words stand. `short`: the name as it has room there.
    """

    name: str
    short: str
    before: float
    after: float
    y_before: str
    y_after: str
    label_before: str
    label_after: str
    is_riser: bool


def year_profile(group, year) -> dict | None:
    """What the page of a year shows; None where nothing was played in it."""
    plays = list(
        in_order(group, {"since": datetime.date(year, 1, 1), "until": datetime.date(year, 12, 31)})
        .filter(state=Play.State.FINISHED)
        .values_list("pk", "played_on", "place", "minutes", "game_slug")
    )
    games_here = games_of(group)
    plays = [play for play in plays if play[-1] in games_here]
    if not plays:
        return None
    history = [played for played in history_of(group, year=year) if played.game_slug in games_here]
    names = dict(group.players.values_list("pk", "name"))
    games = sorted(by_game(history).items(), key=lambda pair: -len(pair[1]))
    closest, clearest = finishes_in(history, names, games_here)
    records = records_of(games, names, games_here)
    shown = [*(each["play"] for each in records), *(each.played.play for each in (closest, clearest) if each)]
    minutes = sum(took or 0 for *_, took, _ in plays)
    return {
        "group": group,
        "year": year,
        "plays": len(plays),
        "evenings": len({(on, place) for _, on, place, *_ in plays}),
        "hours": (minutes + 30) // 60 if all(took for *_, took, _ in plays) else 0,
        "people": len({player for played in history for player in played.players}),
        "months": months_of(year, plays),
        "games": [(games_here[slug], len(its), range(len(its))) for slug, its in games],
        "owned": owned_in(games, names, games_here),
        "longest": longest_evening(history, plays, names, games_here),
        "closest": closest,
        "clearest": clearest,
        "slopes": (slopes := slopes_of(history, names)),
        "riser": next((slope.name for slope in slopes if slope.is_riser), None),
        "rivals": rivals_in(history, names),
        "enough_meetings": ENOUGH_MEETINGS,
        "records": records,
        "tens": [(games_here[slug], len(its), [at < len(its) for at in range(TEN)]) for slug, its in games[:TEN]],
        "tens_played": sum(min(TEN, len(its)) for _, its in games[:TEN]),
        "tens_full": sum(len(its) >= TEN for _, its in games[:TEN]),
        "h_index": h_index(len(its) for _, its in games),
        "places": places_in(plays),
        "addresses": addresses_of(group, shown),
    }


def months_of(year, plays) -> list[dict]:
    """Each month with its days in weeks: a day is None outside of it, else its number and how much was played."""
    counts = Counter(on for _, on, *_ in plays)
    return [
        {
            "first": datetime.date(year, month, 1),
            "plays": sum(number for on, number in counts.items() if on.month == month),
            "days": [
                {
                    "x": charts.percent((weekday + 0.5) * 100 / 7),
                    "y": charts.number(8 + 15 * week),
                    "r": charts.number(3.2 + 1.1 * min(number, 4)) if (number := counts[day]) else "1.2",
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


def owned_in(games, names, games_here) -> list[Owned]:
    """Whose game each was that was played often enough against others."""
    found = []
    for slug, history in games:
        wins = {player: its for player, its in wins_in(history).items() if its.plays >= ENOUGH_PLAYS}
        beyond = {player: its.credit - its.chance * its.plays for player, its in wins.items()}
        if beyond and max(beyond.values()) > 0:
            best = max(beyond, key=lambda player: (round(beyond[player], 9), wins[player].wins, -player))
            found.append(Owned(games_here[slug], names[best], wins[best]))
    return found


def longest_evening(history, plays, names, games_here) -> dict | None:
    """The evening on which most was played, of more than one play; of equal ones the newest."""
    evenings = Counter((on, place) for _, on, place, *_ in plays)
    (on, place), number = max(evenings.items(), key=lambda pair: (pair[1], pair[0][0]))
    if number < 2:
        return None
    of_evening = {play for play, its_day, its_place, *_ in plays if (its_day, its_place) == (on, place)}
    played = [each for each in history if each.play in of_evening]
    won = wins_in(played)
    took = [minutes for play, _, _, minutes, _ in plays if play in of_evening]
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
        "photo": Photo.objects.visible().filter(play__in=of_evening).select_related("play").first(),
    }


def finishes_in(history, names, games_here) -> tuple[Finish | None, Finish | None]:
    """The closest and the clearest win, by the lead as a part of the higher total; of equal ones the newest."""
    leads = [(lead_of(played, games_here[played.game_slug]), played) for played in history]
    told = [(float(lead[0] / (lead[1] or 1)), played) for lead, played in leads if lead]
    close = min(reversed(told), key=lambda pair: pair[0], default=None)
    clear = [pair for pair in told if pair[0] and len(pair[1].places) >= FEWEST_FOR_CLEAR]
    clearest = max(reversed(clear), key=lambda pair: pair[0], default=None)
    same = close and clearest and close[1].play == clearest[1].play
    found = (close, None if same else clearest)
    return tuple(finish_of(pair[1], names, games_here[pair[1].game_slug]) if pair else None for pair in found)  # type: ignore[return-value]  # two


def lead_of(played, game) -> tuple[Number, Number] | None:
    """Return the lead of the winning side before the next and the higher total of both; None if points say neither.

    The lead is 0 if a tiebreaker has decided.
    """
    if not played.is_contest or played.winning_sides != 1 or played.uncounted:
        return None
    winner, others = played.winners[0].points, [place.points for place in played.places if not place.won]
    if winner is None or None in others or not others:
        return None
    behind = (min if game.fewest_wins else max)(others)
    lead, higher = (behind - winner if game.fewest_wins else winner - behind), max(winner, behind)
    return (lead, higher) if lead == 0 or (lead > 0 and higher > 0) else None


def finish_of(played, names, game) -> Finish:
    places = sorted(played.places, key=lambda place: (place.rank, -place.points))
    most = max((place.points for place in places), default=0) or 1
    rows = [
        (
            names[place.player],
            place.points,
            charts.shares(float(max(place.points, 0)), float(most - max(place.points, 0)))[0],
            place.won,
        )
        for place in places
    ]
    return Finish(game, played, rows, *(lead_of(played, game) or (0, 0)))


def slopes_of(history, names) -> list[Slope]:
    """How everybody who played enough in both halves of the year did in each."""
    if not history:
        return []
    halves = halves_of(history, datetime.date(history[0].on.year, 7, 1), fewest=ENOUGH_PLAYS)
    if len(halves) < 2:
        return []
    parts = [part for half in halves for part in (half.before, half.after)]
    low, high = min(parts), max(parts)

    def down(part) -> float:
        return 12 + (SLOPE - 24) * (high - part) / ((high - low) or 1)

    shorts = short_names([names[half.player] for half in halves])
    labels = [labels_at([down(getattr(half, side)) for half in halves]) for side in ("before", "after")]
    return [
        Slope(
            names[half.player],
            short,
            half.before,
            half.after,
            charts.number(down(half.before)),
            charts.number(down(half.after)),
            charts.number(before),
            charts.number(after),
            is_riser=at == 0 and half.rise > 0,
        )
        for at, (half, short, before, after) in enumerate(zip(halves, shorts, *labels, strict=True))
    ]


def labels_at(heights) -> list[float]:
    """Where the words of lines stand that end at these heights, none upon another."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    apart = charts.pushed_apart([heights[at] for at in order], least=21)
    return [apart[order.index(at)] for at in range(len(heights))]


def rivals_in(history, names) -> list[dict]:
    """The closest and the clearest two of those who met often enough."""
    pairs = [pair for pair in pairs_in(history) if pair.together >= ENOUGH_MEETINGS and pair.ahead + pair.behind]
    if len(pairs) < 2:
        return []

    def part(pair) -> float:
        return (pair.ahead - pair.behind) / pair.together

    ends = {"close": min(pairs, key=part), "clear": max(pairs, key=part)}
    return [
        {"kind": kind, "pair": pair, "one": names[pair.one], "other": names[pair.other]} for kind, pair in ends.items()
    ]


def records_of(games, names, games_here) -> list[dict]:
    """The best total of each game in the year, whose they were, and when."""
    found = []
    for slug, history in games:
        record = best_in(history, fewest_wins=games_here[slug].fewest_wins)
        if record:
            on = next(played.on for played in history if played.play == record.play)
            holders = [names[player] for player in record.players]
            found.append(
                {"game": games_here[slug], "value": record.value, "names": holders, "play": record.play, "on": on}
            )
    return found


def places_in(plays) -> list[tuple[str, int, charts.Part]]:
    """(place, evenings there, a bar of them), the most often first; of equal ones that of the newest play."""
    # In the order of the plays, since that of a set is another in each process.
    evenings = Counter(place for _, place in dict.fromkeys((on, place) for _, on, place, *_ in plays) if place)
    most = max(evenings.values(), default=1)
    return [
        (place, number, charts.shares(number, most - number)[0]) for place, number in evenings.most_common(MOST_PLACES)
    ]
