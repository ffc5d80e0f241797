"""What nobody waits for who sends a photo: its pictures are drawn, and what was sent goes."""

from django.tasks import task

from companion.models import Photo
from companion.models.photos import SENT, forget_pictures, forget_sent, keep_pictures, picture
from companion.server.working import is_unfinished, those_unfinished

from . import keeping
from .pictures import NoPicture, picture_of


def let_go_on(photo):
    """Let a photo that waits be drawn, unless somebody is at it."""
    if photo.state == Photo.State.WAITING and not is_unfinished(photo=photo.pk):
        draw.enqueue(photo=photo.pk)


def in_hand(photos) -> list[Photo]:
    """Those of these photos that somebody is at, or will be."""
    waiting = [photo for photo in photos if photo.state == Photo.State.WAITING]
    unfinished = those_unfinished("photo", [photo.pk for photo in waiting])
    return [photo for photo in waiting if photo.pk in unfinished]


@task()
def draw(*, photo):
    """Draw the pictures of a photo that was sent, by its number; it may be begun anew at any time."""
    its = Photo.objects.select_related("play").filter(pk=photo, state=Photo.State.WAITING).first()
    if its is None:
        return
    try:
        drawn = picture_of(picture(its.uuid, SENT) or b"")
    except NoPicture:
        # What another process has drawn meanwhile is no longer there as it was sent.
        its.play.photos.filter(pk=its.pk, state=Photo.State.WAITING).update(state=Photo.State.FAILED)
        forget_sent(its.uuid)
        return
    keep_pictures(its.uuid, drawn.sizes)
    if keeping.let_come(its, drawn):
        forget_sent(its.uuid)
    else:
        forget_pictures([its.uuid])
