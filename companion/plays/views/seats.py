"""Who sits at the table: seats are added, renamed, moved up, taken away and put back."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from companion.access.identity import ensure_person
from companion.access.permissions import changing_play, play_for_member
from companion.core.language.texts import show_problems
from companion.core.language.typed import MOST_NAMES, parse_number
from companion.core.refusal import Refusal
from companion.models import CardSave
from companion.plays import seats
from companion.plays.forms import SeatNameForm
from companion.rules.kit import Problem


@require_http_methods(["GET", "POST"])
def show_seats(request, uuid):
    """The seats of a play in their order, each with a name to change and buttons; a POST does one of these things."""
    play = play_for_member(request, uuid)
    if not play.is_open:
        messages.warning(request, _("The play has ended. Reopen it to change its players."))
        return redirect("plays:play", uuid=uuid)
    if request.method == "POST":
        if asks_first(request, play):
            seat = find(play, request.POST["remove"])
            return render(request, "plays/remove_seat.html", {"play": play, "seat": seat})
        if done(request, play):
            return redirect("plays:seats", uuid=uuid)
    context = {
        "play": play,
        "game": play.game,
        "seats": play.seats.at_table(),
        "gone": play.seats.filter(removed_at__isnull=False).select_related("player"),
        "teams": range(1, max(2, len(play.seats.at_table()) // 2) + 1) if play.game.teams else (),
        "has_room": len(play.seats.at_table()) < play.game.seats[-1],
        "typed": request.POST.get("name", ""),
        "typed_at": parse_number(request.POST.get("rename")),
    }
    return render(request, "plays/seats.html", context, status=422 if request.method == "POST" else 200)


def asks_first(request, play) -> bool:
    """Whether a seat would go that has entered something, and nobody has said yes to that."""
    pk = request.POST.get("remove", "")
    return bool(pk) and "yes" not in request.POST and CardSave.objects.filter(seat=find(play, pk)).exists()


def find(play, pk):
    """A seat of the play by its number in a form, or a 404."""
    return get_object_or_404(play.seats.select_related("player"), pk=parse_number(pk))


def done(request, play) -> bool:
    """Whether what one button of the page says could be done; if not, a message says why."""
    try:
        with changing_play(play_for_member, request, play.uuid) as play:
            act(request, play)
    except Refusal as refusal:
        show_problems(request, refusal.problems)
        return False
    return True


def act(request, play):
    """Do what one button of the page says."""
    person = ensure_person(request)
    if pk := request.POST.get("remove"):
        seats.take_away(play, find(play, pk), person=person)
    elif pk := request.POST.get("back"):
        seats.put_back(play, find(play, pk), person=person)
    elif pk := request.POST.get("of_team"):
        team = min(parse_number(request.POST.get("team")) or 0, MOST_NAMES)
        seats.change_team(play, find(play, pk), team, person=person)
    elif pk := request.POST.get("up"):
        seats.move_up(play, find(play, pk), person=person, place=parse_number(request.POST.get("place")))
    else:
        name_seat(request, play, person)


def name_seat(request, play, person):
    """Add a seat with the name that was typed, or give it to the seat it was typed at."""
    form = SeatNameForm(request.POST)
    if not form.is_valid():
        # It is in the reader's language already.
        raise Refusal([Problem("bad_name", form.errors["name"][0])])  # type: ignore[arg-type]
    if pk := request.POST.get("rename"):
        seats.rename(play, find(play, pk), form.cleaned_data["name"], person=person)
    else:
        seats.add(play, form.cleaned_data["name"], person=person, place=parse_number(request.POST.get("place")))
