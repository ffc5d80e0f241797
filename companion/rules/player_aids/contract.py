"""The types of a player aid's input and output. All of it is JSON for the page, except for texts.

This module has only types; nothing of it is compiled to JavaScript.
"""

from collections.abc import Callable
from typing import Any, Protocol, TypedDict

from companion.rules.kit import Text

# A text made by `gettext`, `pgettext` or `ngettext` of the kit, or a name or number that needs no translation. Messages
# are literals, so that they are found, and parameters are one dictionary.
type Words = Text | str | int
# Any dictionaries with text keys, lists, numbers, texts, booleans and None.
type State = dict[str, Any]
# The `action` of a button or tile, with the dice of a button with `rolls`; or `{"set": key of a counter, "to":
# number}`. `steps.py` makes sure that `ask` offers it, so `act` doesn't check it.
type Action = dict[str, Any]


class AskedOption(TypedDict):
    """An option of the game as the form of a play shows it; `choices` are each `{"value", "label"}`."""

    key: str
    label: str
    choices: list[dict[str, Any]]


class Known(TypedDict):
    """The facts known at the start; all its texts are sentences in the reader's language.

    They keep a player aid from repeating the words of a card or the contents of the box.
    """

    game: str  # slug
    options: dict[str, Any]  # the value of every option
    asked: list[AskedOption]  # the same options, as the form of a play shows them
    players: list[str]  # names; empty outside a play
    is_play: bool
    seats: list[int]  # possible numbers of players
    setup: dict[str, list[str]]  # by number of players ("3"), the steps of the set-up
    setup_is_whole: bool  # True if `setup` is complete
    first_player: str | None  # the rule for who begins
    last_round: str | None  # how the game ends
    labels: dict[str, str]  # the label of each field of a card
    things: dict[str, str]  # the name of each thing or symbol of a field
    supply: dict[str, int]  # by field, the number in the box if it is fixed


# A button, made by `button(label, action, more)` of `steps.py`. More: `rolls` ({"white": 6} adds a number from 1 to 6
# as "white" to the action), `look` ("main", "quiet" or ""), `count` (a number on it), `is_on` (true or false for a
# switch), `why_not` (why it can't be pressed now), `picture` (see `Cell`).
type Button = dict[str, Any]
# A count that is always visible, made by `counter(key, label, value, more)`. More: `of` (number beside it), `warning`
# (a text, one step before the limit), `least` and `most` (numbers; people can then change it, see `Action`).
type Counter = dict[str, Any]
# Further keys of a button or counter.
type More = dict[str, Any]


class Choice(TypedDict):
    """A group of buttons, made by `choice(label, look, buttons)`; the label is its heading.

    `look`: "keys" (a grid of things to tap), "row" (side by side), "main" (stacked), "checks" (checkboxes).
    """

    label: Words | None
    look: str
    buttons: list[Button]


class Cell(TypedDict):
    """A place on the board: its label, its text for screen readers, and the action of a tap.

    `look`: "", "heading", "near", "target", "done" or "gap". `picture`: the card's field whose picture it shows, or one
    of the module's own `PICTURES`; None for the label alone.
    """

    label: Words
    spoken: Words | None
    look: str
    action: Action | None
    picture: str | None


class Board(TypedDict):
    """Cells row by row from the top left; `is_below`: it is below the choices.

    The stylesheet `referee.css` has a class `columns-n` for each number of columns in use.
    """

    columns: int
    label: Words
    is_below: bool
    cells: list[Cell]


class Keep(TypedDict):
    """The facts of a play that can be stored: the options, and each player's `holdings` in the last stage."""

    options: dict[str, Any]
    holdings: list[dict[str, Any]]


class Page(TypedDict):
    """The contents of a page, made by `page(title, sentence)` of `steps.py` and then filled in."""

    title: Words  # such as "Round 3"
    sentence: Words  # what to do now
    hints: list[Words]  # further texts in small print
    ways: list[Button]  # buttons to other pages, at the top
    counters: list[Counter]
    board: Board | None
    choices: list[Choice]
    is_over: bool  # True at the end
    keep: Keep | None


class Step(TypedDict):
    """The state after an action, and the events to show. Events stay until an action has new ones."""

    state: State
    events: list[Text]


class Replayed(Step):
    """The state after a journal, and the number of its actions that were valid."""

    done: int


class Functions(TypedDict):
    """The functions of a player aid, for `steps.py` and for the page."""

    begin: Callable[[Known], State]
    act: Callable[[State, Action], Step]
    ask: Callable[[State], Page]


class Referee(Protocol):
    """A module that is listed in `REFEREES`, see there."""

    @property
    def __name__(self) -> str: ...
    @property
    def GAME(self) -> str | None: ...
    @property
    def KEY(self) -> str: ...
    @property
    def TITLE(self) -> Text: ...
    @property
    def SUMMARY(self) -> Text: ...
    @property
    def SEATS(self) -> tuple[int, ...] | None: ...
    @property
    def LASTS(self) -> bool: ...
    @property
    def PICTURES(self) -> tuple[str, ...]: ...

    def begin(self, table: Known) -> State: ...
    def act(self, state: State, action: Action) -> Step: ...
    def ask(self, state: State) -> Page: ...
