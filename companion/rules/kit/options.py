"""What is agreed before a play, and the choices of an option or a field."""

from collections.abc import Iterable
from dataclasses import dataclass

from .tables import Options
from .texts import Text, gettext

LONGEST_ROLE = 60


@dataclass(frozen=True)
class Choice:
    """One value of an option or of a field, with its words."""

    value: object
    label: Text


def is_among(value: object, choices: Iterable[Choice]) -> bool:
    """Whether this is the value of one of these choices, of the same type too."""
    return (type(value), value) in [(type(choice.value), choice.value) for choice in choices]


@dataclass(frozen=True)
class Proposals:
    """A free text that is noted of a play or a player: what it is called, and the words that a game proposes for it.

    What is one of these words, in any language, is stored as its key, so that everybody reads it in theirs.
    """

    label: Text
    choices: tuple[Choice, ...] = ()

    def stored(self, typed: str) -> str:
        """Return what is stored of a text: the key of a proposed word, else the text itself."""
        wanted = typed.strip().casefold()
        for choice in self.choices:
            words = (choice.label.words or {"": choice.label.message}).values()
            if wanted in (str(choice.value), *(word.casefold() for word in words)):
                return str(choice.value)
        return typed.strip()[:LONGEST_ROLE].strip()

    def shown(self, stored: str | None) -> Text | str:
        """Return the words of what is stored."""
        return next((choice.label for choice in self.choices if choice.value == stored), stored or "")


ROLES, VARIANTS = Proposals(gettext("Role")), Proposals(gettext("Variant or map"))


@dataclass(frozen=True)
class Option:
    """A switch (with `choices`) or a number from `low` to `high` that is agreed before a play.

    `confirm`: it is read off the cards and confirmed when a play starts, because printings may differ; `short`
    is what it is called there, and where the house rules of a play are named. `guessed`: the default is on no card
    and in no text that we know, so that paper leaves room for the number instead of naming it.
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
    def short_label(self) -> Text:
        """What the option is called where there is little room."""
        return self.short or self.label

    def allows(self, value: object) -> bool:
        """Whether this is one of the option's values, of the same type too."""
        if self.choices:
            return is_among(value, self.choices)
        return type(value) is int and self.low <= value <= self.high


@dataclass(frozen=True)
class Expansion:
    """Something that is added to a game: its option, a yes or no, and for how many it then is where that changes."""

    option: Option
    seats: range | None = None

    def is_played(self, options: Options) -> bool:
        """Whether these options have it ticked."""
        return options.get(self.option.key) is True


def expansion(key: str, label: Text, *, seats: range | None = None) -> Expansion:
    """An expansion that is not played unless somebody ticks it."""
    choices = (Choice(False, gettext("not played")), Choice(True, gettext("played")))
    return Expansion(Option(key, label, False, choices), seats)


# An option and the value of it under which a field is asked or a row scores; None: under all.
type OnlyWith = tuple[str, object] | None


def holds(only_with: OnlyWith, options: Options) -> bool:
    """Whether these options have the value that is asked for."""
    return only_with is None or options.get(only_with[0]) == only_with[1]
