"""What the page of a card says after each save: how it stands, what can be undone, and what waits for a choice."""

from dataclasses import replace

from django.utils.safestring import SafeString, mark_safe

from companion.access.visibility import MEMBER
from companion.cards.descriptions import next_to_undo, undo_text
from companion.cards.merging import Fate, changes_of, open_in
from companion.cards.saving import opens_again, waiting_rows
from companion.rules.kit import Part
from companion.rules.kit.fields import Refused
from companion.server.compiled import crowding, fragment
from companion.server.kept import once


def saved_context(pad, seat, stage, saved, person, *, form=None) -> dict:
    """What the page swaps of a card after a save; `form` is what was typed, none where a change was undone."""
    context = {
        **card_context(pad, stage),
        "opened_cards": opened_cards(pad, [seat], stage, person),
        "waiting": own_waiting(pad, person),
        "not_counted": bool(saved.waiting),
    }
    if saved.waiting and form:
        # Until somebody has chosen, what was typed stays. Where nothing of it counts, the page goes on from where it
        # started: what it sends next overrides nothing.
        (mine,) = context["opened_cards"]
        if saved.waiting.fate == Fate.LATE:
            mine["card"] = replace(mine["card"], revision=saved.waiting.revision)
            mine["values"] |= form.typed
        else:
            mine["values"] |= {key: typed for key, typed in form.typed.items() if key in saved.waiting.changed}
    return context


def card_context(pad, stage) -> dict:
    """What the columns of a stage say after each save: how they stand, and how many are in."""
    cards = pad.cards_of(stage)
    missing = [card.seat for card in cards if not card.is_in]
    return {
        "play": pad.play,
        "game": pad.game,
        "stage": stage,
        "cards": cards,
        "how_far": how_far(pad, stage),
        "are_many": bool(crowding(len(cards))),
        "seats_in": len(cards) - len(missing),
        "counting": [card.seat for card in cards if card.is_counting],
        "missing": missing,
        "faults": pad.impossible(stage),
        "faulty": faulty_seats(pad, stage),
    }


@once
def faulty_seats(pad, stage) -> set:
    """The names of the seats of which something cannot be right.

    Of what cannot be right of all together that is each who has some of it, or, if a sum is wrong, who has counted it.
    """
    problems = pad.impossible(stage)
    shared = [problem for problem in problems if not problem.seat]
    fields = {field.key: field for field in pad.fields(stage)}
    together = {
        card.seat.player.name
        for card in pad.cards_of(stage)
        for problem in shared
        if problem.field in card.entries
        and (problem.code == "wrong_sum" or not is_nothing(fields.get(problem.field), card.entries[problem.field]))
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


@once
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


def opened_cards(pad, seats, stage, person) -> list[dict]:
    """The same with what stands in each card, so that its page can follow what other phones change."""
    return [{**each, **values_of(pad, each["card"])} for each in undoable_cards(pad, seats, stage, person)]


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

    What was sent for a later round waits until that is open again.
    """
    rows = waiting_rows(pad.play, pad.rows, person) if person else []
    asked = [waiting(pad, row, person) for row in rows if pad.game.stage(row.stage)]
    return [each for each in asked if each["changes"]]


def own_waiting(pad, person) -> list[dict]:
    """The same without what others have sent."""
    return [each for each in all_waiting(pad, person) if not each["is_guests"]]


def late_from_others(request, pad, waiting) -> SafeString:
    """A line for each late save of a guest that waits, which a member counts or discards on a page of its own."""
    late = [each for each in waiting if each["is_guests"]]
    return mark_safe(fragment("cards/_late.html", {"play": pad.play, "late": late}, request) if late else "")


def waiting(pad, row, person) -> dict:
    """A save that waits for a choice: what it would change, and where somebody else changed the same.

    `is_guests`: whoever asks is a member, and it is a guest's. `is_members`: only members may count it.
    """
    stage = pad.game.stage(row.stage)
    newest = pad.card(row.seat, stage)
    clashes = open_in(row, newest)
    fields = {field.key: field for field in stage.fields}
    shown = {key: (mine, None) for key, mine in changes_of(row).items()} if row.fate == "late" else clashes
    return {
        "row": row,
        "seat": newest.seat,
        "stage": stage,
        "is_late": row.fate == "late",
        "is_guests": row.person_id != person.pk,
        "is_members": pad.play.role != MEMBER and opens_again(pad.play, row),
        "revision": newest.revision,
        "changes": [
            {
                "field": fields[key],
                "mine": as_shown(fields[key], mine),
                "typed": replace(newest, entries={key: mine}).typed(fields[key]),
                "theirs": as_shown(fields[key], clashes[key][1]) if key in clashes else None,
            }
            for key, (mine, _) in shown.items()
            if key in fields
        ],
    }


def as_shown(field, entry):
    """An entry of a field as it stands in a sentence."""
    if isinstance(entry, Refused):
        return entry.typed
    return "–" if entry is None else field.shown(entry)
