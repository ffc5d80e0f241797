"""The rules' texts in the language of the moment."""

from functools import lru_cache

from babel import Locale
from babel.lists import format_list
from django.utils import translation

from .rules.kit import Text

# Looking a message or a locale up takes longer than all else there is to a sentence.
locale_of = lru_cache(Locale.parse)
# Names and numbers, which most parameters are.
AS_IT_IS = {str, int}


def say(text) -> str:
    """A `Text` as a sentence in the active language; anything else as it is."""
    if not isinstance(text, Text):
        return str(text)
    return _sentence(text, translation.get_language())


def say_all(texts) -> list[str]:
    """Many texts at once, which is quicker: the language is looked up once."""
    language = translation.get_language()
    return [_sentence(text, language) for text in texts]


def _sentence(text, language):
    message = _message(text.message, text.plural, text.number, text.context, language)
    if not text.params:
        return message
    return message % {
        name: value if type(value) in AS_IT_IS else _said(value, language) for name, value in text.params.items()
    }


@lru_cache(maxsize=10_000)
def _message(message, plural, number, context, language):
    """What the catalogue of `language`, which is the active one, has for a message."""
    if plural:
        return translation.ngettext(message, plural, number)
    if context:
        return translation.pgettext(context, message)
    return translation.gettext(message)


def _said(value, language):
    """A parameter as it stands in a sentence; a tuple as a list of things ("Ben, Dora and Max")."""
    if isinstance(value, Text):
        return _sentence(value, language)
    if not isinstance(value, tuple):
        return value
    if len(value) == 1:
        return _said(value[0], language)
    return format_list([str(_said(part, language)) for part in value], locale=locale_of(language or "en"))


def listed(things) -> str:
    """Things one after the other, as the language separates them: "Ben, Dora, Max"."""
    return translation.pgettext("between the things of a list", ", ").join(map(str, things))
