"""Access to an uploaded file of plays, for the owners of its group."""

from contextlib import contextmanager

from django.db import transaction
from django.shortcuts import get_object_or_404

from companion.core.refusal import Refusal
from companion.models import Group, Member, Upload
from companion.rules.kit import Problem, gettext

from .groups import group_for_owner, lock_plays
from .visibility import OWNER


def upload_for(request, uuid, upload) -> Upload:
    """Return the upload of this uuid with its group. Raises Http404 for anyone but the group's owners."""
    group = group_for_owner(request, uuid)
    found = get_object_or_404(
        Upload.objects.select_related("person").defer("packed", "preview"), group=group, uuid=upload
    )
    found.group = group
    return found


@contextmanager
def changing_group_as(person, group, *, with_plays=False):
    """Lock a group for a background task, as `changing_group` does for a request of one of its owners.

    `person` is their id. Raises Refusal if they no longer own the group, or if it is deleted.
    """
    with transaction.atomic():
        if with_plays:
            lock_plays([group])
        list(Group.objects.select_for_update(no_key=True).filter(pk=group.pk).values_list("pk"))
        if not Member.objects.filter(person=person, group=group, role=OWNER, group__deleted_at=None).exists():
            text = gettext("The person who requested this is no longer a group owner.")
            raise Refusal([Problem("no_owner", text)])
        yield
