"""Joining a group by its invitation, and claiming one's name."""

from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from companion.access.errors import invitation_ended
from companion.access.groups import changing_group, group_for, groups_of, invitation_to
from companion.access.identity import ensure_person, known_person
from companion.access.links import has_ended
from companion.core.language.typed import parse_number
from companion.groups import members


@require_http_methods(["GET", "POST"])
def join_group(request, uuid):
    """Show a button, since messengers open links for previews; a POST makes the person a member."""
    if groups_of(request).filter(uuid=uuid).exists():
        return redirect("groups:group", uuid=uuid)
    link = invitation_to(request, uuid)
    if has_ended(link):
        return invitation_ended(request, link.group)
    if request.method == "GET":
        return render(request, "groups/join.html", {"group": link.group})
    person = ensure_person(request)
    with changing_group(invitation_to, request, uuid) as link:
        members.join(link.group, person)
    return redirect("groups:my_name", uuid=uuid)


@require_http_methods(["GET", "POST"])
def my_name(request, uuid):
    """Claim a player's name, also a taken one: a person may have lost their identity."""
    if request.method == "GET":
        group = group_for(request, uuid)
        players = group.players.filter(is_hidden=False)
        return render(request, "groups/my_name.html", {"group": group, "players": players})
    with changing_group(group_for, request, uuid) as group:
        player = group.players.filter(is_hidden=False, pk=parse_number(request.POST.get("player"))).first()
        if player and needs_confirmation(request, player):
            return takeover_page(request, player)
        if player:
            members.claim_name(player, ensure_person(request))
    return redirect("groups:group", uuid=uuid)


def needs_confirmation(request, player) -> bool:
    """Return whether the name belongs to another person, and this one hasn't confirmed yet to take it."""
    return members.belongs_to_other(player, known_person(request)) and "anyway" not in request.POST


def takeover_page(request, player):
    """Render the page that asks whether to take a name from another person."""
    return render(request, "groups/players/taking_over.html", {"group": player.group, "player": player}, status=409)
