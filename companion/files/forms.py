"""What people send to bring plays in: a file, and why one is not read."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from companion.access.identity import person_of
from companion.access.tries import may_import
from companion.server.uploads import MOST_BYTES

MEGABYTES = MOST_BYTES // 2**20


class ImportForm(forms.Form):
    """A file of plays."""

    file = forms.FileField(
        error_messages={
            "required": gettext_lazy("Please choose a file."),
            "empty": gettext_lazy("This file is empty."),
        },
    )


def faults_of_upload(request, form=ImportForm) -> list[str]:
    """Why no file is read; one that is too large was dropped while it came in."""
    if not request.FILES and int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES:
        return [_("This file is larger than %(megabytes)s MB.") % {"megabytes": MEGABYTES}]
    errors = form(request.POST, request.FILES).errors.values()
    faults: list[str] = [str(fault) for of_field in errors for fault in of_field]
    if not faults and not may_import(request, person_of(request)):
        return [_("You’ve reached today’s import limit. Please try again tomorrow.")]
    return faults
