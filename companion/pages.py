"""What the pages of a play are made of; a page and its live fragment are made of the same."""

import secrets

from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language

from .forms import HoldingsForm
from .identity import known_person
from .results import ranking, rows
from .saving import changes_of, clashes_of, waiting_rows


def table_context(request, play, pad, stage, seat=None) -> dict:
    """What everybody at the table sees of a stage while it is counted; `seat` is the one whose card is open here."""
    person = known_person(request)
    cards = pad.cards_of(stage)
    missing = [card.seat for card in cards if not card.is_in]
    impossible = pad.impossible(stage)
    mine = {None, seat.player.name if seat else None}
    context = {
        "play": play,
        "game": play.rules,
        "stage": stage,
        "pad": pad,
        "person": person,
        "open_seat": seat,
        "cards": [summary(pad, card) for card in cards],
        "seats_in": len(cards) - len(missing),
        "counting": [card.seat for card in cards if card.is_counting],
        "missing": missing,
        "faults": [problem for problem in impossible if problem.seat in mine],
        "others_faults": [problem for problem in impossible if problem.seat not in mine]
        + [problem for problem in pad.result.problems if problem.blocks and problem.stage != stage.key],
        "paper_pad": paper_pad(pad, cards),
        "nobody_holds": pad.nobody_holds(stage) if len(missing) < 2 else [],
        "is_over": not play.is_open or play.is_closed(stage),
        "live_url": live_url(play, page="cards", stage=stage.key, seat=seat.pk if seat else ""),
    }
    if seat:
        context |= card_context(pad, pad.card(seat, stage))
    if pad.scored_stages and not pad.result.is_blocked:
        context |= {"ranking": ranking(pad, pad.result, stage), "result": pad.result}
    if stage in pad.scored_stages:
        context["rows"] = rows(pad, pad.result, stage)
    return context


def card_context(pad, card) -> dict:
    """The card that is open here, and what its page needs to follow another phone's changes to it."""
    return {
        "card": card,
        "values": {field.key: card.typed(field.key) for field in pad.fields(card.stage)},
        "wrong": list(card.refused),
    }


def summary(pad, card) -> dict:
    """A folded card: its seat, and (field, what it holds) in the order of the fields."""
    values = [(field, card.typed(field.key) or "–") for field in pad.fields(card.stage)]
    return {"card": card, "seat": card.seat, "values": values}


def paper_pad(pad, cards) -> list:
    """The cards as a table to read on a large screen: (field, what each seat holds); empty before the first entry."""
    if all(card.is_empty for card in cards):
        return []
    return [(field, [card.typed(field.key) or "–" for card in cards]) for field in pad.fields(cards[0].stage)]


def live_url(play, **query) -> str:
    """Where the phone asks whether anything changed since this page."""
    return reverse("live", args=[play.uuid]) + "?" + urlencode({"revision": play.revision, **query})


def entry_page(request, play, pad, seat, form=None, status=200):
    """The page on which counts are entered, with the card of a seat open, if one is."""
    stage = play.stage
    context = table_context(request, play, pad, stage, seat)
    context["waiting"] = all_waiting(pad, context["person"])
    if seat:
        context |= {
            "form": form or card_form(pad, context["card"]),
            "table_language": language_of_table(play),
            "next_seat": next_seat(pad, context["person"], [other for other in context["missing"] if other != seat]),
        }
    return render(request, "plays/play.html", context, status=status)


def language_of_table(play) -> str:
    """The group's language where this page speaks another, so that it can show what the table says; else nothing."""
    return "" if play.group.language in ("", get_language()) else play.group.language


def next_seat(pad, person, missing):
    """Whose card this phone opens: the first of its own that is missing, else of those no phone has; None if none."""
    own = [seat for seat in pad.seats if person and seat.person_id == person.pk]
    if own:
        return next((seat for seat in missing if seat in own), None)
    return next((seat for seat in missing if seat.person_id is None), None)


def card_form(pad, card) -> HoldingsForm:
    """The form of a card with what stands on it, and an id for its next save."""
    data = {
        "revision": card.revision,
        "save_id": secrets.token_hex(16),
        **{field.key: card.typed(field.key) for field in pad.fields(card.stage)},
    }
    return form_for(pad, card.seat, card.stage, data)


def form_for(pad, seat, stage, data) -> HoldingsForm:
    """The form of a seat's card with this data."""
    return HoldingsForm(data, fields=pad.fields(stage), player=seat.player.name, seats=len(pad.seats), auto_id="%s")


def all_waiting(pad, person) -> list[dict]:
    """What waits for this person's choice in a play."""
    return [waiting(pad, row) for row in waiting_rows(pad.play, person)] if person else []


def waiting(pad, row) -> dict:
    """A save that waits for its sender's choice: what it would change, and where somebody else changed the same."""
    stage = pad.game.stage(row.stage)
    newest = pad.card(row.seat, stage)
    clashes = clashes_of(row, newest)
    fields = {field.key: field for field in stage.fields}
    shown = {key: (mine, None) for key, mine in changes_of(row).items()} if row.fate == "late" else clashes
    return {
        "row": row,
        "seat": row.seat,
        "stage": stage,
        "is_late": row.fate == "late",
        "revision": newest.revision,
        "changes": [
            {
                "field": fields[key],
                "mine": as_shown(mine),
                "theirs": as_shown(clashes[key][1]) if key in clashes else None,
            }
            for key, (mine, _) in shown.items()
            if key in fields
        ],
    }


def as_shown(entry):
    """An entry as it stands in a sentence."""
    return "–" if entry is None else getattr(entry, "typed", entry)


def result_context(request, play, pad, stage) -> dict:
    """The result of a stage: the ranking after it, what the table does now, and each row with its reasons."""
    result = pad.result_up_to(stage)
    context = {
        "play": play,
        "game": play.rules,
        "stage": stage,
        "pad": pad,
        "result": result,
        "is_last": stage == play.rules.stages[-1],
        "is_closed": play.is_closed(stage),
        "live_url": live_url(play, page="result", stage=stage.key),
    }
    if result.is_blocked or stage not in pad.scored_stages:
        return context
    table = pad.table_up_to(stage)
    return {
        **context,
        "ranking": ranking(pad, result, stage),
        "instructions": [
            {"text": each.text, "seat": None if each.seat is None else pad.seats[each.seat]}
            for each in play.rules.instructions(table, stage.key)
        ],
        "rows": rows(pad, result, stage),
    }
