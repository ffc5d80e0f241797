"""On a phone of 320 px what is not sent yet is marked in full, and the line above the keys is whole."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import figure, group_path, key, mark, play_path, start_play
from tests.browser.test_broken_words import BROKEN
from tests.browser.test_dock import main_button, rest
from tests.browser.test_offline import OFFLINE, fetched_ahead
from tests.lanes import long

TEN = ("Anna", "Ben", "Clara", "Dora", "Emil", "Fay", "Gus", "Hans", "Ida", "Jan")


def edges(part):
    box = part.bounding_box()
    return box["x"], box["x"] + box["width"], box["y"], box["y"] + box["height"]


@pytest.mark.parametrize("locale", ["en", long("de"), long("ja")])
def test_mark_of_what_is_not_sent_yet_has_room_beside_rest_0(phone, locale):
    page = phone(width=320, height=568, locale=locale, forgive=OFFLINE)
    start_play(page, TEN[:3], game="basari")
    fetched_ahead(page)
    page.context.set_offline(True)
    main_button(page).tap()
    key(page, 3).tap()
    expect(mark(page).locator(".warn")).to_be_visible()
    expect(rest(page)).to_be_visible()
    what, said, more = (edges(each) for each in (page.locator("#dock .what"), mark(page).locator(".warn"), rest(page)))
    assert what[1] <= said[0] + 1
    assert said[1] <= more[0] + 1
    # It begins within the dock, and ends above the keys.
    assert said[2] >= page.locator(".dock").bounding_box()["y"]
    assert said[3] <= page.locator("#figure-keys").bounding_box()["y"]


def test_dots_of_a_figure_that_is_not_sent_yet_are_as_wide_in_a_narrow_column(phone):
    page = phone(width=320, forgive=OFFLINE)
    start_play(page, TEN, game="6-nimmt")
    fetched_ahead(page)
    page.context.set_offline(True)
    key(page, 1).tap()
    figure = page.locator("#sheet .cell.unsent").first
    expect(figure).to_be_visible()
    assert figure.evaluate("(cell) => parseFloat(getComputedStyle(cell, '::before').width)") > 15


def test_column_that_is_done_and_not_sent_yet_says_so_in_one_line(phone):
    page = phone(width=360, locale="de", forgive=OFFLINE)
    start_play(page, TEN[:4], game="6-nimmt")
    fetched_ahead(page)
    page.context.set_offline(True)
    page.locator("#sheet .figure").first.fill("7")
    state = page.locator("#sheet .state").first
    expect(state).to_have_text("✓ fertig")
    assert (
        state.evaluate(
            "(state) => { const range = document.createRange(); range.selectNodeContents(state);"
            " return new Set([...range.getClientRects()].map(({ top }) => top)).size; }"
        )
        == 1
    )


@pytest.mark.parametrize("height", [568, 740])
def test_picture_beside_the_row_above_the_keys_is_whole(phone, height):
    page = phone(width=320, height=height)
    start_play(page, TEN[:3], game="five-tribes")
    line = page.locator("#dock .what")
    picture, whole = edges(line.locator("svg")), edges(line)
    assert whole[2] <= picture[2] + 0.5
    assert picture[3] <= whole[3] + 0.5


@pytest.mark.parametrize("height", [568, 740])
def test_row_of_two_lines_stays_apart_from_the_keys_beneath_it(phone, height):
    page = phone(width=320, height=height, locale="de")
    start_play(page, TEN[:2], game="terraforming-mars")
    figure(page, "cities").click()
    line = page.locator("#dock .what")
    expect(line).to_contain_text("angren")
    assert line.bounding_box()["height"] > 26
    assert edges(line)[3] + 3 <= edges(key(page, 0))[2]


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844)])
def test_letters_of_the_line_above_the_keys_are_drawn_whole(phone, width, height):
    page = phone(width=width, height=height, device_scale_factor=3)
    start_play(page, ("Jörg-Jürgen", "Peggy"), game="wingspan")
    figure(page, "eggs").tap()
    line = page.locator("#dock .what")
    expect(line).to_contain_text("ggs")
    box = line.bounding_box()
    area = {**box, "y": box["y"] - 1, "height": box["height"] + 4}
    drawn = page.screenshot(animations="disabled", clip=area)
    line.evaluate("(line) => { Object.assign(line.style, { overflow: 'visible', clipPath: 'none' }); }")
    assert page.screenshot(animations="disabled", clip=area) == drawn


@pytest.mark.parametrize("game", ["tuareg", "five-tribes"])
def test_keys_are_high_and_take_the_whole_width_at_200_percent(phone, game):
    page = phone(width=195, height=422)
    start_play(page, TEN[:3], game=game)
    keys = page.locator("#dock .keys:visible button:visible")
    boxes = [each.bounding_box() for each in keys.all()]
    assert min(box["height"] for box in boxes) >= 40
    assert min(box["width"] for box in boxes) >= 34.5
    assert min(box["x"] for box in boxes) <= 4.5
    assert max(box["x"] + box["width"] for box in boxes) >= 190.5


@pytest.mark.parametrize("height", [720, 800])
def test_all_keys_of_a_row_are_in_sight_beside_the_sheet(phone, height):
    page = phone(width=1280, height=height)
    start_play(page, TEN[:3], game="five-tribes")
    page.locator("#sheet [data-kind=picks] .face").first.tap()
    keys = page.locator("#dock .keys.picks:visible")
    assert keys.evaluate("(keys) => keys.scrollHeight <= keys.clientHeight")
    assert edges(page.locator(".dock"))[3] <= height


def test_keys_that_scroll_leave_room_for_the_bar_that_scrolls_them(phone):
    page = phone(width=390, height=664)
    start_play(page, TEN[:3], game="five-tribes")
    page.locator("#sheet [data-kind=picks] .face").first.tap()
    keys = page.locator("#dock .keys.picks:visible")
    assert keys.evaluate("(keys) => keys.scrollHeight > keys.clientHeight")
    right = max(edges(key)[1] for key in keys.locator("button").all()[:4])
    assert right + 8 <= edges(keys)[1] <= 390


def test_title_of_an_open_play_breaks_between_syllables(phone):
    page = phone(width=320, locale="de")
    start_play(page, TEN[:3], game="terraforming-mars")
    page.goto(group_path(page, play_path(page)))
    title = page.locator(".words strong", has_text=re.compile("^Ter.*Mars$"))
    expect(title).to_be_visible()
    assert [word for word in title.evaluate_all(BROKEN) if "\u00ad" not in word] == []


def test_line_beneath_the_title_shows_whole_words_or_leaves_them_out(phone):
    page = phone(width=360, locale="de")
    start_play(page, TEN[:3])
    key(page, 3).tap()
    counted = page.locator("#counted")
    expect(counted).to_contain_text("Anna")
    left, right, top, bottom = edges(counted)
    for part in counted.locator("span:visible").all():
        its_left, its_right, its_top, its_bottom = edges(part)
        is_seen = left - 1 <= its_left and its_right <= right + 1 and top - 1 <= its_top and its_bottom <= bottom + 1
        assert is_seen or its_top >= bottom - 1, part.inner_text()
