"""One change of a card in words."""

from django.utils.translation import gettext as _

from companion.language.texts import say
from companion.models import Holdings
from companion.rules.kit import Refused

LONGEST_SHORT = 30


def undo_text(fields, step) -> str:
    """What a tap on Undo does, in a few words: `water 4 → 3`."""
    if step.key == Holdings.IN:
        words = {True: "✓ " + _("in"), False: "–"}
        return unbroken(words[step.now], "→", words[step.was])
    field = next(field for field in fields if field.key == step.key)
    text = from_to(field, step.now, step.was)
    return text if len(text) <= LONGEST_SHORT else say(field.label)


def field_texts(fields, change):
    """`water 4` for each field that was filled in, `water 4 → 5` or `water 4 → –` for each changed or emptied one."""
    for field in fields:
        if field.key in change.keys:
            was, now = change.before[field.key], change.after[field.key]
            yield unbroken(called(field), shown(field, now)) if was is None else from_to(field, was, now)


def from_to(field, was, now) -> str:
    """`water 4 → 5`; of things that stay what they are, only those that come or go are named."""
    if not isinstance(was, Refused) and not isinstance(now, Refused):
        was, now = field.apart(was, now)
    before, after = shown(field, was), shown(field, now)
    return say(field.label) if before == after else unbroken(called(field), before, "→", after)


def called(field) -> str:
    """What a field is called before what it holds; a figure at its end is told apart from that."""
    label = say(field.label)
    return f"{label}:" if label[-1].isdigit() else label


def shown(field, entry) -> str:
    """What a field holds, a dash for nothing."""
    if isinstance(entry, Refused):
        return entry.typed
    return "–" if entry is None else say(field.shown(entry)) or "–"


def unbroken(*words) -> str:
    """Words between which no line breaks: a name and its figure never part."""
    return "\N{NO-BREAK SPACE}".join(map(str, words))
