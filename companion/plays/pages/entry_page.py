"""The page on which counts are entered: the sheet of a stage, its dock, and what waits for a choice."""

import hashlib
import json
import secrets

from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from companion.access.identity import is_only_watching, known_person
from companion.access.notices import notices, pop_sentences
from companion.access.visibility import MEMBER
from companion.core import styles
from companion.core.icons import csrf_context
from companion.core.language.texts import listed, say
from companion.core.memory_cache import once, once_for_all
from companion.core.placeholders import Placeholders, fill, render_fragment, split_html

from .assets import script_of, styles_of
from .columns import asked_in_order, beginner_of, entered_elsewhere, entered_here, offered_here, owners_of
from .early_scoring import asked_elsewhere
from .entry_grid import sheet
from .entry_rows import rows_of
from .play_page import closed_stages, faults, is_ahead, is_over, last_changes, place_in_queue, table, under_sheet
from .save_answers import all_waiting, card_context, late_from_others, mark_of, sums_of, values_of

# A phone is sent no more than so many characters ahead: a sheet of many rows, seats and stages has ten times as many.
MOST_AHEAD = 2_000_000


def entry_page(request, pad, seat, status=200):
    """The page of the open stage, with the cursor in the column of a seat (None: nowhere)."""
    stage, play, panel = pad.play.stage, pad.play, first_panel(pad, pad.play.stage, seat)
    within = styles.should_inline(request)
    page = page_of_stage(pad, stage, play.closed_stages, get_language(), panel, within, play.role)
    now = of_revision(pad, stage, play.revision, get_language(), language_of_table(play))
    own = own_of_stage(request, pad, stage, seat) | what_is_said(request)
    answer = HttpResponse(fill(page, now | own), status=status)
    return styles.allow_inline(answer, *styles_of(pad)) if within else answer


def stages_ahead(request, pad, here="", has=()) -> dict:
    """What this phone goes on with when there is no network: the sheets of the open stage and the later ones.

    Each of `pages` has the key of its `stage`, its `title`, and the `html` that a page of the stage has of its own: not
    for the stage that is `here`, on the page that asks, nor for what the phone `has` already, by its `key`. Later
    stages are left out once all pages have MOST_AHEAD characters.
    """
    play, stages = pad.play, pad.game.stages[pad.play.closed_stages :]
    if not play.is_open or is_only_watching(request, play):
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
    play, seat = pad.play, next_seat(pad, known_person(request), stage)
    page = page_of_stage(pad, stage, play.closed_stages, get_language(), first_panel(pad, stage, seat), None, play.role)
    now = of_revision(pad, stage, 0, get_language(), language_of_table(play))
    own = own_of_stage(request, pad, stage, seat) | {"csrf_token": ""}
    own |= {"phones": phones_of(request, pad, stage, is_kept=True)} | {f"save_id {each.pk}": "" for each in pad.seats}
    return fill(page, now | own)


@once_for_all
def page_of_stage(pad, stage, _closed, _language, panel, styles_within, _role) -> list[str]:
    """The page of a stage with blanks for what is counted (`of_revision`), and for what is a phone's own.

    `panel` is the row whose keys are open at first, if any. Where `styles_within` is None: without the page around it.
    """
    own, rows = Placeholders(), rows_of(pad, stage)
    of_seat = "mark", "last_change", "save_id", "later"
    context = {
        "play": pad.play,
        "game": pad.game,
        "stage": stage,
        "columns": [(seat, {name: own[f"{name} {seat.pk}"] for name in of_seat}) for seat in pad.seats],
        "place_in_queue": place_in_queue(pad.play, stage),
        "seats": len(pad.seats),
        "has_calls": any(row.is_called for row in rows),
        "sheet_rows": rows,
        "first_panel": panel,
        "closed_stages": closed_stages(pad.play),
        "script": script_of(pad.game),
        "styles": styles_of(pad),
        "styles_within": styles_within,
        "own": own,
        "csrf_token": own["csrf_token"],
    }
    return split_html(render_fragment("plays/_ahead.html" if styles_within is None else "plays/play.html", context))


@once
def of_revision(pad, stage, revision, language, table_language) -> dict:
    """What stands in the page of a stage at a revision on all phones of a table: the sheet, and all that follows."""
    cards = pad.cards_of(stage)
    changed = [change for card in cards for change in starts_changed(pad, card)]
    context = {"stage": stage, "faults": faults(pad, stage), "starts_changed": changed}
    sums = [(card.seat.pk, sums_of(pad, card)) for card in cards]
    return {
        "revision": revision,
        "counted": card_context(pad, stage)["counted"],
        "sheet": sheet(pad, stage, language, table_language),
        "under_sheet": under_sheet(pad, stage, language),
        "table": table(pad, stage, revision, language),
        "faults": render_fragment("entry/_parts.html#faults", context),
        "sums": render_fragment("plays/_sums.html", {"sums_of_seats": sums}),
        "starts_changed": render_fragment("plays/_counting.html#starts_changed", context) if changed else "",
        **{f"mark {card.seat.pk}": mark_of(card, **values_of(pad, card)) for card in cards},
    }


def own_of_stage(request, pad, stage, seat) -> dict:
    """What is a phone's own on the page of a stage, with the cursor in the column of a seat."""
    person = known_person(request)
    # Drawn once for all seats: what is random cannot be packed.
    drawn = secrets.token_hex(16)
    waiting = all_waiting(pad, person)
    own = {
        **csrf_context(request),
        "typed_by": person.pk if person else "",
        "phones": phones_of(request, pad, stage),
        "opens": mark_safe(f' data-opens="{seat.pk}"' if seat else ""),
        "mine": " ".join(str(at) for at, each in enumerate(pad.seats, 1) if each.belongs_to(person)),
        "notices": "",
        "waiting": waiting_for_choice(request, pad, stage, waiting),
        "late": late_from_others(request, pad, waiting, asked_elsewhere(pad, stage, person)),
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
    elsewhere = entered_elsewhere(pad, person)
    offered = offered_here(pad, person, stage) if elsewhere else []
    looks = {
        "can_share": not is_kept and pad.play.role == MEMBER,
        "are_elsewhere": bool(elsewhere),
        "can_take": not (is_kept or is_over(pad, stage)),
        "swapped": swapped,
    }
    own = {
        "enters": " ".join(str(seat.pk) for seat in asked_in_order(pad, stage, entered_here(pad, person))),
        "elsewhere": " ".join(str(seat.pk) for seat in elsewhere),
        "names": listed(seat.player.name for seat in offered),
        "offered": " ".join(str(seat.pk) for seat in offered if person and seat.former_id == person.pk),
        "owners": json.dumps(owners_of(pad, elsewhere)),
        **csrf_context(request),
    }
    return fill(phones_for_all(pad, get_language(), *(look for look in looks if looks[look])), own)


@once_for_all
def phones_for_all(pad, _language, *looks) -> list[str]:
    """The same with blanks for what is a phone's own."""
    own = Placeholders()
    context = {"play": pad.play, "own": own, "csrf_token": own["csrf_token"]}
    return split_html(render_fragment("plays/_phones.html", context | dict.fromkeys(looks, True)))


def said_now(request) -> str:
    """What an open page says, because another phone took what was this one's; nothing where nobody did."""
    said = pop_sentences(request)
    return render_fragment("plays/_notices.html", said) if said.get("notices") else ""


def waiting_for_choice(request, pad, stage, waiting) -> SafeString:
    """Return the cards on the sheet of a stage for what this person has sent and must choose about."""
    own = [each for each in waiting if not each["is_guests"]]
    context = {"play": pad.play, "stage": stage, **csrf_context(request)}
    asked = [render_fragment("entry/_waiting.html", context | {"each": each}) for each in own]
    all_at_once = render_fragment("entry/_count_all.html", context | {"waiting": own}) if own else ""
    return mark_safe(all_at_once + "".join(asked))


def what_is_said(request) -> dict[str, SafeString]:
    """Return what the page says once, to this phone alone: above the sheet, and above the keys, which are in sight."""
    said, others = {"messages": get_messages(request)}, notices(request)
    return {
        "said": render_fragment("_messages.html", said | csrf_context(request)) if said["messages"] else mark_safe(""),
        "notices": render_fragment("plays/_notices.html#sentences", others) if others else mark_safe(""),
    }


def told_dock(pad, stage, own) -> str:
    """The dock, for phones on which it changes, with what is a phone's own: its token, and who types there."""
    context = {"play": pad.play, "game": pad.game, "stage": stage, "is_over": is_over(pad, stage), "dock_changes": True}
    context["is_ahead"] = is_ahead(pad, stage)
    context |= {"place_in_queue": place_in_queue(pad.play, stage), "own": own}
    return render_fragment("plays/_dock.html", context | own)


def first_panel(pad, stage, seat) -> str:
    """The row in which the cursor stands at first, where that has keys of its own; else nothing."""
    rows = rows_of(pad, stage)
    first = next((row for row in rows if row.is_called), rows[0])
    return first.key if seat and not first.is_typed and pad.card(seat, stage).is_empty else ""


def next_seat(pad, person, stage):
    """Whose column this phone fills in next, of those that a stage still misses; None if none.

    Who bids first comes first; else, of those that no phone has, the one with this person's name.
    """
    missing = pad.missing(stage)
    mine = [seat for seat in asked_in_order(pad, stage, entered_here(pad, person)) if seat in missing]
    if mine and beginner_of(pad, stage):
        return mine[0]
    return min(mine, key=lambda seat: not has_name_of(seat, person), default=None)


def has_name_of(seat, person) -> bool:
    """Whether this person has said of the name at this seat "this is me"."""
    return seat.is_of(person)


def seat_to_open(request, pad):
    """In whose column the page of the play begins; nowhere for who watches."""
    if is_only_watching(request, pad.play):
        return None
    return next_seat(pad, known_person(request), pad.play.stage)


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
