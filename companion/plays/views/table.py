"""Several phones at one table: its link, QR code and short code, and whose seats are whose."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.access.identity import ensure_person, known_person, set_only_watching
from companion.access.links import link_context, link_for
from companion.access.permissions import OWNER, changing_play, play_for, play_for_member, play_for_owner, play_to_watch
from companion.access.table_codes import show_code
from companion.access.visibility import MEMBER
from companion.core.language.discs import discs_of
from companion.core.language.languages import activate_for_table
from companion.entry.scorepad import Scorepad
from companion.groups.members import belongs_to_other, renew_link
from companion.models import Link
from companion.plays.pages.columns import entered_here, offered_here
from companion.plays.pages.entry_page import has_name_of
from companion.plays.pages.entry_rows import order_of
from companion.plays.pages.tv import watch_context
from companion.plays.seats import take


@require_safe
def table(request, uuid):
    """The table's QR codes and links, for those who may share them."""
    with changing_play(play_for_member, request, uuid) as play:
        context = links_context(request, play)
    return render(request, "plays/tables/table.html", context)


def links_context(request, play) -> dict:
    """The links of a play: one to enter its holdings, one to watch it. They are made when they are first shared."""
    table_link, watch_link = (link_for(kind, play=play) for kind in (Link.Kind.TABLE, Link.Kind.WATCH))
    return {
        "play": play,
        "is_owner": play.member_role == OWNER,
        "table_link": link_context(request, table_link),
        "watch_link": link_context(request, watch_link),
    }


@require_POST
def code(request, uuid):
    """Show the short code, and keep it alive while its page is open."""
    with changing_play(play_for_member, request, uuid) as play:
        context = {"play": play, "code": show_code(link_for(Link.Kind.TABLE, play=play)).code}
        if not request.htmx:
            context |= links_context(request, play)
    return render(request, "plays/tables/_code.html" if request.htmx else "plays/tables/table.html", context)


@require_http_methods(["GET", "POST"])
def renew(request, uuid, kind):
    """Ask once, then give the play another link of this kind, which shuts out who came by the old one."""
    play = play_for_owner(request, uuid)
    if kind not in (Link.Kind.TABLE, Link.Kind.WATCH):
        raise Http404
    if request.method == "GET":
        return render(request, "plays/tables/renew.html", {"play": play, "kind": kind})
    with changing_play(play_for_owner, request, uuid) as play:
        renew_link(play, kind)
    messages.success(request, _("There is a new link. The old one no longer works."))
    return redirect("plays:table", uuid=uuid)


@require_safe
def watch(request, uuid):
    """The sheet of a play as it fills, read from four metres; members see beside it how others join the table."""
    play = play_to_watch(request, uuid)
    activate_for_table(request, play.group)
    context = watch_context(play, Scorepad(play))
    if play.role == MEMBER and play.is_open:
        with changing_play(play_for_member, request, uuid) as its_play:
            context["table_link"] = link_context(request, link_for(Link.Kind.TABLE, play=its_play))
    return render(request, "plays/tables/watch.html", context)


@require_http_methods(["GET", "POST"])
def mine(request, uuid):
    """Which seats are yours? The next page is the first card of those, or the standings for who only watches.

    A finished play has nothing left to count.
    """
    play = play_for(request, uuid)
    if request.method == "GET" and play.is_finished:
        return redirect("plays:play", uuid=uuid)
    seats = Scorepad(play).seats
    if request.method == "POST":
        only_watches = "watch" in request.POST
        wanted = [] if only_watches else request.POST.getlist("seat")
        person = ensure_person(request)
        with changing_play(play_for, request, uuid) as play:
            chosen = [seat for seat in Scorepad(play).seats if str(seat.pk) in wanted]
            taken = [seat for seat in chosen if belongs_to_other(seat, person)]
            if taken and "anyway" not in request.POST:
                context = {"play": play, "chosen": chosen, "taken": taken}
                return render(request, "plays/tables/taking_over.html", context, status=409)
            play.seats.filter(former=person).update(former=None)
            take(play, chosen, person=person)
        set_only_watching(request, play, only=only_watches)
        return redirect("plays:watch", uuid=uuid) if only_watches else redirect_to_first_card(play, chosen)
    person = known_person(request)
    takers = {
        seat.pk: next((other.player.name for other in seats if other.person_id == seat.person_id), "")
        for seat in seats
        if seat.person_id and (person is None or seat.person_id != person.pk)
    }
    has_seat = any(person and seat.person_id == person.pk for seat in seats)
    discs = discs_of([seat.player for seat in seats])
    places = [
        {
            "seat": seat,
            "disc": discs[seat.player.pk],
            "taken_by": takers.get(seat.pk),
            "is_mine": bool(person) and (seat.person_id == person.pk or (not has_seat and has_name_of(seat, person))),
        }
        for seat in seats
    ]
    context = {"play": play, "places": places, "are_taken": bool(takers), "has_seat": has_seat}
    return render(request, "plays/tables/mine.html", context)


@require_POST
def count_here(request, uuid):
    """Let this phone enter what it is offered of other phones' columns, beside what it enters already."""
    with changing_play(play_for, request, uuid) as play:
        pad, person = Scorepad(play), ensure_person(request)
        taken = offered_here(pad, person, play.stage) if play.is_open and play.stage else []
        if taken:
            take(play, [*entered_here(pad, person), *taken], person=person)
    set_only_watching(request, play, only=False)
    return redirect_to_first_card(play, taken)


@require_POST
def order(request, uuid):
    """Ask this table for its counts row by row from now on, or player by player, on all its phones."""
    with changing_play(play_for, request, uuid) as play:
        if play.is_open:
            play.touch(by_row="by_row" in request.POST)
    if request.htmx:
        return HttpResponse(order_of(Scorepad(play)))
    return redirect("plays:play", uuid=uuid)


def redirect_to_first_card(play, seats):
    """To the first of these seats whose card is not in, else to the play."""
    if play.is_open and play.stage:
        pad = Scorepad(play)
        for seat in seats:
            if not pad.card(seat, play.stage).is_in:
                return redirect("plays:card", uuid=play.uuid, seat=seat.pk, stage=play.stage.key)
    return redirect("plays:play", uuid=play.uuid)
