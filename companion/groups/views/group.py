"""A group's page: its name, its plays, and what was deleted lately; and the end of a group."""

from django.contrib import messages
from django.db.models import Prefetch
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.access.identity import confirm_first, is_confirmed
from companion.access.permissions import OWNER, changing_group, group_for, group_for_owner, group_to_restore
from companion.groups import founding
from companion.groups.forms import DeleteGroupForm, GroupNameForm
from companion.history.plays import stretch_of
from companion.language.texts import joined, say_gone
from companion.models import Seat
from companion.models.sheets import games_on_shelf

LATEST = 10


@require_safe
def show_group(request, uuid):
    """What the group played last, and what can be done with it."""
    group = group_for(request, uuid)
    context = {
        "group": group,
        "is_owner": group.role == OWNER,  # type: ignore[attr-defined]  # what it was annotated with
        "stretch": stretch_of(group, {}, most=LATEST),
        "deleted": group.plays.deleted().prefetch_related(Prefetch("seats", Seat.objects.at_table())),
        "games": games_on_shelf(group),
        "players": group.players.filter(is_hidden=False),
        "form": GroupNameForm(initial={"name": group.name}),
    }
    return render(request, "groups/group.html", context)


@require_POST
def rename(request, uuid):
    """Call the group something, or after its players again."""
    group = group_for_owner(request, uuid)
    form = GroupNameForm(request.POST)
    if form.is_valid():
        with changing_group(group_for_owner, request, uuid) as group:
            group.name = form.cleaned_data["name"]
            group.save(update_fields=["name"])
        return redirect("group", uuid=uuid)
    return render(request, "groups/rename.html", {"group": group, "form": form}, status=422)


@require_http_methods(["GET", "POST"])
def delete(request, uuid):
    """Ask for the group's name, then delete it with all in it; the first page offers its owners to put it back."""
    group = group_for_owner(request, uuid)
    if not is_confirmed(request):
        return confirm_first(request)
    form = DeleteGroupForm(request.POST if request.method == "POST" else None, group=group)
    if form.is_valid():
        name = str(group)
        with changing_group(group_for_owner, request, uuid, with_plays=True) as group:
            what = what_goes(founding.delete(group))
        sentence = _("“%(group)s” is deleted: %(what)s.") % {"group": name, "what": what}
        say_gone(request, sentence, put_back=reverse("restore_group", args=[uuid]))
        return redirect("home")
    context = {"group": group, "what": what_goes(founding.contents(group)), "form": form}
    return render(request, "groups/delete.html", context, status=422 if form.errors else 200)


@require_POST
def restore(request, uuid):
    """Put a deleted group back."""
    with changing_group(group_to_restore, request, uuid) as group:
        founding.restore(group)
    messages.success(request, _("The group is back, with all who belong to it."))
    return redirect("group", uuid=uuid)


def what_goes(contents) -> str:
    """ "12 plays, 5 players and 3 members"; deleted plays are named where there are some."""
    parts = [
        ngettext("%(number)s play", "%(number)s plays", contents.plays) % {"number": contents.plays},
        npgettext("of a group", "%(number)s player", "%(number)s players", contents.players)
        % {"number": contents.players},
        ngettext("%(number)s member", "%(number)s members", contents.members) % {"number": contents.members},
    ]
    if contents.deleted:
        text = ngettext("%(number)s deleted play", "%(number)s deleted plays", contents.deleted)
        parts.insert(1, text % {"number": contents.deleted})
    return joined(parts)
