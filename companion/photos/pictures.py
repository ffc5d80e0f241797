"""Convert uploaded pictures: upright, no larger than pages show, and without metadata."""

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
# The most pixels of a file, and the most that are decoded, at four bytes or more each; JPEGs are decoded at a scale.
MOST_PIXELS, MOST_DECODED = 50_000_000, 25_000_000
# The WebP decoder has several copies in memory.
MOST_OF_WEBP = 12_500_000
# Each scan of a JPEG takes as long as the whole picture; cameras write a dozen.
MOST_SCANS, SCAN = 100, re.compile(rb"\xff\xda\x00[\x08\x0a\x0c\x0e][\x01-\x04]")
QUALITY = 82
# There is memory for one picture at a time.
ONE_AT_A_TIME = threading.Lock()


class NoPicture(ValueError):
    """Raised for a file that can't be shown as a picture."""


class TooManyPixels(NoPicture):
    """Raised for a picture with too many pixels."""


@dataclass(frozen=True)
class Picture:
    """A picture in its sizes, each a JPEG; width and height are those of the large one, in pixels."""

    width: int
    height: int
    sizes: dict[str, bytes]

    @property
    def digest(self) -> str:
        """The digest of the large picture."""
        return digest_of(self.sizes["large"])


def digest_of(content: bytes) -> str:
    """Return a digest that identifies a large picture."""
    return hashlib.sha256(content).hexdigest()


def seal_of(content: bytes) -> str:
    """Return a seal that proves later that this large picture was drawn here."""
    return salted_hmac("companion.photos", digest_of(content), algorithm="sha256").hexdigest()


def draw_picture(content: bytes, *, seal="") -> Picture:
    """Return the picture in a file. Raise NoPicture if there is none, or TooManyPixels.

    A picture whose seal proves that it was drawn here stays as it is: drawing it again would lose quality.
    """
    with ONE_AT_A_TIME, open_picture(content) as image:
        ImageOps.exif_transpose(image, in_place=True)
        large = resize(image, SIDES["large"])
        sizes = {size: to_jpeg(resize(large, side)) for size, side in SIDES.items()}
    if seal and constant_time_compare(seal, seal_of(content)):
        sizes["large"] = content
    return Picture(large.width, large.height, sizes)


def check(content: bytes):
    """Raise what `draw_picture` would raise, as far as it shows before decoding."""
    with ONE_AT_A_TIME, open_picture(content):
        pass


@contextmanager
def open_picture(content: bytes):
    """Yield the picture in a file, not yet decoded, at the least resolution needed.

    Raise NoPicture if there is none or it can't be decoded within the context, or TooManyPixels.
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
        # Decoders fail in many ways on malicious files; in any case, this isn't a picture.
        raise NoPicture from error


def reduce(image):
    """Let a JPEG's decoder skip detail that isn't needed. Raise TooManyPixels if too many pixels are left."""
    if image.width * image.height > MOST_PIXELS:
        raise TooManyPixels
    scale = SIDES["large"] / max(image.size)
    image.draft("RGB", (int(image.width * scale), int(image.height * scale)))
    if image.width * image.height > (MOST_OF_WEBP if image.format == "WEBP" else MOST_DECODED):
        raise TooManyPixels


def resize(image, side) -> Image.Image:
    """Return the picture in RGB on white, with neither side longer than this."""
    mode = "RGBA" if image.has_transparency_data else "RGB"
    converted = image if image.mode == mode else image.convert(mode)
    scale = min(1, side / max(converted.size))
    width, height = (max(1, round(length * scale)) for length in converted.size)
    small = converted.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=3)
    if small.mode == "RGB":
        return small
    white = Image.new("RGB", small.size, "white")
    white.paste(small, mask=small.getchannel("A"))
    return white


def to_jpeg(image) -> bytes:
    """Return the picture as a JPEG without metadata."""
    # A new picture has only the old one's pixels.
    bare = Image.new("RGB", image.size)
    bare.paste(image)
    file = io.BytesIO()
    bare.save(file, "JPEG", quality=QUALITY, optimize=True, progressive=True)
    return file.getvalue()
