"""A group's plays as a file, out and in."""

from functools import partial

from django.contrib import messages
from django.http import StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from companion.access.identity import person_of
from companion.access.permissions import changing_group, group_for, group_for_owner, unless_gone
from companion.access.tries import may_import
from companion.groups.forms import ImportForm
from companion.language.texts import say
from companion.refusal import Refusal
from companion.server.uploads import MOST_BYTES

from . import importing
from .exporting import file_name, plays_as_json
from .incoming import MOST_PLAYS

MEGABYTES = MOST_BYTES // 2**20


@require_safe
def export_plays(request, uuid):
    """All plays of the group as one file."""
    group = group_for(request, uuid)
    name = file_name(group, timezone.localdate())
    headers = {"Content-Disposition": content_disposition_header(as_attachment=True, filename=name)}
    return StreamingHttpResponse(plays_as_json(group), content_type="application/json", headers=headers)


@require_http_methods(["GET", "POST"])
def import_plays(request, uuid):
    """Choose a file; its plays come into the group, or none of them and the page says why."""
    group = group_for_owner(request, uuid)
    faults = faults_of_upload(request) if request.method == "POST" else []
    if request.method == "POST" and not faults:
        try:
            # Nothing of it is seen before the last step, which asks once more who asks.
            within = partial(changing_group, group_for_owner, request, uuid)
            with unless_gone(request, partial(group_for_owner, request, uuid)):
                file, person = request.FILES["file"], person_of(request)
                imported = importing.import_plays(group, file, person=person, within=within)
            messages.success(request, how_many(imported))
            return redirect("group", uuid=uuid)
        except Refusal as refusal:
            faults = [say(problem.message) for problem in refusal.problems]
    context = {"group": group, "faults": faults, "megabytes": MEGABYTES, "plays": MOST_PLAYS}
    return render(request, "files/import.html", context, status=422 if faults else 200)


def faults_of_upload(request, form=ImportForm) -> list[str]:
    """Why no file is read; one that is too large was dropped while it came in."""
    if not request.FILES and int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES:
        return [_("This file is larger than %(megabytes)s MB.") % {"megabytes": MEGABYTES}]
    errors = form(request.POST, request.FILES).errors.values()
    faults: list[str] = [str(fault) for of_field in errors for fault in of_field]
    if not faults and not may_import(request, person_of(request)):
        return [_("Those were enough files for one day. Please come back tomorrow.")]
    return faults


def how_many(imported) -> str:
    """What became of the plays of a file, a sentence each for those that came in, came back and were here."""
    added, put_back, known = imported.added, imported.put_back, imported.known
    sentences = [
        ngettext("%(number)s play is new.", "%(number)s plays are new.", added) % {"number": added}
        if added
        else _("Nothing is new.")
    ]
    if put_back:
        text = ngettext("%(number)s deleted play is back.", "%(number)s deleted plays are back.", put_back)
        sentences.append(text % {"number": put_back})
    if known:
        text = ngettext("%(number)s play was here already.", "%(number)s plays were here already.", known)
        sentences.append(text % {"number": known})
    return " ".join(sentences)
