"""A seat's card: entering it, undoing, and what waits for a choice."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.context_processors import csrf
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from companion.access.identity import ensure_person, is_from_another_person, known_person
from companion.access.outbox import EARLY, acknowledging, lead_to, refuse_save
from companion.access.permissions import MEMBER, changing_play, play_for
from companion.core.language.texts import isolated, say, say_problem, show_problems
from companion.core.language.typed import parse_number
from companion.core.placeholders import render_fragment
from companion.core.refusal import Refusal
from companion.entry.descriptions import Step, step_text
from companion.entry.forms import HoldingsForm, card_form, revision_from, unsaid
from companion.entry.merging import WAITING
from companion.entry.saving import Saved, may_choose, opens_again, save_holdings
from companion.entry.scorepad import Scorepad
from companion.entry.undo import undo_step
from companion.models import CardSave
from companion.plays.corrections import count_after_all, count_all_late, discard, newest_of, note_not_played
from companion.plays.lifecycle import refuse_too_early
from companion.plays.newly_asked import lacks_row
from companion.plays.pages.entry_page import entry_page
from companion.plays.pages.save_answers import all_waiting, late_together, saved_context, waiting
from companion.plays.rounds import add_begun_rounds, refuse_next_round

# No database counts so far.
NO_SEAT = 2**63 - 1


def find(play, seat, stage, rows=None):
    """The scorepad of a play (of these rows, where they were read), and the seat and stage of an address, or a 404."""
    if play.game.stage(stage) is None:
        add_begun_rounds(play, stage)
    pad = Scorepad(play, rows=rows)
    its_seat = next((each for each in pad.seats if each.pk == seat), None)
    its_stage = play.game.stage(stage)
    if its_seat is None or its_stage is None:
        raise Http404
    return pad, its_seat, its_stage


@acknowledging
@require_http_methods(["GET", "POST"])
def card(request, uuid, seat, stage):
    """The sheet with the cursor in a seat's column, or save what that holds."""
    if request.method == "POST":
        return save_card(request, uuid, seat, stage)
    pad, its_seat, its_stage = find(play_for(request, uuid), seat, stage)
    if not pad.play.is_open or its_stage != pad.play.stage:
        return redirect("plays:play", uuid=uuid)
    return entry_page(request, pad, its_seat)


def save_card(request, uuid, seat, stage):
    """Save a card: what cannot be right is refused with a sentence, the rest is saved."""
    try:
        with changing_play(play_for, request, uuid) as play:
            rows = CardSave.objects.current_in_with_card(play.pk, min(seat, NO_SEAT), stage, **sent_from(request.POST))
            if play.game.stage(stage) is None:
                refuse_next_round(play, stage)
                if play.game.stage(stage) is None and play.whole_game.stage(stage):
                    return not_played(request, play, seat, play.whole_game.stage(stage))
            pad, its_seat, its_stage = find(play, seat, stage, rows)
            if request.htmx and is_from_another_person(request):
                return refuse_save(request)
            if its_stage != play.stage:
                refuse_too_early(play, its_stage)
            data = filled_in(of_column(request.POST, its_seat), pad, its_seat, its_stage)
            form = card_form(pad, its_seat, its_stage, data)
            # A card is done once nothing in it is refused.
            is_old = form.is_done and lacks_row(pad, its_stage, form)
            is_in = form.is_done and not form.faults and not is_old and not unsaid(pad, its_seat, its_stage, form)
            undone = {name: frozenset(request.POST.getlist(name)) for name in ("back", "instead")}
            sent = form.as_sent(is_in=is_in, starts=form.starts, **undone)
            saved = save_holdings(
                play, its_seat, its_stage, sent, person=ensure_person(request), card=pad.history(its_seat, its_stage)
            )
    except Refusal as refusal:
        return too_early(request, uuid, refusal)
    request.fate_of_save = saved.rows[0].fate if saved.rows else "repeated"
    pad = pad.with_rows(saved.rows)
    if request.htmx and is_old and not form.faults and not saved.waiting:
        return lead_to(request, reverse("plays:card", args=[uuid, seat, stage]))
    if request.htmx:
        return saved_answer(request, pad, its_seat, its_stage, saved, form)
    if form.faults and not saved.waiting:
        return entry_page(request, pad, its_seat, status=422)
    return redirect("plays:play", uuid=uuid)


def sent_from(data) -> dict:
    """The revision that a page started from and the id of its save, to read by; what its form makes of them is right.

    Of what is no revision all rows are read, and where something is taken back: that may have been typed long ago.
    """
    is_undoing = "back" in data or "instead" in data
    base = 0 if is_undoing else revision_from(data.get("revision"))
    return {"base": base, "save_id": data.get("save_id", "")}


def too_early(request, uuid, refusal):
    """Nothing was stored: a phone with an outbox keeps what was typed and says so, where nobody took it over."""
    if request.htmx:
        sentences = " ".join(say_problem(problem) for problem in refusal.problems)
        return refuse_save(request, HttpResponse(sentences, status=409), why=EARLY)
    show_problems(request, refusal.problems)
    return redirect("plays:play", uuid=uuid)


def not_played(request, play, seat, stage):
    """Say on the next page that a round isn't played for which something was entered; once for all columns."""
    seats = list(play.seats.at_table())
    if its_seat := next((each for each in seats if each.pk == seat), None):
        data = of_column(request.POST, its_seat)
        form = HoldingsForm(data, fields=stage.fields, player=its_seat.player.name, seats=len(seats))
        note_not_played(CardSave(seat=its_seat, stage=stage.key), form.entries, person=ensure_person(request))
    texts = {"last": say(play.game.stages[-1].label), "stage": say(stage.label)}
    sentence = _("The game ended with %(last)s. What you entered for %(stage)s doesn’t count.") % texts
    unread = messages.get_messages(request)
    is_said = any(str(each) == sentence for each in unread)
    unread.used = False  # type: ignore[union-attr]  # the middleware has put a storage there
    if not is_said:
        messages.warning(request, sentence)
    return HttpResponse(status=204) if request.htmx else redirect("plays:play", uuid=play.uuid)


def of_column(data, seat):
    """The data of a column, with the names that a form of its own has.

    A question with a few answers is named by its column on the sheet.
    """
    prefix = f"seat{seat.pk}-"
    if not any(name.startswith(prefix) for name in data):
        return data
    data = data.copy()
    for name in [name for name in data if name.startswith(prefix)]:
        data.setlist(name.removeprefix(prefix), data.pop(name))
    return data


def filled_in(data, pad, seat, stage):
    """The data of a card that is done: what was left empty is what the stage began with, or 0 for who has nothing."""
    done = data.get("done")
    if not done:
        return data
    data, starts = data.copy(), pad.starts(seat, stage)
    for field in pad.fields(stage):
        if field.is_number and not field.called and field.key in data and not data[field.key].strip():
            if done == "nothing":
                data[field.key] = "0"
            elif field.key in starts:
                data[field.key] = str(starts[field.key])
    return data


def saved_answer(request, pad, seat, stage, saved, form=None):
    """What the phone's page swaps after a save: the mark with the hidden revision, and the sentences for faults."""
    context = saved_context(pad, seat, stage, saved, known_person(request), form=form)
    status = 422 if saved.waiting or (form and form.faults) else 200
    return HttpResponse(render_fragment("entry/_saved.html", context | csrf(request)), status=status)


@require_POST
def undo(request, uuid, seat, stage):
    """Take back what one has changed in one field of a card: the one that the button named, by its save's revision."""
    step = {"revision": parse_number(request.POST.get("revision")), "key": request.POST.get("field", "")}
    with changing_play(play_for, request, uuid) as play:
        pad, its_seat, its_stage = find(play, seat, stage)
        saved = undo_step(play, its_seat, its_stage, **step, person=known_person(request))
    if request.htmx:
        return saved_answer(request, pad.with_rows(saved.rows), its_seat, its_stage, saved)
    if saved.rows and not saved.waiting and step["key"] in saved.newest.changed:
        step_back = Step(saved.newest, step["key"])
        change = f"{isolated(its_seat.player.name)}: {step_text(pad.fields(its_stage), step_back)}"
        messages.success(request, _("Undone: %(change)s") % {"change": change})
    return redirect("plays:card", uuid=uuid, seat=seat, stage=stage)


@require_http_methods(["GET", "POST"])
def kept(request, uuid, row):
    """The sender of a save that could not be counted chooses: count it, field by field, or drop it.

    What opens something again only members count; so they choose for guests, too. They are asked on a page.
    """
    play = play_for(request, uuid)
    rows = CardSave.objects.filter(may_choose(play, known_person(request)), seat__play=play, seat__removed_at=None)
    its_row = get_object_or_404(rows, pk=row, fate__in=[*WAITING, CardSave.Fate.SETTLED])
    if its_row.fate == CardSave.Fate.SETTLED:
        if request.htmx:
            return chosen_answer(request, uuid, its_row)
        return decided(request, uuid)
    if play.game.stage(its_row.stage) is None:
        raise Http404
    if request.method == "GET":
        each = waiting(Scorepad(play), its_row, known_person(request))
        waiting_too = {"waiting": all_waiting(Scorepad(play), known_person(request))}
        context = {"play": play, "game": play.game, "each": each, "at_stage": its_result(request, play)} | waiting_too
        return render(request, "plays/late.html", context)
    # An answer is one about the rows that were asked about; what came late is counted as it was listed.
    is_late = its_row.fate == CardSave.Fate.LATE
    keys = {key for key in its_row.changed if is_late or request.POST.get(f"choose_{key}") == "mine"}
    base = parse_number(request.POST.get("revision")) or 0
    try:
        is_said = choose(request, uuid, its_row, keys, base)
    except Refusal as refusal:
        show_problems(request, refusal.problems)
        if is_late and late_together(all_waiting(Scorepad(play), known_person(request))):
            messages.warning(request, _("More late figures wait. If these belong together, count all of them."))
        is_said = True
    if request.htmx:
        page = reverse("plays:play", args=[uuid])
        return lead_to(request, page) if is_said else chosen_answer(request, uuid, its_row)
    if (not is_late or "drop" in request.POST) and (stage := its_result(request, play)):
        return redirect("plays:stage", uuid=uuid, stage=stage)
    if is_said or "drop" in request.POST:
        return redirect("plays:play", uuid=uuid)
    if is_late and keys:
        return to_figure(its_row)
    return redirect("plays:card", uuid=uuid, seat=its_row.seat_id, stage=its_row.stage)


@require_POST
def count_all(request, uuid):
    """Count all that a page has listed of what came late, as it was listed there."""
    listed = (each.partition(" ") for each in request.POST.getlist("row"))
    bases = {parse_number(row): parse_number(base) for row, _, base in listed}
    person = known_person(request)
    try:
        with changing_play(play_for, request, uuid) as play:
            rows = [each["row"] for each in all_waiting(Scorepad(play), person) if is_to_count(each, bases)]
            count_all_late(play, [(row, bases[row.pk] or 0) for row in rows], person=person)
    except Refusal as refusal:
        show_problems(request, refusal.problems)
        return redirect("plays:play", uuid=uuid)
    if not rows:
        return decided(request, uuid)
    stage = again.stage if (again := play_for(request, uuid)).is_open else None
    first = next((row for row in rows if stage and row.stage == stage.key), None)
    return to_figure(first) if first else redirect("plays:play", uuid=uuid)


def is_to_count(each, bases) -> bool:
    return each["is_late"] and not each["is_members"] and each["row"].pk in bases


def decided(request, uuid):
    """Say that somebody has decided about what somebody is asked."""
    messages.warning(request, _("Nothing waits here any more: this has been decided."))
    return redirect("plays:play", uuid=uuid)


def to_figure(row):
    """Lead to the first figure that what came late has changed, of several one that isn't 0: with the cursor.

    What has corrected a stage is seen in its result.
    """
    play = row.seat.play
    if play.is_open and play.is_closed(play.game.stage(row.stage)):
        return redirect("plays:stage", uuid=play.uuid, stage=row.stage)
    newest, sent = newest_of(row), [key for key in row.changed if key != row.IN]
    changed = [key for key in sent if newest and newest.former(key) != newest.now(key)]
    query = {"field": max(changed or sent, key=lambda key: bool(row.now(key)), default="")}
    return redirect(reverse("plays:card", args=[play.uuid, row.seat_id, row.stage], query=query))


def its_result(request, play) -> str:
    """Return the stage on whose result somebody was asked about what waits; nothing for any other page."""
    stage = play.game.stage(request.POST.get("at") or request.GET.get("at"))
    return stage.key if stage and play.is_closed(stage) else ""


def chosen_answer(request, uuid, row):
    """What the phone's page swaps after a choice: the column as it is now; the whole page for another stage's."""
    pad = Scorepad(play_for(request, uuid))
    play, stage = pad.play, pad.game.stage(row.stage)
    seat = next(each for each in pad.everybody if each.pk == row.seat_id)
    if not play.is_open or stage != play.stage:
        return lead_to(request, reverse("plays:play", args=[uuid]))
    return saved_answer(request, pad, seat, stage, Saved(pad.history(seat, stage)))


def choose(request, uuid, its_row, keys, base) -> bool:
    """Count what waits in a row in these fields, or drop it. Returns whether the next page has something to say."""
    with changing_play(play_for, request, uuid) as play:
        if "drop" in request.POST:
            discard(its_row, person=known_person(request))
        elif opens_again(play, its_row) and play.role != MEMBER:
            messages.warning(request, _("Saved, but not counted. A group member can still count it."))
            return True
        else:
            count_after_all(its_row, keys, base=base, person=known_person(request))
    return False
