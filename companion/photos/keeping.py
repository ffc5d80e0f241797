"""Photos come to a play, go, come back, and go for good."""

from uuid import UUID, uuid4

from django.conf import settings
from django.utils import timezone

from companion.models import Event, Photo
from companion.models.photos import forget_pictures, keep_pictures
from companion.refusal import Refusal
from companion.rules.kit import Problem, gettext


def bring(pictures, *, caption, person, within):
    """Let a play have these pictures as photos; one that it has already is there once.

    The play is what the context that `within` makes gives, and nobody else changes it in there. Raises Refusal where it
    or its group would have too many, and has brought none then.
    """
    # A store may be far away: nobody waits for it while the play is locked.
    brought = {uuid4(): picture for picture in pictures}
    added: set[UUID] = set()
    try:
        for number, picture in brought.items():
            keep_pictures(number, picture.sizes)
        with within() as play:
            before = set(play.photos.shown().values_list("uuid", flat=True))
            new = [add(play, number, picture, caption, person) for number, picture in brought.items()]
            check_room(play)
            note(play, "add", sorted({photo.uuid for photo in new} - before), person=person)
        added = {photo.uuid for photo in new}
    finally:
        forget_pictures(brought.keys() - added)


def add(play, number, picture, caption, person) -> Photo:
    """The photo of this picture: a new one of this number, or the one that was there, put back where it was gone."""
    known = play.photos.filter(digest=picture.digest).first()
    if known is None:
        its = {"width": picture.width, "height": picture.height, "digest": picture.digest}
        return play.photos.create(uuid=number, person=person, caption=caption, **its)
    Photo.objects.filter(pk=known.pk).update(deleted_at=None)
    return known


def note(play, what, photos, *, person, **more):
    """Tell in the trail of a play what became of photos, by their uuids; nothing where there are none."""
    if photos:
        details = {"what": what, "photos": [str(photo) for photo in photos], **more}
        Event.objects.create(play=play, kind=Event.Kind.PHOTO, details=details, person=person)


def check_room(play):
    """Raise Refusal where a play or its group has more photos than it may; those that can be put back count as well."""
    if play.photos.count() > settings.PLAY_PHOTOS:
        text = gettext(
            "A play has room for %(most)s photos, those included that were taken away.", most=settings.PLAY_PHOTOS
        )
        raise Refusal([Problem("photos", text)])
    if Photo.objects.filter(play__group=play.group_id).count() > settings.GROUP_PHOTOS:
        text = gettext("A group has room for %(most)s photos, and this one is full.", most=settings.GROUP_PHOTOS)
        raise Refusal([Problem("photos", text)])


def say(photo, caption, *, person):
    """Tell what is to be seen on a photo."""
    if photo.caption == caption:
        return
    note(photo.play, "say", [photo.uuid], person=person, photo=str(photo.uuid), words=[photo.caption, caption])
    photo.caption = caption
    photo.save(update_fields=["caption"])


def take_away(photo, *, person):
    """Let nobody see a photo any more; it can be put back for 30 days."""
    if Photo.objects.filter(pk=photo.pk, deleted_at=None).update(deleted_at=timezone.now()):
        note(photo.play, "remove", [photo.uuid], person=person)


def put_back(photo, *, person):
    """Let a photo be there again."""
    if Photo.objects.filter(pk=photo.pk, deleted_at__isnull=False).update(deleted_at=None):
        note(photo.play, "restore", [photo.uuid], person=person)


def forget(play, photo, *, person):
    """Delete a photo of a play, by its uuid, that was taken away for good, with its pictures."""
    if Photo.objects.filter(play=play, uuid=photo, deleted_at__isnull=False).delete_for_good():
        note(play, "forget", [photo], person=person)
