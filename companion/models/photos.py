"""Photos of a play: rows here, pictures in a store beside the database.

A row is deleted before its pictures, and pictures without a row are tidied up. An upload becomes a photo once its
pictures are drawn (`sent_photos.py`), because phones write into a file where it was taken.
"""

import uuid
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages
from django.db import models, transaction
from django.utils import timezone

from .people import UNDO_DELETE_WITHIN, Person
from .plays import Event, Play

# The longer side of a picture in pixels, at most, by size.
SIDES = {"large": 1920, "small": 480}
# Parallel requests, because a store may be remote.
ASKED_AT_ONCE = 16


def store() -> Storage:
    """Return the storage of the pictures."""
    return storages["photos"]


def file_name(photo, size) -> str:
    """Return the name of a picture in the store; `photo` is the uuid of its row."""
    return f"{photo}-{size}.jpg"


def store_pictures(photo, pictures: dict[str, bytes]):
    """Store the pictures of a photo, given by its uuid, by size."""
    for size, content in pictures.items():
        store().save(file_name(photo, size), ContentFile(content))


def picture(photo, size) -> bytes | None:
    """Return the JPEG of a photo, given by its uuid, in this size; None if the store doesn't have it."""
    try:
        with store().open(file_name(photo, size)) as file:
            return file.read()
    except FileNotFoundError:
        return None


def weights(size, photos) -> list[int]:
    """Return the sizes in bytes of the pictures of photos, given by their uuids; 0 for a missing one."""
    with ThreadPoolExecutor(ASKED_AT_ONCE) as asking:
        return list(asking.map(lambda photo: weight(file_name(photo, size)), photos))


def weight(name) -> int:
    try:
        return store().size(name)
    except FileNotFoundError:
        return 0


def delete_pictures(photos):
    """Delete the pictures of photos, given by their uuids, from the store."""
    for photo in photos:
        for size in SIDES:
            store().delete(file_name(photo, size))


class PhotoQuerySet(models.QuerySet["Photo"]):
    """Photos, including deleted ones."""

    def visible(self):
        """Return the photos that aren't deleted, oldest first."""
        return self.filter(deleted_at__isnull=True).order_by("pk")

    def restorable(self):
        """Return the deleted photos that can be restored, the one deleted last first."""
        return self.filter(deleted_at__gt=timezone.now() - UNDO_DELETE_WITHIN).order_by("-deleted_at", "-pk")

    def expired(self):
        """Return the photos that can't be restored any more, on their own or with their play."""
        ago = timezone.now() - UNDO_DELETE_WITHIN
        return self.filter(models.Q(deleted_at__lte=ago) | models.Q(play__deleted_at__lte=ago))

    def delete_for_good(self) -> int:
        """Delete the photos with their pictures for good, and return their number."""
        gone = list(self.values_list("uuid", flat=True))
        # Their captions disappear from the change history, too.
        words = {"details__what": "say", "details__photo__in": [str(photo) for photo in gone]}
        Event.objects.filter(kind=Event.Kind.PHOTO, play__photos__uuid__in=gone, **words).delete()
        self.model._default_manager.filter(uuid__in=gone).delete()
        # Pictures that remain after a failure are tidied up later.
        transaction.on_commit(partial(delete_pictures, gone), robust=True)
        return len(gone)


class Photo(models.Model):
    """A photo of a play. `person` added it, and it is deleted with them; `caption` also describes it to blind people.

    `width` and `height` are those of the large picture; the small one has the same ratio. `digest` identifies the photo
    within the play, so that a repeated upload is stored once; `origin` is the uuid of an imported photo in its first
    group. A deleted one (`deleted_at`) is hidden, and can be restored for a while.
    """

    # The table also has a column `state`, which only a Caravan before migration 0037 reads. It can be removed once all
    # updates start from a release with 0037.

    uuid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    play = models.ForeignKey(Play, models.CASCADE, related_name="photos")
    person = models.ForeignKey(Person, models.SET_NULL, null=True, blank=True, related_name="photos")
    caption = models.CharField(max_length=200, blank=True)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64)
    origin = models.UUIDField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    deleted_at = models.DateTimeField(null=True, blank=True)

    objects = PhotoQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["play", "digest"], name="photo_once")]

    def __str__(self):
        return self.caption or str(self.uuid)

    @property
    def known_as(self):
        """The photo's uuid in its first group."""
        return self.origin or self.uuid

    @property
    def small_size(self) -> tuple[int, int]:
        """The width and height of the small picture, in pixels."""
        part = min(1, SIDES["small"] / max(self.width, self.height))
        return max(1, round(self.width * part)), max(1, round(self.height * part))
