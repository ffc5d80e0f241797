"""Photos in a real browser: what is sent is small already."""

import io

import pytest
from PIL import Image

from tests.browser.walks.table_of_five import start
from tests.photos.samples import CAMERA, a_picture


def test_a_phone_makes_a_photo_small_and_upright_before_it_sends_it(phone):
    page = phone()
    play = start(page)
    page.goto(f"{play}/photos")
    # As a camera makes it: twelve megapixels, held upright, and it says where.
    photo = a_picture(size=(4000, 3000), turned=6)
    page.locator("#photo").set_input_files({"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": photo})
    page.locator("form[data-shrinks] button:enabled").wait_for()
    sent = page.locator("#photo").evaluate(
        "async (input) => [input.files[0].name, ...new Uint8Array(await input.files[0].arrayBuffer())]"
    )
    assert sent[0] == "IMG_1.jpg" and CAMERA.encode() not in bytes(sent[1:])
    assert Image.open(io.BytesIO(bytes(sent[1:]))).size == (1440, 1920)
    page.get_by_label("Caption").fill("All of us")
    page.locator("form[data-shrinks] button").click()
    shown = page.get_by_role("img", name="All of us")
    shown.evaluate("(image) => image.decode()")
    assert shown.evaluate("(image) => [image.naturalWidth, image.naturalHeight]") == [1440, 1920]


@pytest.mark.long
def test_notes_about_photos_stand_apart_and_leave_the_page_its_one_filled_button(phone):
    page = phone()
    page.goto(f"{start(page)}/photos")
    cut = [a_picture(size=(600, 400), colour=colour)[:-500] for colour in ("red", "blue")]
    # As a browser without the script sends them; the script reads each and would say at once what is wrong.
    page.locator("form[data-shrinks]").evaluate("(form) => form.replaceWith(form.cloneNode(true))")
    page.locator("#photo").set_input_files(
        [{"name": "IMG.jpg", "mimeType": "image/jpeg", "buffer": content} for content in cut]
    )
    page.locator("form[data-shrinks] button").click()
    notes = page.locator("form", has_text="couldn’t be read")
    notes.nth(1).wait_for()
    first, second = (notes.nth(place).bounding_box() for place in range(2))
    assert second["y"] - (first["y"] + first["height"]) >= 16
    assert page.locator(".button:visible").count() == 1
