"""A group's plays as a file."""

from django.http import StreamingHttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from companion.access.groups import group_for

from .exporting import file_name, is_large, plays_as_json


@require_safe
def export_plays(request, uuid):
    """All plays of the group as one file; that of a large group is asked for on the page of all files."""
    group = group_for(request, uuid)
    if is_large(group):
        return redirect("take_along", uuid=uuid)
    name = file_name(group, timezone.localdate())
    headers = {"Content-Disposition": content_disposition_header(as_attachment=True, filename=name)}
    return StreamingHttpResponse(plays_as_json(group), content_type="application/json", headers=headers)
