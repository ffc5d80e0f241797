"""Options that players agree on before a play, and the choices of options and fields."""

from collections.abc import Iterable
from dataclasses import dataclass

from .tables import Options
from .texts import Text, gettext

LONGEST_ROLE = 60


@dataclass(frozen=True)
class Choice:
    """A value of an option or a field, with its label."""

    value: object
    label: Text


def is_among(value: object, choices: Iterable[Choice]) -> bool:
    """Return whether a value is that of one of these choices, and of the same type."""
    return (type(value), value) in [(type(choice.value), choice.value) for choice in choices]


@dataclass(frozen=True)
class Proposals:
    """A free text of a play or a player: its label, and the words that a game proposes for it.

    A proposed word, in any language, is stored as its key, so everyone reads it in their own language.
    """

    label: Text
    choices: tuple[Choice, ...] = ()

    def key_for(self, typed: str) -> str:
        """Return the text to store: the key of a proposed word, else the text itself."""
        wanted = typed.strip().casefold()
        for choice in self.choices:
            words = (choice.label.words or {"": choice.label.message}).values()
            if wanted in (str(choice.value), *(word.casefold() for word in words)):
                return str(choice.value)
        return typed.strip()[:LONGEST_ROLE].strip()

    def label_for(self, stored: str | None) -> Text | str:
        """Return the words for a stored text."""
        return next((choice.label for choice in self.choices if choice.value == stored), stored or "")


ROLES, VARIANTS = Proposals(gettext("Role")), Proposals(gettext("Variant or map"))


@dataclass(frozen=True)
class Option:
    """A choice (with `choices`) or a number from `low` to `high` that players agree on before a play.

    `confirm`: players read it off the cards and confirm it when a play starts, because printings may differ. `short`:
    its label there, and in the list of a play's house rules. `guessed`: the default is on no card and in no text we
    know, so paper has space for the number.
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
        """The label for small spaces."""
        return self.short or self.label

    def allows(self, value: object) -> bool:
        """Return whether a value is valid for this option, its type included."""
        if self.choices:
            return is_among(value, self.choices)
        return type(value) is int and self.low <= value <= self.high


@dataclass(frozen=True)
class Expansion:
    """An expansion: its yes-or-no option, and the possible numbers of players with it if they change."""

    option: Option
    seats: range | None = None

    def is_played(self, options: Options) -> bool:
        """Return whether these options include the expansion."""
        return options.get(self.option.key) is True


def expansion(key: str, label: Text, *, seats: range | None = None) -> Expansion:
    """Return an expansion that isn't played by default."""
    choices = (Choice(False, gettext("not played")), Choice(True, gettext("played")))
    return Expansion(Option(key, label, False, choices), seats)


# An (option, value) pair that a field or row needs; None if it is always in use.
type OnlyWith = tuple[str, object] | None


def is_met(only_with: OnlyWith, options: Options) -> bool:
    """Return whether these options satisfy a condition."""
    return only_with is None or options.get(only_with[0]) == only_with[1]
