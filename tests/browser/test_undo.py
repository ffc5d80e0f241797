"""Undo with a thumb: at once, on both phones, and without touching what somebody is typing."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    card_name,
    cell,
    enter,
    figure,
    mark,
    only_asks,
    open_card,
    open_seat,
    play_path,
    saves,
    see_figures,
    start_play,
    trail,
    undo_button,
)


@pytest.fixture
def two(phone):
    """Two phones that show Anna's card: on the first one 4 water and 1 gold were entered."""
    first, second = phone(), phone(forgive="503")
    start_play(first)
    path = play_path(first)
    first.goto(f"{path}/table")
    second.goto(first.locator(".address").first.inner_text())
    for page in (first, second):
        page.goto(path)
        expect(card_name(page)).to_have_text("Anna")
    enter(first, {"water": 4, "gold": 1})
    expect(mark(first)).to_have_text("✓ saved")
    see_figures(second, {"water": 4, "gold": 1})
    return first, second


def test_each_tap_takes_back_one_field_on_both_phones_and_says_which(two):
    first, second = two
    place = first.url
    expect(undo_button(first)).to_have_accessible_description("gold 1 → –")
    undo_button(first).click()
    for page in two:
        see_figures(page, {"water": 4, "gold": ""})
    expect(undo_button(first)).to_have_accessible_description("water 4 → –")
    expect(undo_button(first)).to_be_focused()
    undo_button(first).click()
    for page in two:
        see_figures(page, {"water": "", "gold": ""})
    expect(undo_button(first)).to_be_disabled()
    assert first.url == place
    assert trail(first, play_path(first)) == [
        "Put back: Anna, stage 1: water 4 → –, gold 1 → –",
        "Anna, stage 1: water 4, gold 1",
        "Play started",
    ]


@pytest.mark.long
def test_a_sum_that_was_added_up_is_undone(phone):
    page = phone()
    start_play(page)
    figure(page, "water").focus()
    page.keyboard.type("1+2")
    expect(mark(page)).to_have_text("✓ saved")
    page.keyboard.press("Enter")
    see_figures(page, {"water": 3})
    undo_button(page).click()
    see_figures(page, {"water": ""})


@pytest.mark.long
def test_figures_typed_one_after_the_other_go_back_one_after_the_other(phone):
    page = phone()
    start_play(page)
    for water in (1, 2, 3):
        enter(page, {"water": water})
        expect(undo_button(page)).to_have_accessible_description(re.compile(rf"^water\s{water}\s→"))
    for water, text in ((2, "water 2 → 1"), (1, "water 1 → –"), ("", "")):
        wait_for_another_tap(page)
        undo_button(page).tap()
        see_figures(page, {"water": water})
        expect(undo_button(page)).to_have_accessible_description(text)


@pytest.mark.long
def test_what_was_done_last_goes_back_first_whichever_column_it_was_in(phone):
    page = phone()
    start_play(page)
    enter(page, {"water": 4, "gold": 1})
    expect(mark(page)).to_have_text("✓ saved")
    open_card(page, "Ben")
    expect(undo_button(page)).to_have_accessible_description("gold 1 → –")
    enter(page, {"salt": 2})
    expect(undo_button(page)).to_have_accessible_description("rock salt 2 → –")
    for name, key in (("Ben", "salt"), ("Anna", "gold"), ("Anna", "water")):
        wait_for_another_tap(page)
        undo_button(page).tap()
        expect(cell(page, name, key)).to_have_value("")
        expect(card_name(page)).to_have_text(name)
    expect(undo_button(page)).to_be_disabled()


@pytest.mark.long
def test_what_is_typed_and_not_sent_yet_goes_back_before_what_was_saved_in_another_column(phone):
    page = phone()
    start_play(page)
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text("✓ saved")
    open_card(page, "Ben")
    # No save is answered any more.
    page.route("**/seats/*/1", lambda _route: None)
    cell(page, "Ben", "water").press("2")
    # Long before the save is given up.
    expect(page.locator(".undo:visible")).to_have_attribute("data-seat", open_seat(page), timeout=5_000)


@pytest.mark.long
def test_what_somebody_else_has_entered_is_not_undone_here(two):
    _, second = two
    expect(undo_button(second)).to_be_disabled()
    enter(second, {"salt": 2})
    expect(undo_button(second)).to_have_accessible_description("rock salt 2 → –")
    undo_button(second).click()
    for page in two:
        see_figures(page, {"water": 4, "gold": 1, "salt": ""})


def wait_for_another_tap(page):
    """Let so much time go by that the next tap is no second half of a double tap."""
    # What is swapped in last is settled a moment after it is seen.
    page.evaluate("() => new Promise((resolve) => setTimeout(resolve, READ_AFTER_MS + 250))")


@pytest.mark.long
def test_digits_that_are_being_typed_on_another_phone_stay(two):
    first, second = two
    nothing_is_sent(second)
    figure(second, "salt").focus()
    second.keyboard.type("3+")
    expect(mark(second)).to_have_text("○ on this phone, not sent yet")
    only_asks(second)
    undo_button(first).click()
    see_figures(first, {"water": 4, "gold": ""})
    # It has asked since what is new.
    with second.expect_response("**/live?*"):
        pass
    expect(figure(second, "salt")).to_have_value("3+")
    expect(figure(second, "salt")).to_be_focused()
    second.unroute("**/seats/**")
    second.keyboard.type("1")
    second.keyboard.press("Enter")
    see_figures(first, {"water": 4, "gold": "", "salt": 4})
    see_figures(second, {"water": 4, "gold": "", "salt": 4})


def nothing_is_sent(page):
    """Let no save of this phone arrive."""
    page.route(
        "**/seats/**", lambda route: route.fulfill(status=503) if route.request.method == "POST" else route.continue_()
    )


@pytest.mark.long
def test_digits_that_were_typed_in_the_moment_before_stay(phone):
    page = phone()
    page.clock.install(time="2020-11-20T20:00:00")
    start_play(page)
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text("✓ saved")
    page.clock.pause_at("2020-11-20T20:10:00")
    enter(page, {"salt": 3})
    undo_button(page).click()
    see_figures(page, {"water": "", "salt": 3})
    page.clock.resume()
    expect(mark(page)).to_have_text("✓ saved")
    page.reload()
    see_figures(page, {"water": "", "salt": 3})


@pytest.mark.long
def test_a_double_tap_undoes_once(two):
    first, _ = two
    undo_button(first).dblclick()
    see_figures(first, {"water": 4, "gold": ""})
    first.reload()
    see_figures(first, {"water": 4, "gold": ""})
    expect(saves(first)).to_have_value("2")


@pytest.mark.long
def test_without_javascript_it_is_a_form(phone):
    page = phone(java_script_enabled=False)
    start_play(page)
    path = play_path(page)
    cell(page, "Anna", "water").fill("4")
    page.get_by_role("button", name="Anna: Done").click()
    page.goto(path)
    annas = page.locator(".undo .last-change button").first
    expect(annas).to_have_accessible_description("✓ in → –")
    annas.click()
    expect(annas).to_have_accessible_description("water 4 → –")
    annas.click()
    expect(cell(page, "Anna", "water")).to_have_value("")


@pytest.mark.long
def test_without_a_network_it_says_so_and_can_be_tapped_again(phone):
    page = phone(forgive="net::ERR_INTERNET_DISCONNECTED")
    start_play(page)
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text("✓ saved")
    page.context.set_offline(True)
    undo_button(page).click()
    expect(page.locator(".dock .fault")).to_have_text("Not undone: no connection")
    see_figures(page, {"water": 4})
    page.context.set_offline(False)
    undo_button(page).click()
    see_figures(page, {"water": ""})
    expect(page.locator(".dock .fault")).to_have_count(0)
