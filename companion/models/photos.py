"""Photos of a play, which are those of its evening too: the rows are here, the pictures in a store beside the database.

A row goes before its pictures do: whatever is left behind in the store is nobody's, and tidied away. What is sent is no
photo before its pictures are drawn (`sent_photos.py`): a phone writes into it where it was taken.
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

# How long the longer side of a picture is at most, in pixels, by the word for its size.
SIDES = {"large": 1920, "small": 480}
# A store may be far away.
ASKED_AT_ONCE = 16


def store() -> Storage:
    """Where the pictures are kept."""
    return storages["photos"]


def file_name(photo, size) -> str:
    """What a picture is called in the store; `photo` is the uuid of its row."""
    return f"{photo}-{size}.jpg"


def keep_pictures(photo, pictures: dict[str, bytes]):
    """Put the pictures of a photo, given by its uuid, into the store, by their sizes."""
    for size, content in pictures.items():
        store().save(file_name(photo, size), ContentFile(content))


def picture(photo, size) -> bytes | None:
    """The JPEG of this size of a photo, given by its uuid; None where the store has none."""
    try:
        with store().open(file_name(photo, size)) as file:
            return file.read()
    except FileNotFoundError:
        return None


def weights(size, photos) -> list[int]:
    """What the pictures of this size of photos, given by their uuids, weigh in bytes; 0 where the store has none."""
    with ThreadPoolExecutor(ASKED_AT_ONCE) as asking:
        return list(asking.map(lambda photo: weight(file_name(photo, size)), photos))


def weight(name) -> int:
    try:
        return store().size(name)
    except FileNotFoundError:
        return 0


def forget_pictures(photos):
    """Take the pictures of photos, given by their uuids, out of the store."""
    for photo in photos:
        for size in SIDES:
            store().delete(file_name(photo, size))


class PhotoQuerySet(models.QuerySet["Photo"]):
    """Photos, those that were taken away among them."""

    def shown(self):
        """Those that are there, in the order they came."""
        return self.filter(deleted_at__isnull=True).order_by("pk")

    def taken_away(self):
        """Those that can be put back, the one that went last first."""
        return self.filter(deleted_at__gt=timezone.now() - UNDO_DELETE_WITHIN).order_by("-deleted_at", "-pk")

    def run_out(self):
        """Those that nobody can put back any more, by themselves or with their play."""
        ago = timezone.now() - UNDO_DELETE_WITHIN
        return self.filter(models.Q(deleted_at__lte=ago) | models.Q(play__deleted_at__lte=ago))

    def delete_for_good(self) -> int:
        """Delete them with their pictures for good; how many there were."""
        gone = list(self.values_list("uuid", flat=True))
        # What stood beside it is told no more, either.
        words = {"details__what": "say", "details__photo__in": [str(photo) for photo in gone]}
        Event.objects.filter(kind=Event.Kind.PHOTO, play__photos__uuid__in=gone, **words).delete()
        self.model._default_manager.filter(uuid__in=gone).delete()
        # What fails here is tidied later; the rows are gone, so nobody sees it.
        transaction.on_commit(partial(forget_pictures, gone), robust=True)
        return len(gone)


class Photo(models.Model):
    """A photo of a play. `person` is who brought it, with whom it goes; `caption` what is to be seen, for those too who
    cannot see it.

    `width` and `height` are those of the large picture; the small one has the same shape. `digest` tells it from the
    play's other photos, so that what is sent twice is there once; `origin` is the uuid that one had which came with a
    file, in the group where it was taken. One that was taken away (`deleted_at`) is seen by
    nobody, and can be put back for a while.
    """

    # Its table also has a column `state`, which nothing has read since 0037 but a Caravan between 0036 and it: with its
    # default it harms none, and it can go once the release that has 0037 is the oldest that is updated from.

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
        """By what it is known in every group that it comes to."""
        return self.origin or self.uuid

    @property
    def small_size(self) -> tuple[int, int]:
        """Width and height of the small picture."""
        part = min(1, SIDES["small"] / max(self.width, self.height))
        return max(1, round(self.width * part)), max(1, round(self.height * part))
