"""The page that shares a result, in a real browser."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import send
from tests.browser.walks.table_of_five import STAGE_1, STAGE_2, count_all, seats_of, start

ALL_THERE = "[...document.querySelectorAll('.pictures img')].every((each) => each.complete && each.naturalWidth)"


def played(page):
    """The address of a play that is over."""
    play = start(page)
    seats = seats_of(page, play)
    for stage, holdings in (1, STAGE_2), (2, STAGE_1):
        count_all(page, play, seats, stage, [{**held, "maps": 0} for held in holdings])
        send(page, f"{play}/stages/{stage}/close")
    send(page, f"{play}/finish", shared=1)
    return play


def test_links_to_pass_on_are_copied_with_a_tap(phone):
    page = phone()
    page.goto(f"{start(page)}/table")
    links = page.locator(".link-to-send")
    expect(links).to_have_count(2)
    for link in links.all():
        link.get_by_role("button", name="Copy").click()
        expect(link.get_by_role("button", name="Copied.")).to_be_visible()
        page.evaluate("document.querySelector('main').prepend(document.createElement('textarea'))")
        page.locator("main > textarea").first.focus()
        page.keyboard.press("Control+V")
        assert page.locator("main > textarea").first.input_value() == link.locator(".address").inner_text()


@pytest.mark.long
def test_where_too_many_are_drawn_they_are_asked_for_again(phone):
    page = phone(forgive="503")
    play, refused = played(page), []

    def later(route):
        refused.append(route.request.url)
        route.fulfill(status=503) if refused.count(route.request.url) == 1 else route.continue_()

    page.route("**/result/*.png", later)
    page.goto(f"{play}/result")
    page.wait_for_function(f"() => {ALL_THERE}")
    assert len(set(refused)) == 2


def test_both_pictures_are_there_and_the_text_is_copied_with_a_tap(phone):
    page = phone()
    play = played(page)
    page.goto(f"{play}/result")
    page.wait_for_function(f"() => {ALL_THERE}")
    assert page.locator(".pictures img").evaluate_all("(all) => all.map((each) => each.naturalWidth)") == [1080, 1200]
    copy = page.locator("[data-copy]")
    copy.click()
    page.get_by_text("Copied.").first.wait_for()
    text = page.locator(".text-to-copy").input_value()
    page.locator(".text-to-copy").evaluate("(area) => { area.readOnly = false; area.value = ''; area.focus(); }")
    page.keyboard.press("Control+V")
    assert page.locator(".text-to-copy").input_value() == text
    # A browser that passes on no files offers no button for it.
    assert page.locator("[data-share-picture]:visible").count() == page.evaluate(
        "2 * Boolean(navigator.canShare?.({files: [new File([], 'a.png', {type: 'image/png'})]}))"
    )
