"""A group's plays as a file, and what a file may be that comes in."""

from django.http import StreamingHttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from companion.access.groups import group_for
from companion.access.identity import person_of
from companion.access.tries import may_import
from companion.groups.forms import ImportForm
from companion.server.uploads import MOST_BYTES

from .exporting import file_name, is_large, plays_as_json

MEGABYTES = MOST_BYTES // 2**20


@require_safe
def export_plays(request, uuid):
    """All plays of the group as one file; that of a large group is asked for on the page of all files."""
    group = group_for(request, uuid)
    if is_large(group):
        return redirect("take_along", uuid=uuid)
    name = file_name(group, timezone.localdate())
    headers = {"Content-Disposition": content_disposition_header(as_attachment=True, filename=name)}
    return StreamingHttpResponse(plays_as_json(group), content_type="application/json", headers=headers)


def faults_of_upload(request, form=ImportForm) -> list[str]:
    """Why no file is read; one that is too large was dropped while it came in."""
    if not request.FILES and int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES:
        return [_("This file is larger than %(megabytes)s MB.") % {"megabytes": MEGABYTES}]
    errors = form(request.POST, request.FILES).errors.values()
    faults: list[str] = [str(fault) for of_field in errors for fault in of_field]
    if not faults and not may_import(request, person_of(request)):
        return [_("Those were enough files for one day. Please come back tomorrow.")]
    return faults
