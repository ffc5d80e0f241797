"""A group's page: open plays and games to start; renaming, deleting and restoring the group."""

from dataclasses import replace
from uuid import uuid4

from django.contrib import messages
from django.db.models import Prefetch, prefetch_related_objects
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.access.groups import changing_group, group_for, group_for_owner, group_to_restore
from companion.access.identity import is_confirmed, known_person, redirect_to_confirm
from companion.core.language.discs import discs_of
from companion.core.language.evenings import this_evening
from companion.core.language.texts import isolated, join_and, show_deleted
from companion.core.language.typed import read_names
from companion.groups import founding
from companion.groups.forms import DeleteGroupForm, GroupNameForm
from companion.history.evenings import group_by_evening, with_seats_and_photos
from companion.history.forms import TillForm
from companion.history.home_page import with_uncounted
from companion.history.plays import ordered_plays
from companion.history.presence import disc_captions, find_people_here, replace_people
from companion.history.tonight import list_proposals
from companion.models import Play, Seat
from companion.models.sheets import games_in_collection

MOST_OPEN = 5


@require_safe
def show_group(request, uuid):
    """Show open plays, the people who are here, games that start with them at a tap, and the last game night."""
    group = group_for(request, uuid)
    prefetch_related_objects([group], "players")
    here = replace_people(find_people_here(group), read_names(request.GET))
    till = TillForm(request.GET, now=timezone.now())
    plays = group.plays.filter(deleted_at__isnull=True)
    open_plays = with_seats(plays.filter(state=Play.State.OPEN))
    covers = covers_for(group, known_person(request), players=here.number or None, minutes=till.minutes)
    context = {
        "group": group,
        "tab": "play",
        "here": here,
        "till": till,
        "since": ordered_plays(group, {}).reverse().values_list("played_on", flat=True).first(),
        "discs": discs_of(here.people),
        "beneath": disc_captions(here.people),
        "open_plays": with_uncounted(open_plays.order_by("-changed_at")[:MOST_OPEN]),
        "play_id": uuid4(),
        "covers": covers,
        "perhaps": bool(here.number) and covers[0].fits,
        "evening": last_evening(plays, here.on),
    }
    return render(request, "groups/group.html", context)


def last_evening(plays, day):
    """The newest evening of a day; None for no day."""
    return group_by_evening(with_seats_and_photos(plays.filter(played_on=day)).order_by("-pk"))[0] if day else None


def with_seats(plays):
    """Return these plays with their seats."""
    return plays.prefetch_related(Prefetch("seats", Seat.objects.at_table()))


def covers_for(group, person, *, players, minutes) -> list:
    """Return the offered games with the days since their last play: first those that fit the players and minutes."""
    today = this_evening()
    found = list_proposals(group, games_in_collection(group), person, players=players, minutes=minutes)
    covers = sorted(found, key=lambda each: not each.fits)
    return [replace(each, days=each.days_since(today)) for each in covers]


@require_POST
def rename(request, uuid):
    """Rename the group; an empty name names it after its players."""
    group = group_for_owner(request, uuid)
    form = GroupNameForm(request.POST)
    if form.is_valid():
        with changing_group(group_for_owner, request, uuid) as group:
            group.name = form.cleaned_data["name"]
            group.save(update_fields=["name"])
        play = form.cleaned_data["play"]
        return redirect("plays:play", uuid=play) if play else redirect("groups:group", uuid=uuid)
    return render(request, "groups/rename.html", {"group": group, "form": form}, status=422)


@require_http_methods(["GET", "POST"])
def delete(request, uuid):
    """Ask for the group's name, then delete the group; Home offers its owners to restore it."""
    group = group_for_owner(request, uuid)
    if not is_confirmed(request):
        return redirect_to_confirm(request)
    form = DeleteGroupForm(request.POST if request.method == "POST" else None, group=group)
    if form.is_valid():
        name = str(group)
        with changing_group(group_for_owner, request, uuid, with_plays=True) as group:
            what = describe_contents(founding.delete(group))
        sentence = _("“%(group)s” is deleted: %(what)s.") % {"group": isolated(name), "what": what}
        show_deleted(request, sentence, put_back=reverse("groups:restore_group", args=[uuid]))
        return redirect("plays:home")
    context = {"group": group, "what": describe_contents(founding.count_contents(group)), "form": form}
    return render(request, "groups/delete.html", context, status=422 if form.errors else 200)


@require_POST
def restore(request, uuid):
    """Restore a deleted group."""
    with changing_group(group_to_restore, request, uuid) as group:
        founding.restore(group)
    messages.success(request, _("The group has been restored, with all its members."))
    return redirect("groups:group", uuid=uuid)


def describe_contents(contents) -> str:
    """Return a group's contents in words: "12 plays, 5 players and 3 members", with deleted plays if there are any."""
    parts = [
        ngettext("%(number)s play", "%(number)s plays", contents.plays) % {"number": contents.plays},
        npgettext("of a group", "%(number)s player", "%(number)s players", contents.players)
        % {"number": contents.players},
        ngettext("%(number)s member", "%(number)s members", contents.members) % {"number": contents.members},
    ]
    if contents.deleted:
        text = ngettext("%(number)s deleted play", "%(number)s deleted plays", contents.deleted)
        parts.insert(1, text % {"number": contents.deleted})
    return join_and(parts)
