"""Several phones at one table: its link, QR code and short code, and whose seats are whose."""

from django.http import Http404
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.access import grant, play_for, play_for_member
from companion.codes import address, qr_code, show_code
from companion.identity import known_person, person_of, watch
from companion.models import Link
from companion.scorepad import Scorepad
from companion.seating import take


@require_safe
def table(request, uuid):
    """The table's QR code and link, for those who may share them."""
    play = play_for_member(request, uuid)
    link = play.links.get(kind=Link.Kind.TABLE)
    url = address(request, link)
    return render(request, "tables/table.html", {"play": play, "url": url, "qr": qr_code(url)})


@require_POST
def code(request, uuid):
    """Show the short code, and keep it alive while its page is open."""
    play = play_for_member(request, uuid)
    link = play.links.get(kind=Link.Kind.TABLE)
    context = {"play": play, "code": show_code(link).code}
    if request.htmx:
        return render(request, "tables/_code.html", context)
    url = address(request, link)
    return render(request, "tables/table.html", {**context, "url": url, "qr": qr_code(url)})


@require_safe
def open_link(request, key):
    """Let this phone to the table, and move the key out of the address."""
    link = Link.objects.filter(kind=Link.Kind.TABLE, key=key, play__deleted_at__isnull=True).first()
    if link is None:
        raise Http404
    response = redirect("mine", uuid=link.play.uuid)
    grant(request, response, link)
    return response


@require_http_methods(["GET", "POST"])
def mine(request, uuid):
    """Which seats are yours? The next page is the first card of those."""
    play = play_for(request, uuid)
    seats = list(play.seats.at_table())
    if request.method == "POST":
        wanted = request.POST.getlist("seat") if "watch" not in request.POST else []
        chosen = [seat for seat in seats if str(seat.pk) in wanted]
        take(play, chosen, person=person_of(request))
        watch(request, play, only="watch" in request.POST)
        return redirect_to_first_card(play, chosen)
    person = known_person(request)
    taken = {
        seat.pk: next((other.player.name for other in seats if other.person_id == seat.person_id), "")
        for seat in seats
        if seat.person_id and (person is None or seat.person_id != person.pk)
    }
    places = [
        {"seat": seat, "taken_by": taken.get(seat.pk), "is_mine": bool(person and seat.person_id == person.pk)}
        for seat in seats
    ]
    return render(request, "tables/mine.html", {"play": play, "places": places})


def redirect_to_first_card(play, seats):
    """To the first of these seats whose card is not in, else to the play."""
    if play.is_open and play.stage:
        pad = Scorepad(play)
        for seat in seats:
            if not pad.card(seat, play.stage).is_in:
                return redirect("card", uuid=play.uuid, seat=seat.pk, stage=play.stage.key)
    return redirect("play", uuid=play.uuid)
