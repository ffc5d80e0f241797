"""What the page of a card says after each save: how it stands, what can be undone, and what waits for a choice."""

import json
from dataclasses import replace

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from companion.access.visibility import MEMBER
from companion.core.icons import csrf_context
from companion.core.language.texts import isolated, minus, say
from companion.core.memory_cache import once, once_for_all
from companion.core.placeholders import render_fragment, render_with
from companion.entry.descriptions import next_to_undo, undo_text
from companion.entry.merging import Fate, open_in
from companion.entry.saving import is_scored_on, opens_again, waiting_rows
from companion.rules.kit import Part
from companion.rules.kit.typed import Refused

# A sheet of more columns has styles of its own, and room for signs alone beneath them.
MOST_WITHOUT_CROWDING = 5
# Problems that may be in any column, also in one that has nothing of it.
OF_ALL = ("wrong_sum", "nobody", "one_side")
NO_CHANGE = {"revision": "", "field": "", "text": ""}


def saved_context(pad, seat, stage, saved, person, *, form=None) -> dict:
    """What the page swaps of a card after a save; `form` is what was typed, none where a change was undone."""
    card = pad.card(seat, stage)
    (opened,) = undoable_cards(pad, [seat], stage, person)
    context = {
        **card_context(pad, stage, swapped=True),
        "seat": seat.pk,
        "sums": sums_of(pad, card),
        "last_change": last_change_of(pad, opened, swapped=True),
        "waiting": own_waiting(pad, person),
    }
    values = values_of(pad, card)
    if saved.waiting and form:
        # Until somebody has chosen, what was typed stays. Where nothing of it counts, the page goes on from where it
        # started: what it sends next overrides nothing.
        if saved.waiting.fate == Fate.LATE:
            card = replace(card, revision=saved.waiting.revision)
            values["values"] |= form.typed
        else:
            values["values"] |= {key: typed for key, typed in form.typed.items() if key in saved.waiting.changed}
    return context | {"mark": mark_of(card, **values, not_counted=bool(saved.waiting))}


def card_context(pad, stage, *, swapped=False) -> dict:
    """What the columns of a stage say after each save: how they stand, and how many are in."""
    cards = pad.cards_of(stage)
    how_many = {"number": sum(card.is_in for card in cards), "total": len(cards)}
    # Of a single column its state says it.
    how_many_counted = render_with("entry/_parts.html#how_many_counted", how_many) if len(cards) > 1 else ""
    counting = [card.seat for card in cards if card.is_counting and len(cards) > 1]
    counting = [{"player": isolated(seat.player.name), "seat": seat.pk} for seat in counting]
    words = mark_safe("".join(" " + render_with("entry/_parts.html#is_counted", each) for each in counting))
    own = {"how_many": how_many_counted, "counting": words}
    return {
        "play": pad.play,
        "game": pad.game,
        "stage": stage,
        "columns": columns_of(pad, stage, swapped=swapped),
        "how_many_counted": how_many_counted,
        "counted": render_with("entry/_parts.html#counted", own, swapped=swapped),
        "faults": pad.impossible(stage),
    }


def columns_of(pad, stage, *, swapped) -> list[dict]:
    """How each column of a stage stands: its card, and its `state`: in how many of its rows something stands."""
    far, faulty, cards = how_far(pad, stage), faulty_seats(pad, stage), pad.cards_of(stage)
    looks = {"swapped": swapped, "are_many": len(cards) > MOST_WITHOUT_CROWDING}

    def state_of(card):
        number, total = far[card.seat.pk]
        own = {"seat": card.seat.pk, "number": number, "total": total, "briefly": f"{number}/\u200b{total}"}
        is_faulty = card.seat.player.name in faulty
        state = "entry/_parts.html#state"
        return render_with(state, own, **looks, is_faulty=is_faulty, is_in=card.is_in, is_empty=card.is_empty)

    return [{"card": card, "state": state_of(card)} for card in cards]


def mark_of(card, values, wrong, *, swapped=False, not_counted=False) -> SafeString:
    """What a card says of itself: whether it is saved, its revision, and what stands in it (`values_of`)."""
    own = {"seat": card.seat.pk, "stage": card.stage.key, "revision": card.revision}
    own |= {"values": json.dumps(values), "wrong": json.dumps(wrong)}
    looks = {"is_in": card.is_in, "is_refused": bool(card.refused), "is_saved": bool(card.revision)}
    return render_with("entry/_parts.html#mark", own, **looks, swapped=swapped, not_counted=not_counted)


def last_change_of(pad, opened, *, swapped) -> SafeString:
    """What stands under a card: its last change, if this person can undo it (`undoable_cards`)."""
    seat, undo = opened["card"].seat, opened["undo"]
    if undo is None:
        return no_change_of(pad, seat, swapped, get_language())
    return render_with("entry/_parts.html#last_change", {"seat": seat.pk} | undo, can_undo=True, swapped=swapped)


@once_for_all
def no_change_of(_pad, seat, swapped, _language) -> SafeString:
    """The same where this person can undo nothing."""
    return render_with("entry/_parts.html#last_change", {"seat": seat.pk} | NO_CHANGE, swapped=swapped)


def before_of(seat, points, *, swapped=False) -> SafeString:
    """What a seat brings along from the stages before, if anything."""
    own = {"seat": seat.pk, "points": "" if points is None else minus(points)}
    return render_with("entry/_parts.html#before", own, swapped=swapped)


def sums_of(pad, card) -> list[tuple]:
    """What a seat's own things bring while they are counted: (item, line) each."""
    return [line for its in pad.sums(card) for line in its]


@once
def faulty_seats(pad, stage) -> set:
    """The names of the seats of which something cannot be right.

    Of what cannot be right of all together that is each who has some of it, or who has counted it if that is `OF_ALL`.
    """
    problems = pad.impossible(stage)
    shared = [problem for problem in problems if not problem.seat]
    fields = {field.key: field for field in pad.fields(stage)}
    together = {
        card.seat.player.name
        for card in pad.cards_of(stage)
        for problem in shared
        if problem.field in card.entries
        and (problem.code in OF_ALL or not is_nothing(fields.get(problem.field), card.entries[problem.field]))
    }
    return together | {problem.seat for problem in problems if problem.seat}


def is_nothing(field, value) -> bool:
    """Return whether a value of a field means that a seat has none of it: 0, an empty list, the first answer."""
    return value == field.answers[0].value if field and field.answers else not value


@once
def how_far(pad, stage) -> dict:
    """In how many rows something stands for each seat, and how many there are, by the seat's number."""
    rows = [[field.key for field in fields] for _number, _part, fields, _is_first in fields_of_rows(pad, stage)]
    begun = {card.seat.pk: sum(any(key in card.entries for key in row) for row in rows) for card in pad.cards_of(stage)}
    return {seat: (number, len(rows)) for seat, number in begun.items()}


@once_for_all
def fields_of_rows(pad, stage) -> list[tuple]:
    """The rows of a stage: (number of its part, the part, its fields, whether that begins with it) each.

    A part with a pad of its own is one row.
    """
    asked, found = pad.fields(stage), []
    for number, part in enumerate(stage.parts or (Part(None, tuple(asked)),), 1):  # type: ignore[arg-type]  # undivided
        fields = tuple(field for field in part.fields if field in asked)
        rows = [fields] if part.pad else [(field,) for field in fields]
        found += [(number, part, its, at == 0) for at, its in enumerate(rows)]
    return found


def undoable_cards(pad, seats, stage, person) -> list[dict]:
    """The cards of these seats, and as `undo` what this person can undo next on each, in a few words.

    That is None where there is nothing of theirs, or once the stage was closed.
    """
    is_entered = person and pad.play.is_open and not pad.play.is_closed(stage)
    newest = [pad.newest.get((seat.pk, stage.key)) if is_entered else None for seat in seats]
    fields = pad.fields(stage)
    steps = next_to_undo(newest, fields, person)
    return [
        {"card": pad.card(seat, stage), "undo": step and undo_of(fields, step)}
        for seat, step in zip(seats, steps, strict=True)
    ]


def undo_of(fields, step) -> dict:
    return {"row": step.row.pk, "revision": step.row.revision, "field": step.key, "text": undo_text(fields, step)}


def values_of(pad, card) -> dict:
    """Return a card's values as they were typed, by field, without empty ones, and the fields that are `wrong`."""
    return {
        "values": {field.key: typed for field in pad.fields(card.stage) if (typed := card.typed(field))},
        "wrong": list(card.refused),
    }


def all_waiting(pad, person) -> list[dict]:
    """What waits for this person's choice in a play, unless the card holds it by now.

    What was sent for a later round waits until that is open again. While a stage is counted, of two numbers the phone
    that sent the second one chooses; once it is scored, members choose for a guest's phone, too.
    """
    rows = waiting_rows(pad.play, pad.rows, person) if person else []
    asked = [waiting(pad, row, person) for row in rows if pad.game.stage(row.stage)]
    is_counted = {stage.key: pad.play.is_open and not pad.play.is_closed(stage) for stage in pad.game.stages}
    return [
        each
        for each in asked
        if each["changes"] and (each["is_late"] or not each["is_guests"] or not is_counted[each["stage"].key])
    ]


def own_waiting(pad, person) -> list[dict]:
    """The same without what others have sent."""
    return [each for each in all_waiting(pad, person) if not each["is_guests"]]


def late_from_others(request, pad, waiting, asked) -> SafeString:
    """A line for each late save of a guest that waits, which a member counts or discards on a page of its own.

    And one for each figure about which another phone is `asked` (`asked_elsewhere`).
    """
    late = [each for each in waiting if each["is_guests"]]
    context = {"play": pad.play, "late": late, "asked": asked, **csrf_context(request)}
    return render_fragment("entry/_late.html", context) if late or asked else mark_safe("")


def late_together(waiting):
    """Return the late saves that one tap counts, and whether that reopens anything; None unless there are several.

    Where two of them want the same figure, only the older one is counted so.
    """
    found: dict = {}
    for each in waiting:
        its = {(each["row"].seat_id, each["row"].stage, key) for key in each["row"].changed}
        if each["is_late"] and not each["is_members"] and not its & found.keys():
            found |= dict.fromkeys(its, each)
    rows = [each for each in waiting if each in found.values()]
    return {"rows": rows, "reopens": any(each["reopens"] for each in rows)} if len(rows) > 1 else None


def waiting(pad, row, person) -> dict:
    """A save that waits for a choice: what it would change, and where somebody else changed the same.

    `is_guests`: whoever asks is a member, and it is a guest's. `is_members`: only members may count it. `reopens`: to
    count it opens its stage or the play again; what comes to a finished play, or to a stage after which others were
    scored, corrects that.
    """
    stage = pad.game.stage(row.stage)
    newest = pad.card(row.seat, stage)
    # What the card holds by now anyway is nothing to decide.
    shown = open_in(row, newest)
    fields = {field.key: field for field in stage.fields}
    return {
        "row": row,
        "seat": newest.seat,
        "stage": stage,
        "is_late": row.fate == "late",
        "is_guests": row.person_id != person.pk,
        "is_members": pad.play.role != MEMBER and opens_again(pad.play, row),
        "reopens": opens_again(pad.play, row) and not (pad.play.is_finished or is_scored_on(pad.play, stage)),
        "revision": newest.revision,
        "asked": [newest.seat.player.name, *(say(fields[key].label) for key in shown if key in fields)],
        "changes": [
            {
                "field": fields[key],
                "mine": as_shown(fields[key], mine),
                "typed": replace(newest, entries={key: mine}).typed(fields[key]),
                "theirs": as_shown(fields[key], theirs),
                "impossible": [
                    pad.refusal(newest.seat, stage, fields[key], entry.typed)
                    for entry in (mine, theirs)
                    if isinstance(entry, Refused)
                ],
            }
            for key, (mine, theirs) in shown.items()
            if key in fields
        ],
    }


def as_shown(field, entry):
    """An entry of a field as it stands in a sentence."""
    if isinstance(entry, Refused):
        return entry.typed
    return "–" if entry is None else field.format_value(entry)
