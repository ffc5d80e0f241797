"""Import of a photo file: it is reviewed, its photos are imported once each, and the import can be undone.

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
from companion.models.photos import forget_pictures, keep_pictures
from companion.photos import keeping
from companion.photos.pictures import NoPicture, TooManyPixels, check, digest_of, draw_picture
from companion.rules.kit import gettext

from .readers.photos import Album, Listed
from .readers.records import Unreadable

SOURCE = "photos"
NEW, BACK, HERE, NO_PLAY = "new", "back", "here", "no_play"


@dataclass(frozen=True)
class Waiting:
    """A photo that waits for its import.

    `number` is its place in the list, `id` and `play` are ids as texts, `digest` tells its file from others, and `seal`
    says where it was drawn.
    """

    number: int
    id: str
    play: str
    caption: str
    digest: str
    seal: str


@dataclass(frozen=True)
class Fated:
    """What an import does with a photo, the play it is for, and the photo that the play has already."""

    waiting: Waiting
    fate: str
    play: Play | None = None
    photo: Photo | None = None


def review(upload, album: Album):
    """Let an upload hold the photos of an album, with the files of those that are new.

    Raises Unreadable if there is nothing in it.
    """
    waiting, listed = [], {}
    for number, each in enumerate(album.photos, 1):
        if digest := get_digest(album, number, each):
            known_as = each.id or uuid5(each.play, digest)
            waiting.append(Waiting(number, str(known_as), str(each.play), each.caption, digest, each.seal))
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
    """Return what an upload has stored of an album: the list of photos, and the files of the new ones by number."""
    return zipfile.ZipFile(io.BytesIO(bytes(upload.packed)))


def load_waiting(upload) -> dict[str, Any]:
    """Return what the page of an upload shows of the photos that wait in it."""
    return json.loads(open_stored(upload).read("waiting"))


def get_digest(album: Album, number: int, listed: Listed) -> str:
    """Return what tells the file of a photo from others; note why, and return nothing, if it can't be read."""
    try:
        content = album.content(listed)
    except Unreadable as unreadable:
        album.miss(number, listed.file, unreadable.text)
        return ""
    if content is None:
        most = settings.PHOTO_MEGABYTES
        album.miss(number, listed.file, gettext("It is larger than %(megabytes)s MB.", megabytes=most))
    return digest_of(content) if content is not None else ""


def check_picture(album: Album, number: int, listed: Listed) -> bool:
    """Return whether the file of a photo begins as a picture does that isn't too large; note why not."""
    try:
        check(album.content(listed) or b"")
        return True
    except TooManyPixels:
        album.miss(number, listed.file, gettext("It has too many pixels."))
    except NoPicture:
        album.miss(number, listed.file, gettext("This isn’t an image Caravan can show."))
    return False


def load_fates(upload) -> list[Fated]:
    """Return what an import does with each photo that an upload's page shows."""
    return decide_fates(upload.group, [Waiting(**each) for each in upload.preview["photos"]])


def decide_fates(group, waiting) -> list[Fated]:
    """Return what an import does with each photo: it is new, restored, here already, or its play isn't here."""
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
            fates.append(Fated(each, NO_PLAY))
            continue
        photo_keys = get_keys(play, each.id, each.digest)
        known_here = [known[key] for key in photo_keys if key in known]
        photo_here = known_here[0] if known_here else None
        fate = BACK if photo_here and photo_here.deleted_at else HERE if known_here else NEW
        fates.append(Fated(each, fate, play, photo_here))
        # If the file has it again, it is here.
        for key in photo_keys:
            known.setdefault(key, photo_here)
    return fates


def get_keys(play, known_as, digest) -> tuple[tuple, tuple]:
    """Return what tells a photo of a play from others."""
    return (play.pk, str(known_as)), (play.pk, digest)


def import_photos(upload, *, person, within):
    """Import the photos that wait in an upload, all of them or none.

    Raises Refusal if a play or the group would have too many. Each photo is drawn in a step of its own, and the last
    step stores all of them. Each step runs in the context that `within` makes, which may refuse it. Another run after
    an interruption draws them again; the pictures that the first run has stored are tidied away later.
    """
    archive, group, here = open_stored(upload), upload.group, Upload.objects.filter(pk=upload.pk)
    waiting = [Waiting(**each) for each in load_waiting(upload)["photos"]]
    # The file isn't stored of a photo that was here already when its upload was read.
    stored = set(archive.namelist())
    new = [
        each.waiting for each in decide_fates(group, waiting) if each.fate == NEW and str(each.waiting.number) in stored
    ]
    drawn, come, added = dict[int, dict[str, Any]](), set[UUID](), set[UUID]()
    try:
        for done, photo in enumerate(new):
            with within():
                here.update(counts={"drawn": done, "to_draw": len(new)})
            try:
                picture = draw_picture(archive.read(str(photo.number)), seal=photo.seal)
            except NoPicture:
                continue
            drawn[photo.number] = {"uuid": uuid4(), "width": picture.width, "height": picture.height}
            # A store may be far away: nobody waits for it while the group is locked.
            keep_pictures(drawn[photo.number]["uuid"], picture.sizes)
        with within(with_plays=True):
            upload.refresh_from_db()
            if upload.state == Upload.State.COMING:
                come = store(upload, decide_fates(group, waiting), drawn, person)
                if spoilt := [photo.number for photo in new if photo.number not in drawn]:
                    upload.counts["spoilt"] = spoilt
                upload.state, upload.done_at, upload.packed, upload.preview = Upload.State.DONE, timezone.now(), b"", {}
                upload.save(update_fields=["state", "done_at", "packed", "preview", "counts", "made"])
        # Only now: the transaction may have failed when it ended.
        added = come
    finally:
        forget_pictures({its["uuid"] for its in drawn.values()} - added)


def store(upload, fates, drawn, person) -> set[UUID]:
    """Let the plays have the photos that are new or restored, and note it; return the ids of the new ones."""
    new, back = [], [each.photo for each in fates if each.fate == BACK]
    for each in fates:
        if each.fate == NEW and each.waiting.number in drawn:
            its = {"caption": each.waiting.caption, "digest": each.waiting.digest, "origin": each.waiting.id}
            new.append(each.play.photos.create(**drawn[each.waiting.number], **its, person=person))
    Photo.objects.filter(pk__in=[photo.pk for photo in back]).update(deleted_at=None)
    for play, photos in group_by_play([*new, *back]).items():
        keeping.check_room(play)
        keeping.add_event(play, "import", [photo.uuid for photo in photos], person=person)
    counts = Counter(each.fate for each in fates)
    upload.made = {"photos": [photo.pk for photo in new], "back": [photo.pk for photo in back]}
    upload.counts = {NEW: len(new), **{fate: counts[fate] for fate in (BACK, HERE, NO_PLAY)}}
    return {photo.uuid for photo in new}


def group_by_play(photos) -> dict[Play, list[Photo]]:
    """Return these photos by their plays."""
    plays = defaultdict[Play, list[Photo]](list)
    for photo in photos:
        plays[photo.play].append(photo)
    return plays


def undo(upload, *, person, within):
    """Undo the import of photos: delete for good what was new, and remove again what it had restored.

    Photos whose captions were changed here since stay. Do nothing if it can't be undone any more. All of it is one
    step, within the context that `within` makes.
    """
    with within(with_plays=True):
        upload.refresh_from_db()
        if not upload.can_be_undone:
            return
        since = Event.objects.filter(kind=Event.Kind.PHOTO, play__group=upload.group, at__gt=upload.done_at)
        said = set(since.filter(details__what="say").values_list("details__photo", flat=True))
        came = Photo.objects.filter(pk__in=[*upload.made["photos"], *upload.made["back"]]).select_related("play")
        going = [photo for photo in came if str(photo.uuid) not in said]
        for play, photos in group_by_play(going).items():
            keeping.add_event(play, "undo", [photo.uuid for photo in photos], person=person)
        back = set(upload.made["back"])
        Photo.objects.filter(pk__in=[photo.pk for photo in going if photo.pk in back]).update(deleted_at=timezone.now())
        Photo.objects.filter(pk__in=[photo.pk for photo in going if photo.pk not in back]).delete_for_good()
        upload.state, upload.done_at = Upload.State.UNDONE, timezone.now()
        upload.counts |= {"went": len(going), "stay": len(came) - len(going)}
        upload.save(update_fields=["state", "done_at", "counts"])
