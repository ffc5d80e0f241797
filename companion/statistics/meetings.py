"""Two players in the same plays: their meetings, runs, and the closest and clearest meeting."""

import datetime
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.rules.kit import Number

from .history import History
from .rivals import HeadToHead, compare_ranks


class Meeting(NamedTuple):
    """A play in which two players met. `sign`: -1 if the one was ahead, 1 if behind, 0 if tied.

    `leader_won`: the one who was ahead also won the play; if tied, whether they did. `only_two`: nobody else played.
    """

    play: int
    on: datetime.date
    game_slug: str
    sign: int
    points: Number | None
    others: Number | None
    leader_won: bool
    only_two: bool

    @property
    def difference(self) -> Number | None:
        """The points that the one was ahead, negative if behind; None without points."""
        return None if self.points is None or self.others is None else self.points - self.others

    @property
    def closeness(self) -> float:
        """The difference as a part of the higher total, to compare games with each other; 0 without points."""
        if self.points is None or self.others is None:
            return 0
        return abs(float(self.points - self.others)) / max(abs(float(self.points)), abs(float(self.others)), 1)


class Runs(NamedTuple):
    """The current run, `now` meetings in a row with the same `sign`, and the longest runs of both players.

    A tied meeting ends a run.
    """

    sign: int
    now: int
    longest_of_one: int
    longest_of_other: int


def find_meetings(history: History, one: int, other: int) -> list[Meeting]:
    """Return the meetings of two players, oldest first."""
    found = []
    for played in history:
        mine, theirs = played.place_of(one), played.place_of(other)
        if mine and theirs and not played.are_mates(one, other):
            sign = compare_ranks(mine.rank, theirs.rank)
            won = (theirs if sign > 0 else mine).won
            only_two = played.size == 2
            found.append(
                Meeting(played.play, played.on, played.game_slug, sign, mine.points, theirs.points, won, only_two)
            )
    return found


def count_meetings(one: int, other: int, meetings: Iterable[Meeting]) -> HeadToHead:
    """Return how often the one was ahead, behind and tied."""
    signs = [meeting.sign for meeting in meetings]
    return HeadToHead(one, other, signs.count(-1), signs.count(1), signs.count(0))


def find_runs(meetings: Sequence[Meeting]) -> Runs:
    """Return the runs of meetings, which come in their order."""
    sign = now = 0
    longest = {-1: 0, 1: 0}
    for meeting in meetings:
        now = now + 1 if meeting.sign == sign else 1
        sign = meeting.sign
        if sign:
            longest[sign] = max(longest[sign], now)
    return Runs(sign, now if sign else 0, longest[-1], longest[1])


def find_extremes(meetings: Iterable[Meeting]) -> tuple[Meeting, Meeting] | None:
    """Return the closest and the clearest meeting of those with a difference, as a part of the higher total.

    Of equal ones the newest counts. None if there are fewer than two.
    """
    newest_first = [meeting for meeting in meetings if meeting.sign and meeting.difference][::-1]
    if len(newest_first) < 2:
        return None
    return min(newest_first, key=lambda each: each.closeness), max(newest_first, key=lambda each: each.closeness)
