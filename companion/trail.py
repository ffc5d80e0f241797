"""What has happened to a play: who changed what from what to what, and when, the newest first."""

from django.utils.translation import gettext as _

from .models import Event, Holdings
from .texts import listed, say

MOST = 200


def happenings(play) -> list[dict]:
    """Events and saves of cards as `{"at", "text", "by"}`, the newest first, the last 200 of each.

    `by` is the first player who sits at the phone that did it; nothing where nobody sits there.
    """
    phones = {}
    for seat in play.seats.at_table().filter(person__isnull=False):
        phones.setdefault(seat.person_id, seat.player.name)
    events = [
        {"at": event.at, "text": event_text(play, event), "by": phones.get(event.person_id)}
        for event in play.events.all()[:MOST]
    ]
    return sorted(events + saves(play, phones), key=lambda happening: happening["at"], reverse=True)


def saves(play, phones):
    """Each counted save of a card, with what it changed against the one before."""
    rows = Holdings.objects.filter(seat__play=play, fate=Holdings.Fate.COUNTED).select_related("seat__player")
    found, before = [], {}
    for row in rows.order_by("pk"):
        card = (row.seat_id, row.stage)
        changes = change_texts(play, row, before.get(card, {}))
        before[card] = {**row.amounts, **row.refused}
        if changes:
            stage = play.rules.stage(row.stage)
            text = _("%(player)s, %(stage)s: %(changes)s") % {
                "player": row.seat.player.name,
                "stage": say(stage.label),
                "changes": listed(changes),
            }
            found.append({"at": row.at, "text": text, "by": phones.get(row.person_id)})
    return found[-MOST:]


def change_texts(play, row, before):
    """`water 4` for each field that a row set, `water 4 → 5` or `water 4 → –` for each it changed or emptied."""
    now = {**row.amounts, **row.refused}
    fields = {field.key: field for field in play.rules.stage(row.stage).fields}

    def shown(key, values):
        value = values.get(key, "–")
        return value if isinstance(value, str) else say(fields[key].shown(value))

    return [
        f"{say(fields[key].label)} {f'{shown(key, before)} → ' if key in before else ''}{shown(key, now)}"
        for key in {**before, **now}
        if before.get(key) != now.get(key) and key in fields
    ]


def event_text(play, event) -> str:
    """One sentence for an event."""
    details = event.details
    stage = play.rules.stage(details.get("stage"))
    if event.kind == Event.Kind.OPTIONS:
        return _("Options changed: %(changes)s") % {"changes": listed(option_texts(play, details))}
    if event.kind == Event.Kind.SEATS:
        return seat_text(details)
    if stage:
        template = _("%(stage)s closed") if event.kind == Event.Kind.CLOSE else _("%(stage)s opened again")
        return template % {"stage": say(stage.label)}
    return {
        Event.Kind.START: _("Play started"),
        Event.Kind.REOPEN: _("Play opened again"),
        Event.Kind.FINISH: _("Play finished"),
        Event.Kind.STOP: _("Play stopped early"),
        Event.Kind.NOTES: _("Place or notes changed"),
        Event.Kind.DELETE: _("Play deleted"),
        Event.Kind.RESTORE: _("Play put back"),
        Event.Kind.IMPORT: _("Play imported from a file"),
    }[event.kind]


def option_texts(play, changes):
    """`points for most water: 6 → 7` for each option that changed."""
    for key, (was, now) in changes.items():
        option = play.rules.option(key)
        if option:
            words = {choice.value: say(choice.label) for choice in option.choices}
            yield f"{say(option.label)}: {words.get(was, was)} → {words.get(now, now)}"


def seat_text(details) -> str:
    """One sentence for what happened to a seat."""
    template = {
        "add": _("%(player)s joined the table"),
        "remove": _("%(player)s was taken from the table"),
        "back": _("%(player)s came back to the table"),
        "move": _("%(player)s moved one seat up"),
        "rename": _("%(was)s is called %(player)s now"),
    }[details["what"]]
    return template % {"player": details["player"], "was": details.get("was", "")}
