"""Import of photo files: they are reviewed, each photo is imported once, and the import can be undone.

Only photos of plays that are in the group are imported.
"""

import io
import json
import zipfile
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.conf import settings
from django.utils import timezone

from companion.core.language.texts import say
from companion.models import Event, Photo, Play, Upload
from companion.models.photos import delete_pictures, store_pictures
from companion.photos import keeping
from companion.photos.pictures import NoPicture, TooManyPixels, check, digest_of, draw_picture
from companion.rules.kit import gettext

from .readers.photos import Album, ListedPhoto
from .readers.records import Unreadable

SOURCE = "photos"
NEW, BACK, HERE, NO_PLAY = "new", "back", "here", "no_play"


@dataclass(frozen=True)
class WaitingPhoto:
    """A photo that waits for its import.

    `number`: its place in the list. `id` and `play`: ids as texts. `digest` identifies its file, and `seal` proves
    where it was drawn.
    """

    number: int
    id: str
    play: str
    caption: str
    digest: str
    seal: str


@dataclass(frozen=True)
class PhotoFate:
    """The fate of a photo in an import, its play, and the photo that the play already has, if any."""

    waiting: WaitingPhoto
    fate: str
    play: Play | None = None
    photo: Photo | None = None


def review(upload, album: Album):
    """Store the photos of an album in an upload, with the files of the new ones.

    Raise Unreadable if there is nothing in it.
    """
    waiting, listed = [], {}
    for number, each in enumerate(album.photos, 1):
        if digest := get_digest(album, number, each):
            known_as = each.id or uuid5(each.play, digest)
            waiting.append(WaitingPhoto(number, str(known_as), str(each.play), each.caption, digest, each.seal))
            listed[number] = each
    new = {each.waiting.number for each in decide_fates(upload.group, waiting) if each.fate == NEW}
    spoilt = {number for number in sorted(new) if not check_picture(album, number, listed[number])}
    if not waiting and not album.faults:
        raise Unreadable(gettext("There are no photos in this file."))
    upload.source, upload.state = SOURCE, Upload.State.WAITING
    upload.preview = {
        "photos": [vars(each) for each in waiting if each.number not in spoilt],
        "faults": [[say(place), what, say(why)] for place, what, why in album.faults],
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for number in sorted(new - spoilt):
            archive.writestr(str(number), album.content(listed[number]) or b"")
        archive.writestr("waiting", json.dumps(upload.preview))
    upload.packed = file.getvalue()


def open_stored(upload) -> zipfile.ZipFile:
    """Return the zip that an upload stores: the list of photos, and the files of the new ones by number."""
    return zipfile.ZipFile(io.BytesIO(bytes(upload.packed)))


def load_waiting(upload) -> dict[str, Any]:
    """Return what the page of an upload shows of its waiting photos."""
    return json.loads(open_stored(upload).read("waiting"))


def get_digest(album: Album, number: int, listed: ListedPhoto) -> str:
    """Return the digest of a photo's file; if it can't be read, add the fault to the album and return ""."""
    try:
        content = album.content(listed)
    except Unreadable as unreadable:
        album.add_fault(number, listed.file, unreadable.text)
        return ""
    if content is None:
        most = settings.PHOTO_MEGABYTES
        album.add_fault(number, listed.file, gettext("It is larger than %(megabytes)s MB.", megabytes=most))
    return digest_of(content) if content is not None else ""


def check_picture(album: Album, number: int, listed: ListedPhoto) -> bool:
    """Return whether a photo's file starts as a picture that isn't too large; else add the fault to the album."""
    try:
        check(album.content(listed) or b"")
        return True
    except TooManyPixels:
        album.add_fault(number, listed.file, gettext("It has too many pixels."))
    except NoPicture:
        album.add_fault(number, listed.file, gettext("This isn’t an image Caravan can show."))
    return False


def load_fates(upload) -> list[PhotoFate]:
    """Return what an import does with each photo on an upload's page."""
    return decide_fates(upload.group, [WaitingPhoto(**each) for each in upload.preview["photos"]])


def decide_fates(group, waiting) -> list[PhotoFate]:
    """Return what an import does with each photo: it is new, restored, already here, or its play isn't here."""
    named = {each.play for each in waiting}
    own = {play: str(uuid5(group.uuid, play)) for play in named}
    plays = {str(play.uuid): play for play in group.plays.filter(uuid__in=[*named, *own.values()], deleted_at=None)}
    known: dict[tuple, Photo | None] = {}
    for photo in Photo.objects.filter(play__in=[play.pk for play in plays.values()]).select_related("play"):
        known |= dict.fromkeys(get_keys(photo.play, photo.known_as, photo.digest), photo)
    fates = []
    for each in waiting:
        play = plays.get(each.play) or plays.get(own[each.play])
        if play is None:
            fates.append(PhotoFate(each, NO_PLAY))
            continue
        photo_keys = get_keys(play, each.id, each.digest)
        known_here = [known[key] for key in photo_keys if key in known]
        photo_here = known_here[0] if known_here else None
        fate = BACK if photo_here and photo_here.deleted_at else HERE if known_here else NEW
        fates.append(PhotoFate(each, fate, play, photo_here))
        # The same photo later in the file is already here.
        for key in photo_keys:
            known.setdefault(key, photo_here)
    return fates


def get_keys(play, known_as, digest) -> tuple[tuple, tuple]:
    """Return the keys by which a photo of a play is recognized: its id and its digest."""
    return (play.pk, str(known_as)), (play.pk, digest)


def import_photos(upload, *, person, within):
    """Import the waiting photos of an upload, all of them or none.

    Raise Refusal if a play or the group would have too many. Each photo is drawn in its own step, and the last step
    stores all of them. Each step runs in the context that `within` makes, which may refuse it. Another run after an
    interruption draws them again; pictures of the first run are tidied away later.
    """
    archive, group, here = open_stored(upload), upload.group, Upload.objects.filter(pk=upload.pk)
    waiting = [WaitingPhoto(**each) for each in load_waiting(upload)["photos"]]
    # Photos that were already here when the upload was read have no stored file.
    stored = set(archive.namelist())
    new = [
        each.waiting for each in decide_fates(group, waiting) if each.fate == NEW and str(each.waiting.number) in stored
    ]
    drawn, stored_ids, added = dict[int, dict[str, Any]](), set[UUID](), set[UUID]()
    try:
        for done, photo in enumerate(new):
            with within():
                here.update(counts={"drawn": done, "to_draw": len(new)})
            try:
                picture = draw_picture(archive.read(str(photo.number)), seal=photo.seal)
            except NoPicture:
                continue
            drawn[photo.number] = {"uuid": uuid4(), "width": picture.width, "height": picture.height}
            # The storage may be slow: it isn't used while the group is locked.
            store_pictures(drawn[photo.number]["uuid"], picture.sizes)
        with within(with_plays=True):
            upload.refresh_from_db()
            if upload.state == Upload.State.COMING:
                stored_ids = store_photos(upload, decide_fates(group, waiting), drawn, person)
                if spoilt := [photo.number for photo in new if photo.number not in drawn]:
                    upload.counts["spoilt"] = spoilt
                upload.state, upload.done_at, upload.packed, upload.preview = Upload.State.DONE, timezone.now(), b"", {}
                upload.save(update_fields=["state", "done_at", "packed", "preview", "counts", "made"])
        # Only now, because the commit may have failed.
        added = stored_ids
    finally:
        delete_pictures({details["uuid"] for details in drawn.values()} - added)


def store_photos(upload, fates, drawn, person) -> set[UUID]:
    """Store new and restored photos with their events and counts, and return the ids of the new ones."""
    new, back = [], [each.photo for each in fates if each.fate == BACK]
    for each in fates:
        if each.fate == NEW and each.waiting.number in drawn:
            details = {"caption": each.waiting.caption, "digest": each.waiting.digest, "origin": each.waiting.id}
            new.append(each.play.photos.create(**drawn[each.waiting.number], **details, person=person))
    Photo.objects.filter(pk__in=[photo.pk for photo in back]).update(deleted_at=None)
    for play, photos in group_by_play([*new, *back]).items():
        keeping.check_room(play)
        keeping.add_event(play, "import", [photo.uuid for photo in photos], person=person)
    counts = Counter(each.fate for each in fates)
    upload.made = {"photos": [photo.pk for photo in new], "back": [photo.pk for photo in back]}
    upload.counts = {NEW: len(new), **{fate: counts[fate] for fate in (BACK, HERE, NO_PLAY)}}
    return {photo.uuid for photo in new}


def group_by_play(photos) -> dict[Play, list[Photo]]:
    """Return these photos by play."""
    plays = defaultdict[Play, list[Photo]](list)
    for photo in photos:
        plays[photo.play].append(photo)
    return plays


def undo(upload, *, person, within):
    """Undo the import of photos: delete new ones for good, and remove restored ones again.

    Photos whose captions were changed here since stay. Do nothing if undoing isn't possible any more. All of it is one
    step, within the context that `within` makes.
    """
    with within(with_plays=True):
        upload.refresh_from_db()
        if not upload.can_be_undone:
            return
        since = Event.objects.filter(kind=Event.Kind.PHOTO, play__group=upload.group, at__gt=upload.done_at)
        recaptioned = set(since.filter(details__what="say").values_list("details__photo", flat=True))
        imported = Photo.objects.filter(pk__in=[*upload.made["photos"], *upload.made["back"]]).select_related("play")
        removable = [photo for photo in imported if str(photo.uuid) not in recaptioned]
        for play, photos in group_by_play(removable).items():
            keeping.add_event(play, "undo", [photo.uuid for photo in photos], person=person)
        back = set(upload.made["back"])
        numbers = {photo.pk for photo in removable}
        Photo.objects.filter(pk__in=numbers & back).update(deleted_at=timezone.now())
        Photo.objects.filter(pk__in=numbers - back).delete_for_good()
        upload.state, upload.done_at = Upload.State.UNDONE, timezone.now()
        upload.counts |= {"went": len(removable), "stay": len(imported) - len(removable)}
        upload.save(update_fields=["state", "done_at", "counts"])
