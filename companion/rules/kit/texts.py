"""Translatable texts, and reasons: explanations that become a text only when someone reads them."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from .numbers import Number, plain

# The parameters of a text by name: a number, a name, another text, or a list of them.
type Params = Mapping[str, object]

NOTHING: Params = MappingProxyType({})


# A named tuple takes a third of the time of a dataclass to create.
class Text(NamedTuple):
    """A word or sentence to translate: message id, parameters, and the number that selects the plural form.

    Parameters are named (`%(name)s`). A `Text` as parameter is translated too; a tuple or list is joined as the
    language does ("Ben, Dora and Max"). `words`: the translations by language of a text that isn't in a catalogue (see
    `in_words`).
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
        """Return the English text, for tests and debugging. Pages use `companion.core.language.texts.say`."""
        message = self.message if not self.plural or self.number == 1 else self.plural
        return message % {name: _english(value) for name, value in self.params.items()} if self.params else message


def _english(value: object) -> object:
    # A Text is a tuple too, but not a list of things.
    if isinstance(value, tuple | list) and not isinstance(value, Text):
        return ", ".join(map(str, value))
    return value


# Named like Django's functions, so that `makemessages` finds them. Parameters are keyword arguments, or one dictionary
# in player aids: their code is compiled to JavaScript, which has no keyword arguments.
def gettext(message: str, given: Params = NOTHING, /, **params: object) -> Text:
    """Return a translatable text."""
    return Text(message, given or params)


def pgettext(context: str, message: str, given: Params = NOTHING, /, **params: object) -> Text:
    """Return a translatable text with a context, for words that mean something else, or are printed differently,
    elsewhere.
    """
    return Text(message, given or params, "", 0, context)


def ngettext(singular: str, plural: str, number: int, given: Params = NOTHING, /, **params: object) -> Text:
    """Return a translatable text whose plural form depends on `number`, which is also a parameter."""
    return Text(singular, {"number": number, **given, **params}, plural, number)


def in_words(words: Mapping[str, str] | str) -> Text:
    """Return a text with its own translations: one for all languages, or by language ("en", "de", "ja"), at least one.

    Other languages get the English text, or else the first.
    """
    spoken = {"": words} if isinstance(words, str) else dict(words)
    message = spoken.get("en") or next(iter(spoken.values()))
    return Text(message, words={**spoken, "": message})


# The explanation of a score: the function that writes the sentence, and its arguments. Most explanations are never
# read, and many are equal: hashable arguments let sentences be cached. A plain tuple takes half the time of a named
# one. Players' names come third, because sentences are cached without them.
type Names = tuple[str, ...]
type Reason = tuple[Callable[..., Text], tuple[object, ...]] | tuple[Callable[..., Text], tuple[object, ...], Names]


def reason[*Given](sentence: Callable[[*Given], Text]) -> Callable[[*Given], Reason]:
    """Decorate a function that writes an explanation; it runs only when someone reads the reason."""
    return lambda *given: (sentence, given)


def naming[*Given](sentence: Callable[[Names, *Given], Text]) -> Callable[[Names, *Given], Reason]:
    """Decorate a function like `reason` whose explanation names players; their names are its first argument."""
    return lambda names, *given: (sentence, given, names)


def sentence_of(why: Reason | Text) -> Text:
    """Return the text of a reason; a text is returned unchanged."""
    if isinstance(why, Text):
        return why
    if len(why) == 3:
        sentence, given, names = why
        return sentence(names, *given)
    sentence, given = why
    return sentence(*given)


def signed(number: int) -> str:
    """Return a whole number as text, with a minus sign as wide as a plus."""
    return f"−{-number}" if number < 0 else str(number)


def figure(number: Number) -> str | Text:
    """Return a number for use in a sentence: decimals use the decimal separator of the language."""
    number = plain(number)
    if isinstance(number, int):
        return signed(number)
    english = f"{number:f}".replace("-", "−")
    return in_words({"en": english, "de": english.replace(".", ","), "ja": english})
