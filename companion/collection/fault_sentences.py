"""Sentences about faults of a sheet for the page on which it is made: in its words, without the keys of a file."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from companion.core.language.texts import say

from .translations import spoken

# Lists of which one is named by its own label.
LABELLED = ("rows", "expansions", "options", "stages")


def sentence(fault, sheet, *, before=None, is_beside=False) -> str:
    """Return a fault as a sentence for people; `is_beside`: it stands beside its input, so its part isn't named.

    `before` is the sheet in which a row still has its label that would be removed.
    """
    known = [each for one in (before or {}, sheet) for part in LABELLED for each in one.get(part, ())]
    labels = {each["key"]: spoken(each["label"]) for each in known}
    text = fault.text
    if text.params.get("key") in labels:
        text = text._replace(params={**text.params, "key": labels[text.params["key"]]})
    said, where = capfirst(say(text)), "" if is_beside else part_named(fault.place, sheet)
    return _("%(place)s: %(fault)s") % {"place": where, "fault": said} if where else said


def part_named(place, sheet) -> str:
    """Return what a place in a sheet is called on the page: the label of a row, or the words above an input."""
    part, number = (*place, None, None)[:2]
    parts = sheet.get(part, ()) if part in LABELLED else ()
    if isinstance(number, int) and number <= len(parts):
        return spoken(parts[number - 1]["label"])
    words = {
        "title": _("Name of the game"),
        "players": _("Players"),
        "minutes": _("Minutes"),
        "wins": pgettext("which points win", "Wins"),
        "ties": _("Tied at the end"),
        "played": pgettext("alone, in teams", "Playing"),
        "won": pgettext("alone, in teams", "Playing"),
        "rounds": _("Counted"),
        "stages": _("Counted"),
        "expansions": _("Expansions"),
        "options": _("Options"),
        "rows": _("Rows"),
    }
    return words.get(part, "")
