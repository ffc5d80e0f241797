"""Score sheets that are done when changed options ask for more rows: nobody has said that these are 0."""

import copy
from uuid import uuid4

from django.utils import timezone

from companion.entry.saving import follows
from companion.models import CardSave, Event
from companion.models.event_details import changes_in


def ask_newly(play, before, options):
    """Open the score sheets of which these options newly ask a blank row; `before` are the former ones.

    A sheet that was opened so is done again if nothing is blank that wasn't asked and blank while it was done.
    """
    for stage in play.game.stages:
        asked = keys_with(stage, options)
        if asked == keys_with(stage, before):
            continue
        newest = CardSave.objects.newest().filter(seat__play=play, stage=stage.key)
        rows = [(row, asked - row.entries.keys()) for row in newest]
        opened = [with_state(row, is_in=False) for row, blank in rows if row.is_in and blank - keys_with(stage, before)]
        closed = [with_state(row, is_in=True) for row, blank in rows if was_all_asked(play, stage, row, blank, options)]
        CardSave.objects.add([*opened, *closed])


def keys_with(stage, options) -> set[str]:
    """Return the keys of the fields that are entered at the end of a stage with these options."""
    return {field.key for field in stage.fields_with(options) if not field.breaks_ties}


def was_all_asked(play, stage, row, blank, options) -> bool:
    """Return whether options alone opened a score sheet, and it was done while all that is blank now was asked."""
    opened = CardSave.objects.filter(
        seat=row.seat_id, stage=stage.key, fate=CardSave.Fate.COUNTED, revision=row.lasting.get(row.IN, 0)
    ).first()
    if row.is_in or not (opened and opened.asks_more) or blank & opened.entries.keys():
        return False
    return blank <= keys_with(stage, options_before(play, opened, options))


def options_before(play, row, options) -> dict:
    """Return the options that a play had before it got those that opened a score sheet; `options` are the last."""
    found = dict(options)
    for event in play.events.filter(kind=Event.Kind.OPTIONS):
        found |= {key: was for key, (was, _now) in changes_in(event).items()}
        if event.at <= row.at:
            break
    return found


def with_state(before, *, is_in) -> CardSave:
    """Return a score sheet as it is, but done or open, as its next save; that is nobody's."""
    row = copy.copy(before)
    row.pk, row.revision, row.person, row.at = None, before.revision + 1, None, timezone.now()
    row.save_id, row.is_in, row.puts_back = uuid4().hex, is_in, False
    return follows(row, before)


def lacks_row(pad, stage, form) -> bool:
    """Return whether the page that was sent didn't ask for a row: options have changed since it was opened."""
    lacking = [field for field in pad.fields(stage) if field.only_with and field.key not in form.typed]
    return bool(lacking) and pad.play.events.filter(kind=Event.Kind.OPTIONS).exists()
