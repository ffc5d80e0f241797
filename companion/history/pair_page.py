"""Two players of a group against each other: by game, over time, and what is worth remembering."""

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
from .page_parts import MOST_MONTHS, addresses_of
from .statistics_rows import history_of, seats_that_count

MOST_MEETINGS = 5
# So many letters of a large name have room beside two figures; two less for each figure more.
LETTERS = 8


@dataclass(frozen=True)
class InGame:
    """Two players in one game, and by how many points a play the one is before the other on average; None without."""

    game: Game
    pair: HeadToHead
    points: Number | None


def pair_of(group, one, other) -> HeadToHead:
    """How often one player, given by number, was ahead of another, behind and level."""
    shared = shared_plays(group, one, other)
    seats = Seat.objects.filter(play__in=shared, player__in=(one, other), removed_at__isnull=True)
    by_play: dict[int, dict[int, int]] = {}
    for play, player, rank in seats.filter(rank__isnull=False).order_by().values_list("play", "player", "rank"):
        by_play.setdefault(play, {})[player] = rank or 0
    signs = [compare_ranks(ranks[one], ranks[other]) for ranks in by_play.values() if len(ranks) == 2]
    return HeadToHead(one, other, signs.count(-1), signs.count(1), signs.count(0))


def shared_plays(group, one, other):
    """The plays that count in which both sat."""
    mine, theirs = (seats_that_count(group).filter(player=player).values("play") for player in (one, other))
    return group.plays.filter(pk__in=mine).filter(pk__in=theirs).values("pk")


def pair_profile(group, one, other) -> dict:
    """What the page of two players shows."""
    history = history_of(group, plays=shared_plays(group, one.pk, other.pk))
    games_here = games_of(group)
    meetings = [meeting for meeting in find_meetings(history, one.pk, other.pk) if meeting.game_slug in games_here]
    newest = meetings[: -MOST_MEETINGS - 1 : -1]
    told = find_extremes(meetings)
    linked = [*newest, *(told or ())]
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
        "games": in_each_game(one.pk, other.pk, meetings, games_here),
        "dots": months_of(meetings),
        "newest": [(meeting, games_here[meeting.game_slug]) for meeting in newest],
        "extremes": [(meeting, games_here[meeting.game_slug]) for meeting in told or ()],
        "addresses": addresses_of(group, {meeting.play for meeting in linked}),
    }


def in_each_game(one, other, meetings, games_here) -> list[InGame]:
    """Each game both have played, the most often played first."""
    found = []
    for slug in {meeting.game_slug for meeting in meetings}:
        its = [meeting for meeting in meetings if meeting.game_slug == slug]
        average = Scores(meeting.difference for meeting in its).average
        points = None if average is None else average * (-1 if games_here[slug].fewest_wins else 1)
        found.append(InGame(games_here[slug], count_meetings(one, other, its), points))
    return sorted(found, key=lambda each: (-each.pair.together, each.game.slug))


def months_of(meetings: list[Meeting]) -> charts.Dots | None:
    """The meetings month by month, of the newest months; nothing of a single month."""
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
