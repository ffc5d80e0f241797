"""A group's page: its name, its plays, and what was deleted lately."""

from django.db.models import Prefetch
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from companion.access import OWNER, group_for, group_for_owner
from companion.forms import GroupNameForm
from companion.history import stretch_of
from companion.models import Seat
from companion.plays import deleted_plays
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
        "deleted": deleted_plays(its_group).prefetch_related(Prefetch("seats", Seat.objects.at_table())),
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
        its_group.name = form.cleaned_data["name"]
        its_group.save(update_fields=["name"])
        return redirect("group", uuid=uuid)
    return render(request, "groups/rename.html", {"group": its_group, "form": form}, status=422)
