"""Pictures as phones take them, and as somebody makes them who means no good."""

import io
import struct
import zlib
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from PIL import ExifTags, Image

from companion.models import SentPhoto
from companion.models import photos as kept
from companion.models.sent_photos import store_sent

SOMEWHERE = {ExifTags.GPS.GPSLatitudeRef: "N", ExifTags.GPS.GPSLatitude: (48.0, 8.0, 14.0)}
CAMERA, WHEN = "Camera of Anna", "2026:11:20 20:15:00"


class Photo(SimpleUploadedFile):
    """A file that can be sent any number of times."""

    def read(self, *_size):
        self.seek(0)
        return super().read()


def a_photo(name="photo.jpg", content=None) -> Photo:
    return Photo(name, a_picture() if content is None else content)


def a_picture(kind="JPEG", *, size=(60, 40), colour="teal", mode="RGB", exif=True, turned=1, **how) -> bytes:
    """A picture of one colour, with all that a camera notes beside it; `turned` as EXIF tells how it was held."""
    file = io.BytesIO()
    notes = Image.Exif()
    notes[ExifTags.Base.Make], notes[ExifTags.Base.DateTime] = CAMERA, WHEN
    notes[ExifTags.Base.Orientation] = turned
    notes.get_ifd(ExifTags.IFD.GPSInfo).update(SOMEWHERE)
    Image.new(mode, size, colour).save(file, kind, **({"exif": notes} if exif else {}), **how)
    return file.getvalue()


def a_chunk(kind, data) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def a_bomb(side=30_000) -> bytes:
    """A PNG of some kilobytes that takes gigabytes to be decoded."""
    head = a_chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + a_chunk(b"IDAT", zlib.compress(bytes(10_000_000))) + a_chunk(b"IEND", b"")


def sent_photo_of(play, *, person, content=None, **more) -> SentPhoto:
    """A photo of a play that was sent and waits, though nobody has asked for it to be drawn."""
    photo = play.sent_photos.create(person=person, digest=uuid4().hex, **more)
    store_sent(photo.uuid, content or a_picture())
    return photo


def photo_of(play, *, person=None, is_gone=False, **more) -> kept.Photo:
    """A photo that a play has, with its pictures, though nobody has sent it; `is_gone`: it was taken away."""
    deleted_at = timezone.now() if is_gone else None
    its = {"width": 60, "height": 40, "digest": uuid4().hex, "person": person, "deleted_at": deleted_at}
    photo = play.photos.create(**its | more)
    kept.store_pictures(photo.uuid, dict.fromkeys(kept.SIDES, a_picture(exif=False)))
    return photo
