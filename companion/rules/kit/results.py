"""What scoring gives back: problems, lines with their reasons, standings and the result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from .fields import Field
from .numbers import Number, plain
from .texts import Reason, Text, sentence_of

# What stands in the short words of an instruction for icons: Unicode's own sign for a thing that is no letter.
ICONS = "\N{OBJECT REPLACEMENT CHARACTER}"


@dataclass(frozen=True)
class Problem:
    """Something in a play that cannot be true (`blocks`) or is suspicious, and where it is.

    `beside`: the fields beside its own that it follows from, too. `briefly`: what is said of it on the sheet of its
    stage, where that says less than `message`. `needs_all`: it is only true once everything of its stage is entered, or
    all of its seat's, if it is about one; so nobody is told before. `off`: by how much a sum is too high, or too low if
    it is below 0.
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


# What a seat scores in a row, and why; third the number that was compared or multiplied, where there is one.
type Points = tuple[Number, Reason | Text] | tuple[Number, Reason | Text, Number]


class ScoreLine(NamedTuple):
    """Points of one seat (its index) for one item of a stage, with the reason, also where they are 0.

    `amount` is the number that was compared or multiplied, where there is one.
    """

    seat: int
    stage: str
    item: str
    points: Number
    why: Reason | Text
    amount: Number | None = None

    @property
    def reason(self) -> Text:
        """Why these points, as a sentence, which is made only now."""
        return sentence_of(self.why)


class StageScore(NamedTuple):
    """What a stage brings a seat (its index) that has counted there: the items that score, and the points of each."""

    seat: int
    stage: str
    items: tuple[str, ...]
    points: Sequence[Points]

    @property
    def total(self) -> Number:
        """The points of all its items together."""
        return plain(sum([points[0] for points in self.points]))

    @property
    def lines(self) -> list[ScoreLine]:
        """A line for each item, in their order."""
        pairs = zip(self.items, self.points, strict=True)
        return [ScoreLine(self.seat, self.stage, item, *points) for item, points in pairs]


@dataclass(frozen=True)
class Instruction:
    """What the table does now; `seat` (an index) where it concerns one player.

    Beside it stand the icons of `things`, each with how many where that is told. A small printed sheet has `short`
    instead, in which `ICONS` is where they are drawn.
    """

    text: Text
    seat: int | None = None
    short: Text | None = None
    things: tuple[tuple[Field, int | None], ...] = ()


class Standing(NamedTuple):
    """One seat's score. `rank` is 1 for the best, equal ranks are shared and the next is skipped; None for a seat that
    nobody has counted in one of the stages.

    `stages`: what each stage brought it. Its lines are made of them when somebody reads them. `known`: its points as
    people know them, None without a rank, and in a game without points where nobody has noted any.
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
    """How a game for one ended: won, with the key of a tier, or lost, with the key of what lost it.

    `headline` is what a person reads of it first, the rating or that it was lost; `told` is what else there is to
    tell, one sentence each: why, how much was missing. `row` is the key of the row that shows what lost it.
    """

    won: bool
    tier: str | None = None
    why: str | None = None
    row: str | None = None
    headline: Text
    told: tuple[Text, ...] = ()


class Tier(NamedTuple):
    """A rating that a game for one ends with, and the fewest points it takes."""

    key: str
    least: int
    rating: Text


class Result(NamedTuple):
    """A scored play, its standings in the order of the seats; without standings where a problem blocks.

    `winners` are all of rank 1; nobody, where the verdict says lost.
    `decided_by` is `points`, the key of the field that broke the tie for the win, or `shared`; `is_draw`: shared by
    all, in a game in which nobody has won then.
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
        """Whether something in the play cannot be true."""
        return any(problem.blocks for problem in self.problems)
