"""The words every game is written in: its facts, what is entered, and what scoring gives back.

Nothing here knows Django. A game is a module of this package that holds `FACTS` and `score`, and where it
needs them `setup`, `worth`, `problems`, `instructions`, `carries`, `verdict` and `lost_already`; `game_of` makes a
`Game` of it.
A *table* is what those functions are given: a play as in the play format, already cleaned::

    {"options": {every option: its value},
     "seats": [{"player": "Anna", "stages": {"1": {"water": 4}}}, …]}

with only whole numbers, known keys and possible values in it. They read it and change nothing. `problems` is
also given tables that cannot be scored: with any number of seats, and without what could not be right.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import NamedTuple

NOTHING = MappingProxyType({})


# Texts and lines are named tuples: each play makes dozens of them, in a third of the time dataclasses take.
class Text(NamedTuple):
    """A sentence or word to be translated: message id, parameters, and the number that chooses the plural.

    Parameters are named (`%(name)s`). One that is a `Text` is translated too; a tuple is a list of things
    and is joined the way the language does it ("Ben, Dora and Max").
    """

    message: str
    params: Mapping = NOTHING
    plural: str = ""
    number: int = 0
    context: str = ""

    def __str__(self):
        """The English sentence, for tests and debugging; people get theirs from `companion.texts.say`."""
        message = self.message if not self.plural or self.number == 1 else self.plural
        return message % {name: _english(value) for name, value in self.params.items()} if self.params else message


def _english(value):
    # A text is a tuple too, and no list of things.
    return ", ".join(map(str, value)) if type(value) is tuple else value


# Named like Django's functions, so that `makemessages` finds what they mark.
def gettext(message, **params) -> Text:
    """A text to translate."""
    return Text(message, params)


def pgettext(context, message, **params) -> Text:
    """A text to translate that means something else, or is printed differently, in another game."""
    return Text(message, params, context=context)


def ngettext(singular, plural, number, **params) -> Text:
    """A text to translate whose form depends on `number`, which is also a parameter of that name."""
    return Text(singular, {"number": number, **params}, plural=plural, number=number)


@dataclass(frozen=True)
class Problem:
    """Something in a play that cannot be true (`blocks`) or is suspicious, and where it is."""

    code: str
    message: Text
    blocks: bool = True
    seat: str | None = None
    stage: str | None = None
    field: str | None = None


class ScoreLine(NamedTuple):
    """Points of one seat (its index) for one item of a stage, with the reason, also where they are 0.

    `amount` is the number that was compared or multiplied, where there is one.
    """

    seat: int
    stage: str
    item: str
    points: int
    reason: Text
    amount: int | None = None


@dataclass(frozen=True)
class Instruction:
    """What the table does now; `seat` (an index) where it concerns one player."""

    text: Text
    seat: int | None = None


@dataclass(frozen=True)
class Standing:
    """One seat's score. `rank` is 1 for the best, equal ranks are shared and the next is skipped."""

    player: str
    points: int
    rank: int
    lines: tuple[ScoreLine, ...]
    carries: Mapping[str, Mapping[str, int]] = NOTHING


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """How a game for one ended: won, with the key of a tier, or lost, with the key of what lost it.

    `headline` is what a person reads of it first, the rating or that it was lost; `told` is what else there is to
    tell, one sentence each: why, how much was missing.
    """

    won: bool
    tier: str | None = None
    why: str | None = None
    headline: Text
    told: tuple[Text, ...] = ()


class Tier(NamedTuple):
    """A rating that a game for one ends with, and the fewest points it takes."""

    key: str
    least: int
    rating: Text


@dataclass(frozen=True)
class Result:
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
    def is_blocked(self):
        return any(problem.blocks for problem in self.problems)


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
