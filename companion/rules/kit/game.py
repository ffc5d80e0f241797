"""The `Game` class, which holds everything about a game."""

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

# {seat index: {stage key: {field key: number}}}: what each seat takes into the next stage.
type Carried = Mapping[int, Mapping[str, Mapping[str, int]]]


@dataclass(frozen=True, kw_only=True)
class Game:
    """The facts of a game, and its rules as functions of a table.

    Facts:

    - `minutes`: (from, to); None if unknown.
    - `accent`: one of the stylesheet's colours.
    - `emblem`: a drawing in `templates/icons/emblems`, which games may share; empty for the first letter of the title.
    - `last_round`: how players notice that the end comes, and what is still played then.
    - `setup`: returns what is laid out for this number of players.
    - `setup_is_whole`: `setup` is complete, not only what is to be counted out.
    - `keeps_dealer`: each seat deals a round in seating order, the first seat the first one.
    - `roles`, `variants`: the words for a player's role in a play, and for the map or scenario.
    - `expansions`: yes-or-no options that may add seats.

    Winning:

    - `tie_breaks`: keys of the last stage's fields that break ties, the first one first. For those in
      `fewest_tie_breaks` less is better. If a tied seat hasn't entered one, the tie stays.
    - `full_tie_is_draw`: players who are still tied after that draw instead of sharing the win.
    - `fewest_wins`: the lowest total wins.
    - `ahead`: rows that rank before the total. `level_rows`: rows that break ties before `tie_breaks` do.
    - `noted_points`: key of a row with points that are recorded but decide nothing.
    - `tiers`: the ratings of a solo game, the lowest first. `verdicts`: the names of ratings and a loss on paper.
    - `is_coop`: all win or lose together, on one card or on one each; None if unknown.

    Stages and cards:

    - `rounds`: the stages are rounds, and a play has as many as it takes (`limited_to`).
    - `teams`: seats may share a card, as the table says. `equal_teams`: all teams have the same size. `together`: all
      seats share one card.
    - `looks_back`: problems of a stage depend on earlier stages.

    Checks as data:

    - `sums`: the possible totals of a field over all seats, by its key; or those by number of seats.
    - `sums_unless`: by the same key, the key of a yes-or-no field that lifts the check if someone answers yes.
    - `ruled_out_by`: by field key, the keys of yes-or-no fields after which nobody has any of it.
    - `products`: keys of fields whose numbers are multiplied and added.

    Functions:

    - `problems`: what is impossible or suspicious beyond the fields.
    - `instructions`: what to do at the end of a stage; also called before anyone has counted, for what always applies.
    - `carries`: what each seat takes into the next stage.
    - `verdict`: the outcome of a solo or co-op game with these totals.
    - `lost_already`: its verdict if the entries so far have lost the game, whatever is still to come; otherwise None.
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
    problems: Callable[[Table], Sequence[Problem]] = lambda table: ()
    instructions: Callable[[Table, str], Sequence[Instruction]] = lambda table, stage: ()
    carries: Callable[[Table], Carried] = lambda table: {}
    verdict: Callable[[Table, Sequence[Any]], Verdict | None] = lambda table, totals: None
    lost_already: Callable[[Table], Verdict | None] = lambda table: None

    def by_stage(self, table: Table) -> list[StageScore]:
        """Return the points of each seat with a stage, stage by stage."""
        return [scored for stage in self.stages for scored in stage.score(table)]

    def score(self, table: Table) -> list[ScoreLine]:
        """Return a line for each row of every stage, for each seat with that stage."""
        return [line for scored in self.by_stage(table) for line in scored.lines]

    @property
    def credits(self) -> str:
        """Publisher, designer and year, as far as they are known; empty for most custom games."""
        return ", ".join(str(known) for known in (self.publisher, self.designer, self.year) if known)

    @property
    def shares_cards(self) -> bool:
        """True if several seats can share a card."""
        return self.teams or self.together

    @cached_property
    def rows_ahead(self) -> tuple[str, ...]:
        """The keys of the rows that rank before the total."""
        return tuple(by.row for by in self.ahead)

    @cached_property
    def has_no_points(self) -> bool:
        """True if only the winner or the places are recorded."""
        scoring = {item.key for stage in self.stages for item in stage.items if not item.noted}
        return bool(self.ahead) and scoring <= {*self.rows_ahead}

    def seats_with(self, options: Options) -> range:
        """Return the possible numbers of players with these options, expansions included."""
        more = [each.seats for each in self.expansions if each.seats and each.is_played(options)]
        if not more:
            return self.seats
        return range(min(self.seats[0], *(seats[0] for seats in more)), max(self.seats[-1], *(s[-1] for s in more)) + 1)

    @cached_property
    def all_seats(self) -> range:
        """The possible numbers of players with any of the expansions."""
        return self.seats_with({each.option.key: True for each in self.expansions})

    @cached_property
    def has_only_notes(self) -> bool:
        """True if no row ever scores points: the notes say how it ended."""
        items = [item for stage in self.stages for item in stage.items]
        return bool(items) and all(item.noted for item in items)

    @cached_property
    def is_one_number(self) -> bool:
        """True if each seat has a single row in a single stage, which says no more than the total."""
        items = [item for stage in self.stages for item in stage.items]
        return len(self.stages) == 1 and len(items) == 1

    @property
    def stage_count(self) -> int | None:
        """The number of stages of a whole play; None if rounds continue until someone, or a total, ends them."""
        if self.rounds is None:
            return len(self.stages)
        return self.rounds.number if isinstance(self.rounds.number, int) else None

    def limited_to(self, number: int) -> "Game":
        """Return the game with this number of rounds, limited to 1 and its maximum; a game without rounds itself."""
        number = max(1, min(number, len(self.stages)))
        if self.rounds is None or number == len(self.stages):
            return self
        if number not in self._limited:
            self._limited[number] = replace(self, stages=self.stages[:number])
        return self._limited[number]

    def is_over(self, played: int, totals: Sequence[Number], players: int | None = None) -> bool:
        """Return whether the play ends after `played` rounds or stages with these totals.

        `players` is the number of players if some share a total.
        """
        if self.rounds is None:
            return played >= len(self.stages)
        return played >= self.rounds.most or self.rounds.is_over(played, totals, players)

    def stage(self, key: str) -> Stage | None:
        """Return the stage with this key, or None."""
        return self._stages.get(key)

    def option(self, key: str) -> Option | None:
        """Return the option with this key, or None."""
        return self._options.get(key)

    def options_with(self, chosen: Options) -> dict[str, object]:
        """Return the value of every option: the chosen one or its default."""
        return {option.key: chosen.get(option.key, option.default) for option in self.options}

    def options_on_paper(self, chosen: Options) -> dict[str, object]:
        """Return the value of every option for a blank score sheet: None for an unconfirmed guess."""
        unknown = {option.key: None for option in self.options if option.guessed and option.key not in chosen}
        return self.options_with(chosen) | unknown

    def starting_values(self, table: Table, stage: str) -> dict[int, Mapping[str, int]]:
        """Return what each seat (by index) holds at the start of a stage, by field: what it carried over from the last
        one.
        """
        keys = [each.key for each in self.stages]
        before = dict(zip(keys[1:], keys, strict=False)).get(stage)
        if before is None:
            return {}
        return {seat: left[before] for seat, left in self.carries(table).items() if before in left}

    @cached_property
    def _limited(self) -> dict[int, "Game"]:
        return {}

    @cached_property
    def _stages(self) -> Mapping[str, Stage]:
        return {stage.key: stage for stage in self.stages}

    @cached_property
    def _options(self) -> Mapping[str, Option]:
        return {option.key: option for option in self.options}


# Games by their slugs.
type Games = Mapping[str, Game]
