"""Texts to be translated: message, parameters, and the number that chooses the plural."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

# What stands in a text, by name: a number, a name, another text, or a list of them.
type Params = Mapping[str, object]

NOTHING: Params = MappingProxyType({})


# Texts and lines are named tuples: each play makes dozens of them, in a third of the time dataclasses take.
class Text(NamedTuple):
    """A sentence or word to be translated: message id, parameters, and the number that chooses the plural.

    Parameters are named (`%(name)s`). One that is a `Text` is translated too; a tuple or list is a list of
    things and is joined the way the language does it ("Ben, Dora and Max").
    """

    message: str
    params: Params = NOTHING
    plural: str = ""
    number: int = 0
    context: str = ""

    def __str__(self) -> str:
        """The English sentence, for tests and debugging; people get theirs from `companion.language.texts.say`."""
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
