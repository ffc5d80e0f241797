"""Uploaded files: stored as they are until they are read, then until someone has reviewed them.

A background task reads them: no page does work that grows with the size of a file.
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
# The fields of an upload that reading it changes.
CHANGED = ("source", "state", "packed", "choices", "preview", "refused")
# How many sample rows of a table are shown.
SAMPLE = 3


@transaction.atomic
def store(upload) -> Upload:
    """Store an upload; it replaces this person's other unfinished uploads in the group, and all that are too old."""
    # Tidying deletes old ones, too, but may come late.
    lying = Upload.objects.filter(state__in=Upload.NOT_IMPORTED)
    before = lying.filter(group=upload.group, person=upload.person)
    # Uploads that couldn't be read or imported were reported already.
    if names := list(before.filter(refused=[]).order_by("pk").values_list("name", flat=True)):
        upload.made["replaced"] = [name or "–" for name in names]
    before.delete()
    lying.filter(created_at__lt=timezone.now() - LOOKED_AT_WITHIN).delete()
    upload.save()
    return upload


def start_reading(upload):
    """Queue the task that reads an upload in the active language, unless one does already."""
    if not is_unfinished(upload=upload.pk):
        zone = timezone.get_current_timezone_name()
        read_upload.enqueue(upload=upload.pk, language=translation.get_language(), time_zone=zone)


@task(queue_name="reading")
def read_upload(*, upload, language, time_zone):
    """Read an upload by its primary key, or store why it can't be read; another run starts over."""
    stored = Upload.objects.select_related("group").filter(pk=upload, state=READING, refused=[]).first()
    if stored is None:
        return
    with translation.override(language), timezone.override(time_zone):
        try:
            read(stored)
        except Unreadable as unreadable:
            stored.refused = [say(unreadable.text)]
            if columns := stored.choices.get("columns"):
                # A table asks for its columns again.
                stored.state, stored.choices = Upload.State.COLUMNS, {}
                stored.preview["table"]["columns"] = columns
            else:
                stored.packed = b""
    # It may have been deleted meanwhile.
    Upload.objects.filter(pk=stored.pk, state=READING).update(**{name: getattr(stored, name) for name in CHANGED})


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
        return ask_for_columns(upload, found) if isinstance(found, Grid) else store_book(upload, found)
    if upload.source == photo_imports.SOURCE:
        upload.state, upload.preview = Upload.State.WAITING, photo_imports.load_waiting(upload)
        return None
    content = upload.content
    if columns := upload.choices.get("columns"):
        grid = grid_from_json(content["grid"])
        return store_book(upload, table.read_table(grid, columns), grid=asdict(grid), columns=columns)
    if "plays" not in content:
        return ask_for_columns(upload, grid_from_json(content["grid"]))
    return store_preview(upload, content)


def ask_for_columns(upload, grid: Grid):
    """Store a table in an upload, and wait for someone to choose its columns."""
    upload.source, upload.state = table.SOURCE, Upload.State.COLUMNS
    upload.content = {"grid": asdict(grid)}
    upload.preview = {"table": describe_columns(grid, guess_columns(grid))}


def describe_columns(grid: Grid, columns) -> dict:
    """Return the context of a table's page: its headings, the guessed columns, and some of its rows."""
    return {"headings": grid.headings, "columns": columns, "sample": grid.rows[:SAMPLE], "rows": len(grid.rows)}


def store_book(upload, book: Book, **more):
    """Store a book in an upload, so that its names can be checked. Raise Unreadable if it is empty."""
    if not book.plays and not book.faults and not book.owned and not book.remarks:
        raise Unreadable(gettext("There are no plays in this file."))
    upload.source, upload.choices = book.source, {}
    alike = find_alike(book, Here(upload.group, book.source))
    content = book_as_json(book, say) | more | {"alike": alike}
    upload.content = content
    store_preview(upload, content)


def store_preview(upload, content):
    """Compute and store the preview of an upload, with the choices for its names."""
    upload.state = Upload.State.WAITING
    upload.preview = build_preview(
        make_plan(book_from_json(content), upload.group, upload.choices, content.get("alike"))
    )
    if "grid" in content:
        upload.preview["table"] = describe_columns(grid_from_json(content["grid"]), content["columns"])
