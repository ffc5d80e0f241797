"""Which groups somebody may see and change: what `permissions` decides of plays, of groups.

Whatever changes a group is done within `changing_group`, as what changes a play within `changing_play`.
"""

from contextlib import contextmanager
from functools import partial

from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.models import F
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from companion.core.language.languages import settle_in
from companion.models import Group, Link, Play
from companion.models.people import UNDO_DELETE_WITHIN

from .identity import known_person
from .permissions import granted_keys, nothing_here, unless_gone
from .visibility import OWNER


def groups_of(request):
    """The groups of whoever asks with their `role` in each, the newest member's last."""
    return memberships_of(request).filter(deleted_at__isnull=True)


def chosen_group(request, groups) -> Group | None:
    """The group a play is started for: the one named in the address or form, else the newest; None for a new one."""
    wanted = request.POST.get("group", request.GET.get("group"))
    if wanted is None:
        return groups[0] if groups else None
    return next((group for group in groups if str(group.uuid) == wanted), None)


def groups_to_restore(request):
    """The groups of whoever asks as an owner that were deleted and can be put back, the one deleted last first."""
    lately = timezone.now() - UNDO_DELETE_WITHIN
    return memberships_of(request).filter(role=OWNER, deleted_at__gt=lately).order_by("-deleted_at")


def memberships_of(request):
    """The groups of whoever asks with their `role` in each, also what was deleted."""
    person = known_person(request)
    return memberships(person.pk) if person else memberships(None).none()


def memberships(person):
    """The groups of the person of this number with their `role` in each, also what was deleted."""
    return Group.objects.filter(members__person=person).annotate(role=F("members__role")).order_by("-pk")


def group_for(request, uuid) -> Group:
    """The group of this address, with the `role` of whoever asks, for one of its members, else a 404."""
    person = known_person(request)
    groups = memberships(person and person.pk).using(DEFAULT_DB_ALIAS).filter(uuid=uuid, deleted_at__isnull=True)
    group = groups.first() if person else None
    if group is None:
        raise nothing_here(request, uuid=uuid)
    settle_in(request, group)
    return group


def group_for_owner(request, uuid) -> Group:
    """The group of this address for one of its owners, else a 404."""
    group = group_for(request, uuid)
    if group.role != OWNER:  # type: ignore[attr-defined]  # what it was annotated with
        raise Http404
    return group


def group_to_restore(request, uuid) -> Group:
    """The deleted group of this address for one of its owners, as long as it can be put back, else a 404."""
    group = get_object_or_404(groups_to_restore(request), uuid=uuid)
    settle_in(request, group)
    return group


@contextmanager
def changing_group(ask, request, uuid, *, with_plays=False):
    """The same for a group, its members, names and links, with one of the functions that find a group.

    `with_plays`: nobody changes its plays meanwhile, either. They are locked first, as whoever changes one does it.
    """
    with unless_gone(request, partial(ask, request, uuid)), transaction.atomic():
        groups = Group.objects.filter(uuid=uuid)
        if with_plays:
            lock_plays(groups)
        list(groups.select_for_update(no_key=True).values_list("pk"))
        yield ask(request, uuid)


def invitation_to(request, uuid) -> Link:
    """The invitation to the group of this address, for a phone that has opened it, else a 404."""
    links = Link.objects.filter(kind=Link.Kind.INVITE, digest__in=granted_keys(request), group__uuid=uuid)
    link = links.filter(group__deleted_at__isnull=True).select_related("group").first()
    if link is None:
        raise Http404
    settle_in(request, link.group)
    return link


def lock_plays(groups):
    """Wait for whoever changes plays of these groups at the same moment; before the groups themselves are locked."""
    list(Play.objects.select_for_update().filter(group__in=groups).order_by("pk").values_list("pk"))
