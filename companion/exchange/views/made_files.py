"""The page of a file that is made for somebody: how far it is, and the file."""

from django.http import Http404, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from companion.access.groups import changing_group, group_for
from companion.access.identity import known_person
from companion.exchange.kinds import KINDS
from companion.exchange.making import ask_for, is_in_hand, let_go_on
from companion.models import Export


def export_for(request, uuid, export) -> Export:
    """The file of this address, for whoever has asked for it as long as they are a member; else a 404."""
    its_own = Export.objects.filter(group=group_for(request, uuid), person=known_person(request))
    return get_object_or_404(its_own.select_related("group").defer("packed"), uuid=export)


@require_POST
def make_file(request, uuid, kind):
    """Let a file of this kind be made, and go where that is seen."""
    if kind not in KINDS:
        raise Http404
    with changing_group(group_for, request, uuid) as group:
        its = ask_for(group, kind, known_person(request))
    let_go_on(its)
    return redirect("made_file", uuid=uuid, export=its.uuid)


@require_http_methods(["GET", "POST"])
def made_file(request, uuid, export):
    """How far a file is, or where it is had; whoever is told that nobody is at it any more lets it go on."""
    its = export_for(request, uuid, export)
    if request.method == "POST":
        let_go_on(its)
        return redirect("made_file", uuid=uuid, export=export)
    return render(request, "exchange/made.html", told(its))


@require_safe
def file_progress(request, uuid, export):
    """How far it is, for the page that waits for it; that is shown anew when it is there."""
    its = export_for(request, uuid, export)
    return HttpResponseClientRefresh() if its.made_at else render(request, "exchange/_making.html", told(its))


def told(its) -> dict:
    return {"group": its.group, "file": its, "kind": KINDS[its.kind], "is_in_hand": is_in_hand(its)}


@require_safe
def take_file(request, uuid, export):
    """The file, once it is there."""
    its = export_for(request, uuid, export)
    if its.made_at is None:
        return redirect("made_file", uuid=uuid, export=export)
    headers = {"Content-Disposition": content_disposition_header(as_attachment=True, filename=its.name)}
    return StreamingHttpResponse(its.content, content_type=KINDS[its.kind].content_type, headers=headers)
