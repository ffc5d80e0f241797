"""The page of two players of a group: their results by game, over time, and the most remarkable meetings."""

from collections import Counter
from dataclasses import dataclass

from companion.core.language.discs import discs_of
from companion.core.language.short_names import letters_across, short_names
from companion.models import Seat
from companion.models.sheets import games_of
from companion.rules.kit import Game, Number
from companion.statistics.form import months_between
from companion.statistics.meetings import Meeting, count_meetings, find_extremes, find_meetings, find_runs
from companion.statistics.rivals import HeadToHead, compare_ranks
from companion.statistics.scores import Scores

from . import charts
from .page_parts import MOST_MONTHS, uuids_of
from .statistics_rows import history_of, seats_that_count

MOST_MEETINGS = 5
# How many letters of the large names fit beside two digits; each further digit takes the room of two.
LETTERS = 8


@dataclass(frozen=True)
class PairInGame:
    """Two players in one game; `points` is the average lead of the one in a play, None if unknown."""

    game: Game
    pair: HeadToHead
    points: Number | None


def count_head_to_head(group, one, other) -> HeadToHead:
    """Return how often one player (an id) was ahead of another, behind and tied."""
    shared = shared_plays(group, one, other)
    seats = Seat.objects.filter(play__in=shared, player__in=(one, other), removed_at__isnull=True)
    by_play: dict[int, dict[int, int]] = {}
    for play, player, rank in seats.filter(rank__isnull=False).order_by().values_list("play", "player", "rank"):
        by_play.setdefault(play, {})[player] = rank or 0
    signs = [compare_ranks(ranks[one], ranks[other]) for ranks in by_play.values() if len(ranks) == 2]
    return HeadToHead(one, other, signs.count(-1), signs.count(1), signs.count(0))


def shared_plays(group, one, other):
    """Return the ids of the finished plays with both players."""
    mine, theirs = (seats_that_count(group).filter(player=player).values("play") for player in (one, other))
    return group.plays.filter(pk__in=mine).filter(pk__in=theirs).values("pk")


def pair_context(group, one, other) -> dict:
    """Return the context of the page of two players."""
    history = history_of(group, plays=shared_plays(group, one.pk, other.pk))
    games_here = games_of(group)
    meetings = [meeting for meeting in find_meetings(history, one.pk, other.pk) if meeting.game_slug in games_here]
    newest = meetings[: -MOST_MEETINGS - 1 : -1]
    remarkable = find_extremes(meetings)
    linked = [*newest, *(remarkable or ())]
    discs = discs_of(group.players.all())
    pair = count_meetings(one.pk, other.pk, meetings)
    more_figures = len(f"{pair.ahead}{pair.behind}") - 2
    return {
        "group": group,
        "one": one,
        "other": other,
        "discs": (discs[one.pk], discs[other.pk]),
        "short": short_names([one.name, other.name]),
        "pair": pair,
        "is_long": letters_across([one.name, other.name]) > LETTERS - 2 * more_figures,
        "runs": find_runs(meetings),
        "only_two": count_meetings(one.pk, other.pk, (meeting for meeting in meetings if meeting.only_two)),
        "games": compare_by_game(one.pk, other.pk, meetings, games_here),
        "dots": build_duel(meetings),
        "newest": [(meeting, games_here[meeting.game_slug]) for meeting in newest],
        "extremes": [(meeting, games_here[meeting.game_slug]) for meeting in remarkable or ()],
        "addresses": uuids_of(group, {meeting.play for meeting in linked}),
    }


def compare_by_game(one, other, meetings, games_here) -> list[PairInGame]:
    """Return each game that both have played, most often played first."""
    found = []
    for slug in {meeting.game_slug for meeting in meetings}:
        its = [meeting for meeting in meetings if meeting.game_slug == slug]
        average = Scores(meeting.difference for meeting in its).average
        points = None if average is None else average * (-1 if games_here[slug].fewest_wins else 1)
        found.append(PairInGame(games_here[slug], count_meetings(one, other, its), points))
    return sorted(found, key=lambda each: (-each.pair.together, each.game.slug))


def build_duel(meetings: list[Meeting]) -> charts.Dots | None:
    """Return the meetings month by month, for the newest months; None for a single month."""
    if not meetings:
        return None
    months = months_between(meetings[0].on, meetings[-1].on)[-MOST_MONTHS:]
    counts = Counter((meeting.on.replace(day=1), meeting.sign, meeting.leader_won) for meeting in meetings)
    rows = [
        (
            month,
            counts[month, -1, True],
            counts[month, -1, False],
            counts[month, 1, True],
            counts[month, 1, False],
            counts[month, 0, True] + counts[month, 0, False],
        )
        for month in months
    ]
    return charts.duel_by_month(rows) if len(months) > 1 else None
