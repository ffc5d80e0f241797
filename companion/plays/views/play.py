"""A play as a whole: its page, what reaches the other phones, its options, and how it ends, goes and comes back."""

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from companion.access.identity import ensure_person, known_person
from companion.access.permissions import (
    WATCHER,
    Removed,
    changing_play,
    check_access,
    play_for,
    play_for_member,
    play_to_watch,
    role_in,
)
from companion.access.phones import has_notices
from companion.core.icons import csrf_context
from companion.core.language.evenings import this_evening
from companion.core.language.languages import activate_for_table
from companion.core.language.texts import show_deleted, show_problems
from companion.core.refusal import Refusal
from companion.entry.scorepad import Scorepad
from companion.groups.options_form import OptionsForm
from companion.history.places import known_places
from companion.history.roles import suggestions_context
from companion.plays import about, lifecycle, rounds, seats
from companion.plays.change_history import deletion_text, reopening_text
from companion.plays.forms import AboutPlayForm, StartPlayForm
from companion.plays.pages.early_scoring import asked_elsewhere, left_blank
from companion.plays.pages.entry_page import (
    entry_page,
    phones_of,
    said_now,
    seat_to_open,
    stages_ahead,
    told_dock,
    waiting_for_choice,
)
from companion.plays.pages.play_page import has_waiting, is_left, last_changes, live_url, told_to_all
from companion.plays.pages.result_page import end_context, next_play_context, result_context
from companion.plays.pages.save_answers import all_waiting, late_from_others, own_waiting
from companion.plays.pages.tv import watch_context
from companion.plays.repeated_starts import earlier_start, was_started_again

STOP_POLLING = 286


@require_safe
def show_play(request, uuid):
    """The open stage's cards, mine first; the last result once all stages are closed; the end when it is over.

    A phone that is led back to counting is told once who has reopened the stage.
    """
    play = play_to_watch(request, uuid)
    if play.role == WATCHER:
        return redirect("plays:watch", uuid=uuid)
    if "reopened" in request.GET:
        if text := reopening_text(play, known_person(request)):
            messages.info(request, text)
        return redirect("plays:play", uuid=uuid)
    pad = Scorepad(play)
    if not play.is_open:
        return render(request, "plays/end.html", end_context(request, play, pad))
    if play.stage is None:
        return redirect("plays:stage", uuid=uuid, stage=play.game.stages[-1].key)
    return entry_page(request, pad, seat_to_open(request, pad))


@require_safe
def live(request, uuid):
    """What a phone that shows the play asks for again and again, where something changed (`unchanged_polls`).

    286 ends the asking of a stage's result when the play is over: that leads to the end. Other pages ask on, seldom,
    for the next play, for what comes late, for corrections, and for counting again. Somebody who was shut out is sent
    home; who was removed from the group, to the page that says so.
    """
    page = request.GET.get("page")
    try:
        play = check_access(request, uuid, request.seen, entering=page != "watch")
    except Removed:
        return gone(reverse("plays:play", args=[uuid]))
    except Http404:
        if request.seen and request.seen.deleted_at and role_in(request.seen):
            messages.warning(request, deletion_text(request.seen))
        return gone(reverse("plays:home"))
    if page == "end":
        return live_end(request, play)
    rounds.add_begun_rounds(play, request.GET.get("stage"))
    pad = Scorepad(play)
    stage = play.game.stage(request.GET.get("stage"))
    if page == "watch":
        activate_for_table(request, play.group)
        return render(request, "plays/tables/_live.html", watch_context(play, pad))
    if stage is None and not play.whole_game.stage(request.GET.get("stage")):
        raise Http404
    if stage is None and play.is_open and play.stage:
        # A phone without a network has gone on to the next round.
        return asked_ahead(request, pad)
    if (stage is None and page == "result") or was_started_again(play, since=request.GET.get("revision")):
        return HttpResponseClientRedirect(reverse("plays:play", args=[uuid]))
    if stage is None:
        # The phone goes on once it has sent what it holds.
        asked = live_url(play, page="cards", stage=request.GET["stage"])
        return render(request, "plays/_not_played.html", {"play": play, "live_url": asked})
    if page == "result":
        if has_notices(request):
            return HttpResponseClientRedirect(reverse("plays:stage", args=[uuid, stage.key]))
        context = result_context(play, pad, stage) | {"waiting": all_waiting(pad, known_person(request))}
        context |= {"at_stage": stage.key, "left_blank": left_blank(pad, stage, known_person(request))}
        context["has_changed"] = request.GET.get("result") != context["result_mark"]
        status = 200 if play.is_open else STOP_POLLING
        return render(request, "plays/stages/_live.html", context, status=status)
    return live_sheet(request, pad, stage)


def asked_ahead(request, pad) -> HttpResponse:
    """Return what the sheet of a round that hasn't begun asks its phone to choose, unless it does already."""
    waiting = own_waiting(pad, known_person(request))
    if not waiting or "waits" in request.GET:
        return HttpResponse(status=204)
    asked = waiting_for_choice(request, pad, None, waiting)
    return HttpResponse(f'<div id="waiting" hx-swap-oob="innerHTML">{asked}</div>', headers={"HX-Reswap": "none"})


def live_end(request, play) -> HttpResponse:
    """What the page of a play that is over asks for: the page anew if there is more to say, else what comes next."""
    again = reverse("plays:play", args=[play.uuid])
    was_corrected = play.is_finished and request.GET.get("scored", its := play.changed_at.isoformat()) != its
    if has_notices(request) or was_corrected:
        return HttpResponseClientRedirect(again)
    waiting = all_waiting(Scorepad(play), known_person(request))
    return render(request, "plays/_end_live.html", next_play_context(request, play) | {"waiting": waiting})


def live_sheet(request, pad, stage) -> HttpResponse:
    """What the page on which a stage is counted asks for."""
    # Once a stage was closed its page has another dock, and the first one again when it was opened again.
    dock_changes = is_left(pad, stage) or "over" in request.GET
    person = known_person(request)
    own = {**csrf_context(request), "typed_by": person.pk if person else ""}
    dock = told_dock(pad, stage, own) if dock_changes else ""
    # A page that has told of what came late, or has sent it, no longer tells of it once somebody has chosen.
    late = ""
    if has_waiting(pad) or "late" in request.GET or "waits" in request.GET:
        waiting = all_waiting(pad, person)
        told = late_from_others(request, pad, waiting, asked_elsewhere(pad, stage, person))
        late = f'<div id="late" hx-swap-oob="innerHTML">{told}</div>'
        # A phone is nobody's until its first figure: one that asked before may hear after it, and knows better.
        if person:
            late += (
                f'<div id="waiting" hx-swap-oob="innerHTML">{waiting_for_choice(request, pad, stage, waiting)}</div>'
            )
    undoable = last_changes(pad, stage, person, swapped=True).values()
    # A page that goes on to a result leaves what is to be said to that.
    goes_on = is_left(pad, stage) and not own_waiting(pad, person)
    said = "" if goes_on else said_now(request)
    its_own = [dock, late, *undoable, phones_of(request, pad, stage, swapped=True), said]
    return HttpResponse("".join([told_to_all(pad, stage, get_language()), *its_own]))


def gone(url) -> HttpResponse:
    """Send an open page elsewhere, because there is nothing more for it here."""
    response = HttpResponseClientRedirect(url)
    response.status_code = 404
    return response


@require_safe
def ahead(request, uuid):
    """The sheets that this phone goes on with without a network, to be kept there; without what it has already."""
    asked = request.GET
    play = play_for(request, uuid)
    rounds.add_next_round(play)
    pad = Scorepad(play)
    found = stages_ahead(request, pad, asked.get("here", ""), asked.get("has", "").split("."))
    return JsonResponse(found, json_dumps_params={"ensure_ascii": False})


@require_safe
def more(request, uuid):
    """What can be done with a play beside counting."""
    play = play_for_member(request, uuid)
    return render(request, "plays/more.html", {"play": play, "game": play.game})


@require_http_methods(["GET", "POST"])
def options(request, uuid):
    """The card values and switches; everything is scored again when they change."""
    play = play_for_member(request, uuid)
    if not play.is_open:
        messages.warning(request, _("The play has ended. Reopen it to change its options."))
        return redirect("plays:play", uuid=uuid)
    form = OptionsForm(request.POST or None, game=play.game, initial=play.game.options_with(play.options))
    if request.method == "POST" and form.is_valid():
        try:
            with changing_play(play_for_member, request, uuid) as play:
                options = form.changes_of(play.game.options_with(play.options))
                lifecycle.change_options(play, options, person=ensure_person(request))
            messages.success(request, _("Saved. Everything was rescored with these options."))
        except Refusal as refusal:
            show_problems(request, refusal.problems)
        return redirect("plays:play", uuid=uuid)
    context = {"play": play, "game": play.game, "form": form}
    return render(request, "plays/options.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
def notes(request, uuid):
    """When and where the play was, and notes; what two phones wrote at once is shown, and nothing is lost."""
    play = play_for_member(request, uuid)
    seats_here = list(play.seats.at_table())
    form = AboutPlayForm(request.POST or None, stored=about.noted(play, seats_here), game=play.game, seats=seats_here)
    theirs = {}
    if request.method == "POST" and form.is_valid():
        with changing_play(play_for_member, request, uuid) as play:
            theirs = about.save(play, was=form.written("_was"), now=form.written(), person=ensure_person(request))
        if not theirs:
            messages.success(request, _("Saved."))
            return redirect("plays:play" if not play.is_open else "plays:more", uuid=uuid)
        # Whoever saves again has seen what the other phone wrote.
        form.data = data = form.data.copy()  # type: ignore[attr-defined]  # they came with the request
        for name, value in theirs.items():
            data[f"{name}_was"] = form.in_words(name, value)
        theirs = {name: form.told(name, value) for name, value in theirs.items()}
    context = {"play": play, "game": play.game, "form": form, "theirs": theirs}
    context |= {"places": known_places(play.group), **suggestions_context(play.group, play.game)}
    return render(request, "plays/notes.html", context, status=409 if theirs else 422 if form.errors else 200)


@require_POST
def reopen(request, uuid):
    """Go on with a play that was finished or stopped."""
    with changing_play(play_for_member, request, uuid) as play:
        lifecycle.reopen(play, person=ensure_person(request))
    return redirect("plays:play", uuid=uuid)


@require_POST
def stop(request, uuid):
    """End the play early."""
    with changing_play(play_for_member, request, uuid) as play:
        lifecycle.stop(play, person=ensure_person(request))
    return redirect("plays:play", uuid=uuid)


@require_http_methods(["GET", "POST"])
def delete(request, uuid):
    """Ask once, then take the play away; its group's page offers to put it back."""
    if request.method == "GET":
        play = play_for_member(request, uuid)
        return render(request, "plays/delete.html", {"play": play, "pad": Scorepad(play)})
    with changing_play(play_for_member, request, uuid, also_deleted=True) as play:
        lifecycle.delete(play, person=ensure_person(request))
    put_back = reverse("plays:restore", args=[uuid])
    sentence = _("The play was deleted. You can restore it from the group’s settings for 30 days.")
    show_deleted(request, sentence, put_back=put_back)
    return redirect("groups:group", uuid=play.group.uuid)


@require_POST
def restore(request, uuid):
    """Put a deleted play back."""
    with changing_play(play_for_member, request, uuid, also_deleted=True) as play:
        if play.is_gone:
            raise Http404
        lifecycle.restore(play, person=ensure_person(request))
    return redirect("plays:play", uuid=uuid)


@require_POST
def go_on(request, uuid):
    """To the rematch, where this phone enters what it has entered here."""
    play = play_for(request, uuid)
    again, person = seats.rematch_of(play), known_person(request)
    if again and person:
        seats.go_on(play, again, person=person)
    return redirect("plays:play", uuid=(again or play).uuid)


@require_POST
def rematch(request, uuid):
    """The same again: game, seats, options."""
    with changing_play(play_for_member, request, uuid) as play:
        form = StartPlayForm(request.POST, game=play.game)
        form.is_valid()
        play_id = form.cleaned_data.get("play_id")
        again = earlier_start(request, play_id, group=play.group) or lifecycle.rematch(
            play,
            person=ensure_person(request),
            played_on=form.cleaned_data.get("played_on") or this_evening(),
            uuid=play_id,
        )
    return redirect("plays:play", uuid=again.uuid)
