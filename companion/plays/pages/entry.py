"""The page on which counts are entered: the card of a seat, the notes of several, and what waits for a choice."""

import secrets

from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language

from companion.access.identity import known_person, only_watches
from companion.cards.results import owners
from companion.cards.shown import shown_fields
from companion.rules.kit import Part

from .saved import all_waiting
from .table import table_context


def entry_page(request, pad, seat, form=None, status=200):
    """The page of the open stage with the card of a seat; without one, with what is noted while the stage is played."""
    return render(request, "plays/play.html", entry_context(request, pad, pad.play.stage, seat, form), status=status)


def cards_ahead(request, pad) -> list[dict]:
    """The pages on which this phone goes on when there is no network: its cards of the open stage and the later ones.

    Each with its address, its stage and whether its card is in; the one of a whole stage comes after its cards.
    """
    play, stages, person = pad.play, pad.game.stages[pad.play.closed_stages :], known_person(request)
    own = [seat for seat in pad.seats if person and seat.person_id == person.pk]
    seats = own or [seat for seat in pad.seats if seat.person_id is None]
    if not play.is_open or only_watches(request, play):
        return []
    return [
        {
            "address": address,
            "stage": stage.key,
            "is_card": bool(seat),
            "is_in": bool(seat) and pad.card(seat, stage).is_in,
            "html": render_to_string("plays/play.html", entry_context(request, pad, stage, seat), request),
        }
        for stage in stages
        for seat, address in [
            *((seat, reverse("card", args=[play.uuid, seat.pk, stage.key])) for seat in seats),
            (None, reverse("play", args=[play.uuid])),
        ]
    ]


def entry_context(request, pad, stage, seat, form=None) -> dict:
    """What the page of a stage shows: the card of a seat, or without one what is noted while the stage is played."""
    play, person = pad.play, known_person(request)
    noted = [] if seat or only_watches(request, play) else noting_seats(pad, stage, person)
    context = table_context(play, pad, stage, person=person, seat=seat, noted=noted)
    context["waiting"] = all_waiting(pad, person)
    context["pads"] = pads(pad.game)
    context["place_in_queue"] = place_in_queue(play, stage)
    if seat:
        card = pad.card(seat, stage)
        starts = pad.starts(seat, stage)
        fields = form.shown if form else shown_fields(pad, card, pad.fields(stage), starts=starts)
        others = [other for other in context["missing"] if other != seat]
        context |= {
            "opened": context["opened_cards"][0] | {"starts": starts},
            "save_id": form["save_id"].value() if form else secrets.token_hex(16),
            "parts": parts(pad, card, fields),
            "owners": owners(pad, stage, but=seat),
            "starts_changed": starts_changed(pad, card),
            "table_language": language_of_table(play),
            "next_seat": next_seat(pad, person, others),
        }
    context["notes"] = [notes_of(pad, each) for each in context["opened_cards"]] if noted else []
    return context


def place_in_queue(play, stage) -> int:
    """Where the cards of a stage come in what a phone sends, one place before the closing of this stage."""
    return 2 * play.rules.stages.index(stage)


def pads(game) -> list[str]:
    """The scripts for the fields of a game that are tapped and not typed.

    They are those of all stages: a page that takes the place of another without a network brings no script along.
    """
    kinds = {field.kind for stage in game.stages for field in stage.fields if field.needs_script}
    kinds |= {"counts" for stage in game.stages for part in stage.parts if part.pad}
    return [f"js/cards/fields/{kind}.js" for kind in sorted(kinds)]


def next_seat(pad, person, missing):
    """Whose card this phone opens: the first of its own that is missing, else of those no phone has; None if none.

    Of those that no phone has, the one with this person's name comes first.
    """
    own = [seat for seat in pad.seats if person and seat.person_id == person.pk]
    if own:
        return next((seat for seat in missing if seat in own), None)
    free = [seat for seat in missing if seat.person_id is None]
    return min(free, key=lambda seat: not has_name_of(seat, person), default=None)


def has_name_of(seat, person) -> bool:
    """Whether this person has said of the name at this seat "this is me"."""
    return person is not None and seat.player.person_id == person.pk


def seat_to_open(request, pad):
    """Whose card the page of the play begins with; none who watches, or where things are noted before they count."""
    stage = pad.play.stage
    if only_watches(request, pad.play) or notes_fields(pad, stage):
        return None
    return next_seat(pad, known_person(request), pad.missing(stage))


def notes_fields(pad, stage):
    """The fields that are noted while a stage is played."""
    return [field for field in pad.fields(stage) if field.during]


def noting_seats(pad, stage, person):
    """The seats for which this phone notes what comes up while a stage is played: its own, else those of no phone."""
    if not notes_fields(pad, stage):
        return []
    own = [seat for seat in pad.seats if person and seat.person_id == person.pk]
    return own or [seat for seat in pad.seats if seat.person_id is None]


def notes_of(pad, opened) -> dict:
    """A seat's open card with only the fields that are noted during the stage."""
    card = opened["card"]
    fields = shown_fields(pad, card, notes_fields(pad, card.stage), prefix=f"seat{card.seat.pk}-")
    return {"opened": opened, "fields": fields, "save_id": secrets.token_hex(16)}


def parts(pad, card, fields) -> list[dict]:
    """The fields of a card as its game divides them, each part with the rows that follow from these fields alone."""
    shown = {each.kit.key: each for each in fields}
    divided = card.stage.parts or (Part(None, tuple(pad.fields(card.stage))),)  # type: ignore[arg-type]  # undivided
    return [
        {
            "number": number,
            "label": part.label,
            "is_pad": part.pad,
            "fields": [shown[field.key] for field in part.fields if field.key in shown],
            "sums": sums,
        }
        for number, (part, sums) in enumerate(zip(divided, pad.sums(card), strict=True), 1)
    ]


def starts_changed(pad, card) -> list[dict]:
    """Where the stage begins with something else than when this card was saved: the field, what it was, what it is."""
    now = pad.starts(card.seat, card.stage)
    if card.is_empty or not card.starts:
        return []
    return [
        {"field": field, "was": card.starts[field.key], "now": now[field.key]}
        for field in pad.fields(card.stage)
        if field.key in now and card.starts.get(field.key, now[field.key]) != now[field.key]
    ]


def language_of_table(play) -> str:
    """The group's language where this page speaks another, so that it can show what the table says; else nothing."""
    return "" if play.group.language in ("", get_language()) else play.group.language
