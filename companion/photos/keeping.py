"""Photos come to a play, go, come back, and go for good."""

from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from companion.core.refusal import Refusal
from companion.models import Event, Person, Photo, Play, SentPhoto
from companion.models.sent_photos import forget_sent, keep_sent
from companion.rules.kit import Problem, ngettext

from .pictures import digest_of


def send(contents, *, caption, person, within) -> list[SentPhoto]:
    """Let these files wait at a play until they are drawn; which photos they are to be.

    The play is what the context that `within` makes gives, and nobody else changes it in there. Raises Refusal where it
    or its group would have too many, and keeps none then.
    """
    # A store may be far away: nobody waits for it while the play is locked.
    sent = {uuid4(): content for content in contents}
    waiting: list[SentPhoto] = []
    try:
        for number, content in sent.items():
            keep_sent(number, content)
        with within() as play:
            # No key of the database says that they are still there.
            Person.objects.select_for_update(no_key=True).get(pk=person.pk)
            new = [let_wait(play, number, content, caption, person) for number, content in sent.items()]
            check_room(play)
        waiting = new
    finally:
        forget_sent(sent.keys() - {photo.uuid for photo in waiting})
    return waiting


def let_wait(play, number: UUID, content: bytes, caption, person) -> SentPhoto:
    """The photo of this number that waits to be drawn; the same file waits once."""
    same = play.sent_photos.filter(digest=digest_of(content))
    same.filter(has_failed=True).delete()
    its = {"uuid": number, "person": person, "caption": caption, "digest": digest_of(content)}
    return same.first() or play.sent_photos.create(**its)


@transaction.atomic
def let_come(its, picture) -> bool:
    """Let a photo that waits be there, as this picture; False where it went meanwhile, or the play has the picture.

    What the play has is put back where it was taken away. One that another process has drawn meanwhile stays as it is.
    """
    if not Play.objects.select_for_update().filter(pk=its.play_id):
        return False
    photos, waits = its.play.photos, its.play.sent_photos.filter(pk=its.pk)
    if not waits:
        return photos.filter(uuid=its.uuid).exists()
    waits.delete()
    if known := photos.filter(digest=picture.digest).first():
        put_back(known, person=its.person)
        return False
    looks = {"caption": its.caption, "width": picture.width, "height": picture.height, "digest": picture.digest}
    photos.create(uuid=its.uuid, person=its.person, **looks)
    note(its.play, "add", [its.uuid], person=its.person)
    return True


def note(play, what, photos, *, person, **more):
    """Tell in the trail of a play what became of photos, by their uuids; nothing where there are none."""
    if photos:
        details = {"what": what, "photos": [str(photo) for photo in photos], **more}
        Event.objects.create(play=play, kind=Event.Kind.PHOTO, details=details, person=person)


def check_room(play):
    """Raise Refusal where a play or its group has more photos than it may; those that can be put back count as well."""
    if play.photos.count() + play.sent_photos.waiting().count() > settings.PLAY_PHOTOS:
        text = ngettext(
            "A play can have at most %(number)s photo, including removed ones.",
            "A play can have at most %(number)s photos, including removed ones.",
            settings.PLAY_PHOTOS,
        )
        raise Refusal([Problem("photos", text)])
    waiting = SentPhoto.objects.waiting().filter(play__group=play.group_id)
    if Photo.objects.filter(play__group=play.group_id).count() + waiting.count() > settings.GROUP_PHOTOS:
        text = ngettext(
            "A group can have at most %(number)s photo, and this one is full.",
            "A group can have at most %(number)s photos, and this one is full.",
            settings.GROUP_PHOTOS,
        )
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
    if photo.play.photos.filter(pk=photo.pk, deleted_at=None).update(deleted_at=timezone.now()):
        note(photo.play, "remove", [photo.uuid], person=person)


def put_back(photo, *, person):
    """Let a photo be there again."""
    if photo.play.photos.filter(pk=photo.pk, deleted_at__isnull=False).update(deleted_at=None):
        note(photo.play, "restore", [photo.uuid], person=person)


def forget(play, photo, *, person):
    """Delete a photo of a play, by its uuid, that was taken away for good, with its pictures."""
    if Photo.objects.filter(play=play, uuid=photo, deleted_at__isnull=False).delete_for_good():
        note(play, "forget", [photo], person=person)
