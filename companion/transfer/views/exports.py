"""Exports: a group's plays, game nights and photos as files, and a play for another app."""

from datetime import timedelta

from django.contrib import messages
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from companion.access.errors import wrong_key
from companion.access.groups import changing_group, group_for
from companion.access.identity import known_person
from companion.access.links import link_context, link_for, link_of_kind, renew
from companion.access.permissions import play_for
from companion.core.language.languages import activate_for_table
from companion.core.language.typed import parse_number
from companion.core.tasks import is_unfinished
from companion.entry.scorepad import Scorepad
from companion.models import Export, Link
from companion.models.starts import plays_of_unknown_start
from companion.transfer.caravan.writer import build_file_name, is_large
from companion.transfer.export_records import build_record, get_photos, get_time_zone, load_pictures, split_photos
from companion.transfer.exports import KINDS, calendar_export, request_export, resume_export
from companion.transfer.writers import bgstats
from companion.transfer.writers.photos import write_zip

SECONDS_TO_COME_AGAIN = 60


@require_safe
def take_along(request, uuid):
    """Show all that a member of a group can export, and the links that share its results."""
    group = group_for(request, uuid)
    links = Link.objects.filter(kind=Link.Kind.RESULT, play__group=group, play__deleted_at__isnull=True)
    links = links.select_related("play__group", "play__sheet__sheet").order_by("-created_at")
    calendar_at = ""
    if link := group.links.filter(kind=Link.Kind.CALENDAR).first():
        old, new = (reverse(name, args=[link.key]) for name in ("access:link", "transfer:shared_calendar"))
        calendar_at = link_context(request, link)["url"].replace(old, new)
    photos = [(part.start + 1, part.stop) for part in split_photos(get_photos(group))]
    made_files = group.exports.filter(person=known_person(request)).order_by("-pk").defer("packed")
    files = {"kinds": KINDS, "is_large": is_large(group), "files": [(file, KINDS[file.kind]) for file in made_files]}
    context = {"group": group, "links": links, "calendar": calendar_at, "photos": photos}
    return render(request, "transfer/take_along.html", context | files)


@require_POST
def calendar_link(request, uuid):
    """Create, renew or revoke the link with which a calendar subscribes to the game nights."""
    with changing_group(group_for, request, uuid) as group:
        link = group.links.filter(kind=Link.Kind.CALENDAR).first()
        if "share" in request.POST:
            link_for(Link.Kind.CALENDAR, group=group)
        elif "renew" in request.POST and link:
            renew(link)
            messages.success(request, _("There is a new link. The old one no longer works."))
        elif "withdraw" in request.POST and link:
            link.delete()
            messages.success(request, _("The link no longer works."))
    if "share" in request.POST and is_large(group):
        # Make the calendar before the first request for it.
        calendar_export(group)
    return redirect("transfer:take_along", uuid=uuid)


@require_safe
def shared_calendar(request, key):
    """Return the game nights of a group to any calendar with the link, in the group's language.

    Those of a large group are as they were made last: the first request gets a 503 with Retry-After.
    """
    link = link_of_kind(Link.Kind.CALENDAR, key)
    if link is None or link.group is None:
        return wrong_key(request)
    activate_for_table(request, link.group)
    kind = KINDS["evenings"]
    if not is_large(link.group):
        return StreamingHttpResponse(kind.write(link.group), content_type=kind.content_type)
    if export := calendar_export(link.group):
        return StreamingHttpResponse(export.content, content_type=kind.content_type)
    return HttpResponse(status=503, headers={"Retry-After": SECONDS_TO_COME_AGAIN})


@require_safe
def export_as(request, uuid, kind):
    """Download the group's plays as a file of this kind; a large group's are requested on the export page."""
    group = group_for(request, uuid)
    if kind not in KINDS:
        raise Http404
    if is_large(group):
        return redirect("transfer:take_along", uuid=uuid)
    export_kind = KINDS[kind]
    name = build_file_name(group, timezone.localdate(), export_kind.ending)
    return download(name, export_kind.content_type, export_kind.write(group))


def download(name, content_type, content):
    """Return a response that a browser saves under this name."""
    headers = {"Content-Disposition": content_disposition_header(as_attachment=True, filename=name)}
    return StreamingHttpResponse(content, content_type=content_type, headers=headers)


@require_safe
def export_photos(request, uuid):
    """Download the group's photos as a zip that can be imported again; `file` is its number if there are several."""
    group = group_for(request, uuid)
    photos = get_photos(group)
    files, wanted = split_photos(photos) or [slice(0, 0)], parse_number(request.GET.get("file")) or 1
    if not 1 <= wanted <= len(files):
        raise Http404
    part = files[wanted - 1]
    ending = f" photos {wanted}.zip" if len(files) > 1 else " photos.zip"
    name = build_file_name(group, timezone.localdate(), ending)
    return download(name, "application/zip", write_zip(load_pictures(photos[part], part.start + 1)))


@require_safe
def to_bgstats(request, uuid):
    """Redirect to the app with a finished play in the URL."""
    play = play_for(request, uuid)
    if not play.is_finished:
        raise Http404
    record = build_record(Scorepad(play), get_time_zone(play.group), unknown=plays_of_unknown_start([play.pk]))
    ended = None
    if record.began and record.began.date() == record.day and play.minutes is not None:
        ended = play.created_at + timedelta(minutes=play.minutes)
    return redirect(bgstats.create_play_link(record, ended=ended))


def find_export(request, uuid, export) -> Export:
    """Return the file with this id for the member who requested it, else raise Http404."""
    exports = Export.objects.select_related("group").defer("packed")
    return get_object_or_404(exports, group=group_for(request, uuid), person=known_person(request), uuid=export)


@require_POST
def make_file(request, uuid, kind):
    """Start making a file of this kind, and redirect to its page."""
    if kind not in KINDS:
        raise Http404
    with changing_group(group_for, request, uuid) as group:
        file = request_export(group, kind, known_person(request))
    resume_export(file)
    return redirect("transfer:made_file", uuid=uuid, export=file.uuid)


@require_http_methods(["GET", "POST"])
def made_file(request, uuid, export):
    """Show the progress of a file, or the file; a POST resumes it after an interruption."""
    file = find_export(request, uuid, export)
    if request.method == "POST":
        resume_export(file)
        return redirect("transfer:made_file", uuid=uuid, export=export)
    return render(request, "transfer/made.html", get_file_context(file))


@require_safe
def file_progress(request, uuid, export):
    """Render the progress of a file for its page, which is reloaded at the end."""
    file = find_export(request, uuid, export)
    if file.made_at:
        return HttpResponseClientRefresh()
    return render(request, "transfer/_making.html", get_file_context(file))


def get_file_context(file) -> dict:
    """Return the context of a file's page."""
    return {"group": file.group, "file": file, "kind": KINDS[file.kind], "is_in_hand": is_unfinished(export=file.pk)}


@require_safe
def take_file(request, uuid, export):
    """Download the file, once it is there."""
    file = find_export(request, uuid, export)
    if file.made_at is None:
        return redirect("transfer:made_file", uuid=uuid, export=export)
    return download(file.name, KINDS[file.kind].content_type, file.content)
