"""Describe the events of the change history: its options, its players, its notes, and how the play went on."""

from datetime import date

from django.utils.formats import date_format
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from companion.core.language.texts import isolated, listed, say
from companion.entry.descriptions import LONGEST_SHORT, unbroken
from companion.models import Event


def event_text(play, event) -> str:
    """One sentence for an event."""
    details = event.details
    stage = play.whole_game.stage(details.get("stage"))
    if event.kind == Event.Kind.OPTIONS:
        return _("Options changed: %(changes)s") % {"changes": listed(option_texts(play, details))}
    if event.kind == Event.Kind.SEATS:
        return seat_text(play, details)
    if event.kind == Event.Kind.NOTES:
        return listed(note_texts(play, details))
    if "stage" in details:
        template = _("%(stage)s scored") if event.kind == Event.Kind.CLOSE else _("%(stage)s opened again")
        if play.whole_game.stage_count == 1:
            template = _("Scored") if event.kind == Event.Kind.CLOSE else _("Opened again")
        # A newer version of a custom game may not have the stage; its key is all that is left of it.
        return template % {"stage": say(stage.label) if stage else details["stage"]}
    return {
        Event.Kind.START: _("Play started"),
        Event.Kind.REOPEN: _("Play opened again"),
        Event.Kind.FINISH: _("Play finished"),
        Event.Kind.RESCORE: _("Rescored after a rules fix"),
        Event.Kind.STOP: _("Play ended early"),
        Event.Kind.DELETE: _("Play deleted"),
        Event.Kind.RESTORE: _("Play restored"),
        Event.Kind.IMPORT: _("Play imported from a file"),
    }[event.kind]


def option_texts(play, changes):
    """`points for most water: 6 → 7` for each option that changed."""
    for option in play.game.options:
        if option.key in changes:
            was, now = changes[option.key]
            words = {choice.value: say(choice.label) for choice in option.choices}
            yield unbroken(f"{say(option.label)}:", words.get(was, was), "→", words.get(now, now))


def note_texts(play, details):
    """`Place: at home → at Ben's`, the date, and the beginning of the notes, where they changed."""
    if "played_on" in details:
        was, now = (date_format(date.fromisoformat(day), "SHORT_DATE_FORMAT") for day in details["played_on"])
        yield f"{_('Date')}: {was} → {now}"
    # In an order of our own: PostgreSQL keeps none in what is stored as JSON.
    if "variant" in details:
        was, now = (isolated(say(play.game.variants.label_for(its)) or "–") for its in details["variant"])
        yield f"{say(play.game.variants.label)}: {was} → {now}"
    for name, label in {"place": _("Location"), "minutes": _("Minutes"), "notes": _("Notes")}.items():
        if name in details:
            was, now = (isolated(Truncator(text).chars(LONGEST_SHORT) or "–") for text in details[name])
            yield f"{label}: {was} → {now}"


def seat_text(play, details) -> str:
    """One sentence for what happened to a seat."""
    if details["what"] == "role":
        was, now = (isolated(say(play.game.roles.label_for(details[key])) or "–") for key in ("was", "role"))
        return f"{isolated(details['player'])}: {was} → {now}"
    template = {
        "first": _("%(player)s began"),
        "not_first": _("%(player)s didn’t begin"),
        "add": _("%(player)s joined the table"),
        "remove": _("%(player)s was removed"),
        "back": _("%(player)s was restored"),
        "move": _("%(player)s moved up one place"),
        "rename": _("%(was)s was renamed to %(player)s"),
        "team": _("%(player)s joined team %(team)s") if details.get("team") else _("%(player)s left their team"),
    }[details["what"]]
    names = {key: isolated(details.get(key, "")) for key in ("player", "was")}
    return template % {"team": details.get("team"), **names}
