"""The rules' texts in the language of the moment."""

from babel.lists import format_list
from django.utils import translation

from .rules.kit import Text


def say(text) -> str:
    """A `Text` as a sentence in the active language; anything else as it is."""
    if not isinstance(text, Text):
        return str(text)
    if text.plural:
        message = translation.ngettext(text.message, text.plural, text.number)
    elif text.context:
        message = translation.pgettext(text.context, text.message)
    else:
        message = translation.gettext(text.message)
    return message % {name: _said(value) for name, value in text.params.items()}


def listed(things) -> str:
    """Things one after the other, as the language separates them: "Ben, Dora, Max"."""
    return translation.pgettext("between the things of a list", ", ").join(map(str, things))


def _said(value):
    """A parameter as it stands in a sentence; a tuple as a list of things ("Ben, Dora and Max")."""
    if isinstance(value, tuple):
        return format_list([say(part) for part in value], locale=translation.get_language())
    return say(value)
