"""Proposals for what to play: the games that fit the players and the time, least recently played first."""

import datetime
from dataclasses import dataclass, replace
from math import floor

from companion.models import Mark
from companion.rules.kit import Game

from .marks import MarkSummary, marks_by_game, summarize_marks
from .recent_games import RecentGames, find_recent_games


@dataclass(frozen=True)
class Proposal:
    """A game, its duration in minutes (from, to), when the group last played it, and the members' marks.

    `is_measured`: the duration is the group's own. `fits`: so many can play it in so much time. `too_long`: it takes
    more. `days` is how long ago it was played, if set.
    """

    game: Game
    minutes: tuple[int, int] | None
    is_measured: bool
    last_played: datetime.date | None
    marks: list[MarkSummary]
    fits: bool = True
    too_long: bool = False
    days: int | None = None

    def has_mark(self, kind) -> bool:
        """Return whether anyone has set this mark."""
        return any(mark.count for mark in self.marks if mark.kind == kind)

    def names_with(self, kind) -> tuple[str, ...]:
        """Return the names of those who set this mark."""
        return next((mark.names for mark in self.marks if mark.kind == kind), ())

    @property
    def wanted_by(self) -> tuple[str, ...]:
        return self.names_with(Mark.Kind.WANTED)

    @property
    def owned_by(self) -> tuple[str, ...]:
        return self.names_with(Mark.Kind.OWNED)

    def days_since(self, today) -> int | None:
        """Return how many days ago it was played; None if never."""
        return None if self.last_played is None else max(0, (today - self.last_played).days)


def propose_games(group, games, person, *, players=None, minutes=None, owned=False) -> list[Proposal]:
    """Return the games that fit, never played ones first, then those played longest ago.

    Of those never played, games that someone wants to play come first. `owned`: only games that a member owns.
    """
    found = list_proposals(group, games, person, players=players, minutes=minutes)
    return [each for each in found if each.fits and (not owned or each.has_mark(Mark.Kind.OWNED))]


def list_proposals(group, games, person, *, players=None, minutes=None) -> list[Proposal]:
    """Return proposals for all these games, in the same order, also for those that don't fit."""
    known, marks = find_recent_games(group, [game.slug for game in games]), marks_by_game(group, person)
    found = [
        build_proposal(game, known, marks.get(game.slug) or summarize_marks((), person), players) for game in games
    ]
    found.sort(key=lambda each: (each.last_played or datetime.date.min, not each.has_mark(Mark.Kind.WANTED)))
    return [check_fit(each, players, minutes) for each in found]


def build_proposal(game, known: RecentGames, marks, players) -> Proposal:
    """Return the proposal of a game for this many players."""
    usual = known.usual_minutes(game.slug, players)
    minutes = (usual, usual) if usual else estimate_minutes(game, players)
    return Proposal(game, minutes, bool(usual), known.last_played.get(game.slug), marks)


def check_fit(each: Proposal, players, minutes) -> Proposal:
    """Return a proposal that knows whether the game fits the players and the minutes."""
    enough_seats = players is None or players in each.game.all_seats
    enough_time = minutes is None or each.minutes is None or each.minutes[0] <= minutes
    return replace(each, fits=enough_seats and enough_time, too_long=not enough_time)


def estimate_minutes(game, players) -> tuple[int, int] | None:
    """Return a game's minutes (from, to); None if unknown.

    For a number of players both are the same: between the box's times in proportion, rounded to five.
    """
    if game.minutes is None:
        return None
    low, high = game.minutes
    if players not in game.seats or len(game.seats) < 2:
        return low, high
    about = low + (high - low) * (players - game.seats[0]) / (game.seats[-1] - game.seats[0])
    rounded = 5 * floor(about / 5 + 0.5)
    return rounded, rounded
