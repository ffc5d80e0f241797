"""The members of a group: roles, invitation, removal and leaving."""

from django.contrib import messages
from django.db.models import Prefetch
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.access.groups import changing_group, group_for, group_for_owner
from companion.access.identity import known_person
from companion.access.links import ends_at, has_ended, link_context, link_for, renew
from companion.access.permissions import OWNER
from companion.core.language.texts import show_problems
from companion.core.refusal import Refusal
from companion.groups import members
from companion.models import Link, Member


@require_safe
def show_members(request, uuid):
    """List the members, with the invitation."""
    with changing_group(group_for, request, uuid) as group:
        # Created by the first view.
        invitation = invitation_context(request, group)
    names_here = Prefetch("person__players", group.players.all())
    everybody = group.members.select_related("person").prefetch_related(names_here).order_by("pk")
    context = {
        "group": group,
        "is_owner": group.role == OWNER,
        "members": [
            {"member": member, "name": members.name_of(member), "is_me": member.person == known_person(request)}
            for member in everybody
        ],
        "invitation": invitation,
    }
    return render(request, "groups/people.html", context)


def invitation_context(request, group) -> dict:
    """Return the invitation's context: its link while it is valid, and when it ends."""
    link = link_for(Link.Kind.INVITE, group=group)
    if has_ended(link):
        return {"has_ended": True, "ends_at": ends_at(link)}
    return link_context(request, link) | {"ends_at": ends_at(link)}


@require_http_methods(["GET", "POST"])
def renew_invitation(request, uuid):
    """Ask, then renew the group's invitation; the old one stops working."""
    group = group_for_owner(request, uuid)
    if request.method == "GET":
        return render(request, "groups/renew.html", {"group": group})
    with changing_group(group_for_owner, request, uuid) as group:
        renew(link_for(Link.Kind.INVITE, group=group))
    messages.success(request, _("There is a new link. The old one no longer works."))
    return redirect("groups:people", uuid=uuid)


def member_of(group, pk) -> Member:
    """Return the group's member of this number. Raises Http404."""
    return get_object_or_404(group.members.select_related("person"), pk=pk)


@require_POST
def role(request, uuid, member):
    """Make a member an owner, or an owner a member."""
    new_role = Member.Role.OWNER if "owner" in request.POST else Member.Role.MEMBER
    try:
        with changing_group(group_for_owner, request, uuid) as group:
            members.give_role(member_of(group, member), new_role)
    except Refusal as refusal:
        show_problems(request, refusal.problems)
    return redirect("groups:people", uuid=uuid)


@require_http_methods(["GET", "POST"])
def remove(request, uuid, member):
    """Ask, then remove a member from the group."""
    if request.method == "GET":
        group = group_for_owner(request, uuid)
        name = members.name_of(member_of(group, member))
        return render(request, "groups/remove.html", {"group": group, "name": name})
    try:
        with changing_group(group_for_owner, request, uuid, with_plays=True) as group:
            removed = member_of(group, member)
            (members.remove if removed.person == known_person(request) else members.expel)(removed)
        messages.success(request, _("Removed. Previously shared links no longer work."))
    except Refusal as refusal:
        show_problems(request, refusal.problems)
    return redirect("groups:people", uuid=uuid)


@require_http_methods(["GET", "POST"])
def leave(request, uuid):
    """Ask, then leave the group; its only owner sees what to do first."""
    if request.method == "GET":
        group = group_for(request, uuid)
        member = get_object_or_404(group.members, person=known_person(request))
        others = group.members.exclude(pk=member.pk).exists()
        context = {"group": group, "is_needed": members.is_last_owner(member), "others": others}
        return render(request, "groups/leave.html", context)
    try:
        with changing_group(group_for, request, uuid, with_plays=True) as group:
            members.remove(group.members.get(person=known_person(request)))
    except Refusal as refusal:
        show_problems(request, refusal.problems)
        return redirect("groups:people", uuid=uuid)
    messages.success(request, _("You have left the group."))
    return redirect("plays:home")
