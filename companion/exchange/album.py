"""Photos come into a group as they went out: looked at, brought in once each, and taken back.

A play that is here gets its photos, by its id; of others nothing comes in.
"""

import io
import json
import zipfile
from collections import Counter
from dataclasses import dataclass
from uuid import UUID, uuid4, uuid5

from django.conf import settings
from django.utils import timezone

from companion.language.texts import say
from companion.models import Event, Photo, Play, Upload
from companion.models.photos import forget_pictures, keep_pictures
from companion.photos import keeping
from companion.photos.pictures import NoPicture, Picture, TooManyPixels, check, digest_of, picture_of
from companion.rules.kit import gettext

from .readers.album import Album, Listed
from .readers.records import Unreadable

SOURCE = "photos"
NEW, BACK, HERE, NO_PLAY = "new", "back", "here", "no_play"


@dataclass(frozen=True)
class Waiting:
    """A photo that waits: its place in the list, by what it and its play are known, its words, and what tells its file
    from others and shows where it was drawn.
    """

    number: int
    id: str
    play: str
    caption: str
    digest: str
    seal: str


@dataclass(frozen=True)
class Fated:
    """What becomes of a photo of a file, and what is here of it."""

    waiting: Waiting
    fate: str
    play: Play | None = None
    photo: Photo | None = None


def look(upload, album: Album):
    """Let an upload hold the photos of an album; those that are new are drawn once they come in.

    Raises Unreadable where nothing is in it.
    """
    waiting, listed = [], {}
    for number, its in enumerate(album.photos, 1):
        digest = digest_in(album, number, its)
        if digest:
            known_as = its.id or uuid5(its.play, digest)
            waiting.append(Waiting(number, str(known_as), str(its.play), its.caption, digest, its.seal))
            listed[number] = its
    new = {each.waiting.number for each in fates_of(upload.group, waiting) if each.fate == NEW}
    spoilt = {number for number in sorted(new) if not is_picture(album, number, listed[number])}
    if not waiting and not album.faults:
        raise Unreadable(gettext("There are no photos in this file."))
    kept = [each for each in waiting if each.number not in spoilt]
    faults = [[say(place), what, say(why)] for place, what, why in album.faults]
    upload.source, upload.state = SOURCE, Upload.State.WAITING
    upload.preview = {"photos": [vars(each) for each in kept], "faults": faults}
    upload.packed = pack(album, upload.preview, {number: listed[number] for number in sorted(new - spoilt)})


def show_again(upload):
    """Let the page of an upload show what waits in it, as it was packed."""
    upload.state = Upload.State.WAITING
    upload.preview = json.loads(archive_of(upload).read("waiting"))


def archive_of(upload) -> zipfile.ZipFile:
    """Return what an upload keeps of an album."""
    return zipfile.ZipFile(io.BytesIO(bytes(upload.packed)))


def waiting_in(upload) -> list[Waiting]:
    """Return the photos that wait in an upload, without their files."""
    return [Waiting(**each) for each in upload.preview["photos"]]


def digest_in(album: Album, number: int, listed: Listed) -> str:
    """What tells the file of a photo from others; nothing where it cannot be had, which is noted."""
    try:
        content = album.content(listed, most_bytes())
    except Unreadable as unreadable:
        album.miss(number, listed.file, unreadable.text)
        return ""
    if content is None:
        most = settings.PHOTO_MEGABYTES
        album.miss(number, listed.file, gettext("It is larger than %(megabytes)s MB.", megabytes=most))
        return ""
    return digest_of(content)


def is_picture(album: Album, number: int, listed: Listed) -> bool:
    """Whether the file of a photo begins as a picture does that is not too large; where it does not, that is noted."""
    try:
        check(album.content(listed, most_bytes()) or b"")
    except TooManyPixels:
        album.miss(number, listed.file, gettext("It has too many pixels."))
    except NoPicture:
        album.miss(number, listed.file, gettext("This isn’t an image Caravan can show."))
    else:
        return True
    return False


def most_bytes() -> int:
    return settings.PHOTO_MEGABYTES * 2**20


def pack(album: Album, told, wanted: dict[int, Listed]) -> bytes:
    """What an upload keeps of an album: what waits, and the files of the wanted photos, one in memory at a time."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for number, listed in wanted.items():
            archive.writestr(str(number), album.content(listed, most_bytes()) or b"")
        archive.writestr("waiting", json.dumps(told))
    return file.getvalue()


def count_new(upload) -> int:
    """Return how many photos of an upload are new to its group."""
    return counts_of(fates_of(upload.group, waiting_in(upload)))[NEW]


@dataclass
class Packed:
    """What waits in an upload."""

    photos: list[Waiting]
    archive: zipfile.ZipFile

    def has(self, photo: Waiting) -> bool:
        """Whether the file of a photo was kept: of what was here already it was not."""
        return str(photo.number) in self.archive.namelist()

    def picture(self, photo: Waiting) -> Picture | None:
        """The picture of a photo drawn anew, as of any that is sent; None where it cannot be."""
        try:
            return picture_of(self.archive.read(str(photo.number)), seal=photo.seal)
        except NoPicture:
            return None


@dataclass(frozen=True)
class Drawn:
    """A new photo whose pictures are in the store, and the shape of the large one."""

    uuid: UUID
    width: int
    height: int


def packed_in(upload) -> Packed:
    """What waits in an upload of photos."""
    archive = archive_of(upload)
    told = json.loads(archive.read("waiting"))
    return Packed([Waiting(**each) for each in told["photos"]], archive)


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


def bring_in(upload, *, person, within):
    """Bring in the photos that wait in an upload, all of them or none.

    Raises Refusal where a play or the group would have too many. Each is drawn in a step of its own, and all come in
    with the last; each step is done within the context that `within` makes, which may still refuse. Begun anew after
    its process has ended it draws them anew; what the store has of them by then is tidied away.
    """
    packed, group, here = packed_in(upload), upload.group, Upload.objects.filter(pk=upload.pk)
    new = [each.waiting for each in fates_of(group, packed.photos) if each.fate == NEW and packed.has(each.waiting)]
    drawn, come, added = dict[int, Drawn](), set[UUID](), set[UUID]()
    try:
        for number, photo in enumerate(new):
            with within():
                here.update(counts={"drawn": number, "to_draw": len(new)})
            # A store may be far away: nobody waits for it while the group is locked.
            if picture := packed.picture(photo):
                drawn[photo.number] = its = Drawn(uuid4(), picture.width, picture.height)
                keep_pictures(its.uuid, picture.sizes)
        with within(with_plays=True):
            upload.refresh_from_db()
            if upload.state == Upload.State.COMING:
                come = brought(upload, fates_of(group, packed.photos), drawn, person)
                over(upload, [photo.number for photo in new if photo.number not in drawn])
        # Only now: what the block has begun may have gone.
        added = come
    finally:
        forget_pictures({its.uuid for its in drawn.values()} - added)


def brought(upload, fates, drawn, person) -> set[UUID]:
    """Let the plays have what is new or comes back, and note it; which photos are new."""
    new, back = [], [each.photo for each in fates if each.fate == BACK]
    for each in fates:
        if each.fate == NEW and each.waiting.number in drawn:
            waiting = each.waiting
            its = vars(drawn[waiting.number]) | {"caption": waiting.caption, "digest": waiting.digest}
            new.append(each.play.photos.create(**its, origin=waiting.id, person=person))
    Photo.objects.filter(pk__in=[photo.pk for photo in back]).update(deleted_at=None)
    for play, photos in by_play([*new, *back]).items():
        keeping.check_room(play)
        keeping.note(play, "import", [photo.uuid for photo in photos], person=person)
    upload.made = {"photos": [photo.pk for photo in new], "back": [photo.pk for photo in back]}
    upload.counts = {NEW: len(new), **{fate: counts_of(fates)[fate] for fate in (BACK, HERE, NO_PLAY)}}
    return {photo.uuid for photo in new}


def over(upload, spoilt):
    """Its file is not needed any more; of these photos, by their numbers there, was no picture to be drawn."""
    upload.counts |= {"spoilt": spoilt} if spoilt else {}
    upload.state, upload.done_at, upload.packed, upload.preview = Upload.State.DONE, timezone.now(), b"", {}
    upload.save(update_fields=["state", "done_at", "packed", "preview", "counts", "made"])


def by_play(photos) -> dict[Play, list[Photo]]:
    """These photos by their plays."""
    plays: dict[Play, list[Photo]] = {}
    for photo in photos:
        plays.setdefault(photo.play, []).append(photo)
    return plays


def undo(upload, *, person, within):
    """Take back what came with a file: what was new goes for good, what came back is taken away again.

    Those stay whose words were changed here since, or that were taken away anyway. Nothing where it is no longer
    possible. All of it is one step, within the context that `within` makes.
    """
    with within(with_plays=True):
        upload.refresh_from_db()
        if not upload.can_be_undone:
            return
        since = Event.objects.filter(kind=Event.Kind.PHOTO, play__group=upload.group, at__gt=upload.done_at)
        said = set(since.filter(details__what="say").values_list("details__photo", flat=True))
        came = Photo.objects.filter(pk__in=[*upload.made["photos"], *upload.made["back"]]).select_related("play")
        going = [photo for photo in came if str(photo.uuid) not in said]
        for play, photos in by_play(going).items():
            keeping.note(play, "undo", [photo.uuid for photo in photos], person=person)
        back = set(upload.made["back"])
        Photo.objects.filter(pk__in=[photo.pk for photo in going if photo.pk in back]).update(deleted_at=timezone.now())
        Photo.objects.filter(pk__in=[photo.pk for photo in going if photo.pk not in back]).delete_for_good()
        upload.state, upload.done_at = Upload.State.UNDONE, timezone.now()
        upload.counts |= {"went": len(going), "stay": len(came) - len(going)}
        upload.save(update_fields=["state", "done_at", "counts"])
