"""Two players at the same tables: each meeting, runs, and the closest and clearest of them."""

import datetime
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.rules.kit import Number

from .history import History
from .rivals import HeadToHead, compared


class Meeting(NamedTuple):
    """A play in which both sat. `sign`: -1 where the one was ahead, 1 where behind, 0 where level.

    `leader_won`: whoever was ahead has also won the play; where both were level, whether they did.
    `only_two`: nobody else sat there.
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
        """By how many points the one was before the other; less than 0 where they were behind, None without points."""
        return None if self.points is None or self.others is None else self.points - self.others

    @property
    def closeness(self) -> float:
        """The difference as a part of the higher total, to compare games with each other; 0 without points."""
        if self.points is None or self.others is None:
            return 0
        return abs(float(self.points - self.others)) / max(abs(float(self.points)), abs(float(self.others)), 1)


class Runs(NamedTuple):
    """Who was ahead in the newest meetings, one after the other (`sign`, `now` times), and how long the longest such
    runs of the one and of the other were. A meeting that was level ends a run.
    """

    sign: int
    now: int
    longest_of_one: int
    longest_of_other: int


def meetings_of(history: History, one: int, other: int) -> list[Meeting]:
    """The meetings of two players, the oldest first."""
    found = []
    for played in history:
        mine, theirs = played.place_of(one), played.place_of(other)
        if mine and theirs and not played.are_mates(one, other):
            sign = compared(mine.rank, theirs.rank)
            won = (theirs if sign > 0 else mine).won
            only_two = played.size == 2
            found.append(
                Meeting(played.play, played.on, played.game_slug, sign, mine.points, theirs.points, won, only_two)
            )
    return found


def counted(one: int, other: int, meetings: Iterable[Meeting]) -> HeadToHead:
    """How often the one was ahead, behind, and level."""
    signs = [meeting.sign for meeting in meetings]
    return HeadToHead(one, other, signs.count(-1), signs.count(1), signs.count(0))


def runs_in(meetings: Sequence[Meeting]) -> Runs:
    """The runs of meetings in their order."""
    sign = now = 0
    longest = {-1: 0, 1: 0}
    for meeting in meetings:
        now = now + 1 if meeting.sign == sign else 1
        sign = meeting.sign
        if sign:
            longest[sign] = max(longest[sign], now)
    return Runs(sign, now if sign else 0, longest[-1], longest[1])


def extremes(meetings: Iterable[Meeting]) -> tuple[Meeting, Meeting] | None:
    """The closest and the clearest meeting of those with a difference, by the part of the higher total; of equal ones
    the newest. None where there are fewer than two.
    """
    told = [meeting for meeting in meetings if meeting.sign and meeting.difference]
    if len(told) < 2:
        return None
    newest_first = told[::-1]
    return min(newest_first, key=lambda each: each.closeness), max(newest_first, key=lambda each: each.closeness)
