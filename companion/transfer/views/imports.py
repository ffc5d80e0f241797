"""Import a file: it is chosen, reviewed unless Caravan has exported it, and imported; the import can be undone."""

from functools import partial

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from companion.access.groups import changing_group, group_for_owner
from companion.access.identity import ensure_person
from companion.access.permissions import unless_gone
from companion.access.rate_limits import may_match_again, may_send_photos
from companion.access.uploads import upload_for
from companion.core.language.typed import clean_name
from companion.core.tasks import is_unfinished
from companion.models import Import, Upload
from companion.models.uploads import OURS
from companion.transfer import photo_imports
from companion.transfer.forms import MEGABYTES, ChoicesForm, ColumnsForm, OurFileForm, UploadForm, find_upload_faults
from companion.transfer.imports import BEFORE, COMING, LEAVING, start_import
from companion.transfer.outcomes import (
    describe_outcome,
    describe_upload,
    get_program_name,
    list_earlier,
    list_unfinished,
)
from companion.transfer.plans import KNOWN, SAME
from companion.transfer.readers.files import is_ours
from companion.transfer.readers.records import MOST_PLAYS
from companion.transfer.readers.table import SOURCE
from companion.transfer.uploads import READING, start_reading, store

from .previews import album_page, preview_page


@require_http_methods(["GET", "POST"])
def imports(request, uuid):
    """Let an owner choose a file of another program, and show what was imported before."""
    group = group_for_owner(request, uuid)
    if request.method != "POST":
        return choose_page(request, group)
    if file := request.FILES.get("file"):
        # Files that Caravan has exported need no review.
        is_own = is_ours(file.read(4096))
        file.seek(0)
        if is_own:
            return import_plays(request, uuid)
    form = UploadForm(request.POST, request.FILES)
    if faults := find_upload_faults(request, form):
        return choose_page(request, group, faults)
    content = file.read() if file else form.cleaned_data["text"].encode()
    upload = Upload(group=group, state=READING, packed=content, person=ensure_person(request))
    upload.name = clean_name(file.name or "")[:100] if file else ""
    with changing_group(group_for_owner, request, uuid):
        store(upload)
    return start_reading_and_redirect(request, upload)


@require_http_methods(["GET", "POST"])
def import_plays(request, uuid):
    """Let an owner choose a file that Caravan has exported, and import its plays: all of them, or none."""
    group = group_for_owner(request, uuid)
    if request.method != "POST":
        return choose_page(request, group, are_ours=True)
    if faults := find_upload_faults(request, OurFileForm(request.POST, request.FILES)):
        return choose_page(request, group, faults, are_ours=True)
    file = request.FILES["file"]
    upload = Upload(group=group, person=ensure_person(request), name=clean_name(file.name or "")[:100], source=OURS)
    # There is nothing to review.
    upload.file = file.read()
    with changing_group(group_for_owner, request, uuid):
        store(upload)
    return start_and_redirect(request, upload, COMING)


def choose_page(request, group, faults=(), upload=None, *, are_ours=False):
    """Render the page to choose a file, of ours or of another program.

    `faults`: what was wrong with the last one. `upload`: that one, if it was stored.
    """
    context = {"group": group, "faults": faults, "megabytes": MEGABYTES, "plays": MOST_PLAYS, "upload": upload}
    if not are_ours:
        context |= {"earlier": list_earlier(group), "unfinished": list_unfinished(group)}
    template = "transfer/import.html" if are_ours else "transfer/imports.html"
    return render(request, template, context, status=422 if faults else 200)


def start_reading_and_redirect(request, upload):
    """Start reading an upload, and redirect to its page; if it can't be read, show why at once."""
    start_reading(upload)
    upload = upload_for(request, upload.group.uuid, upload.uuid)
    if upload.state == READING and upload.refused:
        return refuse_file(request, upload)
    return redirect("transfer:upload", uuid=upload.group.uuid, upload=upload.uuid)


def refuse_file(request, upload):
    """Show once why a file can't be read, on the page to choose another one."""
    with changing_group(group_for_owner, request, upload.group.uuid):
        upload.group.uploads.filter(pk=upload.pk, state=READING).delete()
    return choose_page(request, upload.group, upload.refused, upload)


@require_http_methods(["GET", "POST"])
def show_upload(request, uuid, upload):
    """Show an upload in its state: ask about its names, or show its progress or its outcome."""
    find = partial(upload_for, request, uuid, upload)
    with unless_gone(request, find):
        return render_state(request, find())


def render_state(request, upload):
    """Return the page of an upload in its state, and process what was submitted there."""
    is_sent = request.method == "POST"
    if upload.state in BEFORE:
        # The form is only there if the import was interrupted.
        if is_sent:
            return start_and_redirect(request, upload, upload.state)
        return render(request, "transfer/under_way.html", get_progress_context(upload))
    if upload.state == READING:
        if upload.refused:
            return refuse_file(request, upload)
        if is_sent:
            return start_reading_and_redirect(request, upload)
        return render(request, "transfer/reading.html", get_reading_context(upload))
    if upload.state not in Upload.NOT_IMPORTED:
        return outcome_page(request, upload)
    if upload.source == OURS:
        return choose_page(request, upload.group, upload.refused, upload, are_ours=True)
    if not upload.preview:
        # An older Caravan has read it, without a preview.
        return look_again(request, upload, upload.choices)
    asks_columns = upload.source == SOURCE and "columns" in (request.POST if is_sent else request.GET)
    if upload.state == Upload.State.COLUMNS or asks_columns:
        return columns_page(request, upload)
    if upload.source == photo_imports.SOURCE:
        if is_sent and "bring_in" in request.POST:
            # New photos count on the day of their import.
            new = sum(each.fate == photo_imports.NEW for each in photo_imports.load_fates(upload))
            if may_send_photos(request, ensure_person(request), new):
                return start_and_redirect(request, upload, COMING)
            upload.refused = [_("You’ve reached today’s photo limit. Please try again tomorrow.")]
        return album_page(request, upload)
    form = ChoicesForm(request.POST or None, preview=upload.preview)
    if not is_sent or not form.is_valid():
        return preview_page(request, upload, form)
    choices = form.choices(upload.choices)
    if "bring_in" not in request.POST:
        return look_again(request, upload, choices)
    with changing_group(group_for_owner, request, upload.group.uuid):
        Upload.objects.filter(pk=upload.pk, state=Upload.State.WAITING).update(choices=choices)
    return start_and_redirect(request, upload, COMING)


def look_again(request, upload, choices):
    """Plan the plays of an upload again with these choices, and redirect to its page."""
    if not may_match_again(ensure_person(request)):
        return render(request, "429.html", status=429)
    with changing_group(group_for_owner, request, upload.group.uuid):
        waits = Upload.objects.filter(pk=upload.pk, state__in=(Upload.State.WAITING, Upload.State.COLUMNS))
        still_waits = waits.update(state=READING, choices=choices, refused=[])
    if still_waits:
        start_reading(upload)
    return redirect("transfer:upload", uuid=upload.group.uuid, upload=upload.uuid)


def get_reading_context(upload) -> dict:
    """Return the context of an upload's page while it is read."""
    return {"group": upload.group, "upload": upload, "is_in_hand": is_unfinished(upload=upload.pk)}


def start_and_redirect(request, upload, state):
    """Start an import or its undoing, and redirect to its page; if it has already failed, show why at once."""
    uuid = upload.group.uuid
    start_import(request, upload, state)
    upload = upload_for(request, uuid, upload.uuid)
    if not upload.refused:
        return redirect("transfer:upload", uuid=uuid, upload=upload.uuid)
    if upload.source == OURS:
        return choose_page(request, upload.group, upload.refused, upload, are_ours=True)
    if upload.state != Upload.State.WAITING:
        return outcome_page(request, upload, status=422)
    if upload.source == photo_imports.SOURCE:
        return album_page(request, upload)
    return preview_page(request, upload, ChoicesForm(preview=upload.preview))


def get_progress_context(upload) -> dict:
    """Return the context of an upload's page while it is imported or undone: its progress, if known."""
    counts, is_coming = upload.counts, upload.state == COMING
    done, total = counts.get("went", 0) + counts.get("back", 0), counts.get("new", 0) + counts.get("renewed", 0)
    if upload.source == photo_imports.SOURCE:
        # They are removed in one step.
        done, total = counts.get("drawn", 0), counts.get("to_draw", 0)
    elif is_coming:
        staged = Import.objects.filter(upload=upload, alive_at__isnull=False).first()
        done, total = (staged.done, staged.total) if staged else (0, 0)
    return get_reading_context(upload) | {
        "done": done,
        "total": total,
        "is_coming": is_coming,
        "are_photos": upload.source == photo_imports.SOURCE,
        "program": get_program_name(upload),
    }


def columns_page(request, upload):
    """Ask for the kinds of a table's columns, with a guess; then continue with its names."""
    sample = upload.preview["table"]
    form = ColumnsForm(request.POST if "columns" in request.POST else None, columns=sample["columns"])
    if form.is_valid():
        return look_again(request, upload, {"columns": form.columns()})
    columns = [
        (field, sample["headings"][place], [row[place] for row in sample["sample"]]) for place, field in enumerate(form)
    ]
    context = {"group": upload.group, "upload": upload, "form": form, "columns": columns, "rows": sample["rows"]}
    return render(request, "transfer/columns.html", context, status=422 if form.errors or upload.refused else 200)


@require_safe
def progress(request, uuid, upload):
    """Render the progress of an upload for its page, which is reloaded at the end."""
    upload = upload_for(request, uuid, upload)
    if upload.state == READING and not upload.refused:
        return render(request, "transfer/_reading.html", get_reading_context(upload))
    if upload.state not in BEFORE:
        return HttpResponseClientRefresh()
    return render(request, "transfer/_progress.html", get_progress_context(upload))


def outcome_page(request, upload, status=200):
    """Show what was imported from an upload, or removed again."""
    players = {player.person_id: player.name for player in upload.group.players.filter(person=upload.person_id)}
    described = describe_upload(upload, players if upload.person_id else {})
    context = {
        "group": upload.group,
        "upload": upload,
        "program": described["program"],
        "it": described,
        "here": sum(upload.counts.get(fate, 0) for fate in (KNOWN, SAME, photo_imports.HERE)),
        "outcome": describe_outcome(upload),
        "are_photos": upload.source == photo_imports.SOURCE,
    }
    return render(request, "transfer/brought.html", context, status=status)


@require_safe
def unread(request, uuid, upload):
    """Return as text what can't be read in a file: for each part its place, the reason, and its content."""
    find = partial(upload_for, request, uuid, upload)
    with unless_gone(request, find):
        upload = find()
        faults = upload.preview.get("faults", []) if upload.state == Upload.State.WAITING else []
    lines = "".join(f"{place}\t{why}\t{what}\r\n" for place, what, why in faults)
    headers = {"Content-Disposition": content_disposition_header(as_attachment=True, filename=_("Not read") + ".txt")}
    return HttpResponse(lines.encode("utf-8-sig"), content_type="text/plain; charset=utf-8", headers=headers)


@require_POST
def undo_upload(request, uuid, upload):
    """Undo an import, except for what was changed here since."""
    find = partial(upload_for, request, uuid, upload)
    with unless_gone(request, find):
        found = find()
        if found.can_be_undone:
            return start_and_redirect(request, found, LEAVING)
        return redirect("transfer:upload", uuid=uuid, upload=upload)


@require_POST
def drop_upload(request, uuid, upload):
    """Delete a file that was only reviewed."""
    upload = upload_for(request, uuid, upload)
    with changing_group(group_for_owner, request, uuid):
        upload.group.uploads.filter(pk=upload.pk, state__in=Upload.NOT_IMPORTED).delete()
    return redirect("transfer:imports", uuid=uuid)
