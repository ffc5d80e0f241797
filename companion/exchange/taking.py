"""A file that is brought: read, and kept until somebody has looked at it."""

from dataclasses import asdict

from django.db import transaction
from django.utils import timezone

from companion.language.texts import say
from companion.language.typed import clean_name
from companion.models import Upload
from companion.models.uploads import LOOKED_AT_WITHIN, OURS
from companion.rules.kit import gettext

from . import album
from .readers import files as readers
from .readers import table
from .readers.album import album_in
from .readers.records import Unreadable, as_json
from .readers.table import Grid


def read(group, content: bytes, *, name, person, may_bring) -> Upload:
    """What a file of this name holds, not kept yet; raises Unreadable with a sentence that says why there is nothing.

    Of a table it has to be said first what its columns are. `may_bring` says whether so many photos may come in.
    """
    with album_in(content) as photos:
        if photos:
            return album.look(group, photos, name=clean_name(name)[:100], person=person, may_bring=may_bring)
    found = readers.read(content)
    upload = Upload(group=group, person=person, name=clean_name(name)[:100])
    if isinstance(found, Grid):
        upload.source, upload.state = table.SOURCE, Upload.State.COLUMNS
        upload.content = {"grid": asdict(found), "columns": table.guessed(found)}
    else:
        fill(upload, found)
    return upload


def read_ours(group, file, *, person) -> Upload:
    """A file that Caravan has exported, to be brought in as it is; what it holds is read then."""
    upload = Upload(group=group, person=person, name=clean_name(file.name or "")[:100], source=OURS)
    upload.file = file.read()
    return upload


def fill(upload, book, **more):
    """Let an upload hold a book, of which somebody should look at the names."""
    if not book.plays and not book.faults and not book.owned:
        raise Unreadable(gettext("There is no play in this file."))
    upload.source, upload.state, upload.choices = book.source, Upload.State.WAITING, {}
    upload.content = as_json(book, say) | more


def say_columns(upload, columns):
    """Read the table of an upload by these columns. Raises Unreadable where nothing is in it."""
    grid = upload.content["grid"]
    fill(upload, table.book_of(Grid(**grid), columns), grid=grid, columns=columns)
    upload.save(update_fields=["state", "packed", "choices", "source"])


@transaction.atomic
def keep(upload) -> Upload:
    """Keep an upload in the place of others that this person has left lying in the group, and of what is too old."""
    # Tidying takes them as well; who brings files often need not wait for it.
    lying = Upload.objects.filter(state__in=(Upload.State.WAITING, Upload.State.COLUMNS))
    lying.filter(group=upload.group, person=upload.person).delete()
    lying.filter(created_at__lt=timezone.now() - LOOKED_AT_WITHIN).delete()
    upload.save()
    return upload
