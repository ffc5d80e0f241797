"""Opening a link: its key moves out of the address into this phone's cookie, and the link leads on."""

from django.http import Http404
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from companion import membership, way_back
from companion.access import changing_group, grant, group_for, group_to_join, groups_of
from companion.identity import known_person, person_of
from companion.limits import is_wrong_key_too_many
from companion.links import has_ended, link_of_key
from companion.models import Link


@require_safe
def open_link(request, key):
    """Remember what the link opens and go there. Few wrong keys are allowed; a right one opens it at any time."""
    link = link_of_key(key)
    if link is None:
        if is_wrong_key_too_many(request, "key"):
            return render(request, "429.html", status=429)
        raise Http404
    if link.kind in way_back.KINDS:
        response = redirect("come_back")
        way_back.lead(response, link)
        return response
    if has_ended(link):
        return invitation_ended(request, link.group)
    response = where_to(link)
    grant(request, response, link)
    return response


def invitation_ended(request, group):
    """The page that says why an invitation lets nobody in any more, and who gives another one."""
    return render(request, "groups/invitation_ended.html", {"group": group}, status=410)


def where_to(link):
    """The page that a link leads to."""
    if link.kind == Link.Kind.INVITE:
        return redirect("join_group", uuid=link.group.uuid)
    return redirect("watch" if link.kind == Link.Kind.WATCH else "mine", uuid=link.play.uuid)


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
        membership.join(group, person)
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
                membership.this_is_me(player, person_of(request))
        return redirect("group", uuid=uuid)
    return render(request, "groups/my_name.html", {"group": group, "players": players})


def asks_first(request, player) -> bool:
    """Whether a name is another phone's, and whoever taps it has not said yet that they know."""
    return membership.is_anothers(player, known_person(request)) and "anyway" not in request.POST


def taking_over(request, player):
    """The page that asks whether a name is to leave the phone that has it."""
    return render(request, "players/taking_over.html", {"group": player.group, "player": player}, status=409)
