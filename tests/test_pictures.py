"""The pictures in docs/images are those that `scripts/pictures` takes."""

import pytest
from PIL import Image

from tests.browser.pictures import FOLDER, HEAVIEST, NAMES, PHONE, SCALE


def test_images_folder_has_exactly_the_pictures_of_the_command():
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_picture_is_a_small_png_of_a_phone(name):
    path = FOLDER / name
    with Image.open(path) as picture:
        assert (picture.format, picture.size) == ("PNG", (SCALE * PHONE["width"], SCALE * PHONE["height"]))
    assert path.stat().st_size < HEAVIEST
