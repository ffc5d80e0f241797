"""Joining a group by its invitation, and saying which name is one's own."""

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
    """One button, because messengers open links for their previews; pressing it makes a member."""
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
    """Which of the group's names is yours? Taken ones too: a phone that lost its identity takes its name back."""
    if request.method == "GET":
        group = group_for(request, uuid)
        players = group.players.filter(is_hidden=False)
        return render(request, "groups/my_name.html", {"group": group, "players": players})
    with changing_group(group_for, request, uuid) as group:
        player = group.players.filter(is_hidden=False, pk=parse_number(request.POST.get("player"))).first()
        if player and asks_first(request, player):
            return taking_over(request, player)
        if player:
            members.claim_name(player, ensure_person(request))
    return redirect("groups:group", uuid=uuid)


def asks_first(request, player) -> bool:
    """Whether a name is another phone's, and whoever taps it has not said yet that they know."""
    return members.is_anothers(player, known_person(request)) and "anyway" not in request.POST


def taking_over(request, player):
    """The page that asks whether a name is to leave the phone that has it."""
    return render(request, "groups/players/taking_over.html", {"group": player.group, "player": player}, status=409)
