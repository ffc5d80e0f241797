"""A file to import: it is stored as it is until it was read, then until somebody has reviewed it.

A background task reads it: no page does work that grows with what somebody sends.
"""

from dataclasses import asdict

from django.conf import settings
from django.db import transaction
from django.tasks import task
from django.utils import timezone, translation

from companion.core.language.texts import say
from companion.core.tasks import is_unfinished
from companion.models import Upload
from companion.models.uploads import LOOKED_AT_WITHIN
from companion.rules.kit import gettext

from . import photo_imports
from .matches import Here, find_alike
from .plans import make_plan
from .preview import build_preview
from .readers import files as readers
from .readers import table
from .readers.columns import guess_columns
from .readers.grid import Grid, grid_from_json
from .readers.photos import open_album
from .readers.records import Book, Unreadable, book_as_json, book_from_json

READING = Upload.State.READING
# What reading an upload changes of it.
CHANGED = ("source", "state", "packed", "choices", "preview", "refused")
# So many rows of a table are shown beside what its columns may be.
SAMPLE = 3


@transaction.atomic
def store(upload) -> Upload:
    """Store an upload; it replaces others that this person hasn't imported into the group, and all that are too old."""
    # Tidying takes them as well; who brings files often need not wait for it.
    lying = Upload.objects.filter(state__in=Upload.LYING)
    before = lying.filter(group=upload.group, person=upload.person)
    # Of one that could not be read or imported it was said already.
    if names := list(before.filter(refused=[]).order_by("pk").values_list("name", flat=True)):
        upload.made["replaced"] = [name or "–" for name in names]
    before.delete()
    lying.filter(created_at__lt=timezone.now() - LOOKED_AT_WITHIN).delete()
    upload.save()
    return upload


def start_reading(upload):
    """Let a task read an upload in the language of the moment, unless one does already."""
    if not is_unfinished(upload=upload.pk):
        zone = timezone.get_current_timezone_name()
        read_upload.enqueue(upload=upload.pk, language=translation.get_language(), time_zone=zone)


@task(queue_name="reading")
def read_upload(*, upload, language, time_zone):
    """Read an upload by its number, and note why if it can't be read; another run starts over."""
    its = Upload.objects.select_related("group").filter(pk=upload, state=READING, refused=[]).first()
    if its is None:
        return
    with translation.override(language), timezone.override(time_zone):
        try:
            read(its)
        except Unreadable as unreadable:
            its.refused = [say(unreadable.text)]
            if columns := its.choices.get("columns"):
                # A table asks for its columns again.
                its.state, its.choices = Upload.State.COLUMNS, {}
                its.preview["table"]["columns"] = columns
            else:
                its.packed = b""
    # It may have been deleted meanwhile.
    Upload.objects.filter(pk=its.pk, state=READING).update(**{name: getattr(its, name) for name in CHANGED})


def read(upload):
    """Read the file of an upload, match its names, and work out its preview; nothing is stored.

    What was read before stays: then its plays are planned by what was said of its names, or a table is read by what
    was said of its columns. Raises Unreadable with a sentence that says why there is nothing in it.
    """
    if not upload.source:
        packed = bytes(upload.packed)
        with open_album(packed, settings.PHOTO_MEGABYTES * 2**20) as photos:
            if photos:
                return photo_imports.review(upload, photos)
        found = readers.read(packed)
        return ask_for_columns(upload, found) if isinstance(found, Grid) else fill(upload, found)
    if upload.source == photo_imports.SOURCE:
        upload.state, upload.preview = Upload.State.WAITING, photo_imports.load_waiting(upload)
        return None
    content = upload.content
    if columns := upload.choices.get("columns"):
        grid = grid_from_json(content["grid"])
        return fill(upload, table.read_table(grid, columns), grid=asdict(grid), columns=columns)
    if "plays" not in content:
        return ask_for_columns(upload, grid_from_json(content["grid"]))
    return plan(upload, content)


def ask_for_columns(upload, grid: Grid):
    """Let an upload wait for somebody who says what the columns of its table hold."""
    upload.source, upload.state = table.SOURCE, Upload.State.COLUMNS
    upload.content = {"grid": asdict(grid)}
    upload.preview = {"table": describe_columns(grid, guess_columns(grid))}


def describe_columns(grid: Grid, columns) -> dict:
    """Return what the page of a table shows: its headings, what each column may hold, and some of its rows."""
    return {"headings": grid.headings, "columns": columns, "sample": grid.rows[:SAMPLE], "rows": len(grid.rows)}


def fill(upload, book: Book, **more):
    """Let an upload hold a book, whose names are to be checked. Raises Unreadable if it is empty."""
    if not book.plays and not book.faults and not book.owned and not book.remarks:
        raise Unreadable(gettext("There are no plays in this file."))
    upload.source, upload.choices = book.source, {}
    alike = find_alike(book, Here(upload.group, book.source))
    content = book_as_json(book, say) | more | {"alike": alike}
    upload.content = content
    plan(upload, content)


def plan(upload, content):
    """Let the preview of an upload show what an import would do, by what was said of its names."""
    upload.state = Upload.State.WAITING
    upload.preview = build_preview(
        make_plan(book_from_json(content), upload.group, upload.choices, content.get("alike"))
    )
    if "grid" in content:
        upload.preview["table"] = describe_columns(grid_from_json(content["grid"]), content["columns"])
