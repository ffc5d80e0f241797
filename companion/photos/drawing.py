"""What nobody waits for who sends a photo: its pictures are drawn, and what was sent goes."""

from django.tasks import task

from companion.core.tasks import is_unfinished, those_unfinished
from companion.models import SentPhoto
from companion.models.photos import forget_pictures, keep_pictures
from companion.models.sent_photos import forget_sent, sent

from . import keeping
from .pictures import NoPicture, picture_of


def let_go_on(photo):
    """Let a photo that waits be drawn, unless somebody is at it."""
    if not photo.has_failed and not is_unfinished(photo=photo.pk):
        draw.enqueue(photo=photo.pk)


def in_hand(photos) -> list[SentPhoto]:
    """Those of these photos that somebody is at, or will be."""
    waiting = [photo for photo in photos if not photo.has_failed]
    unfinished = those_unfinished("photo", [photo.pk for photo in waiting])
    return [photo for photo in waiting if photo.pk in unfinished]


@task(queue_name="quick")
def draw(*, photo, group=None):
    """Draw the pictures of a photo that was sent, by its number; it may be begun anew at any time.

    `group` isn't used. Tasks that an older Caravan has queued still name it.
    """
    its = SentPhoto.objects.waiting().select_related("play", "person").filter(pk=photo).first()
    if its is None:
        return
    try:
        drawn = picture_of(sent(its.uuid))
    except NoPicture:
        # What another process has drawn meanwhile is no longer there as it was sent, nor is its row.
        its.play.sent_photos.filter(pk=its.pk).update(has_failed=True)
        forget_sent([its.uuid])
        return
    keep_pictures(its.uuid, drawn.sizes)
    if not keeping.let_come(its, drawn):
        forget_pictures([its.uuid])
    forget_sent([its.uuid])
