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
from companion.access.tries import may_bring_photos, may_look_again
from companion.access.uploads import upload_for
from companion.exchange import album, taking
from companion.exchange.earlier import about, earlier, program_of, unfinished
from companion.exchange.forms import ChoicesForm, ColumnsForm, UploadForm
from companion.exchange.planning import KNOWN, SAME
from companion.exchange.readers.files import is_ours
from companion.exchange.readers.records import MOST_PLAYS
from companion.exchange.readers.table import SOURCE
from companion.exchange.reading import READING, is_being_read, read_again, start_reading
from companion.exchange.told import told
from companion.exchange.work import BEFORE, COMING, LEAVING, begin, is_in_hand
from companion.files.forms import MEGABYTES, faults_of_upload
from companion.models import Import, Upload
from companion.models.uploads import OURS

from .album import album_page
from .looking import preview_page


@require_http_methods(["GET", "POST"])
def imports(request, uuid):
    """Choose a file of another program; and what was brought in before."""
    group = group_for_owner(request, uuid)
    if brings_our_own(request):
        return import_plays(request, uuid)
    faults = faults_of_upload(request, UploadForm) if request.method == "POST" else []
    if request.method == "POST" and not faults:
        form = UploadForm(request.POST, request.FILES)
        form.full_clean()
        content, name = form.brought()
        upload = taking.to_be_read(group, content, name=name, person=person_of(request))
        with changing_group(group_for_owner, request, uuid):
            taking.keep(upload)
        return being_read(request, upload)
    return choosing(request, group, faults)


def choosing(request, group, faults, upload=None):
    """The page on which a file is chosen, and what was wrong with the last one, the `upload` if it was stored."""
    context = {"group": group, "faults": faults, "megabytes": MEGABYTES, "plays": MOST_PLAYS, "earlier": earlier(group)}
    context["upload"] = upload
    context["unfinished"] = unfinished(group)
    return render(request, "exchange/imports.html", context, status=422 if faults else 200)


def being_read(request, upload):
    """Let an upload be read, and go where that is seen; at once, where nothing of it can be read."""
    start_reading(upload)
    upload = upload_for(request, upload.group.uuid, upload.uuid)
    if upload.state == READING and upload.refused:
        return not_read(request, upload)
    return redirect("upload", uuid=upload.group.uuid, upload=upload.uuid)


def not_read(request, upload):
    """The page that says why a file can't be read, on which another one can be chosen: it is told once."""
    with changing_group(group_for_owner, request, upload.group.uuid):
        upload.group.uploads.filter(pk=upload.pk, state=READING).delete()
    return choosing(request, upload.group, upload.refused, upload)


@require_http_methods(["GET", "POST"])
def import_plays(request, uuid):
    """Choose a file that Caravan has exported; its plays come into the group, or none of them and its page says why."""
    group = group_for_owner(request, uuid)
    faults = faults_of_upload(request) if request.method == "POST" else []
    if request.method == "POST" and not faults:
        upload = taking.of_ours(group, request.FILES["file"], person=person_of(request))
        with changing_group(group_for_owner, request, uuid):
            taking.keep(upload)
        return begun(request, upload, COMING)
    return choosing_ours(request, group, faults)


def choosing_ours(request, group, faults, upload=None):
    """The page on which such a file is chosen, and what was wrong with the last one, the `upload` if it was stored."""
    context = {"group": group, "faults": faults, "megabytes": MEGABYTES, "plays": MOST_PLAYS, "upload": upload}
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
    if upload.state in BEFORE:
        return under_way_page(request, upload)
    if upload.state == READING:
        return reading_page(request, upload)
    if upload.state not in Upload.LYING:
        return brought_page(request, upload)
    if upload.source == OURS:
        return choosing_ours(request, upload.group, upload.refused, upload)
    if not upload.preview:
        # An older Caravan has read it.
        return look_again(request, upload, upload.choices)
    if upload.state == Upload.State.COLUMNS or asks_columns(request, upload):
        return columns_page(request, upload)
    if upload.source == album.SOURCE:
        return photos_page(request, upload)
    return plays_page(request, upload)


def plays_page(request, upload):
    """What the plays of a file would become, and what is said about its names."""
    form = ChoicesForm(request.POST or None, preview=upload.preview)
    if request.method != "POST" or not form.is_valid():
        return preview_page(request, upload, form)
    choices = form.choices(upload.choices)
    if "bring_in" not in request.POST:
        return look_again(request, upload, choices)
    with changing_group(group_for_owner, request, upload.group.uuid):
        Upload.objects.filter(pk=upload.pk, state=Upload.State.WAITING).update(choices=choices)
    return begun(request, upload, COMING)


def photos_page(request, upload):
    """What the photos of a file would become; those that are new count for the day in which they come in."""
    if request.method != "POST" or "bring_in" not in request.POST:
        return album_page(request, upload)
    if not may_bring_photos(request, person_of(request), album.count_new(upload)):
        upload.refused = [_("You’ve reached today’s photo limit. Please try again tomorrow.")]
        return album_page(request, upload)
    return begun(request, upload, COMING)


def look_again(request, upload, choices):
    """Let the plays of an upload be planned anew by these choices, and go where that is seen."""
    if not may_look_again(person_of(request)):
        return render(request, "429.html", status=429)
    with changing_group(group_for_owner, request, upload.group.uuid):
        is_asked = read_again(upload, choices)
    if is_asked:
        start_reading(upload)
    return redirect("upload", uuid=upload.group.uuid, upload=upload.uuid)


def reading_page(request, upload):
    """The page of a file that is read: it looks for itself until that is over. If it has broken off, it is read anew
    as soon as somebody asks for that.
    """
    if upload.refused:
        return not_read(request, upload)
    if request.method == "POST":
        return being_read(request, upload)
    return render(request, "exchange/reading.html", reading(upload))


def reading(upload) -> dict:
    """What the page of a file shows while it is read."""
    return {"group": upload.group, "upload": upload, "is_in_hand": is_being_read(upload)}


def begun(request, upload, state):
    """Let an upload come in, or leave, and go where that is seen; at once, where it has come to nothing already."""
    uuid = upload.group.uuid
    begin(request, upload, state)
    upload = upload_for(request, uuid, upload.uuid)
    if not upload.refused:
        return redirect("upload", uuid=uuid, upload=upload.uuid)
    if upload.source == OURS:
        return choosing_ours(request, upload.group, upload.refused, upload)
    if upload.state != Upload.State.WAITING:
        return brought_page(request, upload, status=422)
    if upload.source == album.SOURCE:
        return album_page(request, upload)
    return preview_page(request, upload, ChoicesForm(preview=upload.preview))


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
    its = upload.preview["table"]
    form = ColumnsForm(request.POST if "columns" in request.POST else None, columns=its["columns"])
    if form.is_valid():
        return look_again(request, upload, {"columns": form.columns()})
    columns = [
        (field, its["headings"][place], [row[place] for row in its["sample"]]) for place, field in enumerate(form)
    ]
    context = {"group": upload.group, "upload": upload, "form": form, "columns": columns, "rows": its["rows"]}
    return render(request, "exchange/columns.html", context, status=422 if form.errors or upload.refused else 200)


@require_safe
def progress(request, uuid, upload):
    """How far it is, for the page that waits for it; that is shown anew when it is over."""
    upload = upload_for(request, uuid, upload)
    if upload.state == READING and not upload.refused:
        return render(request, "exchange/_reading.html", reading(upload))
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
        faults = upload.preview.get("faults", []) if upload.state == Upload.State.WAITING else []
    lines = "".join(f"{place}\t{why}\t{what}\r\n" for place, what, why in faults)
    headers = {"Content-Disposition": content_disposition_header(as_attachment=True, filename=_("Not read") + ".txt")}
    return HttpResponse(lines.encode("utf-8-sig"), content_type="text/plain; charset=utf-8", headers=headers)


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
        upload.group.uploads.filter(pk=upload.pk, state__in=Upload.LYING).delete()
    return redirect("imports", uuid=uuid)
