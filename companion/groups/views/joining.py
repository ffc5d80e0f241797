"""Joining a group by its invitation, and saying which name is one's own."""

from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from companion.access.identity import known_person, person_of
from companion.access.links import has_ended
from companion.access.permissions import changing_group, group_for, group_to_join, groups_of
from companion.access.views import invitation_ended
from companion.groups import members
from companion.models import Link


@require_http_methods(["GET", "POST"])
def join_group(request, uuid):
    """One button, because messengers open links for their previews; pressing it makes a member."""
    if groups_of(request).filter(uuid=uuid).exists():
        return redirect("group", uuid=uuid)
    group = group_to_join(request, uuid)
    if has_ended(group.links.get(kind=Link.Kind.INVITE)):
        return invitation_ended(request, group)
    if request.method == "GET":
        return render(request, "groups/join.html", {"group": group})
    person = person_of(request)
    with changing_group(group_to_join, request, uuid) as group:
        members.join(group, person)
    return redirect("my_name", uuid=uuid)


@require_http_methods(["GET", "POST"])
def my_name(request, uuid):
    """Which of the group's names is yours? Taken ones too: a phone that lost its identity takes its name back."""
    group = group_for(request, uuid)
    players = group.players.filter(is_hidden=False)
    if request.method == "POST":
        player = next((player for player in players if str(player.pk) == request.POST.get("player")), None)
        if player and asks_first(request, player):
            return taking_over(request, player)
        if player:
            with changing_group(group_for, request, uuid):
                members.claim_name(player, person_of(request))
        return redirect("group", uuid=uuid)
    return render(request, "groups/my_name.html", {"group": group, "players": players})


def asks_first(request, player) -> bool:
    """Whether a name is another phone's, and whoever taps it has not said yet that they know."""
    return members.is_anothers(player, known_person(request)) and "anyway" not in request.POST


def taking_over(request, player):
    """The page that asks whether a name is to leave the phone that has it."""
    return render(request, "groups/players/taking_over.html", {"group": player.group, "player": player}, status=409)
