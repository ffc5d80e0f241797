"""A file that is brought: read, and kept until somebody has looked at it."""

from django.db import transaction
from django.utils import timezone

from companion.language.texts import say
from companion.language.typed import clean_name
from companion.models import Upload
from companion.models.uploads import LOOKED_AT_WITHIN
from companion.rules.kit import gettext

from .readers.files import book_in
from .readers.records import Unreadable, as_json


def read(group, file, *, person) -> Upload:
    """What a binary file holds, not kept yet; raises Unreadable with a sentence that says why nothing is there."""
    book = book_in(file.read())
    if not book.plays and not book.faults:
        raise Unreadable(gettext("There is no play in this file."))
    upload = Upload(group=group, person=person, name=clean_name(file.name or "")[:100], source=book.source)
    upload.content = as_json(book, say)
    return upload


@transaction.atomic
def keep(upload) -> Upload:
    """Keep an upload in the place of others that this person has left lying in the group, and of what is too old."""
    lying = Upload.objects.filter(state__in=(Upload.State.WAITING, Upload.State.COLUMNS))
    lying.filter(group=upload.group, person=upload.person).delete()
    lying.filter(created_at__lt=timezone.now() - LOOKED_AT_WITHIN).delete()
    upload.save()
    return upload
