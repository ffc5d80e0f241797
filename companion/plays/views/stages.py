"""A stage's end: closing it, its result, and at the last one the finish."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.access.identity import ensure_person, is_from_another_person, known_person
from companion.access.outbox import acknowledge, lead_to, refuse_save, save_id
from companion.access.permissions import changing_play, play_for, play_for_member
from companion.access.visibility import MEMBER
from companion.core.language.texts import show_problems
from companion.core.refusal import Refusal
from companion.entry.forms import revision_from
from companion.entry.scorepad import Scorepad
from companion.plays import instructions, lifecycle, rounds
from companion.plays.pages.early_scoring import contested, counted_alone, early_question, left_blank
from companion.plays.pages.result_page import result_context
from companion.plays.pages.save_answers import all_waiting
from companion.results.corrections import last_correction
from companion.results.score_grid import one_step_each_way
from companion.results.ties import tie_break as tie_break_of


def closed_stage(play, key):
    """The stage of an address if it is closed, else None."""
    stage = play.game.stage(key)
    return stage if stage and play.is_closed(stage) else None


@require_safe
def show_stage(request, uuid, stage):
    """The result of a stage, read without a tap.

    A phone that was taken along to it, and comes once the play is finished, is taken on to the end.
    """
    play = play_for(request, uuid)
    its_stage = closed_stage(play, stage)
    came_late = play.is_finished and "taken" in request.GET
    if its_stage is None or came_late or not (play.is_open or play.is_finished):
        return redirect("plays:play", uuid=uuid)
    pad = Scorepad(play)
    context = {**result_context(play, pad, its_stage), "waiting": all_waiting(pad, known_person(request))}
    context["at_stage"] = its_stage.key
    context["left_blank"] = left_blank(pad, its_stage, known_person(request))
    if play.is_finished:
        context["correction"], context["was_finished"] = last_correction(pad, its_stage), True
    context["other_stages"] = [each for each in play.game.stages if each != its_stage and play.is_closed(each)]
    context["asked"] = asked_cell(pad, its_stage, context.get("rows", []), request.GET.get("cell", ""))
    return render(request, "plays/stages/stage.html", context)


def asked_cell(pad, stage, rows, cell) -> dict | None:
    """The row and the seat's part of it that an address names as `item.seat`, with what one more or one less would
    have changed; None where it names none.
    """
    item, _, seat = cell.partition(".")
    for row in rows:
        for part in row.parts:
            if (row.item.key, str(part.seat.pk)) == (item, seat):
                return {"row": row, "part": part, "steps": one_step_each_way(pad, stage, row.item, part.seat)}
    return None


@require_http_methods(["GET", "POST"])
def close(request, uuid, stage):
    """Close a stage, and the play with its only one; while a card is missing, lead to the page that says which."""
    play = play_for(request, uuid)
    its_stage = play.game.stage(stage)
    if its_stage is None:
        # A phone without a network went on to a round that was not played.
        return lead_to(request, reverse("plays:play", args=[uuid]), status=422)
    if request.method == "GET":
        return missing_page(request, play, its_stage)
    if request.htmx and is_from_another_person(request):
        return refuse_save(request)
    options = {"anyway": "anyway" in request.POST, "save_id": save_id(request), "person": ensure_person(request)}
    options["seen"] = revision_from(request.POST.get("seen"))
    try:
        with changing_play(play_for, request, uuid) as play:
            if "asks" in request.POST and not options["anyway"]:
                refuse_what_is_doubtful(play, its_stage)
            if "asked" in request.POST:
                refuse_if_changed(request, play, its_stage)
            lifecycle.close_stage(play, its_stage, **options)
    except Refusal as refusal:
        pad = Scorepad(play)
        was_reopened = any(problem.code == lifecycle.REOPENED for problem in refusal.problems)
        is_asked = request.htmx and play.stage == its_stage and bool(pad.missing(its_stage)) and not was_reopened
        if refusal.problems and not is_asked:
            # The page of the stage says itself what is wrong with what is counted.
            seen = pad.impossible(its_stage)
            show_problems(request, [problem for problem in refusal.problems if problem not in seen])
            return lead_to(request, reverse("plays:play", args=[uuid]), status=422)
        if not request.htmx:
            return redirect("plays:close", uuid=uuid, stage=stage)
        context = early_question(pad, its_stage, known_person(request))
        if context is None:
            # Somebody has finished it in this moment.
            return acknowledge(request, HttpResponse(status=409))
        return acknowledge(request, render(request, "plays/stages/_early_dialog.html", context, status=409))
    if request.htmx and play.is_open and not play.is_closed(its_stage):
        return lead_to(request, reverse("plays:close", args=[uuid, stage]), status=422)
    return lead_to(request, ended_at_once(request, play) or reverse("plays:stage", args=[uuid, stage]))


def ended_at_once(request, play) -> str | None:
    """End a game of one stage, which its score ends, and return where that leads; None where there is more to do.

    A guest's phone ends nothing. What breaks a tie is asked for first.
    """
    if len(play.game.stages) > 1 or play.game.rounds or play.role != MEMBER:
        return None
    field, _seats = tie_break_of(Scorepad(play)) if play.is_open else (None, [])
    if field:
        return reverse("plays:tie_break", args=[play.uuid])
    try:
        with changing_play(play_for_member, request, play.uuid) as its_play:
            lifecycle.finish(its_play, person=ensure_person(request))
    except Refusal:
        return None
    return reverse("plays:play", args=[play.uuid])


def missing_page(request, play, stage):
    """Show what is missing in the open stage; redirect to the play or the result if nothing is.

    A page that shows this question over its sheet renews it with `?dialog`; without a question, it gets a 204.
    """
    is_dialog = "dialog" in request.GET
    if play.is_closed(stage) and not is_dialog:
        return redirect("plays:stage", uuid=play.uuid, stage=stage.key)
    is_due = play.is_open and play.stage == stage
    context = early_question(Scorepad(play), stage, known_person(request)) if is_due else None
    if context is None:
        return HttpResponse(status=204) if is_dialog else redirect("plays:play", uuid=play.uuid)
    return render(request, f"plays/stages/{'_early_dialog' if is_dialog else 'missing'}.html", context)


def refuse_if_changed(request, play, stage):
    """Raise Refusal if the question before scoring has changed since the page that was answered."""
    lifecycle.lock(play)
    is_due = play.is_open and play.stage == stage
    question = early_question(Scorepad(play), stage, known_person(request)) if is_due else None
    if question and question["asked"] != request.POST["asked"]:
        messages.info(request, _("This has changed in the meantime."))
        raise Refusal([])


def refuse_what_is_doubtful(play, stage):
    """Raise Refusal where all of an open stage is counted, but a row only of one, or differently on two phones.

    A phone asks while somebody waits for the answer, never for what it sends later by itself.
    """
    if not play.is_open or play.stage != stage:
        return
    pad = Scorepad(play)
    if not pad.missing(stage) and (counted_alone(pad, stage) or contested(pad, stage)):
        raise Refusal([])


@require_POST
def strike(request, uuid, stage):
    """Strike out one of the things that the table does now, on all phones, or take that back."""
    play, key = play_for(request, uuid), request.POST.get("struck") or request.POST.get("open")
    its_stage = closed_stage(play, stage)
    if its_stage is None or not play.is_open:
        return redirect("plays:stage", uuid=uuid, stage=stage)
    with changing_play(play_for, request, uuid) as play:
        context = result_context(play, Scorepad(play), its_stage)
        if any(each["key"] == key for each in context.get("instructions", [])):
            instructions.strike(play, key, is_done="struck" in request.POST)
    pad = Scorepad(play)
    context = result_context(play, pad, its_stage) | {"waiting": all_waiting(pad, known_person(request))}
    context["left_blank"] = left_blank(pad, its_stage, known_person(request))
    if request.htmx:
        return render(request, "plays/stages/_live.html", context)
    return redirect("plays:stage", uuid=uuid, stage=stage)


@require_POST
def reopen(request, uuid, stage):
    """Open a stage again, so that its cards are entered once more."""
    with changing_play(play_for_member, request, uuid) as play:
        its_stage = closed_stage(play, stage)
        if its_stage and play.is_open:
            lifecycle.reopen_stage(play, its_stage, person=ensure_person(request))
    return redirect("plays:play", uuid=uuid)


@require_POST
def end_rounds(request, uuid):
    """Play no further round, and end the play as any other."""
    play = play_for_member(request, uuid)
    try:
        with changing_play(play_for_member, request, uuid) as play:
            lifecycle.lock_open(play)
            rounds.end_rounds(play)
    except Refusal as refusal:
        show_problems(request, refusal.problems)
        return redirect("plays:play", uuid=uuid)
    return finish(request, uuid)


@require_POST
def finish(request, uuid):
    """End the play, after asking for the tie-break if it decides the win and was not asked for yet."""
    play = play_for_member(request, uuid)
    field, _seats = tie_break_of(Scorepad(play))
    if field and "shared" not in request.POST:
        return redirect("plays:tie_break", uuid=uuid)
    return finish_or_say_why(request, play)


def finish_or_say_why(request, play):
    """Finish the play, or go back to it with the reasons why it cannot end now."""
    try:
        with changing_play(play_for_member, request, play.uuid) as its_play:
            lifecycle.finish(its_play, person=ensure_person(request))
    except Refusal as refusal:
        show_problems(request, refusal.problems)
    return redirect("plays:play", uuid=play.uuid)
