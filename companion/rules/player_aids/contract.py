"""The types of a player aid's input and output. All of it is JSON for the page, except for texts.

This module has only types; nothing of it is compiled to JavaScript.
"""

from collections.abc import Callable
from typing import Any, Protocol, TypedDict

from companion.rules.kit import Text

# A text of the referee's own, made by `gettext`, `pgettext` or `ngettext` of the kit, or what needs no translation: a
# name, a number. Messages are literal, so that they are found, and parameters one dictionary.
type Words = Text | str | int
# Whatever the referee likes, of dictionaries with text keys, lists, numbers, texts, booleans and None.
type State = dict[str, Any]
# Never any other than `ask` has offered: that is checked once, in `steps.py`, for all. So `act` need not doubt it. It
# is a button's or tile's `action` (for a button with `rolls` with the dice as they fell in it), or
# `{"set": key of a counter, "to": number}`.
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

    game: str  # its slug
    options: dict[str, Any]  # every option of the game: its value
    asked: list[AskedOption]  # the same options as a play asks for them
    players: list[str]  # their names, none outside a play
    is_play: bool
    seats: list[int]  # the numbers of players the game can have
    setup: dict[str, list[str]]  # {"3": …}: what is laid out for so many players
    setup_is_whole: bool  # whether that is all there is to lay out
    first_player: str | None  # who begins
    last_round: str | None  # how the end comes
    labels: dict[str, str]  # field of a card: what it is called there
    things: dict[str, str]  # what a field of a card holds, each with a key of its own: its name
    supply: dict[str, int]  # field of a card: how many of it are in the box, where that is one number


# A button, made by `button(label, action, more)` of `steps.py`. More: `rolls` ({"white": 6}: the action comes with a
# number from 1 to 6 under "white"), `look` ("main", "quiet" or ""), `count` (a number on it), `is_on` (true or false: a
# switch), `why_not` (words: why it cannot be pressed now), `picture` (see `Cell`).
type Button = dict[str, Any]
# A count that is always in sight, made by `counter(key, label, value, more)`. More: `of` (number beside it), `warning`
# (words, one step before it hurts), `least` and `most` (numbers: then people may change it, see `Action`).
type Counter = dict[str, Any]
# What else is said of a button or a counter.
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

    title: Words  # where we are ("Round 3")
    sentence: Words  # what to do now
    hints: list[Words]  # what else is good to know, quiet
    ways: list[Button]  # the ways to its other pages, above all else
    counters: list[Counter]
    board: Board | None
    choices: list[Choice]
    is_over: bool  # true at the end
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
