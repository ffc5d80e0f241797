"""A group's players: whose names they are, renaming, merging, hiding and forgetting them."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from companion import membership
from companion import players as its_players
from companion.access import group_for
from companion.forms import number
from companion.group_forms import PlayerNameForm
from companion.identity import person_of
from companion.models import Player
from companion.plays import Refusal
from companion.texts import say, say_why

from .links import asks_first, taking_over


@require_http_methods(["GET", "POST"])
def players(request, uuid):
    """The names of the group, each with how often it played; a POST adds one."""
    group = group_for(request, uuid)
    form = PlayerNameForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and done(form, its_players.add, group, form.cleaned_data["name"]):
        return redirect("players", uuid=uuid)
    everybody = its_players.with_plays(group)
    context = {
        "group": group,
        "players": [player for player in everybody if not player.is_hidden],
        "hidden": [player for player in everybody if player.is_hidden],
        "form": form,
    }
    return render(request, "players/players.html", context, status=422 if form.errors else 200)


def done(form, action, *args) -> bool:
    """Whether something could be done with the name of a form; if not, the form says why."""
    try:
        action(*args)
    except Refusal as refusal:
        for problem in refusal.problems:
            form.add_error("name", say(problem.message))
        return False
    return True


def find(request, uuid, pk) -> Player:
    """A player of a group of whoever asks, or a 404; what is anonymous stays as it is."""
    everybody = its_players.with_plays(group_for(request, uuid))
    return get_object_or_404(everybody, pk=pk, is_anonymous=False)


@require_http_methods(["GET", "POST"])
def edit(request, uuid, player):
    """All that can be done with a player; a POST renames."""
    its_player = find(request, uuid, player)
    form = PlayerNameForm(request.POST or None, initial={"name": its_player.name})
    namesake = None
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        if done(form, its_players.rename, its_player, name):
            messages.success(request, _("Saved."))
            return redirect("players", uuid=uuid)
        namesake = its_players.namesake(its_player, name)
    context = {"group": its_player.group, "player": its_player, "form": form, "namesake": namesake}
    return render(request, "players/player.html", context, status=422 if form.errors else 200)


@require_POST
def claim(request, uuid, player):
    """This is me, or it is not me any more."""
    its_player = find(request, uuid, player)
    if "me" in request.POST and asks_first(request, its_player):
        return taking_over(request, its_player)
    (membership.this_is_me if "me" in request.POST else membership.not_me)(its_player, person_of(request))
    return redirect("edit_player", uuid=uuid, player=player)


@require_POST
def hide(request, uuid, player):
    """Offer a name no longer for new plays, or again."""
    its_players.hide(find(request, uuid, player), hidden="hide" in request.POST)
    return redirect("players", uuid=uuid)


@require_http_methods(["GET", "POST"])
def merge(request, uuid, player):
    """Choose who is the same person, ask once, then let the two be one; plays in which both sit are shown instead."""
    its_player = find(request, uuid, player)
    others = its_players.with_plays(its_player.group).filter(is_anonymous=False).exclude(pk=player)
    chosen = request.POST.get("into", request.GET.get("into"))
    into = get_object_or_404(others, pk=number(chosen)) if chosen else None
    if request.method == "POST" and into and merged(request, its_player, into):
        return redirect("players", uuid=uuid)
    context = {
        "group": its_player.group,
        "player": its_player,
        "others": others,
        "into": into,
        "shared": its_players.shared_plays(its_player, into) if into else [],
        "together": into and its_player.plays + into.plays,
    }
    return render(request, "players/merge.html", context, status=200 if request.method == "GET" else 422)


def merged(request, player, into) -> bool:
    """Whether two players are one now; they are not where they have played together."""
    try:
        its_players.merge(player, into)
    except Refusal:
        return False
    messages.success(request, _("%(one)s is %(two)s now.") % {"one": player.name, "two": into.name})
    return True


@require_http_methods(["GET", "POST"])
def make_anonymous(request, uuid, player):
    """Ask once, then take the name out of everything."""
    its_player = find(request, uuid, player)
    if request.method == "GET":
        return render(request, "players/anonymous.html", {"group": its_player.group, "player": its_player})
    its_players.make_anonymous(its_player)
    messages.success(request, _("Done. The plays now name %(name)s.") % {"name": its_player.name})
    return redirect("players", uuid=uuid)


@require_http_methods(["GET", "POST"])
def remove(request, uuid, player):
    """Ask once, then remove a name that never played."""
    its_player = find(request, uuid, player)
    try:
        (its_players.remove if request.method == "POST" else its_players.refuse_who_played)(its_player)
    except Refusal as refusal:
        say_why(request, refusal.problems)
        return redirect("edit_player", uuid=uuid, player=player)
    if request.method == "POST":
        messages.success(request, _("%(name)s is removed.") % {"name": its_player.name})
        return redirect("players", uuid=uuid)
    return render(request, "players/remove.html", {"group": its_player.group, "player": its_player})
