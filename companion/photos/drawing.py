"""The background task that draws the pictures of an uploaded photo and deletes the upload."""

from django.tasks import task

from companion.core.tasks import find_unfinished, is_unfinished
from companion.models import SentPhoto
from companion.models.photos import delete_pictures, store_pictures
from companion.models.sent_photos import delete_sent, read_sent

from . import keeping
from .pictures import NoPicture, draw_picture


def resume_drawing(photo):
    """Queue the drawing of a waiting photo, unless a task is already drawing it."""
    if not photo.has_failed and not is_unfinished(photo=photo.pk):
        draw.enqueue(photo=photo.pk)


def find_queued(photos) -> list[SentPhoto]:
    """Return those of these photos that a task is drawing or will draw."""
    waiting = [photo for photo in photos if not photo.has_failed]
    unfinished = find_unfinished("photo", [photo.pk for photo in waiting])
    return [photo for photo in waiting if photo.pk in unfinished]


@task(queue_name="quick")
def draw(*, photo, group=None):
    """Draw the pictures of an uploaded photo, by its primary key; it may be run again at any time.

    `group` isn't used. Tasks queued by an older Caravan still name it.
    """
    upload = SentPhoto.objects.waiting().select_related("play", "person").filter(pk=photo).first()
    if upload is None:
        return
    try:
        picture = draw_picture(read_sent(upload.uuid))
    except NoPicture:
        # If another process has drawn it meanwhile, neither the upload nor its row exists any more.
        upload.play.sent_photos.filter(pk=upload.pk).update(has_failed=True)
        delete_sent([upload.uuid])
        return
    store_pictures(upload.uuid, picture.sizes)
    if not keeping.publish(upload, picture):
        delete_pictures([upload.uuid])
    delete_sent([upload.uuid])
