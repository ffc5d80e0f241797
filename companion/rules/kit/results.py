"""Results of scoring: problems, lines with their reasons, standings and the result of a play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from .fields import Field
from .numbers import Number, plain
from .texts import Reason, Text, sentence_of

# The placeholder for icons in the short text of an instruction.
ICONS = "\N{OBJECT REPLACEMENT CHARACTER}"


@dataclass(frozen=True)
class Problem:
    """Something impossible (`blocks`) or suspicious in a play, and where it is.

    `beside`: other fields that it depends on. `briefly`: a shorter message for the page of its stage. `needs_all`: it
    is reported only once everything of its stage is entered, or everything of its seat if it has one. `off`: how much
    too high a sum is, negative if too low.
    """

    code: str
    message: Text
    blocks: bool = True
    seat: str | None = None
    stage: str | None = None
    field: str | None = None
    beside: tuple[str, ...] = ()
    briefly: Text | None = None
    needs_all: bool = False
    off: Number = 0


# (points, reason) of a seat in a row, or (points, reason, amount) with the number that was compared or multiplied.
type Points = tuple[Number, Reason | Text] | tuple[Number, Reason | Text, Number]


class ScoreLine(NamedTuple):
    """The points of a seat (an index) in a row of a stage, with the reason, also for 0 points.

    `amount` is the number that was compared or multiplied, if any.
    """

    seat: int
    stage: str
    item: str
    points: Number
    why: Reason | Text
    amount: Number | None = None

    @property
    def reason(self) -> Text:
        """The reason as a text, written only when it is read."""
        return sentence_of(self.why)


class StageScore(NamedTuple):
    """The points of a seat (an index) in a stage, for each of its rows."""

    seat: int
    stage: str
    items: tuple[str, ...]
    points: Sequence[Points]

    @property
    def total(self) -> Number:
        """The sum of the points."""
        return plain(sum([points[0] for points in self.points]))

    @property
    def lines(self) -> list[ScoreLine]:
        """A line for each row, in order."""
        pairs = zip(self.items, self.points, strict=True)
        return [ScoreLine(self.seat, self.stage, item, *points) for item, points in pairs]


@dataclass(frozen=True)
class Instruction:
    """Something that the table, or one player (`seat`, an index), does now.

    `things` are shown as icons beside it, each with a number if it isn't None. A small printed sheet uses `short`, in
    which `ICONS` marks where the icons are drawn.
    """

    text: Text
    seat: int | None = None
    short: Text | None = None
    things: tuple[tuple[Field, int | None], ...] = ()


class Standing(NamedTuple):
    """The score of a seat. `rank` is 1 for the best; tied seats share a rank and the next is skipped. It is None for a
    seat with an uncounted stage.

    `stages`: the points by stage. `known`: the points to show, None without a rank, and in a game without points if
    nobody recorded any.
    """

    player: str
    points: Number
    rank: int | None
    stages: Sequence[StageScore]
    carries: Mapping[str, Mapping[str, int]] = MappingProxyType({})
    known: Number | None = None

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        """The lines of all stages, in the order they were played."""
        return tuple([line for stage in self.stages for line in stage.lines])


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The outcome of a solo or co-op game: won, with the key of a tier, or lost, with the key of the reason.

    `headline`: the rating, or that the game was lost. `details`: further sentences, such as the reason or the
    points that were missing. `row`: the key of the row that shows why it was lost.
    """

    won: bool
    tier: str | None = None
    why: str | None = None
    row: str | None = None
    headline: Text
    details: tuple[Text, ...] = ()


class Tier(NamedTuple):
    """A rating of a solo game, and the fewest points it takes."""

    key: str
    least: int
    rating: Text


class Result(NamedTuple):
    """A scored play, with standings in seating order, or without standings if a problem blocks.

    `winners`: the players with rank 1; none if the verdict is a loss. `decided_by`: `points`, the key of the row or
    field that broke the tie, or `shared`. `is_draw`: all are tied in a game that then has no winner.
    """

    game: str
    players: tuple[str, ...]
    problems: tuple[Problem, ...]
    standings: tuple[Standing, ...] = ()
    winners: tuple[str, ...] = ()
    decided_by: str | None = None
    verdict: Verdict | None = None
    is_draw: bool = False

    @property
    def is_blocked(self) -> bool:
        """True if a problem prevents scoring."""
        return any(problem.blocks for problem in self.problems)
