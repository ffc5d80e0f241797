"""Finds the groups that a person may see and change, as `permissions` does for plays.

Each change of a group runs within `changing_group`.
"""

from contextlib import contextmanager
from functools import partial

from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.models import F
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from companion.core.language.languages import activate_for_group
from companion.models import Group, Link, Play
from companion.models.people import UNDO_DELETE_WITHIN

from .identity import known_person
from .permissions import build_not_found, granted_keys, unless_gone
from .visibility import OWNER


def groups_of(request):
    """Return the groups of the person who asks, annotated with their `role`, the newest first."""
    return memberships_of(request).filter(deleted_at__isnull=True)


def chosen_group(request, groups) -> Group | None:
    """Return the group to start a play in: the one named in the URL or form, else the newest; None for a new group."""
    wanted = request.POST.get("group", request.GET.get("group"))
    if wanted is None:
        return groups[0] if groups else None
    return next((group for group in groups if str(group.uuid) == wanted), None)


def groups_to_restore(request):
    """Return the deleted groups that the person who asks can restore as an owner, the one deleted last first."""
    lately = timezone.now() - UNDO_DELETE_WITHIN
    return memberships_of(request).filter(role=OWNER, deleted_at__gt=lately).order_by("-deleted_at")


def memberships_of(request):
    """Return the groups of the person who asks, annotated with their `role`, including deleted ones."""
    person = known_person(request)
    return memberships(person.pk) if person else memberships(None).none()


def memberships(person):
    """Return the groups of a person, given by their id, annotated with their `role`, including deleted ones."""
    return Group.objects.filter(members__person=person).annotate(role=F("members__role")).order_by("-pk")


def group_for(request, uuid) -> Group:
    """Return the group of this uuid, annotated with the `role` of its member who asks. Raises Http404 for others."""
    person = known_person(request)
    groups = memberships(person and person.pk).using(DEFAULT_DB_ALIAS).filter(uuid=uuid, deleted_at__isnull=True)
    group = groups.first() if person else None
    if group is None:
        raise build_not_found(request, uuid=uuid)
    activate_for_group(request, group)
    return group


def group_for_owner(request, uuid) -> Group:
    """Return the group of this uuid. Raises Http404 for anyone but its owners."""
    group = group_for(request, uuid)
    if group.role != OWNER:  # type: ignore[attr-defined]  # annotated
        raise Http404
    return group


def group_to_restore(request, uuid) -> Group:
    """Return the deleted group of this uuid. Raises Http404 for anyone but its owners, or if it can't be restored."""
    group = get_object_or_404(groups_to_restore(request), uuid=uuid)
    activate_for_group(request, group)
    return group


@contextmanager
def changing_group(find, request, uuid, *, with_plays=False):
    """Lock a group and yield what `find` returns for its uuid, as `changing_play` does for plays.

    `find` is one of the functions above that find a group. `with_plays` locks its plays as well, before the group: in
    the same order as each change of a play.
    """
    with unless_gone(request, partial(find, request, uuid)), transaction.atomic():
        groups = Group.objects.filter(uuid=uuid)
        if with_plays:
            lock_plays(groups)
        list(groups.select_for_update(no_key=True).values_list("pk"))
        yield find(request, uuid)


def invitation_to(request, uuid) -> Link:
    """Return the invitation to the group of this uuid that this phone has opened. Raises Http404 without one."""
    links = Link.objects.filter(kind=Link.Kind.INVITE, digest__in=granted_keys(request), group__uuid=uuid)
    link = links.filter(group__deleted_at__isnull=True).select_related("group").first()
    if link is None:
        raise Http404
    activate_for_group(request, link.group)
    return link


def lock_plays(groups):
    """Lock the plays of these groups; call it before locking the groups."""
    list(Play.objects.select_for_update().filter(group__in=groups).order_by("pk").values_list("pk"))
