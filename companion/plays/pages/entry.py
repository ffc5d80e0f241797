"""The page on which counts are entered: the sheet of a stage, its dock, and what waits for a choice."""

import hashlib
import secrets

from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from companion.access.identity import known_person, only_watches
from companion.access.notices import notices, notices_now
from companion.access.visibility import MEMBER
from companion.language.texts import say
from companion.server import styles
from companion.server.begun import Beginning
from companion.server.blanks import Blanks, Pattern
from companion.server.compiled import CsrfField, fragment
from companion.server.kept import once

from .counting import entered_elsewhere, entered_here, owners_of
from .rows import rows_of
from .saved import all_waiting, late_from_others, values_of
from .sheet import sheet
from .table import is_over, last_changes, pieces, place_in_queue, table, told_to_all

# A phone is sent no more than so many characters ahead: a sheet of many rows, seats and stages has ten times as many.
MOST_AHEAD = 2_000_000
# A sheet of more columns has styles of its own.
MOST_WITHOUT_CROWDING = 5
# The scripts of the page, the smallest first, and for which kinds of fields each has keys beside those for numbers.
SCRIPTS = {
    "entry": set(),
    "entry_with_tally": {"one_of", "tally"},
    "entry_with_cards": {"rows"},
    "entry_with_counts": {"counts", "picks"},
    "entry_with_pads": {"counts", "one_of", "picks", "rows", "tally"},
}


def entry_page(request, pad, seat, status=200):
    """The page of the open stage, with the cursor in the column of a seat (None: nowhere)."""
    stage, said = pad.play.stage, what_is_said(request)
    own = own_of_stage(request, pad, stage, seat)
    about = stage, get_language(), language_of_table(pad.play), first_panel(pad, stage, seat)
    styles_within = styles.belong_within(request)
    if not said:
        answer = page_for_all(pad, *about, pad.play.role, styles_within).answer(own)
        answer.status_code = status
        return styles.allow_within(answer, *styles_of(pad)) if styles_within else answer
    context = context_for_all(pad, *about, sheet(pad, *about[:3]), own) | {"said": said}
    return HttpResponse(fragment("plays/play.html", context), status=status)


@once
def page_for_all(pad, stage, language, table_language, panel, _role, styles_within) -> Pattern:
    """The page of a stage, made once for all phones of a table that see it in a language and a role."""
    its_sheet = sheet(pad, stage, language, table_language)
    context = context_for_all(pad, stage, language, table_language, panel, its_sheet, Blanks())
    return Pattern(fragment("plays/play.html", context | {"styles_within": styles_within}))


def stages_ahead(request, pad, here="", has=()) -> dict:
    """What this phone goes on with when there is no network: the sheets of the open stage and the later ones.

    Each of `pages` has the key of its `stage`, its `title`, and the `html` that a page of the stage has of its own: not
    for the stage that is `here`, on the page that asks, nor for what the phone `has` already, by its `key`. Later
    stages are left out once all pages have MOST_AHEAD characters.
    """
    play, stages = pad.play, pad.game.stages[pad.play.closed_stages :]
    if not play.is_open or only_watches(request, play):
        return {"pages": []}
    pages, size = [], 0
    for stage in stages:
        page = {"stage": stage.key, "title": f"{say(pad.game.title)}, {say(stage.label)} · Caravan"}
        if stage.key != here:
            html = html_ahead(request, pad, stage)
            size += len(html)
            if size > MOST_AHEAD:
                break
            page |= unless_known(html, has)
        pages.append(page)
    return {"pages": pages}


def unless_known(html, has) -> dict:
    """A key that changes when the html does, and the html unless the phone has that."""
    key = hashlib.blake2s(html.encode(), digest_size=6).hexdigest()
    return {"key": key} if key in has else {"key": key, "html": html}


def html_ahead(request, pad, stage) -> str:
    """The sheet of a stage with its dock: as on a page, but for the token and the ids of what it sends.

    It is older than any answer: the first one brings what is new.
    """
    seat = next_seat(pad, known_person(request), pad.missing(stage))
    about = stage, get_language(), language_of_table(pad.play), first_panel(pad, stage, seat)
    own = own_of_stage(request, pad, stage, seat)
    own |= {"csrf_input": "", "phones": phones_of(request, pad, stage, is_kept=True)}
    own |= {f"save_id {each.pk}": "" for each in pad.seats}
    return ahead_for_all(pad, *about).filled(own)


@once
def ahead_for_all(pad, stage, language, table_language, panel) -> Pattern:
    """The same for all phones of a table that speak a language."""
    context = context_for_all(
        pad, stage, language, table_language, panel, sheet(pad, stage, language, table_language), Blanks()
    )
    where, counting, sums, dock = (
        fragment(f"plays/{name}.html", context) for name in ("_where", "_counting", "_sums", "_dock_of_page")
    )
    return Pattern("".join([where, context["counted"], counting, table(pad, stage, 0, language), sums, dock]))


def context_for_all(pad, stage, language, table_language, panel, its_sheet, own) -> dict:
    """What the page of a stage shows on all phones: its sheet, and the dock with what belongs to each seat.

    `panel` is the row whose keys are open at first, if any; `own` is what is each phone's own, or blanks for it.
    """
    cards = pad.cards_of(stage)
    return {
        **pieces(pad, stage, language),
        "play": pad.play,
        "game": pad.game,
        "stage": stage,
        "is_over": is_over(pad, stage),
        "opened_cards": [{"card": card, **values_of(pad, card)} for card in cards],
        "place_in_queue": place_in_queue(pad.play, stage),
        "sheet": its_sheet,
        "sheet_rows": rows_of(pad, stage),
        "first_panel": panel,
        "sums": [(card, [line for its in pad.sums(card) for line in its]) for card in cards],
        "columns": len(pad.seats),
        "script": script_of(pad.game),
        "styles": styles_of(pad),
        "starts_changed": [change for card in cards for change in starts_changed(pad, card)],
        "own": own,
    }


def own_of_stage(request, pad, stage, seat) -> dict:
    """What is a phone's own on the page of a stage, with the cursor in the column of a seat."""
    person = known_person(request)
    # Drawn once for all seats: what is random cannot be packed.
    drawn = secrets.token_hex(16)
    waiting = all_waiting(pad, person)
    own = {
        "csrf_input": CsrfField(request),
        "typed_by": person.pk if person else "",
        "phones": phones_of(request, pad, stage),
        "opens": mark_safe(f' data-opens="{seat.pk}"' if seat else ""),
        "mine": " ".join(str(at) for at, each in enumerate(pad.seats, 1) if each.belongs_to(person)),
        "waiting": waiting_for_choice(request, pad, waiting),
        "late": late_from_others(request, pad, waiting),
    }
    for number, last_change in last_changes(pad, stage, person).items():
        own |= {f"last_change {number}": last_change, f"save_id {number}": f"{drawn}{number}"}
    for each in pad.seats:
        own[f"later {each.pk}"] = "" if each == seat else " later"
    return own


def phones_of(request, pad, stage, *, swapped=False, is_kept=False) -> SafeString:
    """Which columns this phone enters, and which other phones do: those can be counted here, too.

    What `is_kept` for times without a network offers nothing.
    """
    person = known_person(request)
    context = {
        "play": pad.play,
        "enters": entered_here(pad, person),
        "elsewhere": (elsewhere := entered_elsewhere(pad, person)),
        "owners": owners_of(pad, elsewhere),
        "can_share": not is_kept and pad.play.role == MEMBER,
        "swapped": swapped,
        "can_take": not (is_kept or is_over(pad, stage)),
    }
    return mark_safe(fragment("plays/_phones.html", context, request))


def said_now(request) -> str:
    """What an open page says, because another phone took what was this one's; nothing where nobody did."""
    said = notices_now(request)
    return fragment("plays/_notices.html", said) if said.get("notices") else ""


def waiting_for_choice(request, pad, waiting) -> SafeString:
    """What of all that waits does so for a choice of whoever asks, who has sent it."""
    own = [each for each in waiting if not each["is_guests"]]
    asked = [fragment("cards/_waiting.html", {"play": pad.play, "each": each}, request) for each in own]
    return mark_safe("".join(asked))


def what_is_said(request) -> SafeString:
    """What the page says once, of this phone and to it alone."""
    said = {"messages": get_messages(request)} | notices(request)
    return fragment("_messages.html", said, request) if any(said.values()) else mark_safe("")


@once
def told_first(pad, stage, language) -> Beginning:
    """With what every poll begins that finds something new: what is the same on all phones."""
    return Beginning(told_to_all(pad, stage, language))


def told_dock(pad, stage, own) -> str:
    """The dock, for phones on which it changes, with what is a phone's own."""
    context = {"play": pad.play, "game": pad.game, "stage": stage, "is_over": is_over(pad, stage), "dock_changes": True}
    context |= {"place_in_queue": place_in_queue(pad.play, stage), "own": own}
    return fragment("plays/_dock.html", context)


def field_scripts(game) -> list[str]:
    """The scripts for the fields of a game that are tapped and not typed, where one field is asked for alone."""
    kinds = {field.kind for stage in game.stages for field in stage.fields if field.needs_script}
    return [f"js/alone/{kind}.js" for kind in sorted(kinds)]


def kinds_of(game) -> set[str]:
    """The kinds of fields of a game that are tapped and not typed."""
    parts = [part for stage in game.stages for part in stage.parts or ()]
    kinds = {field.kind for stage in game.stages for field in stage.fields if not field.is_number}
    return kinds | ({"counts"} if any(part.pad for part in parts) else set())


def script_of(game) -> str:
    """Return the smallest script with the keys for all fields of a game."""
    tapped = kinds_of(game)
    return f"js/{next(name for name, pads in SCRIPTS.items() if tapped <= pads)}.js"


def styles_of(pad) -> tuple[str, ...]:
    """Return the styles of a sheet's page: those of every page, of its game's colour, and of its fields and seats."""
    kinds = kinds_of(pad.game)
    needed = {"pads": kinds, "many": len(pad.seats) > MOST_WITHOUT_CROWDING, "displays": "rows" in kinds}
    names = ["caravan", f"accents/{pad.game.accent}", *(name for name, is_needed in needed.items() if is_needed)]
    return tuple(f"css/{name}.css" for name in names)


def first_panel(pad, stage, seat) -> str:
    """The row in which the cursor stands at first, where that has keys of its own; else nothing."""
    rows = rows_of(pad, stage)
    first = next((row for row in rows if row.is_called), rows[0])
    return first.key if seat and not first.is_typed and pad.card(seat, stage).is_empty else ""


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
