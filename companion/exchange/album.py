"""Photos come into a group as they went out: looked at, brought in once each, and taken back.

A play that is here gets its photos, by its id; of others nothing comes in.
"""

import io
import json
import zipfile
from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass, replace
from uuid import UUID, uuid4, uuid5

from django.conf import settings
from django.utils import timezone

from companion.language.texts import say
from companion.models import Event, Photo, Play, Upload
from companion.models.photos import SIDES, forget_pictures, keep_pictures
from companion.photos import keeping
from companion.photos.pictures import NoPicture, Picture, TooManyPixels, digest_of, picture_of
from companion.rules.kit import gettext

from .readers.album import Album, Listed
from .readers.records import Unreadable

SOURCE = "photos"
NEW, BACK, HERE, NO_PLAY = "new", "back", "here", "no_play"


@dataclass(frozen=True)
class Waiting:
    """A photo that waits: its place in the list, by what it and its play are known, and its words; what its file was by
    `digest`, and the shape of its large picture. Without a width there is no picture, as none was needed.
    """

    number: int
    id: str
    play: str
    caption: str
    digest: str
    width: int = 0
    height: int = 0


@dataclass(frozen=True)
class Fated:
    """What becomes of a photo of a file, and what is here of it."""

    waiting: Waiting
    fate: str
    play: Play | None = None
    photo: Photo | None = None


def look(group, album: Album, *, name, person, may_bring) -> Upload:
    """An upload, not kept yet, with the photos of an album; of those that are new the pictures are drawn already.

    Raises Unreadable where nothing is in it, or where `may_bring` says no to so many new ones.
    """
    waiting, contents = [], {}
    for number, listed in enumerate(album.photos, 1):
        try:
            content = album.content(listed, settings.PHOTO_MEGABYTES * 2**20)
        except Unreadable as unreadable:
            album.miss(number, listed.file, unreadable.text)
            continue
        if content is None:
            most = settings.PHOTO_MEGABYTES
            album.miss(number, listed.file, gettext("It is larger than %(megabytes)s MB.", megabytes=most))
            continue
        digest = digest_of(content)
        known_as = listed.id or uuid5(listed.play, digest)
        waiting.append(Waiting(number, str(known_as), str(listed.play), listed.caption, digest))
        contents[number] = listed
    fates = fates_of(group, waiting)
    new = [each.waiting for each in fates if each.fate == NEW]
    if not waiting and not album.faults:
        raise Unreadable(gettext("There is no photo in this file."))
    if new and not may_bring(len(new)):
        raise Unreadable(gettext("Those were enough photos for one day. Please come back tomorrow."))
    upload = Upload(group=group, person=person, name=name, source=SOURCE)
    pack(upload, album, waiting, {each.number: contents[each.number] for each in new})
    return upload


def pack(upload, album: Album, waiting, wanted: dict[int, Listed]):
    """Let an upload hold these photos, with the pictures of the wanted ones drawn anew; one is in memory at a time."""
    file, kept = io.BytesIO(), []
    with zipfile.ZipFile(file, "w") as packed:
        for each in waiting:
            its = drawn(album, each.number, wanted[each.number]) if each.number in wanted else None
            if each.number in wanted and its is None:
                continue
            for size, content in its.sizes.items() if its else ():
                packed.writestr(f"{each.number}-{size}", content)
            kept.append(replace(each, width=its.width, height=its.height) if its else each)
        faults = [[say(place), what, say(why)] for place, what, why in album.faults]
        packed.writestr("waiting", json.dumps({"photos": [vars(each) for each in kept], "faults": faults}))
    upload.packed = file.getvalue()


def drawn(album: Album, number: int, listed: Listed) -> Picture | None:
    """The picture of a photo drawn anew, as of any that is sent; None where it cannot be, which is noted."""
    try:
        return picture_of(album.content(listed, settings.PHOTO_MEGABYTES * 2**20) or b"", seal=listed.seal)
    except TooManyPixels:
        album.miss(number, listed.file, gettext("It has too many pixels."))
    except NoPicture:
        album.miss(number, listed.file, gettext("It is no picture that can be shown here."))
    return None


@dataclass
class Packed:
    """What waits in an upload."""

    photos: list[Waiting]
    faults: list[list[str]]
    archive: zipfile.ZipFile

    def sizes(self, number: int) -> dict[str, bytes]:
        """The pictures of a photo, by their sizes."""
        return {size: self.archive.read(f"{number}-{size}") for size in SIDES}


def packed_in(upload) -> Packed:
    """What waits in an upload of photos."""
    archive = zipfile.ZipFile(io.BytesIO(bytes(upload.packed)))
    told = json.loads(archive.read("waiting"))
    return Packed([Waiting(**each) for each in told["photos"]], told["faults"], archive)


def fates_of(group, waiting) -> list[Fated]:
    """What becomes of each photo: it is new, comes back, is here already, or its play is not here."""
    named = {each.play for each in waiting}
    own = {play: str(uuid5(group.uuid, play)) for play in named}
    plays = {str(play.uuid): play for play in group.plays.filter(uuid__in=[*named, *own.values()], deleted_at=None)}
    known: dict[tuple, Photo | None] = {}
    for photo in Photo.objects.filter(play__in=[play.pk for play in plays.values()]).select_related("play"):
        known |= dict.fromkeys(keys(photo.play, photo.known_as, photo.digest), photo)
    fates = []
    for each in waiting:
        play = plays.get(each.play) or plays.get(own[each.play])
        its_keys = keys(play, each.id, each.digest) if play else ()
        found = next((known[key] for key in its_keys if key in known), None)
        is_here = any(key in known for key in its_keys)
        # The second time that the file has it, it is here.
        known |= {key: found for key in its_keys if key not in known}
        if play is None:
            fates.append(Fated(each, NO_PLAY))
        elif found and found.deleted_at:
            fates.append(Fated(each, BACK, play, found))
        else:
            fates.append(Fated(each, HERE if is_here else NEW, play, found))
    return fates


def keys(play, known_as, digest) -> tuple[tuple, tuple]:
    """What tells a photo of a play."""
    return (play.pk, str(known_as)), (play.pk, digest)


def counts_of(fates) -> Counter[str]:
    """How many photos of each fate."""
    return Counter(each.fate for each in fates)


def bring_in(upload, *, person, within=nullcontext) -> Upload:
    """Bring in the photos that wait in an upload, all of them or none; nothing where they have come already.

    Raises Refusal where a play or the group would have too many. All is done within the context that `within` makes,
    in which nobody else changes plays of the group.
    """
    packed, group = packed_in(upload), upload.group
    # A store may be far away: nobody waits for it while the group is locked.
    numbers = {each.number: uuid4() for each in packed.photos if each.width}
    added, new = set[UUID](), set[UUID]()
    try:
        for number, its in numbers.items():
            keep_pictures(its, packed.sizes(number))
        with within():
            upload.refresh_from_db()
            if upload.state == Upload.State.WAITING:
                new = brought(upload, fates_of(group, packed.photos), numbers, person)
        # Only now: what the block has begun may have gone.
        added = new
    finally:
        forget_pictures(set(numbers.values()) - added)
    return upload


def brought(upload, fates, numbers, person) -> set[UUID]:
    """Let the plays have what is new or comes back, and note it; which photos are new."""
    new, back = [], [each.photo for each in fates if each.fate == BACK]
    for each in fates:
        if each.fate == NEW and each.waiting.width:
            waiting = each.waiting
            its = {name: getattr(waiting, name) for name in ("width", "height", "caption", "digest")}
            its |= {"uuid": numbers[waiting.number], "origin": waiting.id, "person": person}
            new.append(each.play.photos.create(**its))
    Photo.objects.filter(pk__in=[photo.pk for photo in back]).update(deleted_at=None)
    for play, photos in by_play([*new, *back]).items():
        keeping.check_room(play)
        keeping.note(play, "import", [photo.uuid for photo in photos], person=person)
    upload.made = {"photos": [photo.pk for photo in new], "back": [photo.pk for photo in back]}
    upload.counts = {NEW: len(new), **{fate: counts_of(fates)[fate] for fate in (BACK, HERE, NO_PLAY)}}
    upload.state, upload.done_at, upload.packed = Upload.State.DONE, timezone.now(), b""
    upload.save(update_fields=["state", "done_at", "packed", "counts", "made"])
    return {photo.uuid for photo in new}


def by_play(photos) -> dict[Play, list[Photo]]:
    """These photos by their plays."""
    plays: dict[Play, list[Photo]] = {}
    for photo in photos:
        plays.setdefault(photo.play, []).append(photo)
    return plays


def undo(upload, *, person, within=nullcontext) -> tuple[int, int]:
    """Take back what came with a file: what was new goes for good, what came back is taken away again.

    How many went, and how many stay since their words were changed here, or that were taken away anyway.
    """
    with within():
        upload.refresh_from_db()
        if not upload.can_be_undone:
            return 0, 0
        since = Event.objects.filter(kind=Event.Kind.PHOTO, play__group=upload.group, at__gt=upload.done_at)
        said = set(since.filter(details__what="say").values_list("details__photo", flat=True))
        came = Photo.objects.filter(pk__in=[*upload.made["photos"], *upload.made["back"]]).select_related("play")
        going = [photo for photo in came if str(photo.uuid) not in said]
        for play, photos in by_play(going).items():
            keeping.note(play, "undo", [photo.uuid for photo in photos], person=person)
        back = set(upload.made["back"])
        Photo.objects.filter(pk__in=[photo.pk for photo in going if photo.pk in back]).update(deleted_at=timezone.now())
        Photo.objects.filter(pk__in=[photo.pk for photo in going if photo.pk not in back]).delete_for_good()
        went, stay = len(going), len(came) - len(going)
        upload.state, upload.done_at = Upload.State.UNDONE, timezone.now()
        upload.counts |= {"went": went, "stay": stay}
        upload.save(update_fields=["state", "done_at", "counts"])
    return went, stay
