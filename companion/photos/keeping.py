"""Upload, publish, remove, restore and delete photos of plays."""

from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from companion.core.refusal import Refusal
from companion.models import Event, Person, Photo, Play, SentPhoto
from companion.models.sent_photos import delete_sent, store_sent
from companion.rules.kit import Problem, ngettext

from .pictures import digest_of


def send(contents, *, caption, person, within) -> list[SentPhoto]:
    """Store uploaded files at a play until they are drawn, and return their photos.

    `within` returns a context manager that yields the play and locks it. Raise Refusal, and store nothing, if the play
    or its group would have too many.
    """
    # The storage may be slow: it isn't used while the play is locked.
    sent = {uuid4(): content for content in contents}
    waiting: list[SentPhoto] = []
    try:
        for number, content in sent.items():
            store_sent(number, content)
        with within() as play:
            # No foreign key ensures that the person still exists.
            Person.objects.select_for_update(no_key=True).get(pk=person.pk)
            new = [add_waiting(play, number, content, caption, person) for number, content in sent.items()]
            check_room(play)
        waiting = new
    finally:
        delete_sent(sent.keys() - {photo.uuid for photo in waiting})
    return waiting


def add_waiting(play, number: UUID, content: bytes, caption, person) -> SentPhoto:
    """Return the photo of this id that waits to be drawn; the same file waits only once."""
    same = play.sent_photos.filter(digest=digest_of(content))
    same.filter(has_failed=True).delete()
    details = {"uuid": number, "person": person, "caption": caption, "digest": digest_of(content)}
    return same.first() or play.sent_photos.create(**details)


@transaction.atomic
def publish(waiting, picture) -> bool:
    """Replace a waiting photo with a photo of this picture; return False if it is gone or the play has the picture.

    A removed photo with the same picture is restored. A photo that another process has published stays as it is.
    """
    if not Play.objects.select_for_update().filter(pk=waiting.play_id):
        return False
    photos, rows = waiting.play.photos, waiting.play.sent_photos.filter(pk=waiting.pk)
    if not rows:
        return photos.filter(uuid=waiting.uuid).exists()
    rows.delete()
    if known := photos.filter(digest=picture.digest).first():
        restore(known, person=waiting.person)
        return False
    details = {"caption": waiting.caption, "width": picture.width, "height": picture.height, "digest": picture.digest}
    photos.create(uuid=waiting.uuid, person=waiting.person, **details)
    add_event(waiting.play, "add", [waiting.uuid], person=waiting.person)
    return True


def add_event(play, what, photos, *, person, **more):
    """Record in a play's change history what happened to these photos, by their ids; do nothing without photos."""
    if photos:
        details = {"what": what, "photos": [str(photo) for photo in photos], **more}
        Event.objects.create(play=play, kind=Event.Kind.PHOTO, details=details, person=person)


def check_room(play):
    """Raise Refusal if a play or its group has too many photos; removed ones that can be restored count as well."""
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


def set_caption(photo, caption, *, person):
    """Set a photo's caption."""
    if photo.caption == caption:
        return
    add_event(photo.play, "say", [photo.uuid], person=person, photo=str(photo.uuid), words=[photo.caption, caption])
    photo.caption = caption
    photo.save(update_fields=["caption"])


def remove(photo, *, person):
    """Remove a photo; it can be restored for 30 days."""
    if photo.play.photos.filter(pk=photo.pk, deleted_at=None).update(deleted_at=timezone.now()):
        add_event(photo.play, "remove", [photo.uuid], person=person)


def restore(photo, *, person):
    """Restore a removed photo."""
    if photo.play.photos.filter(pk=photo.pk, deleted_at__isnull=False).update(deleted_at=None):
        add_event(photo.play, "restore", [photo.uuid], person=person)


def delete_for_good(play, photo, *, person):
    """Delete a removed photo of a play, by its id, for good, with its pictures."""
    if Photo.objects.filter(play=play, uuid=photo, deleted_at__isnull=False).delete_for_good():
        add_event(play, "forget", [photo], person=person)
