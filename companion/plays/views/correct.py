"""Correcting a stage that was closed: its score sheet once more, which is sent as a whole."""

import secrets

from django.contrib import messages
from django.db import transaction
from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from companion.access.identity import person_of
from companion.access.permissions import changing_play, play_for
from companion.cards.changes import CORRECTION
from companion.cards.forms import HoldingsForm
from companion.cards.saving import save_holdings
from companion.cards.scorepad import Scorepad
from companion.cards.ties import tie_break
from companion.language.texts import say_why
from companion.language.typed import number
from companion.plays.correcting import why_not_scored
from companion.plays.pages.correction import correction_context
from companion.plays.pages.result import may_correct
from companion.rules.kit import Problem, Refused, gettext


@require_http_methods(["GET", "POST"])
def correct(request, uuid, stage, item):
    """The score sheet of a closed stage with the cursor in a row, in the column of `?seat=`.

    All that was changed counts, or nothing of it if something can't be right. A finished play stays finished and is
    scored again at once; only members correct it.
    """
    play = play_for(request, uuid)
    its_stage = play.game.stage(stage)
    its_item = next((each for each in its_stage.items if each.key == item), None) if its_stage else None
    if its_item is None or (request.method == "GET" and not may_correct(play)):
        raise Http404
    if request.method == "GET" and not play.is_closed(its_stage):
        say_why(request, why_not_corrected(play, its_stage))
        return redirect("play", uuid=uuid)
    pad = Scorepad(play)
    cards = pad.cards_of(its_stage)
    correction = secrets.token_hex(12)
    forms = {card.seat: correction_form(request, pad, card, correction) for card in cards}
    faults = []
    if request.method == "POST":
        changed = {card.seat: changed_by(forms[card.seat], card) for card in cards}
        faults = [
            pad.refusal(seat, its_stage, field, entry.typed)
            for seat, form in forms.items()
            for field in pad.fields(its_stage)
            if field.key in changed[seat] and isinstance(entry := form.entries[field.key], Refused)
        ] or save_unless_impossible(request, uuid, its_stage, forms, set().union(*changed.values()))
        if not faults:
            url = corrected(request, uuid, its_stage, asked_before=tie_break(pad))
            return redirect(url)
        if request.htmx:
            return render(request, "cards/_parts.html#faults", {"faults": faults, "stage": its_stage}, status=422)
    seat = next((each for each in pad.seats if each.pk == number(request.GET.get("seat"))), pad.seats[0])
    context = correction_context(pad, its_stage, its_item, seat, forms=forms, faults=faults)
    return render(request, "plays/correct.html", context, status=422 if request.method == "POST" else 200)


def corrected(request, uuid, stage, *, asked_before) -> str:
    """Return the address to go on to: the result, or the tie-break that only this correction asks for."""
    play = play_for(request, uuid)
    if play.is_open:
        return reverse("stage", args=[uuid, stage.key])
    field, seats = tie_break(Scorepad(play))
    if field and (field, seats) != asked_before:
        return reverse("tie_break", args=[uuid])
    return reverse("play", args=[uuid])


def correction_form(request, pad, card, correction) -> HoldingsForm:
    """The form of a seat's card, each seat with a prefix of its own; all send the id of their `correction`."""
    prefix, fields = f"seat{card.seat.pk}", pad.fields(card.stage)
    data = request.POST
    if request.method == "GET":
        data = {f"{prefix}-{field.key}": card.typed(field) for field in fields}
        data |= {f"{prefix}-revision": str(card.revision), f"{prefix}-save_id": CORRECTION + correction}
    name = card.seat.player.name
    return HoldingsForm(data, fields=fields, player=name, seats=len(pad.everybody), prefix=prefix)


def why_not_corrected(play, stage) -> list[Problem]:
    """Return why a stage isn't corrected: another phone has reopened it, or the play has ended."""
    if not play.is_closed(stage):
        text = gettext("%(stage)s is being counted again. Enter it there.", stage=stage.label)
        return [Problem("open", text)]
    if not may_correct(play):
        return [Problem("ended", gettext("The play has ended. It can’t be corrected from here."))]
    return []


def changed_by(form, card) -> set:
    """The fields in which a form has sent something else than stands on the card."""
    return {key for key, entry in form.entries.items() if (entry or None) != (card.entries.get(key) or None)}


def save_unless_impossible(request, uuid, stage, forms, changed) -> list[Problem]:
    """Save each seat's counts; nothing of it where something cannot be right in a field that was `changed`: why."""
    person = person_of(request)
    with changing_play(play_for, request, uuid) as play:
        if closed_to_corrections := why_not_corrected(play, stage):
            return closed_to_corrections
        sent = {seat: form.as_sent(is_in=None, correcting=True) for seat, form in forms.items()}
        saved = [save_holdings(play, seat, stage, its, person=person) for seat, its in sent.items()]
        impossible = [each for each in Scorepad(play).impossible(stage) if each.field in changed]
        impossible = impossible or why_not_scored(play)
        transaction.set_rollback(bool(impossible))
    if not impossible and any(each.waiting for each in saved):
        messages.warning(
            request, _("Someone else corrected the same count in the meantime. This is the current value.")
        )
    return impossible
