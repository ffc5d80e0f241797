"""Photos as they were sent, which wait until their pictures are drawn: rows here, files in a folder of the store.

No database watches the keys: an older Caravan, which knows nothing of these rows, can delete what they belong to. What
is left then is nobody's, and tidied away.
"""

import uuid
from functools import partial

from django.core.files.base import ContentFile
from django.db import models, transaction
from django.utils import timezone

from .people import UNDO_DELETE_WITHIN, Person
from .photos import store
from .plays import Play

# An older Caravan tidies pictures of no photo away, but looks into no folder.
FOLDER = "sent"


def sent_name(photo) -> str:
    """What a photo as it was sent, given by its uuid, is called in the store."""
    return f"{FOLDER}/{photo}"


def keep_sent(photo, content: bytes):
    """Put what was sent as a photo, given by its uuid, into the store."""
    store().save(sent_name(photo), ContentFile(content))


def sent(photo) -> bytes:
    """What was sent as a photo, given by its uuid; nothing where the store has none."""
    try:
        with store().open(sent_name(photo)) as file:
            return file.read()
    except FileNotFoundError:
        return b""


def forget_sent(photos):
    """Take what was sent as photos, given by their uuids, out of the store."""
    for photo in photos:
        store().delete(sent_name(photo))


class SentPhotoQuerySet(models.QuerySet):
    """Photos on their way, and those that never came."""

    def waiting(self):
        """Those whose pictures are to be drawn."""
        return self.filter(has_failed=False)

    def run_out(self):
        """Those that were sent in vain."""
        return self.filter(created_at__lte=timezone.now() - UNDO_DELETE_WITHIN)

    def delete_for_good(self) -> int:
        """Delete them with what was sent; how many there were."""
        gone = list(self.values_list("uuid", flat=True))
        self.delete()
        # What fails here is tidied later.
        transaction.on_commit(partial(forget_sent, gone), robust=True)
        return len(gone)


class SentPhoto(models.Model):
    """What somebody has sent as a photo of a play. The photo that it becomes has its `uuid`, and this row goes then.

    `digest` is of the file, so that one that is sent twice waits once. Where no picture could be drawn it `has_failed`,
    and its file is gone.
    """

    uuid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    play = models.ForeignKey(Play, models.CASCADE, related_name="sent_photos", db_constraint=False)
    person = models.ForeignKey(Person, models.CASCADE, related_name="sent_photos", db_constraint=False)
    caption = models.CharField(max_length=200, blank=True)
    digest = models.CharField(max_length=64)
    has_failed = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)

    objects = SentPhotoQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["play", "digest"], name="sent_photo_once")]

    def __str__(self):
        return self.caption or str(self.uuid)
