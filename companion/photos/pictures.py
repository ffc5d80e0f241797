"""A picture that somebody sends becomes one of ours: decoded, upright, no larger than a page shows, and with nothing of
where, when and by what it was taken."""

import hashlib
import io
import re
import threading
from contextlib import contextmanager
from dataclasses import dataclass

from django.utils.crypto import constant_time_compare, salted_hmac
from PIL import Image, ImageOps

from companion.models.photos import SIDES

from .parts import has_too_many_parts

KINDS = ("JPEG", "PNG", "WEBP")
# What a telephone takes at most; and what is decoded of it, each pixel in four bytes and more. Of a JPEG a part is.
MOST_PIXELS, MOST_DECODED = 50_000_000, 25_000_000
# Its decoder holds all of it several times.
MOST_OF_WEBP = 12_500_000
# A JPEG may come in many scans, each of which takes as long as all of it: cameras make a dozen.
MOST_SCANS, SCAN = 100, re.compile(rb"\xff\xda\x00[\x08\x0a\x0c\x0e][\x01-\x04]")
QUALITY = 82
# However many are sent at once, there is memory for one.
ONE_AT_A_TIME = threading.Lock()


class NoPicture(ValueError):
    """What was sent cannot be shown as a picture."""


class TooManyPixels(NoPicture):
    """It could be, but for its size."""


@dataclass(frozen=True)
class Picture:
    """A picture in its sizes, each a JPEG; width and height are those of the large one, in pixels."""

    width: int
    height: int
    sizes: dict[str, bytes]

    @property
    def digest(self) -> str:
        """The same for the same picture, and for no other."""
        return digest_of(self.sizes["large"])


def digest_of(content: bytes) -> str:
    """What tells one large picture from all others."""
    return hashlib.sha256(content).hexdigest()


def seal_of(content: bytes) -> str:
    """What shows later that this large picture was drawn here; nobody else can make it."""
    return salted_hmac("companion.photos", digest_of(content), algorithm="sha256").hexdigest()


def picture_of(content: bytes, *, seal="") -> Picture:
    """The picture in a file. Raises NoPicture where there is none, or TooManyPixels.

    One of which the seal shows that it was drawn here stays as it is: drawn once more it would lose a little.
    """
    with ONE_AT_A_TIME, opened(content) as image:
        ImageOps.exif_transpose(image, in_place=True)
        large = fitted(image, SIDES["large"])
        sizes = {size: as_jpeg(fitted(large, side)) for size, side in SIDES.items()}
    if seal and constant_time_compare(seal, seal_of(content)):
        sizes["large"] = content
    return Picture(large.width, large.height, sizes)


def check(content: bytes):
    """Raise what `picture_of` would raise, as far as that shows before anything is decoded."""
    with ONE_AT_A_TIME, opened(content):
        pass


@contextmanager
def opened(content: bytes):
    """The picture in a file, of which nothing is decoded yet, no finer than it has to be.

    Raises NoPicture where there is none or where it cannot be read within the context, or TooManyPixels.
    """
    if has_too_many_parts(content) or sum(1 for _scan in SCAN.finditer(content)) > MOST_SCANS:
        raise NoPicture
    try:
        with Image.open(io.BytesIO(content), formats=KINDS) as image:
            reduce(image)
            yield image
    except (TooManyPixels, Image.DecompressionBombError):
        raise TooManyPixels from None
    except Exception as error:
        # A decoder fails in a dozen ways at what was made to break it; whichever it is, this is no picture.
        raise NoPicture from error


def reduce(image):
    """Let the decoder of a JPEG leave out by itself what is too fine; raises TooManyPixels where too many are left."""
    if image.width * image.height > MOST_PIXELS:
        raise TooManyPixels
    part = SIDES["large"] / max(image.size)
    image.draft("RGB", (int(image.width * part), int(image.height * part)))
    if image.width * image.height > (MOST_OF_WEBP if image.format == "WEBP" else MOST_DECODED):
        raise TooManyPixels


def fitted(image, side) -> Image.Image:
    """The picture in its colours alone, neither side longer than this; what can be seen through is white."""
    mode = "RGBA" if image.has_transparency_data else "RGB"
    its = image if image.mode == mode else image.convert(mode)
    part = min(1, side / max(its.size))
    width, height = (max(1, round(length * part)) for length in its.size)
    small = its.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=3)
    if small.mode == "RGB":
        return small
    white = Image.new("RGB", small.size, "white")
    white.paste(small, mask=small.getchannel("A"))
    return white


def as_jpeg(image) -> bytes:
    """The picture as a file that holds nothing else."""
    # A new picture has none of what came beside the old one's pixels.
    bare = Image.new("RGB", image.size)
    bare.paste(image)
    file = io.BytesIO()
    bare.save(file, "JPEG", quality=QUALITY, optimize=True, progressive=True)
    return file.getvalue()
