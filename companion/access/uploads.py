"""A file of plays that an owner of a group has brought, for its owners."""

from django.http import Http404

from companion.models import Upload

from .permissions import group_for_owner


def upload_for(request, uuid, upload) -> Upload:
    """The upload of this address, with its group, for one of the group's owners; else a 404."""
    group = group_for_owner(request, uuid)
    found = Upload.objects.filter(group=group, uuid=upload).select_related("person").defer("packed").first()
    if found is None:
        raise Http404
    found.group = group
    return found
