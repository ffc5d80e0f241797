"""How quickly a stage is entered, with one thumb or a keyboard, and the bar above the keypad."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import card_name, close_button, counted, figure, play_path, points, see_figures, start_play

NAMES = ("Anna", "Ben", "Chris", "Dora")
FIELDS = ("red", "yellow", "green", "blue", "workers")
HELD = {"Anna": "7 5 3 1 15", "Ben": "4 5 6 2 9", "Chris": "4 2 6 8 15", "Dora": "1 1 1 1 3"}


def test_twenty_numbers_take_at_most_24_interactions(phone):
    page = phone()
    start_play(page, NAMES, game="basari")
    interactions = 1
    page.locator(".seats a").first.tap()
    for name in NAMES:
        expect(card_name(page)).to_have_text(name)
        # What is typed goes where the focus is: it leads from field to field, and on to the next seat.
        expect(figure(page, "red")).to_be_focused()
        for key, number in zip(FIELDS, HELD[name].split(), strict=True):
            expect(figure(page, key)).to_be_focused()
            page.keyboard.type(number)
            page.keyboard.press("Enter")
            interactions += 1
    expect(counted(page)).to_have_text("4 of 4 counted")
    close_button(page).tap()
    interactions += 1
    expect(page.locator("h1")).to_have_text("Result of stage 1")
    assert points(page) == {"Anna": 32, "Ben": 11, "Chris": 25, "Dora": 0}
    assert interactions <= 24


@pytest.fixture
def thumb(phone):
    """A phone whose keypad is open: it leaves the page little more than half of the height."""
    page = phone()
    start_play(page)
    figure(page, "water").tap()
    page.set_viewport_size({"width": 390, "height": 480})
    expect(page.locator("#keypad")).to_be_visible()
    return page


def key(page, name):
    return page.locator("#keypad").get_by_role("button", name=name)


def test_the_bar_leads_from_field_to_field_and_adds_up(thumb):
    thumb.keyboard.type("3")
    key(thumb, "add up").tap()
    thumb.keyboard.type("2")
    expect(figure(thumb, "water")).to_have_value("3+2")
    key(thumb, "Next").tap()
    expect(figure(thumb, "gold")).to_be_focused()
    see_figures(thumb, {"water": 5})
    key(thumb, "the field before").tap()
    expect(figure(thumb, "water")).to_be_focused()


def test_next_in_the_last_field_goes_to_the_next_seat(thumb):
    for _ in range(5):
        key(thumb, "Next").tap()
    expect(card_name(thumb)).to_have_text("Ben")
    expect(counted(thumb)).to_contain_text("1 of 3 counted")
    thumb.goto(play_path(thumb))


def test_the_bar_goes_with_the_keypad_and_covers_nothing(thumb):
    box = thumb.locator("#keypad").bounding_box()
    assert box["y"] + box["height"] == 480
    water = figure(thumb, "water").bounding_box()
    assert water["y"] + water["height"] <= box["y"]
    thumb.set_viewport_size({"width": 390, "height": 844})
    expect(thumb.locator("#keypad")).to_be_hidden()
