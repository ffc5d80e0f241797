"""Photos as they were sent, which wait for processing: rows here, files in a folder of the store.

The keys have no database constraints: an older Caravan, which doesn't know these rows, can delete what they belong to.
The remaining rows and files are tidied up.
"""

import uuid
from functools import partial

from django.core.files.base import ContentFile
from django.db import models, transaction
from django.utils import timezone

from .people import UNDO_DELETE_WITHIN, Person
from .photos import store
from .plays import Play

# An older Caravan tidies up files outside of folders.
FOLDER = "sent"


def sent_name(photo) -> str:
    """Return the name in the store of a sent file, given by its photo's uuid."""
    return f"{FOLDER}/{photo}"


def store_sent(photo, content: bytes):
    """Store a sent file, given by its photo's uuid."""
    store().save(sent_name(photo), ContentFile(content))


def read_sent(photo) -> bytes:
    """Return a sent file, given by its photo's uuid; b"" if the store doesn't have it."""
    try:
        with store().open(sent_name(photo)) as file:
            return file.read()
    except FileNotFoundError:
        return b""


def delete_sent(photos):
    """Delete sent files, given by their photos' uuids, from the store."""
    for photo in photos:
        store().delete(sent_name(photo))


class SentPhotoQuerySet(models.QuerySet):
    """Sent photos, waiting or failed."""

    def waiting(self):
        """Return the photos that wait for processing."""
        return self.filter(has_failed=False)

    def expired(self):
        """Return the photos that have waited or failed for too long."""
        return self.filter(created_at__lte=timezone.now() - UNDO_DELETE_WITHIN)

    def delete_for_good(self) -> int:
        """Delete the rows with their files, and return their number."""
        gone = list(self.values_list("uuid", flat=True))
        self.delete()
        # Files that remain after a failure are tidied up later.
        transaction.on_commit(partial(delete_sent, gone), robust=True)
        return len(gone)


class SentPhoto(models.Model):
    """A file sent as a photo of a play. Its photo gets the same `uuid`, and then this row is deleted.

    `digest` is of the file, so that a repeated one waits once. If no picture could be drawn from the file, it
    `has_failed`, and the file is deleted.
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
