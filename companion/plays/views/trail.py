"""What has happened to a play, and putting it back."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.access.identity import ensure_person, known_person
from companion.access.permissions import changing_play, play_for, play_for_member
from companion.core.language.texts import show_problems
from companion.core.language.typed import parse_number
from companion.core.refusal import Refusal
from companion.entry.changes import back_id, change_with, changes_of_stage, put_back, restores, tap_of
from companion.entry.linked_changes import goes_back_with
from companion.entry.scorepad import Scorepad
from companion.models import Event
from companion.plays import lifecycle
from companion.plays.change_history import Trail
from companion.plays.corrections import why_not_scored
from companion.plays.pages.result_page import may_correct
from companion.plays.rounds import follow_corrections
from companion.results.corrections import correction_after_end, last_correction

HAPPENINGS_A_PAGE = 30


@require_safe
def show_trail(request, uuid):
    """Who changed what, from what to what, and when, a page at a time; each with a button that puts it back."""
    play = play_for(request, uuid)
    trail = Trail(play, known_person(request))
    page = Paginator(trail.happenings, HAPPENINGS_A_PAGE).get_page(request.GET.get("page"))
    context = {"play": play, "game": play.game, "page": page, "happenings": trail.tell(page.object_list)}
    return render(request, "plays/trail.html", context)


def back_to_trail(request, play):
    """To the page of the trail that the button stood on."""
    page = parse_number((request.POST or request.GET).get("page")) or 1
    return redirect(reverse("plays:trail", args=[play.uuid]) + f"?page={page}")


@require_http_methods(["GET", "POST"])
def put_back_change(request, uuid, row):
    """Put back what was changed on a card: while its stage is open as an entry, afterwards as a correction.

    Ask first where the button says so.
    """
    play = play_for(request, uuid)
    change = change_with(play, pk=row, seat__removed_at=None)
    if change is None or play.game.stage(change.last.stage) is None:
        raise Http404
    if not may_correct(play):
        messages.warning(request, _("The play has ended. Reopen it to undo a change."))
        return back_to_trail(request, play)
    stage = play.game.stage(change.last.stage)
    is_closed, seen = play.is_closed(stage), parse_number((request.POST or request.GET).get("revision")) or 0
    others = goes_back_with(Scorepad(play), change, changes_of_stage(play, stage)) if is_closed else []
    bases = [(change, max(seen, change.last.revision)), *((each, each.card[-1].revision) for each in others)]
    if request.method == "GET":
        return undo_question(request, play, bases)
    saves, impossible = put_back_all(request, uuid, stage, bases)
    if impossible:
        show_problems(request, impossible)
    elif any(each.waiting for each in saves):
        messages.warning(request, _("Something has changed in the meantime. Please choose which value counts."))
        return redirect("plays:play", uuid=uuid)
    else:
        say_undone(request, play_for(request, uuid), stage, bases, person=ensure_person(request))
    return back_to_trail(request, play)


def undo_question(request, play, bases):
    """Ask whether these changes are to be undone, on a page that lists what goes back."""
    trail = Trail(play, known_person(request))
    if trail.button(bases[0][0]) is None:
        return back_to_trail(request, play)
    changes = [trail.changes_text(each, some) for each, _base in bases if (some := trail.lasting_in(each))]
    fields = {"revision": bases[0][1], "page": parse_number(request.GET.get("page")) or 1}
    return render(request, "plays/undo.html", {"play": play, "changes": changes, "fields": fields})


def put_back_all(request, uuid, stage, bases):
    """Put back changes of a stage, each from a revision of its card; return their saves, or nothing and why not."""
    person, impossible = ensure_person(request), []
    with changing_play(play_for, request, uuid) as play:
        is_closed = play.is_closed(stage)
        with follow_corrections(play):
            saves = [
                put_back(play, each, base=base, person=person, tap=tap, correcting=is_closed)
                for each, base, tap in with_taps(bases)
            ]
        if is_closed:
            keys = {key for each, _base in bases for key in each.keys}
            impossible = [each for each in Scorepad(play).impossible(stage) if each.field in keys]
            impossible = impossible or why_not_scored(play)
        transaction.set_rollback(bool(impossible))
    return saves, impossible


def with_taps(bases) -> list[tuple]:
    """Return (change, base, tap) of each: the first one was tapped, and the others go with it."""
    tap = tap_of(back_id(*bases[0]))
    return [(each, base, tap if at else "") for at, (each, base) in enumerate(bases)]


def say_undone(request, play, stage, bases, *, person):
    """Say what was put back, and in a closed stage what that changed in the result."""
    about = {"seat__removed_at": None, "stage": stage.key}
    ids = [(each.last.seat_id, back_id(each, base, tap)) for each, base, tap in with_taps(bases)]
    found = [change_with(play, seat=seat, save_id=save_id, **about) for seat, save_id in ids]
    trail = Trail(play, person)
    found = [each for each in found if each]
    if not found:
        return
    told, is_restored = [trail.changes_text(each) for each in found], restores(found[0])
    text, effects = _("Restored: %(change)s") if is_restored else _("Undone: %(change)s"), ""
    # A tie that comes back may have changed what stands at its stage.
    stage = play.game.stage(stage.key)
    if play.is_closed(stage):
        pad, text = Scorepad(play), _("Undone: %(change)s. Everything was rescored.")
        text = _("Restored: %(change)s. Everything was rescored.") if is_restored else text
        correction = correction_after_end(pad) if play.is_finished else last_correction(pad, stage)
        effects = correction.effects(play) if correction else ""
    messages.success(request, " ".join([text % {"change": "; ".join(told)}, effects]).strip())


@require_POST
def put_back_options(request, uuid, event):
    """Score by the options again that an event has changed."""
    play = play_for_member(request, uuid)
    its_event = get_object_or_404(play.events, pk=event, kind=Event.Kind.OPTIONS)
    newest, person = parse_number(request.POST.get("newest")), ensure_person(request)
    try:
        with changing_play(play_for_member, request, uuid) as play:
            lifecycle.put_back_options(play, its_event, newest=newest, person=person)
        messages.success(request, _("Undone. Everything was rescored."))
    except Refusal as refusal:
        show_problems(request, refusal.problems)
    return back_to_trail(request, play)
