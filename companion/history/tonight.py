"""What shall we play tonight: the games that fit so many players and so much time, least recently played first."""

import datetime
from dataclasses import dataclass

from django.db.models import Max

from companion.models import Mark
from companion.rules.kit import Game

from .marks import Marked, marked, marks_in
from .rows import finished_plays


@dataclass(frozen=True)
class Proposal:
    """A game, how many minutes it takes (from, to), when the group last played it, and its members' marks."""

    rules: Game
    minutes: tuple[int, int]
    last_played: datetime.date | None
    marks: list[Marked]

    def has(self, kind) -> bool:
        """Whether anybody marked it so."""
        return any(mark.count for mark in self.marks if mark.kind == kind)


def proposals(group, games, person, *, players=None, minutes=None, owned=False) -> list[Proposal]:
    """Of these games of the group those that fit, what was never played first, then what was played longest ago.

    Of those never played what somebody wants comes first. `owned`: only what a member owns.
    """
    last = dict(finished_plays(group).order_by().values_list("game").annotate(Max("played_on")))
    marks = marks_in(group, person)
    all_games = [
        Proposal(rules, minutes_for(rules, players), last.get(rules.slug), marks.get(rules.slug) or marked((), person))
        for rules in games
    ]
    fitting = [
        each
        for each in all_games
        if (players is None or players in each.rules.all_seats)
        and (minutes is None or each.minutes[0] <= minutes)
        and (not owned or each.has(Mark.Kind.OWNED))
    ]
    return sorted(fitting, key=lambda each: (each.last_played or datetime.date.min, not each.has(Mark.Kind.WANTED)))


def minutes_for(rules, players) -> tuple[int, int]:
    """How long the game takes: with so many, so far along from its least to its most; rounded to five minutes."""
    low, high = rules.minutes
    if players not in rules.seats or len(rules.seats) < 2:
        return low, high
    about = low + (high - low) * (players - rules.seats[0]) / (rules.seats[-1] - rules.seats[0])
    rounded = 5 * round(about / 5)
    return rounded, rounded
