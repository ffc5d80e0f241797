"""Faults of a sheet as sentences for the page that edits it, in the sheet's words instead of a file's keys."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from companion.core.language.texts import say

from .translations import translate

# Lists whose parts are named by their own labels.
LABELLED = ("rows", "expansions", "options", "stages")


def describe_fault(fault, sheet, *, before=None, is_beside=False) -> str:
    """Return a fault as a sentence. If it `is_beside` its input, the input isn't named.

    `before` is an earlier sheet, with the labels of rows that are removed.
    """
    known = [each for one in (before or {}, sheet) for part in LABELLED for each in one.get(part, ())]
    labels = {each["key"]: translate(each["label"]) for each in known}
    text = fault.text
    if text.params.get("key") in labels:
        text = text._replace(params={**text.params, "key": labels[text.params["key"]]})
    text_of_fault, where = capfirst(say(text)), "" if is_beside else describe_place(fault.place, sheet)
    return _("%(place)s: %(fault)s") % {"place": where, "fault": text_of_fault} if where else text_of_fault


def describe_place(place, sheet) -> str:
    """Return the name of a sheet's part on the page: a row's label, or the words above an input."""
    part, number = (*place, None, None)[:2]
    parts = sheet.get(part, ()) if part in LABELLED else ()
    if isinstance(number, int) and number <= len(parts):
        return translate(parts[number - 1]["label"])
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
