"""A picture's file with very many parts is refused before a decoder keeps them or walks over them."""

import pytest
from django.urls import reverse

from companion.photos.parts import MOST_CHUNKS, MOST_MARKERS, has_too_many_parts
from companion.photos.pictures import NoPicture, check, draw_picture
from tests.phones import at, finished, owners_phone, text_of
from tests.transfer.test_photo_imports import a_zip

from .samples import a_chunk, a_photo, a_picture

EMPTY_MARKER, EMPTY_CHUNK = b"\xff\xe1\x00\x02", a_chunk(b"teXt", b"")


def jpeg_with(parts: bytes) -> bytes:
    """A JPEG with these bytes before everything else in it."""
    picture = a_picture("JPEG")
    return picture[:2] + parts + picture[2:]


def png_with(chunks: bytes, *, before: bytes) -> bytes:
    """A PNG with these chunks before the first one of a kind."""
    picture = a_picture("PNG", exif=False)
    place = picture.index(before) - 4
    return picture[:place] + chunks + picture[place:]


def webp_with(chunks: bytes) -> bytes:
    """A WebP with these chunks behind everything else in it, and the size that it then has."""
    content = a_picture("WEBP")[8:] + chunks
    return b"RIFF" + len(content).to_bytes(4, "little") + content


TOO_MANY = {
    "markers": jpeg_with(EMPTY_MARKER * (MOST_MARKERS + 1)),
    "comments": jpeg_with(b"\xff\xfe\x00\x02" * (MOST_MARKERS + 1)),
    "bare markers": jpeg_with(b"\xff\xd0" * (MOST_MARKERS + 1)),
    "filling": jpeg_with(b"\xff" * (MOST_MARKERS + 1)),
    "rubbish": jpeg_with(b"x" * (MOST_MARKERS + 1)),
    "chunks": png_with(EMPTY_CHUNK * (MOST_CHUNKS + 1), before=b"IDAT"),
    "chunks at the end": png_with(EMPTY_CHUNK * (MOST_CHUNKS + 1), before=b"IEND"),
    "chunks of a WebP": webp_with(b"XXXX\0\0\0\0" * (MOST_CHUNKS + 1)),
    "odd chunks of a WebP": webp_with(b"XXXX\x01\0\0\0x\0" * (MOST_CHUNKS + 1)),
}


@pytest.mark.parametrize("content", TOO_MANY.values(), ids=TOO_MANY)
def test_picture_of_too_many_parts_is_refused(content):
    for look in (check, draw_picture):
        with pytest.raises(NoPicture):
            look(content)


@pytest.mark.parametrize(
    "content",
    [
        a_picture("JPEG"),
        a_picture("PNG"),
        a_picture("WEBP"),
        a_picture("JPEG", progressive=True),
        jpeg_with(EMPTY_MARKER * 200),
        png_with(EMPTY_CHUNK * 5_000, before=b"IDAT"),
        webp_with(b"XXXX\x01\0\0\0x\0" * 5_000),
    ],
)
def test_picture_of_many_parts_is_shown(content):
    assert not has_too_many_parts(content)
    assert draw_picture(content).width == 60


def test_cut_picture_is_counted_to_its_end():
    for content in (a_picture("JPEG"), a_picture("PNG"), a_picture("WEBP")):
        assert not any(has_too_many_parts(content[:length]) for length in range(len(content)))


@pytest.mark.django_db
@pytest.mark.parametrize("content", [TOO_MANY["markers"], TOO_MANY["chunks"]], ids=["markers", "chunks"])
def test_play_and_album_refuse_it(content):
    play = finished()
    phone = owners_phone(play)
    answer = phone.post(at("photos:add_photos", play), {"photo": [a_photo(content=content)], "caption": ""})
    assert answer.status_code == 422 and "isn’t an image Caravan can show." in text_of(answer)
    file = {"file": a_photo("photos.zip", a_zip(play, content))}
    page = phone.post(reverse("transfer:imports", args=[play.group.uuid]), file, follow=True)
    assert "This isn’t an image Caravan can show." in text_of(page)
