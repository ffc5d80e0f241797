"""Correcting a stage that was closed: its score sheet once more, which is sent as a whole."""

import secrets

from django.contrib import messages
from django.db import transaction
from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from companion.access.identity import ensure_person
from companion.access.permissions import changing_play, play_for
from companion.core.language.texts import show_problems
from companion.core.language.typed import parse_number
from companion.core.refusal import Refusal
from companion.entry.changes import CORRECTION
from companion.entry.forms import HoldingsForm
from companion.entry.saving import save_holdings
from companion.entry.scorepad import Scorepad
from companion.plays.corrections import why_not_scored
from companion.plays.lifecycle import refuse_too_early
from companion.plays.pages.correction_page import correction_context
from companion.plays.pages.result_page import may_correct
from companion.plays.rounds import follow_corrections
from companion.results.ties import tie_break
from companion.rules.kit import Problem, Refused, gettext


@require_http_methods(["GET", "POST"])
def correct(request, uuid, stage, item):
    """The score sheet of a closed stage with the cursor in a row, in the column of `?seat=`.

    All that was changed counts, or nothing of it if something can't be right. A finished play stays finished and is
    scored again at once; only members correct it. In a stage that another phone has reopened meanwhile it is an entry.
    """
    play = play_for(request, uuid)
    its_stage = play.game.stage(stage)
    its_item = next((each for each in its_stage.items if each.key == item), None) if its_stage else None
    if its_item is None or (request.method == "GET" and not may_correct(play)):
        raise Http404
    if request.method == "GET" and not play.is_closed(its_stage):
        show_problems(request, why_not_corrected(play, its_stage) or [counted_again(its_stage)])
        return redirect(play_url(uuid))
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
            return redirect(corrected(request, uuid, its_stage, changed, asked_before=tie_break(pad)))
        if request.htmx:
            return render(request, "entry/_parts.html#faults", {"faults": faults, "stage": its_stage}, status=422)
    seat = next((each for each in pad.seats if each.pk == parse_number(request.GET.get("seat"))), pad.seats[0])
    context = correction_context(pad, its_stage, its_item, seat, forms=forms, faults=faults)
    return render(request, "plays/correct.html", context, status=422 if request.method == "POST" else 200)


def corrected(request, uuid, stage, changed, *, asked_before) -> str:
    """Return the address to go on to: the result, or the tie-break that only this correction asks for.

    If the stage is counted again: its sheet, with the cursor in the first figure that was `changed`, by seat.
    """
    play = play_for(request, uuid)
    if is_counted_again(play, stage):
        seat = next((seat for seat, keys in changed.items() if keys), None)
        if seat is None:
            show_problems(request, [counted_again(stage)])
            return play_url(uuid)
        text = gettext("%(stage)s is being counted again, with your changes.", stage=stage.label)
        show_problems(request, [Problem("open", text)])
        first = next(field.key for field in Scorepad(play).fields(stage) if field.key in changed[seat])
        return reverse("plays:card", args=[uuid, seat.pk, stage.key], query={"field": first})
    if play.is_open:
        return reverse("plays:stage", args=[uuid, stage.key])
    field, seats = tie_break(Scorepad(play))
    if field and (field, seats) != asked_before:
        return reverse("plays:tie_break", args=[uuid])
    return play_url(uuid)


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
    """Return why a stage isn't corrected: it hasn't started, or the play has ended."""
    if is_counted_again(play, stage):
        try:
            refuse_too_early(play, stage)
        except Refusal as refusal:
            return refusal.problems
    elif not may_correct(play):
        return [Problem("ended", gettext("The play has ended. It can’t be corrected from here."))]
    return []


def is_counted_again(play, stage) -> bool:
    """Return whether another phone has reopened a stage that is corrected."""
    return play.is_open and not play.is_closed(stage)


def counted_again(stage) -> Problem:
    return Problem("open", gettext("%(stage)s is being counted again.", stage=stage.label))


def play_url(uuid) -> str:
    return reverse("plays:play", args=[uuid])


def changed_by(form, card) -> set:
    """The fields in which a form has sent something else than stands on the card."""
    return {key for key, entry in form.entries.items() if (entry or None) != (card.entries.get(key) or None)}


def save_unless_impossible(request, uuid, stage, forms, changed) -> list[Problem]:
    """Save each seat's counts; nothing of it where something cannot be right in a field that was `changed`: why."""
    person = ensure_person(request)
    with changing_play(play_for, request, uuid) as play:
        if closed_to_corrections := why_not_corrected(play, stage):
            return closed_to_corrections
        sent = {seat: form.as_sent(is_in=None, correcting=True) for seat, form in forms.items()}
        with follow_corrections(play):
            saved = [save_holdings(play, seat, stage, its, person=person) for seat, its in sent.items()]
        if is_counted_again(play, stage):
            return []
        impossible = [each for each in Scorepad(play).impossible(stage) if each.field in changed]
        impossible = impossible or why_not_scored(play)
        transaction.set_rollback(bool(impossible))
    if not impossible and any(each.waiting for each in saved):
        messages.warning(
            request, _("Someone else corrected the same count in the meantime. This is the current value.")
        )
    return impossible
