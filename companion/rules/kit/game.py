"""A game, made by naming its parts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from .facts import Ruling, Stage
from .numbers import Number
from .options import ROLES, VARIANTS, Expansion, Option, Proposals
from .order import By, Rounds
from .results import Instruction, Problem, ScoreLine, StageScore, Tier, Verdict
from .tables import Options, Table
from .texts import Text

# What seats (by index) keep at the end of stages (by key): the numbers of some fields (by key).
type Carried = Mapping[int, Mapping[str, Mapping[str, int]]]


def no_problems(table: Table) -> Sequence[Problem]:
    """Whatever the box allows can be true."""
    return ()


def no_instructions(table: Table, stage: str) -> Sequence[Instruction]:
    """Between the stages there is nothing to do."""
    return ()


def nothing_carried(table: Table) -> Carried:
    """Every stage begins with nothing."""
    return {}


def no_verdict(table: Table, totals: Sequence[Number]) -> Verdict | None:
    """The totals alone tell who has won."""
    return None


def nothing_lost(table: Table) -> Verdict | None:
    """Nothing is lost before the end."""
    return None


@dataclass(frozen=True, kw_only=True)
class Game:
    """What is known of a game before anybody sits down, and its rules as functions of a table.

    `minutes` is from–to, None if nobody said how long it takes; `accent` one of the stylesheet's colours and `emblem`
    a drawing in `templates/icons/emblems`, which games may share; without one the first letter of the title stands for
    it.
    `tie_breaks` are the keys of the last stage's fields that order equal totals, the first one first; of
    `fewest_tie_breaks` among them who has less is ahead. A tied seat without one leaves its tie
    shared. `full_tie_is_draw`: who are still equal then have not won together, but drawn.
    `tiers` are the ratings a
    game for one ends with, the lowest first; `verdicts` is what they and a loss are called on paper. `last_round`
    tells how one notices at the table that the end comes, and what is still played then.

    `sums`: what all seats together have of a field, by its key: one of these numbers, or of those by number of seats.
    `sums_unless`: the key of a yes-or-no field that lifts that once somebody has answered yes, by the key of the other.
    `ruled_out_by`: the keys of such fields after which nobody has anything of a field, by its key.
    `products`: the keys of fields for which numbers are multiplied and added.
    `keeps_dealer`: each seat deals a round in the order they sit, the first seat the first one.
    `looks_back`: what is wrong with a stage depends on those before it.

    `setup` tells what is laid out for so many seats; `setup_is_whole`: that is all there is to set up, and not only
    what is to be counted out. `problems` is what is impossible or suspicious beyond the fields. `instructions` are
    what is done at a stage's end; they are also asked before anybody has counted, for what is always done then.
    `carries` is what every seat keeps for the next stage.
    `roles` and `variants` are the words for what a player is in a play, and for the map or scenario that is played.
    `expansions` are options with a yes or no that may bring seats. `fewest_wins`: the lowest total does. `ahead` are
    rows that rank before the total, `level_rows` such as tell equal totals apart before `tie_breaks` do.
    `noted_points` is the key of a row in which points are noted that decide nothing. `teams`: seats may share a card,
    as the table says; `equal_teams`: each is of as many; `together`: all of them do. `is_coop`: all win or lose
    together, on one card or on one each; None if nobody knows. `rounds`: the stages are rounds, of which so many are
    played as it takes (`as_far_as`).
    `verdict` is how a game for one, or for all together, ended with these totals; `lost_already` its verdict where what
    stands on its card so far has lost, whatever is still to be entered; None as long as nothing has.
    """

    slug: str
    title: Text
    publisher: str
    designer: str
    year: int
    seats: range
    minutes: tuple[int, int] | None
    age: int
    accent: str
    stages: tuple[Stage, ...]
    how_it_scores: tuple[Text, ...]
    last_round: Text
    setup: Callable[[int], Sequence[Text]]
    emblem: str = ""
    options: tuple[Option, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    source: Text | None = None
    first_player: Text | None = None
    has_first_player: bool = True
    tie_breaks: tuple[str, ...] = ()
    fewest_tie_breaks: tuple[str, ...] = ()
    expansions: tuple[Expansion, ...] = ()
    roles: Proposals = ROLES
    variants: Proposals = VARIANTS
    fewest_wins: bool = False
    ahead: tuple[By, ...] = ()
    noted_points: str = ""
    level_rows: tuple[By, ...] = ()
    teams: bool = False
    equal_teams: bool = False
    together: bool = False
    is_coop: bool | None = False
    rounds: Rounds | None = None
    keeps_dealer: bool = False
    looks_back: bool = False
    products: tuple[str, ...] = ()
    sums: Mapping[str, Any] = field(default_factory=dict)
    sums_unless: Mapping[str, str] = field(default_factory=dict)
    ruled_out_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    full_tie_is_draw: bool = False
    verdicts: tuple[Text, ...] = ()
    tiers: tuple[Tier, ...] = ()
    setup_is_whole: bool = True
    problems: Callable[[Table], Sequence[Problem]] = no_problems
    instructions: Callable[[Table, str], Sequence[Instruction]] = no_instructions
    carries: Callable[[Table], Carried] = nothing_carried
    verdict: Callable[[Table, Sequence[Any]], Verdict | None] = no_verdict
    lost_already: Callable[[Table], Verdict | None] = nothing_lost

    def by_stage(self, table: Table) -> list[StageScore]:
        """What every stage brings each seat that has counted there."""
        return [scored for stage in self.stages for scored in stage.score(table)]

    def score(self, table: Table) -> list[ScoreLine]:
        """A line for each row of every stage at each seat that has counted there."""
        return [line for scored in self.by_stage(table) for line in scored.lines]

    @property
    def made_by(self) -> str:
        """Publisher, designer and year, as far as they are known: nobody tells them of a sheet of a group's own."""
        return ", ".join(str(known) for known in (self.publisher, self.designer, self.year) if known)

    @property
    def shares_cards(self) -> bool:
        """Whether several seats may have one card."""
        return self.teams or self.together

    @cached_property
    def rows_ahead(self) -> tuple[str, ...]:
        """The keys of the rows that rank before the total."""
        return tuple(by.row for by in self.ahead)

    @cached_property
    def without_points(self) -> bool:
        """Whether it is only noted who won, or who came in which place."""
        scoring = {item.key for stage in self.stages for item in stage.items if not item.noted}
        return bool(self.ahead) and scoring <= {*self.rows_ahead}

    def seats_with(self, options: Options) -> range:
        """For how many it is with these options: an expansion may bring seats."""
        more = [each.seats for each in self.expansions if each.seats and each.is_played(options)]
        if not more:
            return self.seats
        return range(min(self.seats[0], *(seats[0] for seats in more)), max(self.seats[-1], *(s[-1] for s in more)) + 1)

    @cached_property
    def all_seats(self) -> range:
        """For how many it can be with any of its expansions."""
        return self.seats_with({each.option.key: True for each in self.expansions})

    @cached_property
    def notes_only(self) -> bool:
        """Whether none of its rows ever brings a point: what is noted in them says how it ended."""
        items = [item for stage in self.stages for item in stage.items]
        return bool(items) and all(item.noted for item in items)

    @cached_property
    def is_one_number(self) -> bool:
        """Whether nothing but one number of each seat is counted, once: then that says no more than the total."""
        items = [item for stage in self.stages for item in stage.items]
        return len(self.stages) == 1 and len(items) == 1

    @property
    def stages_in_all(self) -> int | None:
        """How many stages a play has up to its end; nothing where rounds go on until somebody or a total ends them."""
        if self.rounds is None:
            return len(self.stages)
        return self.rounds.number if isinstance(self.rounds.number, int) else None

    def as_far_as(self, number: int) -> "Game":
        """The game with so many of its rounds, at least one and no more than there can be; without rounds itself."""
        number = max(1, min(number, len(self.stages)))
        if self.rounds is None or number == len(self.stages):
            return self
        if number not in self._as_far_as:
            self._as_far_as[number] = replace(self, stages=self.stages[:number])
        return self._as_far_as[number]

    def is_over(self, played: int, totals: Sequence[Number], players: int | None = None) -> bool:
        """Whether so many rounds are all, with these totals; without rounds, whether all stages are played."""
        if self.rounds is None:
            return played >= len(self.stages)
        return played >= self.rounds.most or self.rounds.is_over(played, totals, players)

    def stage(self, key: str) -> Stage | None:
        """The stage with this key; None where the game has none."""
        return self._stages.get(key)

    def option(self, key: str) -> Option | None:
        """The option with this key; None where the game has none."""
        return self._options.get(key)

    def options_with(self, chosen: Options) -> dict[str, object]:
        """Every option's value: what was chosen, else its default."""
        return {option.key: chosen.get(option.key, option.default) for option in self.options}

    def options_on_paper(self, chosen: Options) -> dict[str, object]:
        """Every option's value as a blank sheet may print it: None for a guess that nobody has confirmed."""
        unknown = {option.key: None for option in self.options if option.guessed and option.key not in chosen}
        return self.options_with(chosen) | unknown

    def starting_values(self, table: Table, stage: str) -> dict[int, Mapping[str, int]]:
        """What seats (by index) hold when a stage begins, by field: what the stage before left them."""
        keys = [each.key for each in self.stages]
        before = dict(zip(keys[1:], keys, strict=False)).get(stage)
        if before is None:
            return {}
        return {seat: left[before] for seat, left in self.carries(table).items() if before in left}

    @cached_property
    def _as_far_as(self) -> dict[int, "Game"]:
        return {}

    @cached_property
    def _stages(self) -> Mapping[str, Stage]:
        return {stage.key: stage for stage in self.stages}

    @cached_property
    def _options(self) -> Mapping[str, Option]:
        return {option.key: option for option in self.options}


# Games by their slugs.
type Games = Mapping[str, Game]
