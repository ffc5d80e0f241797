"""Files that a background task creates for the person who requested them."""

import datetime
import uuid
import zlib
from collections.abc import Iterator

from django.db import models
from django.db.models import Q
from django.utils import timezone

from .people import Group, Person

STORED_FOR = datetime.timedelta(days=1)
# Files for calendars are renewed after each change.
STORED_FOR_CALENDARS = datetime.timedelta(days=30)
PIECE = 16 * 1024


class ExportQuerySet(models.QuerySet):
    """Export files."""

    def expired(self):
        """Return the files that have expired."""
        now = timezone.now()
        of_somebody = Q(person__isnull=False, asked_at__lt=now - STORED_FOR)
        return self.filter(of_somebody | Q(asked_at__lt=now - STORED_FOR_CALENDARS))


class Export(models.Model):
    """A file of a group's plays. `kind` is one of `companion.transfer.exports`, `name` the file's name.

    Only `person`, who requested it, may have it; None for calendars. `done` of `total` plays have been written. Once it
    is finished, it has `made_at` and the compressed `packed`.
    """

    uuid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    group = models.ForeignKey(Group, models.CASCADE, related_name="exports")
    person = models.ForeignKey(Person, models.CASCADE, null=True, blank=True, related_name="exports")
    kind = models.CharField(max_length=20)
    name = models.CharField(max_length=150)
    language = models.CharField(max_length=10)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    packed = models.BinaryField(default=b"")
    asked_at = models.DateTimeField(default=timezone.now)
    made_at = models.DateTimeField(null=True, blank=True)

    objects = ExportQuerySet.as_manager()

    def __str__(self):
        return self.name

    @property
    def available_until(self) -> datetime.datetime:
        return self.asked_at + STORED_FOR

    @property
    def content(self) -> Iterator[bytes]:
        """The file in pieces."""
        packed, unpacking = bytes(self.packed), zlib.decompressobj()
        for start in range(0, len(packed), PIECE):
            yield unpacking.decompress(packed[start : start + PIECE])


def compress(pieces) -> bytes:
    """Return texts compressed into one file, for `Export.packed`."""
    packing, parts = zlib.compressobj(), bytearray()
    for piece in pieces:
        parts += packing.compress(piece.encode())
    return bytes(parts + packing.flush())
