"""What is known of a game before anybody sits down, and the game that is made of it."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields

from .results import Tier
from .texts import Text


@dataclass(frozen=True)
class Choice:
    """One value of an option or of a field, with its words."""

    value: object
    label: Text


def is_among(value, choices) -> bool:
    """Whether this is the value of one of these choices, of the same type too."""
    return any(value == choice.value and type(value) is type(choice.value) for choice in choices)


@dataclass(frozen=True)
class Option:
    """A switch (with `choices`) or a number from `low` to `high` that is agreed before a play.

    `confirm`: it is read off the cards and confirmed when a play starts, because printings may differ; `short`
    is what it is called there. `guessed`: the default is on no card and in no text that we know, so that paper leaves
    room for the number instead of naming it.
    """

    key: str
    label: Text
    default: object
    choices: tuple[Choice, ...] = ()
    low: int = 1
    high: int = 99
    confirm: bool = False
    short: Text | None = None
    guessed: bool = False

    @property
    def short_label(self):
        return self.short or self.label

    def allows(self, value) -> bool:
        """Whether this is one of the option's values, of the same type too."""
        if self.choices:
            return is_among(value, self.choices)
        return type(value) is int and self.low <= value <= self.high


@dataclass(frozen=True)
class Item:
    """A scoring row of a stage. A line stands for it at every seat.

    `fields`: the keys it is counted from, where that is not just its own. `compared`: points go to who has
    most, so that its counts are shown in order. `only_with`: scored only under this option and value. `alone`:
    it follows from a seat's own holdings, so that it can be told while they are entered.
    """

    key: str
    label: Text
    fields: tuple[str, ...] = ()
    compared: bool = False
    only_with: tuple[str, object] | None = None
    alone: bool = False

    @property
    def counted_from(self):
        return self.fields or (self.key,)

    def is_scored(self, options) -> bool:
        return self.only_with is None or options.get(self.only_with[0]) == self.only_with[1]


@dataclass(frozen=True)
class Part:
    """Fields of a stage that are counted together and fill a phone's screen, and what they are called together.

    `pad`: they are Counts that are laid down one by one, each with a tap on its key.
    """

    label: Text
    fields: tuple
    pad: bool = False


@dataclass(frozen=True)
class Stage:
    """A part of a play at whose end the seats' holdings are counted: its fields and its scoring rows.

    `reminder`: what is easily forgotten before anybody counts.
    `parts`: the fields again, in the same order, where they are too many for one screen.
    """

    key: str
    label: Text
    fields: tuple
    items: tuple[Item, ...]
    reminder: Text | None = None
    parts: tuple[Part, ...] = ()

    def fields_with(self, options) -> tuple:
        """The fields that are asked under these options."""
        return tuple(field for field in self.fields if field.is_asked(options))

    def items_with(self, options) -> tuple[Item, ...]:
        """The rows that score under these options."""
        return tuple(item for item in self.items if item.is_scored(options))


@dataclass(frozen=True)
class Ruling:
    """Where the rulebook is silent or its versions differ: what Caravan does, and why."""

    title: Text
    text: Text


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What is known of a game before anybody sits down.

    `minutes` is from–to, `accent` a colour of the stylesheet.
    `tie_breaks` are the keys of the last stage's fields that order equal totals, the first one first. Where
    `missing_tie_break_is_zero` is false, a tied seat without one leaves its tie shared. `full_tie_is_draw`: who are
    still equal then have not won together, but drawn. `tiers` are the ratings a
    game for one ends with, the lowest first; `verdicts` is what they and a loss are called on paper. `last_round`
    tells how one notices at the table that the end comes, and what is still played then. `setup_is_whole`: `setup`
    tells all there is to set up, and not only what is to be counted out.
    """

    slug: str
    title: Text
    publisher: str
    designer: str
    year: int
    seats: range
    minutes: tuple[int, int]
    age: int
    accent: str
    stages: tuple[Stage, ...]
    options: tuple[Option, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    how_it_scores: tuple[Text, ...] = ()
    first_player: Text | None = None
    last_round: Text | None = None
    tie_breaks: tuple[str, ...] = ()
    missing_tie_break_is_zero: bool = False
    full_tie_is_draw: bool = False
    verdicts: tuple[Text, ...] = ()
    tiers: tuple[Tier, ...] = ()
    setup_is_whole: bool = True


@dataclass(frozen=True, kw_only=True)
class Game(Facts):
    """A game's facts and its rules as functions of a table.

    `worth` tells the few words that a score sheet prints beside an item (its key) under these options, where None is
    a number still to be written down: what it brings. `instructions` are also asked before anybody has counted, for
    what is always done at a stage's end.
    `lost_already` is the verdict of a game for one that what stands on its card so far has lost, whatever is still to
    be entered; None as long as nothing has.
    """

    score: Callable
    setup: Callable = field(default=lambda seats: ())
    worth: Callable = field(default=lambda item, options: None)
    problems: Callable = field(default=lambda table: ())
    instructions: Callable = field(default=lambda table, stage: ())
    carries: Callable = field(default=lambda table: {})
    verdict: Callable = field(default=lambda table, totals: None)
    lost_already: Callable = field(default=lambda table: None)

    def stage(self, key) -> Stage | None:
        return next((stage for stage in self.stages if stage.key == key), None)

    def option(self, key) -> Option | None:
        return next((option for option in self.options if option.key == key), None)

    def options_with(self, chosen) -> dict:
        """Every option's value: what was chosen, else its default."""
        return {option.key: chosen.get(option.key, option.default) for option in self.options}

    def options_on_paper(self, chosen) -> dict:
        """Every option's value as a blank sheet may print it: None for a guess that nobody has confirmed."""
        unknown = {option.key: None for option in self.options if option.guessed and option.key not in chosen}
        return self.options_with(chosen) | unknown

    def starting_values(self, table, stage) -> dict:
        """What seats (by index) hold when a stage begins, by field: what the stage before left them."""
        keys = [each.key for each in self.stages]
        before = dict(zip(keys[1:], keys, strict=False)).get(stage)
        return {seat: left[before] for seat, left in self.carries(table).items() if before in left}


def game_of(module) -> Game:
    """The game that a module describes with `FACTS`, `score`, and the other functions it needs."""
    facts = {fact.name: getattr(module.FACTS, fact.name) for fact in fields(Facts)}
    hooks = ("score", "setup", "worth", "problems", "instructions", "carries", "verdict", "lost_already")
    return Game(**facts, **{name: getattr(module, name) for name in hooks if hasattr(module, name)})


def seats_in(table, stage):
    """(index, player, holdings) of every seat that has this stage."""
    return [
        (index, seat["player"], seat["stages"][stage])
        for index, seat in enumerate(table["seats"])
        if stage in seat["stages"]
    ]
