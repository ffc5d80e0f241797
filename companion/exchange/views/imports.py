"""Plays that come with a file: it is chosen, looked at if it is another program's, brought in, and taken back."""

from functools import partial

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from companion.access.groups import changing_group, group_for_owner
from companion.access.identity import person_of
from companion.access.permissions import unless_gone
from companion.access.tries import may_bring_photos
from companion.access.uploads import upload_for
from companion.exchange import album, taking
from companion.exchange.forms import ChoicesForm, ColumnsForm, UploadForm
from companion.exchange.planning import KNOWN, SAME, plan_of
from companion.exchange.preview import about, earlier, preview, program_of, unfinished
from companion.exchange.readers.files import is_ours
from companion.exchange.readers.records import MOST_PLAYS, Unreadable, from_json
from companion.exchange.readers.table import SOURCE
from companion.exchange.told import told
from companion.exchange.work import BEFORE, COMING, LEAVING, begin, is_in_hand
from companion.files.forms import MEGABYTES, faults_of_upload
from companion.language.texts import say
from companion.models import Import, Upload
from companion.models.uploads import OURS

from .album import album_page

# So many rows of a table are shown beside what its columns may be.
SAMPLE = 3


@require_http_methods(["GET", "POST"])
def imports(request, uuid):
    """Choose a file of another program; and what was brought in before."""
    group = group_for_owner(request, uuid)
    if brings_our_own(request):
        return import_plays(request, uuid)
    faults = faults_of_upload(request, UploadForm) if request.method == "POST" else []
    if request.method == "POST" and not faults:
        form, person = UploadForm(request.POST, request.FILES), person_of(request)
        form.full_clean()
        content, name = form.brought()
        try:
            may_bring = partial(may_bring_photos, request, person)
            upload = taking.read(group, content, name=name, person=person, may_bring=may_bring)
            with changing_group(group_for_owner, request, uuid):
                taking.keep(upload)
            return redirect("upload", uuid=uuid, upload=upload.uuid)
        except Unreadable as unreadable:
            faults = [say(unreadable.text)]
    context = {"group": group, "faults": faults, "megabytes": MEGABYTES, "plays": MOST_PLAYS, "earlier": earlier(group)}
    context["unfinished"] = unfinished(group)
    return render(request, "exchange/imports.html", context, status=422 if faults else 200)


@require_http_methods(["GET", "POST"])
def import_plays(request, uuid):
    """Choose a file that Caravan has exported; its plays come into the group, or none of them and its page says why."""
    group = group_for_owner(request, uuid)
    faults = faults_of_upload(request) if request.method == "POST" else []
    if request.method == "POST" and not faults:
        upload = taking.read_ours(group, request.FILES["file"], person=person_of(request))
        with changing_group(group_for_owner, request, uuid):
            taking.keep(upload)
        return begun(request, upload, COMING)
    return choosing_ours(request, group, faults)


def choosing_ours(request, group, faults):
    """The page on which such a file is chosen, and what was wrong with the last one."""
    context = {"group": group, "faults": faults, "megabytes": MEGABYTES, "plays": MOST_PLAYS}
    return render(request, "files/import.html", context, status=422 if faults else 200)


def brings_our_own(request) -> bool:
    """Whether the file that is sent is one that Caravan has exported: there is nothing to ask about it."""
    file = request.FILES.get("file") if request.method == "POST" else None
    is_own = file is not None and is_ours(file.read(4096))
    if file is not None:
        file.seek(0)
    return is_own


@require_http_methods(["GET", "POST"])
def show_upload(request, uuid, upload):
    """Look at a file before it comes in and say what its names mean; or what became of it."""
    find = partial(upload_for, request, uuid, upload)
    with unless_gone(request, find):
        return page_of(request, find())


def page_of(request, upload):
    """The page of an upload in the state in which it is, and what is sent from there."""
    uuid = upload.group.uuid
    if upload.state in BEFORE:
        return under_way_page(request, upload)
    if upload.state == Upload.State.COLUMNS or (upload.state == Upload.State.WAITING and asks_columns(request, upload)):
        return columns_page(request, upload)
    if upload.state != Upload.State.WAITING:
        return brought_page(request, upload)
    if upload.source == album.SOURCE:
        comes = request.method == "POST" and "bring_in" in request.POST
        return begun(request, upload, COMING) if comes else album_page(request, upload)
    if upload.source == OURS:
        return choosing_ours(request, upload.group, upload.refused)
    plan = plan_of(from_json(upload.content), upload.group, upload.choices)
    form = ChoicesForm(request.POST or None, plan=plan)
    if request.method == "POST" and form.is_valid():
        with changing_group(group_for_owner, request, uuid):
            Upload.objects.filter(pk=upload.pk).update(choices=form.choices(upload.choices))
        if "bring_in" not in request.POST:
            return redirect("upload", uuid=uuid, upload=upload.uuid)
        return begun(request, upload, COMING)
    return preview_page(request, upload, plan, form)


def begun(request, upload, state):
    """Let an upload come in, or leave, and go where that is seen; at once, where it has come to nothing already."""
    uuid = upload.group.uuid
    begin(request, upload, state)
    upload = upload_for(request, uuid, upload.uuid)
    if not upload.refused:
        return redirect("upload", uuid=uuid, upload=upload.uuid)
    if upload.source == OURS:
        return choosing_ours(request, upload.group, upload.refused)
    if upload.state != Upload.State.WAITING:
        return brought_page(request, upload, status=422)
    if upload.source == album.SOURCE:
        return album_page(request, upload)
    plan = plan_of(from_json(upload.content), upload.group, upload.choices)
    return preview_page(request, upload, plan, ChoicesForm(plan=plan))


def under_way_page(request, upload):
    """How far an upload is that comes in or leaves; whoever is told that nobody is at it any more lets it go on."""
    if request.method == "POST":
        return begun(request, upload, upload.state)
    return render(request, "exchange/under_way.html", under_way(upload))


def under_way(upload) -> dict:
    """How far it is: so many of so many plays or photos, where that is known already."""
    counts, are_photos = upload.counts, upload.source == album.SOURCE
    done, total = counts.get("went", 0) + counts.get("back", 0), counts.get("new", 0) + counts.get("renewed", 0)
    if are_photos:
        # They go in one step.
        done, total = counts.get("drawn", 0), counts.get("to_draw", 0)
    elif upload.state == COMING:
        staged = Import.objects.filter(upload=upload, alive_at__isnull=False).first()
        done, total = (staged.done, staged.total) if staged else (0, 0)
    context = {"done": done, "total": total, "is_in_hand": is_in_hand(upload), "is_coming": upload.state == COMING}
    context |= {"are_photos": are_photos}
    return context | {"group": upload.group, "upload": upload, "program": program_of(upload)}


def asks_columns(request, upload) -> bool:
    """Whether somebody goes back to what the columns of a table are."""
    return upload.source == SOURCE and "columns" in (request.POST if request.method == "POST" else request.GET)


def columns_page(request, upload):
    """What the columns of a table hold, as it is guessed; and once it is said, on to its names."""
    content = upload.content
    form = ColumnsForm(request.POST if "columns" in request.POST else None, columns=content["columns"])
    if form.is_valid():
        try:
            with changing_group(group_for_owner, request, upload.group.uuid):
                taking.say_columns(upload, form.columns())
            return redirect("upload", uuid=upload.group.uuid, upload=upload.uuid)
        except Unreadable as unreadable:
            form.add_error(None, say(unreadable.text))
    headings, rows = content["grid"]["headings"], content["grid"]["rows"]
    columns = [(field, headings[place], [row[place] for row in rows[:SAMPLE]]) for place, field in enumerate(form)]
    context = {"group": upload.group, "upload": upload, "form": form, "columns": columns, "rows": len(rows)}
    return render(request, "exchange/columns.html", context, status=422 if form.errors else 200)


def preview_page(request, upload, plan, form):
    """The page with what a file would bring, and why nothing came of it the last time."""
    context = {"group": upload.group, "upload": upload, "form": form, "program": program_of(upload)}
    status = 422 if upload.refused or form.errors else 200
    return render(request, "exchange/preview.html", context | preview(plan, form), status=status)


@require_safe
def progress(request, uuid, upload):
    """How far it is, for the page that waits for it; that is shown anew when it is over."""
    upload = upload_for(request, uuid, upload)
    if upload.state not in BEFORE:
        return HttpResponseClientRefresh()
    return render(request, "exchange/_progress.html", under_way(upload))


def brought_page(request, upload, status=200):
    """What came in with an upload, or was taken back."""
    players = {player.person_id: player.name for player in upload.group.players.filter(person=upload.person_id)}
    counts, its = upload.counts, about(upload, players if upload.person_id else {})
    here = sum(counts.get(fate, 0) for fate in (KNOWN, SAME, album.HERE))
    context = {"group": upload.group, "upload": upload, "program": its["program"], "it": its, "here": here}
    context |= {"told": told(upload), "are_photos": upload.source == album.SOURCE}
    return render(request, "exchange/brought.html", context, status=status)


@require_safe
def unread(request, uuid, upload):
    """What of a file could not be read, as a text: a line each with its place, the reason, and what stands there."""
    find = partial(upload_for, request, uuid, upload)
    with unless_gone(request, find):
        upload = find()
        faults = faults_in(upload) if upload.state == Upload.State.WAITING else []
    lines = "".join(f"{place}\t{why}\t{what}\r\n" for place, what, why in faults)
    headers = {"Content-Disposition": content_disposition_header(as_attachment=True, filename=_("Not read") + ".txt")}
    return HttpResponse(lines.encode("utf-8-sig"), content_type="text/plain; charset=utf-8", headers=headers)


def faults_in(upload) -> list:
    """What of a file could not be read."""
    return (album.packed_in(upload).faults if upload.source == album.SOURCE else upload.content["faults"]) or []


@require_POST
def undo_upload(request, uuid, upload):
    """Take an import back, but for what was changed here since."""
    with unless_gone(request, partial(upload_for, request, uuid, upload)):
        found = upload_for(request, uuid, upload)
        if found.can_be_undone:
            return begun(request, found, LEAVING)
        return redirect("upload", uuid=uuid, upload=upload)


@require_POST
def drop_upload(request, uuid, upload):
    """Let a file go that was only looked at."""
    upload = upload_for(request, uuid, upload)
    with changing_group(group_for_owner, request, uuid):
        lying = (Upload.State.WAITING, Upload.State.COLUMNS)
        upload.group.uploads.filter(pk=upload.pk, state__in=lying).delete()
    return redirect("imports", uuid=uuid)
