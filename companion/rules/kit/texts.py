"""Texts to be translated: message, parameters, and the number that chooses the plural; and reasons, made when read."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from .numbers import Number, plain

# What stands in a text, by name: a number, a name, another text, or a list of them.
type Params = Mapping[str, object]

NOTHING: Params = MappingProxyType({})


# A named tuple is made in a third of the time that a dataclass takes.
class Text(NamedTuple):
    """A sentence or word to be translated: message id, parameters, and the number that chooses the plural.

    Parameters are named (`%(name)s`). One that is a `Text` is translated too; a tuple or list is a list of
    things and is joined the way the language does it ("Ben, Dora and Max"). `words`: what it says by language, where
    no catalogue has it (see `in_words`).
    """

    message: str
    params: Params = NOTHING
    plural: str = ""
    number: int = 0
    context: str = ""
    words: Mapping[str, str] | None = None

    def __hash__(self) -> int:
        # Parameters are in a dictionary, which has no hash.
        return hash((self.message, self.number, self.context))

    def __str__(self) -> str:
        """The English sentence, for tests and debugging; people get theirs from `companion.core.language.texts.say`."""
        message = self.message if not self.plural or self.number == 1 else self.plural
        return message % {name: _english(value) for name, value in self.params.items()} if self.params else message


def _english(value: object) -> object:
    # A text is a tuple too, and no list of things.
    if isinstance(value, tuple | list) and not isinstance(value, Text):
        return ", ".join(map(str, value))
    return value


# Named like Django's functions, so that `makemessages` finds what they mark. Parameters are named, or given as one
# dictionary, which is how the referees write them: their code becomes JavaScript, and that names none.
def gettext(message: str, given: Params = NOTHING, /, **params: object) -> Text:
    """A text to translate."""
    return Text(message, given or params)


def pgettext(context: str, message: str, given: Params = NOTHING, /, **params: object) -> Text:
    """A text to translate that means something else, or is printed differently, in another game."""
    return Text(message, given or params, "", 0, context)


def ngettext(singular: str, plural: str, number: int, given: Params = NOTHING, /, **params: object) -> Text:
    """A text to translate whose form depends on `number`, which is also a parameter of that name."""
    return Text(singular, {"number": number, **given, **params}, plural, number)


def in_words(words: Mapping[str, str] | str) -> Text:
    """A text that brings its own words: one for all languages, or by language ("en", "de", "ja"), at least one.

    A language that has none gets the English, else the first.
    """
    spoken = {"": words} if isinstance(words, str) else dict(words)
    message = spoken.get("en") or next(iter(spoken.values()))
    return Text(message, words={**spoken, "": message})


# Why something scores what it does: what makes the sentence, when somebody reads it, and what that is given.
# Many plays are scored whose reasons nobody reads, and most reasons are said again and again: what is given can be
# hashed, so that a sentence is known by it. A pair takes half the time of anything with names.
# Where players are named, they come third, and the sentence is known without them: others play the next time.
type Names = tuple[str, ...]
type Reason = tuple[Callable[..., Text], tuple[object, ...]] | tuple[Callable[..., Text], tuple[object, ...], Names]


def reason[*Given](sentence: Callable[[*Given], Text]) -> Callable[[*Given], Reason]:
    """Have a sentence made only when it is read: called with what it tells, this gives the reason."""
    return lambda *given: (sentence, given)


def naming[*Given](sentence: Callable[[Names, *Given], Text]) -> Callable[[Names, *Given], Reason]:
    """The same of a sentence that names players: they are what it is given first."""
    return lambda names, *given: (sentence, given, names)


def sentence_of(why: Reason | Text) -> Text:
    """What a reason says; a text says it already."""
    if isinstance(why, Text):
        return why
    if len(why) == 3:
        sentence, given, names = why
        return sentence(names, *given)
    sentence, given = why
    return sentence(*given)


def signed(number: int) -> str:
    """A whole number with a minus that is as wide as a plus."""
    return f"−{-number}" if number < 0 else str(number)


def figure(number: Number) -> str | Text:
    """Return a number as it stands in a sentence: one with decimals has the language's own sign before them."""
    number = plain(number)
    if isinstance(number, int):
        return signed(number)
    english = f"{number:f}".replace("-", "−")
    return in_words({"en": english, "de": english.replace(".", ","), "ja": english})
