"""A group's players: claiming, renaming, merging, hiding and anonymizing."""

from contextlib import contextmanager

from django.contrib import messages
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from companion.access.groups import changing_group, group_for
from companion.access.identity import ensure_person
from companion.access.names import may_make_anonymous
from companion.core.language.texts import isolated, say, show_problems
from companion.core.language.typed import parse_number
from companion.core.refusal import Refusal
from companion.groups import members, players
from companion.groups.colours import colours_to_choose
from companion.groups.forms import PlayerNameForm
from companion.history.people_page import people_context
from companion.models import Player

from .joining import needs_confirmation, takeover_page


@require_http_methods(["GET", "POST"])
def show_players(request, uuid):
    """Show the players with their statistics; a POST adds a player."""
    group = group_for(request, uuid)
    form = PlayerNameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with changing_group(group_for, request, uuid) as group:
            is_done = try_action(form, players.add, group, form.cleaned_data["name"], form.cleaned_data["colour"] or 0)
        if is_done:
            return redirect("groups:players", uuid=uuid)
    context = {"group": group, "tab": "people", **people_context(group), "form": form}
    context["colours"] = colours_to_choose(group.players.all())
    return render(request, "groups/players/players.html", context, status=422 if form.errors else 200)


def try_action(form, action, *args) -> bool:
    """Do an action with a form's name, and return True; if it is refused, add the reasons to the form."""
    try:
        action(*args)
    except Refusal as refusal:
        for problem in refusal.problems:
            form.add_error("name", say(problem.message))
        return False
    return True


def find_player(request, uuid, pk) -> Player:
    """Return a player of the group who isn't anonymous, or raise Http404.

    `may_go`: whether the viewer may make the player anonymous.
    """
    return player_of(request, group_for(request, uuid), pk)


def player_of(request, group, pk) -> Player:
    player = get_object_or_404(players.with_plays(group), pk=pk, is_anonymous=False)
    player.may_go = may_make_anonymous(request, group, player)
    return player


@contextmanager
def changing_player(request, uuid, pk):
    """Lock the group with its plays, and yield the player that `find_player` finds."""
    with changing_group(group_for, request, uuid, with_plays=True) as group:
        yield player_of(request, group, pk)


@require_http_methods(["GET", "POST"])
def edit(request, uuid, player):
    """Show all actions for a player; a POST renames and recolours."""
    its_player = find_player(request, uuid, player)
    form = PlayerNameForm(request.POST or None, initial={"name": isolated(its_player.name)})
    namesake = None
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        with changing_player(request, uuid, player) as its_player:
            is_done = try_action(form, players.rename, its_player, name)
            players.recolour(its_player, form.cleaned_data["colour"])
        if is_done:
            messages.success(request, _("Saved."))
            return redirect("groups:players", uuid=uuid)
        namesake = players.namesake(its_player, name)
    context = {"group": its_player.group, "player": its_player, "form": form, "namesake": namesake}
    context["colours"] = colours_to_choose(its_player.group.players.exclude(pk=player))
    return render(request, "groups/players/player.html", context, status=422 if form.errors else 200)


@require_POST
def claim(request, uuid, player):
    """Claim or release a player's name."""
    with changing_player(request, uuid, player) as its_player:
        if "me" in request.POST and needs_confirmation(request, its_player):
            return takeover_page(request, its_player)
        person = ensure_person(request)
        (members.claim_name if "me" in request.POST else members.release_name)(its_player, person)
    return redirect("groups:edit_player", uuid=uuid, player=player)


@require_POST
def hide(request, uuid, player):
    """Hide a player from new plays, or show them again."""
    with changing_player(request, uuid, player) as its_player:
        players.hide(its_player, hidden="hide" in request.POST)
    return redirect("groups:players", uuid=uuid)


@require_http_methods(["GET", "POST"])
def merge(request, uuid, player):
    """Choose the same person's other player, ask, then merge them; if both have played together, show the plays."""
    its_player = find_player(request, uuid, player)
    others = players.with_plays(its_player.group).filter(is_anonymous=False).exclude(pk=player)
    chosen = request.POST.get("into", request.GET.get("into"))
    into = get_object_or_404(others, pk=parse_number(chosen)) if chosen else None
    if request.method == "POST" and into and try_merge(request, its_player, into):
        return redirect("groups:players", uuid=uuid)
    context = {
        "group": its_player.group,
        "player": its_player,
        "others": others,
        "into": into,
        "shared": players.shared_plays(its_player, into) if into else [],
        "together": into and its_player.plays + into.plays,
    }
    return render(request, "groups/players/merge.html", context, status=200 if request.method == "GET" else 422)


def try_merge(request, player, into) -> bool:
    """Merge two players and return True; return False if they have played together."""
    try:
        with changing_player(request, player.group.uuid, player.pk) as its_player:
            players.merge(its_player, player_of(request, its_player.group, into.pk))
    except Refusal:
        return False
    messages.success(
        request, _("%(one)s was merged into %(two)s.") % {"one": isolated(player.name), "two": isolated(into.name)}
    )
    return True


def require_may_go(player) -> Player:
    """Return the player if the viewer may make them anonymous, else raise Http404."""
    if not player.may_go:
        raise Http404
    return player


@require_http_methods(["GET", "POST"])
def make_anonymous(request, uuid, player):
    """Ask, then remove the name everywhere: for owners, and the player themselves."""
    if request.method == "GET":
        its_player = require_may_go(find_player(request, uuid, player))
        return render(request, "groups/players/anonymous.html", {"group": its_player.group, "player": its_player})
    with changing_player(request, uuid, player) as its_player:
        players.make_anonymous(require_may_go(its_player))
    messages.success(request, _("Done. The plays now show %(name)s.") % {"name": isolated(its_player.name)})
    return redirect("groups:players", uuid=uuid)


@require_http_methods(["GET", "POST"])
def remove(request, uuid, player):
    """Ask, then delete a player who never played."""
    try:
        if request.method == "POST":
            with changing_player(request, uuid, player) as its_player:
                players.remove(its_player)
            messages.success(request, _("%(name)s is removed.") % {"name": isolated(its_player.name)})
            return redirect("groups:players", uuid=uuid)
        its_player = find_player(request, uuid, player)
        players.refuse_who_played(its_player)
    except Refusal as refusal:
        show_problems(request, refusal.problems)
        return redirect("groups:edit_player", uuid=uuid, player=player)
    return render(request, "groups/players/remove.html", {"group": its_player.group, "player": its_player})
