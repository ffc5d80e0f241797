"""A picture that is sent becomes one that holds its colours and nothing else; whatever is no picture is refused."""

import io

import pytest
from PIL import Image, ImageFile

from companion.photos import pictures
from companion.photos.pictures import NoPicture, TooManyPixels, check, draw_picture
from tests.photos.samples import CAMERA, WHEN, a_bomb, a_chunk, a_picture

MANY_SCANS = a_picture()[:-2] + b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00\x00" * 5000 + b"\xff\xd9"
# What a JPEG of ours tells about itself, and that it can be shown before all of it is there.
OF_A_JPEG = {"jfif", "jfif_version", "jfif_unit", "jfif_density", "progressive", "progression"}
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


def opened(content):
    return Image.open(io.BytesIO(content))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_of_where_when_and_by_what_it_was_taken_nothing_is_left(kind):
    content = a_picture(kind)
    assert CAMERA.encode() in content and WHEN.encode() in content
    assert opened(content).getexif().get_ifd(0x8825)
    for size in draw_picture(content).sizes.values():
        picture = opened(size)
        assert picture.format == "JPEG"
        assert not picture.getexif() and not set(picture.info) - OF_A_JPEG
        assert CAMERA.encode() not in size and WHEN.encode() not in size and b"Exif" not in size


def test_words_that_lie_beside_a_picture_do_not_come_along():
    png = a_picture("PNG", exif=False)
    with_words = png[:33] + a_chunk(b"tEXt", b"Comment\x00at Anna's") + png[33:]
    jpeg = a_picture("JPEG", comment=b"at Anna's", icc_profile=b"at Anna's")
    for content in (with_words, jpeg + b"at Anna's"):
        assert b"at Anna's" in content
        assert not [size for size in draw_picture(content).sizes.values() if b"at Anna's" in size]


def test_it_is_no_larger_than_a_page_shows_and_one_of_its_sizes_is_small():
    its = draw_picture(a_picture(size=(4000, 3000)))
    assert (its.width, its.height) == (1920, 1440)
    assert {name: opened(size).size for name, size in its.sizes.items()} == {"large": (1920, 1440), "small": (480, 360)}


def test_a_small_one_stays_as_it_is():
    its = draw_picture(a_picture(size=(60, 40)))
    assert {opened(size).size for size in its.sizes.values()} == {(60, 40)}


def test_however_the_phone_was_held_it_stands_upright():
    assert (lambda its: (its.width, its.height))(draw_picture(a_picture(size=(60, 40), turned=6))) == (40, 60)


@pytest.mark.parametrize(("mode", "colour"), [("RGBA", (0, 0, 0, 0)), ("LA", (0, 0)), ("P", 0)])
def test_what_can_be_seen_through_is_white(mode, colour):
    how = {"transparency": 0} if mode == "P" else {}
    its = draw_picture(a_picture("PNG", mode=mode, colour=colour, **how))
    assert opened(its.sizes["large"]).getpixel((5, 5)) == (255, 255, 255)


@pytest.mark.parametrize(("kind", "mode"), [("JPEG", "CMYK"), ("JPEG", "L"), ("PNG", "I;16"), ("PNG", "1")])
def test_other_ways_to_keep_colours_are_read_too(kind, mode):
    assert opened(draw_picture(a_picture(kind, mode=mode, colour=0)).sizes["large"]).mode == "RGB"


def test_of_several_pictures_in_one_file_the_first_counts():
    others = [Image.new("RGB", (60, 40), "red")]
    its = [
        a_picture("PNG", save_all=True, append_images=others),
        a_picture("WEBP", save_all=True, append_images=others),
    ]
    its.append(a_picture("MPO", save_all=True, append_images=others))
    for content in its:
        red, green, _blue = opened(draw_picture(content).sizes["large"]).getpixel((5, 5))
        assert red < 30 < green


def test_the_same_picture_is_known_again():
    assert (
        draw_picture(a_picture()).digest
        == draw_picture(a_picture()).digest
        != draw_picture(a_picture(colour="red")).digest
    )


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xd8\xff",
        b"GIF89a" + bytes(100),
        SVG,
        b"<?php echo 1;",
        b"%PDF-1.4",
        a_picture("GIF", exif=False),
        a_picture("TIFF", exif=False),
        a_picture("BMP", exif=False),
        a_picture()[:-200],
        a_picture("PNG")[:60],
        a_picture("WEBP")[:40],
        MANY_SCANS,
    ],
    ids=[
        "empty",
        "begin",
        "gif",
        "svg",
        "php",
        "pdf",
        "real gif",
        "tiff",
        "bmp",
        "cut",
        "cut png",
        "cut webp",
        "scans",
    ],
)
def test_what_is_no_picture_is_refused(content):
    with pytest.raises(NoPicture):
        draw_picture(content)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_a_picture_with_a_spoilt_byte_anywhere_is_shown_or_refused():
    for kind in ("JPEG", "PNG", "WEBP"):
        content = a_picture(kind)
        shown = [is_shown_with_a_spoilt_byte(content, place) for place in range(0, len(content), 7)]
        assert set(shown) == {True, False}, kind


def is_shown_with_a_spoilt_byte(content, place):
    """Whether it still is a picture; fails where it is neither one nor refused."""
    spoilt = bytearray(content)
    spoilt[place] ^= 0xFF
    try:
        return bool(draw_picture(bytes(spoilt)).sizes)
    except NoPicture:
        return False


# The smaller one is none for Pillow yet.
@pytest.mark.parametrize("side", [8_000, 30_000])
def test_a_bomb_is_refused_before_it_goes_off(monkeypatch, side):
    monkeypatch.setattr(ImageFile.ImageFile, "load", lambda image: pytest.fail("it was decoded"))
    with pytest.raises(TooManyPixels):
        draw_picture(a_bomb(side))
    with pytest.raises(pytest.fail.Exception, match="it was decoded"):
        draw_picture(a_picture())


def test_of_a_large_jpeg_a_part_is_decoded_and_of_a_png_of_that_size_nothing(monkeypatch):
    monkeypatch.setattr(pictures, "MOST_DECODED", 25_000)
    monkeypatch.setitem(pictures.SIDES, "large", 100)
    assert draw_picture(a_picture(size=(800, 200))).width == 100
    with pytest.raises(TooManyPixels):
        draw_picture(a_picture("PNG", size=(800, 200)))


@pytest.mark.parametrize("look_at", [check, draw_picture])
def test_of_many_that_are_sent_at_once_one_at_a_time_is_looked_at(look_at, monkeypatch):
    open_image, alone = Image.open, []

    def opens(*args, **kwargs):
        alone.append(pictures.ONE_AT_A_TIME.locked())
        return open_image(*args, **kwargs)

    monkeypatch.setattr(Image, "open", opens)
    look_at(a_picture(size=(60, 40)))
    assert alone == [True]
    assert not pictures.ONE_AT_A_TIME.locked()
