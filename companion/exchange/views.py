"""Plays of other programs: a file is chosen, looked at, brought in, and taken back."""

from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.access.identity import person_of
from companion.access.permissions import changing_group, group_for_owner, unless_gone
from companion.access.tries import may_bring_photos
from companion.access.uploads import upload_for
from companion.files.views import MEGABYTES, faults_of_upload, import_plays
from companion.language.texts import say
from companion.models import Upload
from companion.refusal import Refusal

from . import album, bringing, taking, undoing
from .album_views import album_page, undo_album
from .forms import ChoicesForm, ColumnsForm, UploadForm
from .planning import KNOWN, NEW, SAME, plan_of
from .preview import about, earlier, preview, program_of
from .readers.files import is_ours
from .readers.records import MOST_PLAYS, Unreadable, from_json
from .readers.table import SOURCE

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
    return render(request, "exchange/imports.html", context, status=422 if faults else 200)


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
    if upload.state == Upload.State.COLUMNS or (upload.state == Upload.State.WAITING and asks_columns(request, upload)):
        return columns_page(request, upload)
    if upload.state != Upload.State.WAITING:
        its = "album_brought" if upload.source == album.SOURCE else "brought"
        return render(request, f"exchange/{its}.html", brought(upload))
    if upload.source == album.SOURCE:
        return album_page(request, upload)
    plan = plan_of(from_json(upload.content), upload.group, upload.choices)
    form = ChoicesForm(request.POST or None, plan=plan)
    if request.method == "POST" and form.is_valid():
        with changing_group(group_for_owner, request, uuid):
            Upload.objects.filter(pk=upload.pk).update(choices=form.choices(upload.choices))
        if "bring_in" not in request.POST:
            return redirect("upload", uuid=uuid, upload=upload.uuid)
        return bring_in(request, upload)
    return preview_page(request, upload, plan, form)


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


def preview_page(request, upload, plan, form, faults=()):
    """The page with what a file would bring."""
    context = {"group": upload.group, "upload": upload, "form": form, "refused": faults, "program": program_of(upload)}
    status = 422 if faults or form.errors else 200
    return render(request, "exchange/preview.html", context | preview(plan, form), status=status)


def bring_in(request, upload):
    """Bring in what waits; where it cannot be, the page says why, and nothing has come."""
    uuid, person = upload.group.uuid, person_of(request)
    within = partial(changing_group, group_for_owner, request, uuid)
    try:
        upload = bringing.bring_in(upload, person=person, within=within)
    except Refusal as refusal:
        upload = upload_for(request, uuid, upload.uuid)
        plan = plan_of(from_json(upload.content), upload.group, upload.choices)
        faults = [say(problem.message) for problem in refusal.problems]
        return preview_page(request, upload, plan, ChoicesForm(plan=plan), faults)
    messages.success(request, how_many(upload.counts))
    return redirect("upload", uuid=uuid, upload=upload.uuid)


@require_safe
def progress(request, uuid, upload):
    """How far an import is, for the page that waits for it."""
    upload = upload_for(request, uuid, upload)
    under_way = upload.group.imports.filter(alive_at__isnull=False, total__gt=0).order_by("-pk").first()
    context = {"group": upload.group, "upload": upload, "under_way": under_way}
    return render(request, "exchange/_progress.html", context)


def how_many(counts) -> str:
    """What came in with a file, a sentence each for new plays and changed ones."""
    new, changed = counts.get(NEW, 0), counts.get("renewed", 0)
    sentences = [
        ngettext("%(number)s play is in.", "%(number)s plays are in.", new) % {"number": new}
        if new
        else _("Nothing is new.")
    ]
    if changed:
        text = ngettext("%(number)s play has changed.", "%(number)s plays have changed.", changed)
        sentences.append(text % {"number": changed})
    if marks := counts.get("marks"):
        text = ngettext("%(number)s mark on a game is new.", "%(number)s marks on games are new.", marks)
        sentences.append(text % {"number": marks})
    return " ".join(sentences)


def brought(upload) -> dict:
    """What the page of an upload shows that came in, or was taken back."""
    players = {player.person_id: player.name for player in upload.group.players.filter(person=upload.person_id)}
    counts, its = upload.counts, about(upload, players if upload.person_id else {})
    here = counts.get(KNOWN, 0) + counts.get(SAME, 0)
    return {"group": upload.group, "upload": upload, "program": its["program"], "it": its, "here": here}


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
    upload = upload_for(request, uuid, upload)
    if upload.source == album.SOURCE:
        return undo_album(request, upload)
    within = partial(changing_group, group_for_owner, request, uuid)
    with unless_gone(request, partial(upload_for, request, uuid, upload.uuid)):
        went, back, stay = undoing.undo(upload, within=within)
    messages.success(request, what_went(went, back, stay, upload.counts.get("marks", 0)))
    return redirect("imports", uuid=uuid)


def what_went(went, back, stay, marks) -> str:
    """How many plays an import that was taken back took along, how many are as they were, and how many stay; its marks
    go with it.
    """
    text = ngettext("%(number)s play is gone again.", "%(number)s plays are gone again.", went)
    sentences = [text % {"number": went}] if went else []
    if back:
        text = ngettext("%(number)s play is as it was before.", "%(number)s plays are as they were before.", back)
        sentences.append(text % {"number": back})
    if not sentences:
        sentences = [_("The marks on games are gone again.") if marks else _("Nothing was left to take back.")]
    if stay:
        text = ngettext(
            "%(number)s play stays, as it was changed here.", "%(number)s plays stay, as they were changed here.", stay
        )
        sentences.append(text % {"number": stay})
    return " ".join(sentences)


@require_POST
def drop_upload(request, uuid, upload):
    """Let a file go that was only looked at."""
    upload = upload_for(request, uuid, upload)
    with changing_group(group_for_owner, request, uuid):
        lying = (Upload.State.WAITING, Upload.State.COLUMNS)
        upload.group.uploads.filter(pk=upload.pk, state__in=lying).delete()
    return redirect("imports", uuid=uuid)
