"""What shall we play tonight: the games that fit so many players and so much time, least recently played first."""

import datetime
from dataclasses import dataclass, replace
from math import floor

from companion.models import Mark
from companion.rules.kit import Game

from .marks import Marked, marked, marks_in
from .recent_games import Lately, lately


@dataclass(frozen=True)
class Proposal:
    """A game, how many minutes it takes (from, to), whether this group itself was measured, when it last played it,
    and its members' marks. `fits`: so many can play it in so much time; `too_long`: it takes
    more. `days` is how long ago it was played, where that was asked.
    """

    game: Game
    minutes: tuple[int, int] | None
    is_measured: bool
    last_played: datetime.date | None
    marks: list[Marked]
    fits: bool = True
    too_long: bool = False
    days: int | None = None

    def has(self, kind) -> bool:
        """Whether anybody marked it so."""
        return any(mark.count for mark in self.marks if mark.kind == kind)

    def who(self, kind) -> tuple[str, ...]:
        """The names of those who marked it so."""
        return next((mark.names for mark in self.marks if mark.kind == kind), ())

    @property
    def wanted_by(self) -> tuple[str, ...]:
        return self.who(Mark.Kind.WANTED)

    @property
    def owned_by(self) -> tuple[str, ...]:
        return self.who(Mark.Kind.OWNED)

    def days_since(self, today) -> int | None:
        """How many days ago it was played; None where it never was."""
        return None if self.last_played is None else max(0, (today - self.last_played).days)


def proposals(group, games, person, *, players=None, minutes=None, owned=False) -> list[Proposal]:
    """Of these games of the group those that fit, what was never played first, then what was played longest ago.

    Of those never played what somebody wants comes first. `owned`: only what a member owns.
    """
    found = all_games(group, games, person, players=players, minutes=minutes)
    return [each for each in found if each.fits and (not owned or each.has(Mark.Kind.OWNED))]


def all_games(group, games, person, *, players=None, minutes=None) -> list[Proposal]:
    """The same, with the games that do not fit in their places among them."""
    known, marks = lately(group, [game.slug for game in games]), marks_in(group, person)
    found = [proposal(game, known, marks.get(game.slug) or marked((), person), players) for game in games]
    found.sort(key=lambda each: (each.last_played or datetime.date.min, not each.has(Mark.Kind.WANTED)))
    return [with_fit(each, players, minutes) for each in found]


def proposal(game, known: Lately, marks, players) -> Proposal:
    """A game as it is proposed to so many players."""
    usual = known.measured(game.slug, players)
    minutes = (usual, usual) if usual else minutes_for(game, players)
    return Proposal(game, minutes, bool(usual), known.last_played.get(game.slug), marks)


def with_fit(each: Proposal, players, minutes) -> Proposal:
    """A proposal that knows whether so many can play it in so much time."""
    enough_seats = players is None or players in each.game.all_seats
    enough_time = minutes is None or each.minutes is None or each.minutes[0] <= minutes
    return replace(each, fits=enough_seats and enough_time, too_long=not enough_time)


def minutes_for(game, players) -> tuple[int, int] | None:
    """How long the game takes: with so many, so far along from its least to its most; rounded to five minutes.

    None if nobody said it.
    """
    if game.minutes is None:
        return None
    low, high = game.minutes
    if players not in game.seats or len(game.seats) < 2:
        return low, high
    about = low + (high - low) * (players - game.seats[0]) / (game.seats[-1] - game.seats[0])
    rounded = 5 * floor(about / 5 + 0.5)
    return rounded, rounded
