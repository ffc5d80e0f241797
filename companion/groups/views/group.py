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
from companion.rules import GAMES

LATEST = 10


@require_safe
def group(request, uuid):
    """What the group played last, and what can be done with it."""
    its_group = group_for(request, uuid)
    context = {
        "group": its_group,
        "is_owner": its_group.role == OWNER,
        "stretch": stretch_of(its_group, {}, most=LATEST),
        "deleted": its_group.plays.deleted().prefetch_related(Prefetch("seats", Seat.objects.at_table())),
        "games": GAMES.values(),
        "players": its_group.players.filter(is_hidden=False),
        "form": GroupNameForm(initial={"name": its_group.name}),
    }
    return render(request, "groups/group.html", context)


@require_POST
def rename(request, uuid):
    """Call the group something, or after its players again."""
    its_group = group_for_owner(request, uuid)
    form = GroupNameForm(request.POST)
    if form.is_valid():
        with changing_group(group_for_owner, request, uuid) as its_group:
            its_group.name = form.cleaned_data["name"]
            its_group.save(update_fields=["name"])
        return redirect("group", uuid=uuid)
    return render(request, "groups/rename.html", {"group": its_group, "form": form}, status=422)


@require_http_methods(["GET", "POST"])
def delete(request, uuid):
    """Ask for the group's name, then delete it with all in it; the first page offers its owners to put it back."""
    its_group = group_for_owner(request, uuid)
    if not is_confirmed(request):
        return confirm_first(request)
    form = DeleteGroupForm(request.POST if request.method == "POST" else None, group=its_group)
    if form.is_valid():
        name = str(its_group)
        with changing_group(group_for_owner, request, uuid, with_plays=True) as its_group:
            what = what_goes(founding.delete(its_group))
        sentence = _("“%(group)s” is deleted: %(what)s.") % {"group": name, "what": what}
        say_gone(request, sentence, put_back=reverse("restore_group", args=[uuid]))
        return redirect("home")
    context = {"group": its_group, "what": what_goes(founding.contents(its_group)), "form": form}
    return render(request, "groups/delete.html", context, status=422 if form.errors else 200)


@require_POST
def restore(request, uuid):
    """Put a deleted group back."""
    with changing_group(group_to_restore, request, uuid) as its_group:
        founding.restore(its_group)
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
