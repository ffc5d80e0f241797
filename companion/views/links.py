"""Opening a link: its key moves out of the address into this phone's cookie, and the link leads on."""

from django.http import Http404
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from companion import membership, way_back
from companion.access import changing_group, grant, group_for, group_to_join, groups_of
from companion.identity import person_of
from companion.limits import allow, is_used_up
from companion.links import link_of_key
from companion.models import Link
from companion.proxies import client

TRIES = {"most": 30, "minutes": 15}


@require_safe
def open_link(request, key):
    """Remember what the link opens and go there. Few wrong keys are allowed."""
    if is_used_up("key", client(request), **TRIES):
        return render(request, "429.html", status=429)
    link = link_of_key(key)
    if link is None:
        allow("key", client(request), **TRIES)
        raise Http404
    if link.kind in way_back.KINDS:
        response = redirect("come_back")
        way_back.lead(request, response, link)
        return response
    response = where_to(link)
    grant(request, response, link)
    return response


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
        if player:
            with changing_group(group_for, request, uuid):
                membership.this_is_me(player, person_of(request))
        return redirect("group", uuid=uuid)
    return render(request, "groups/my_name.html", {"group": group, "players": players})
