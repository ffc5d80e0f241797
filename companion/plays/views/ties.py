"""A tie for the win: asking for what breaks it, and correcting that."""

import secrets

from django.contrib import messages
from django.db import transaction
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from companion.access.identity import ensure_person
from companion.access.permissions import changing_play, play_for_member
from companion.core.language.discs import discs_of
from companion.core.language.texts import show_problems
from companion.entry.forms import HoldingsForm
from companion.entry.saving import save_holdings
from companion.entry.scorepad import Scorepad
from companion.plays.corrections import why_not_scored
from companion.plays.pages.assets import field_scripts
from companion.plays.pages.result_page import may_correct
from companion.results.ties import asked_tie_breaks, is_for_fewest, tie_breaks, tie_figures
from companion.results.ties import tie_break as tie_break_of
from companion.rules.kit import Problem, gettext

from .correct import is_counted_again, why_not_corrected
from .stages import finish_or_say_why


@require_http_methods(["GET", "POST"])
def tie_break(request, uuid):
    """Ask those who tie for the win for what breaks the tie, and only that; or correct all that was asked for it.

    What is sent answers the page that was seen: another phone may have answered otherwise, or ended the play.
    """
    play = play_for_member(request, uuid)
    pad = Scorepad(play)
    open_field, seats = tie_break_of(pad)
    asked = asked_on_page(request.POST, pad) or ([(open_field, seats)] if open_field else [])
    if not asked and play.is_finished and not pad.result.is_blocked:
        # Earlier answers can be corrected.
        asked = asked_tie_breaks(pad)
    forms = tie_break_forms(request, pad, asked)
    if request.method == "POST" and asked and not any(form.faults for form in forms.values()):
        return save_tie_breaks(request, play, [field for field, _seats in asked], forms)
    if not asked or not may_correct(play):
        return redirect("plays:play", uuid=uuid)
    discs = discs_of([seat.player for seat in forms])
    context = {
        "play": play,
        "game": play.game,
        "pads": field_scripts(play.game),
        "seats": list(forms),
        "still_tied": tie_figures(pad) if open_field else [],
        "is_for_the_win": open_field or any(pad.result.standings[pad.seats.index(seat)].rank == 1 for seat in forms),
        "asked": [
            {
                "field": field,
                "is_for_fewest": is_for_fewest(pad, field),
                "figures": [(seat, discs[seat.player.pk], forms[seat].shown_field(field)) for seat in seats],
            }
            for field, seats in asked
        ],
        "hidden": [
            (form.name(name), value)
            for form in forms.values()
            for name, value in (("revision", form.revision), ("save_id", form.save_id))
        ],
        "faults": [fault for form in forms.values() for fault in form.faults],
    }
    return render(request, "plays/stages/tie_break.html", context, status=422 if request.method == "POST" else 200)


def asked_on_page(data, pad) -> list[tuple]:
    """Return the fields that the page which was sent has asked for, each with its seats; none if nothing was sent."""
    sent = set(data.getlist("asked"))
    fields = [each.field for each in tie_breaks(pad) if each.field]
    found = [(field, [seat for seat in pad.seats if f"{field.key}.{seat.pk}" in sent]) for field in fields]
    return [(field, seats) for field, seats in found if seats]


def tie_break_forms(request, pad, asked) -> dict:
    """Return the form of each seat, as they sit, with the fields that are asked of it."""
    forms = {}
    for seat in pad.seats:
        if fields := [field for field, seats in asked if seat in seats]:
            card, prefix = pad.card(seat, pad.game.stages[-1]), f"seat{seat.pk}"
            data = request.POST
            if request.method == "GET":
                data = {f"{prefix}-{field.key}": card.typed(field) for field in fields}
                data |= {f"{prefix}-revision": str(card.revision), f"{prefix}-save_id": secrets.token_hex(16)}
            forms[seat] = HoldingsForm(
                data, fields=fields, player=seat.player.name, seats=len(pad.everybody), prefix=prefix
            )
    return forms


def save_tie_breaks(request, play, fields, forms):
    """Save what breaks a tie, and finish the play or ask on; a figure that another phone has changed is asked about."""
    last, saved = play.game.stages[-1], []
    with changing_play(play_for_member, request, play.uuid) as play:
        impossible = why_not_corrected(play, last)
        if not impossible:
            sent = {seat: form.as_sent(is_in=None, correcting=True) for seat, form in forms.items()}
            saved = [save_holdings(play, seat, last, its, person=ensure_person(request)) for seat, its in sent.items()]
            impossible = why_not_scored(play)
        transaction.set_rollback(bool(impossible))
    if impossible or is_counted_again(play, last):
        text = gettext("%(stage)s is being counted again, with your changes.", stage=last.label)
        show_problems(request, impossible or [Problem("open", text)])
        return redirect("plays:play", uuid=play.uuid)
    if any(each.waiting for each in saved):
        messages.warning(
            request, _("Someone else corrected the same count in the meantime. This is the current value.")
        )
        return redirect("plays:play", uuid=play.uuid)
    field, _seats = tie_break_of(Scorepad(play))
    if field is None:
        return finish_or_say_why(request, play)
    if field in fields:
        messages.warning(
            request, _("Enter a number for each player, 0 for none.") if field.is_number else _("Answer for each.")
        )
    return redirect("plays:tie_break", uuid=play.uuid)
