"""The page on which counts are entered: the sheet of a stage, its dock, and what waits for a choice."""

import hashlib
import secrets

from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from companion.access.identity import known_person, only_watches
from companion.access.notices import notices
from companion.language.texts import say
from companion.server.compiled import fragment

from .rows import rows_of
from .saved import all_waiting, undoable_cards
from .sheet import sheet, sheet_with
from .table import is_over, pieces, place_in_queue, table, told_to_all


def entry_page(request, pad, seat, form=None, status=200):
    """The page of the open stage, with the cursor in the column of a seat (None: nowhere)."""
    context = entry_context(request, pad, pad.play.stage, seat, form)
    context |= {"messages": get_messages(request)} | notices(request)
    return HttpResponse(fragment("plays/play.html", context, request), status=status)


def stages_ahead(request, pad, has=()) -> dict:
    """What this phone goes on with when there is no network: the sheets of the open stage and the later ones.

    Each of `pages` is the html that a page of the stage has of its own, by the stage's key. Of what the phone `has`
    already, by its `key`, the `html` is left out.
    """
    play, stages = pad.play, pad.game.stages[pad.play.closed_stages :]
    if not play.is_open or only_watches(request, play):
        return {"pages": []}
    return {"pages": [unless_known(page_ahead(request, pad, stage), has) for stage in stages]}


def unless_known(page, has) -> dict:
    """A page with a key that changes when its html does; without the html where the phone has that."""
    key = hashlib.blake2s(page["html"].encode(), digest_size=6).hexdigest()
    return {name: value for name, value in page.items() if name != "html" or key not in has} | {"key": key}


def page_ahead(request, pad, stage) -> dict:
    """The sheet of a stage with its dock: as on a page, but for the token and the ids of what it sends.

    It is older than any answer: the first one brings what is new.
    """
    context = entry_context(request, pad, stage, next_seat(pad, known_person(request), pad.missing(stage)))
    context |= {"request": request, "csrf_input": "", "save_ids": [""] * len(pad.seats)}
    where, counting, dock = (
        fragment(f"plays/{name}.html", context) for name in ("_where", "_counting", "_dock_of_page")
    )
    parts = [where, context["counted"], counting, table(pad, stage, 0, get_language()), dock]
    title = f"{say(pad.game.title)}, {say(stage.label)} · Caravan"
    return {"stage": stage.key, "title": title, "html": "".join(parts)}


def entry_context(request, pad, stage, seat, form=None) -> dict:
    """What the page of a stage shows: its sheet, and the dock with what belongs to each seat."""
    play, person = pad.play, known_person(request)
    table_language = language_of_table(play)
    # Drawn once for all seats: what is random cannot be packed.
    drawn = secrets.token_hex(16)
    if form:
        its_sheet = sheet_with(pad, stage, table_language, forms={seat: form})
    else:
        its_sheet = sheet(pad, stage, get_language(), table_language)
    return {
        **pieces(pad, stage, get_language()),
        "play": play,
        "game": pad.game,
        "stage": stage,
        "is_over": is_over(pad, stage),
        "undoable_cards": undoable_cards(pad, pad.seats, stage, person),
        "waiting": all_waiting(pad, person),
        "place_in_queue": place_in_queue(play, stage),
        "open_seat": seat,
        "enters": [each.pk for each in entered_here(pad, person)],
        "sheet": with_mine(its_sheet, [seat for seat in pad.seats if seat.is_of(person)]),
        "sheet_rows": rows_of(pad, stage),
        "first_panel": first_panel(pad, stage, seat),
        "columns": len(pad.seats),
        "save_ids": [form["save_id"].value() if form and each == seat else f"{drawn}{each.pk}" for each in pad.seats],
        "starts_changed": [change for card in pad.cards_of(stage) for change in starts_changed(pad, card)],
    }


def with_mine(its_sheet, seats) -> SafeString:
    """The sheet that all phones share, with the columns of these seats marked."""
    for seat in seats:
        of_seat = f'data-seat="{seat.pk}"'
        its_sheet = its_sheet.replace(of_seat, f"{of_seat} data-mine")
    return mark_safe(its_sheet)


def live_context(pad, stage, *, dock_changes) -> dict:
    """What has changed of a stage that is counted, on all phones alike; `dock_changes`: they get its dock as well."""
    return {
        **told_to_all(pad, stage, get_language()),
        "play": pad.play,
        "game": pad.game,
        "stage": stage,
        "is_over": is_over(pad, stage),
        "dock_changes": dock_changes,
        "place_in_queue": place_in_queue(pad.play, stage),
    }


def field_scripts(game) -> list[str]:
    """The scripts for the fields of a game that are tapped and not typed, where one field is asked for alone."""
    kinds = {field.kind for stage in game.stages for field in stage.fields if field.needs_script}
    return [f"js/cards/fields/{kind}.js" for kind in sorted(kinds)]


def first_panel(pad, stage, seat) -> str:
    """The row in which the cursor stands at first, where that has keys of its own; else nothing."""
    first = rows_of(pad, stage)[0]
    return first.key if seat and not first.is_typed and pad.card(seat, stage).is_empty else ""


def entered_here(pad, person) -> list:
    """The seats whose columns this phone fills in one after the other: its own, else those that no phone has."""
    own = [seat for seat in pad.seats if person and seat.person_id == person.pk]
    return own or [seat for seat in pad.seats if seat.person_id is None]


def next_seat(pad, person, missing):
    """Whose column this phone fills in next, of those that are missing; None if none.

    Of those that no phone has, the one with this person's name comes first.
    """
    mine = [seat for seat in entered_here(pad, person) if seat in missing]
    return min(mine, key=lambda seat: not has_name_of(seat, person), default=None)


def has_name_of(seat, person) -> bool:
    """Whether this person has said of the name at this seat "this is me"."""
    return seat.is_of(person)


def seat_to_open(request, pad):
    """In whose column the page of the play begins; nowhere for who watches."""
    if only_watches(request, pad.play):
        return None
    return next_seat(pad, known_person(request), pad.missing(pad.play.stage))


def starts_changed(pad, card) -> list[dict]:
    """Where the stage begins with something else than when this card was saved: whose, the field, what was, what is."""
    now = pad.starts(card.seat, card.stage)
    if card.is_empty or not card.starts:
        return []
    return [
        {"name": card.seat.player.name, "field": field, "was": card.starts[field.key], "now": now[field.key]}
        for field in pad.fields(card.stage)
        if field.key in now and card.starts.get(field.key, now[field.key]) != now[field.key]
    ]


def language_of_table(play) -> str:
    """The group's language where this page speaks another, so that it can show what the table says; else nothing."""
    return "" if play.group.language in ("", get_language()) else play.group.language
