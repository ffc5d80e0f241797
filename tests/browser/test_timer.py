"""The timer on a phone: it goes by the clock, whatever the phone did meanwhile."""

import datetime

import pytest
from playwright.sync_api import expect

from tests.browser.test_offline import OFFLINE

EVENING = datetime.datetime(2020, 11, 20, 20, 0, tzinfo=datetime.UTC)


def opened(page, path="/games/tuareg/timer"):
    page.clock.install(time=EVENING)
    page.goto(path)
    return page


def clock(page):
    return page.get_by_role("timer")


def tap(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def test_it_is_right_after_the_screen_has_slept_and_says_when_the_time_is_up(phone):
    page = opened(phone())
    tap(page, "5")
    expect(clock(page)).to_have_text("5:00")
    page.clock.fast_forward(4 * 60_000 + 30_000)
    expect(clock(page)).to_have_text("0:30")
    expect(page.locator("#announcement")).to_have_text("One minute left.")
    page.clock.fast_forward(60 * 60_000)
    expect(clock(page)).to_have_text("0:00")
    expect(page.locator("#announcement")).to_have_text("Time is up.")
    expect(page.locator("#over")).to_be_visible()
    expect(page.get_by_role("button", name="Pause")).to_be_hidden()


@pytest.mark.long
def test_a_reload_goes_on_where_the_clock_is(phone):
    page = opened(phone())
    tap(page, "2")
    page.clock.fast_forward(45_000)
    page.reload()
    expect(clock(page)).to_have_text("1:15")


@pytest.mark.long
def test_a_pause_lasts_as_long_as_it_lasts_also_over_a_reload(phone):
    page = opened(phone())
    tap(page, "3")
    page.clock.fast_forward(60_000)
    tap(page, "Pause")
    page.clock.fast_forward(600_000)
    page.reload()
    expect(clock(page)).to_have_text("2:00")
    tap(page, "Continue")
    page.clock.fast_forward(30_000)
    expect(clock(page)).to_have_text("1:30")


@pytest.mark.long
def test_any_number_of_minutes_can_be_typed_and_no_network_is_needed(phone):
    page = opened(phone(forgive=OFFLINE))
    page.context.set_offline(True)
    page.get_by_label("another number of minutes").fill("45")
    page.get_by_label("another number of minutes").press("Enter")
    expect(clock(page)).to_have_text("45:00")


@pytest.mark.long
def test_the_screen_stays_lit_while_it_runs(phone, port):
    page = phone(base_url=f"http://127.0.0.1:{port}")
    page.add_init_script(
        "window.lit = 0; navigator.wakeLock.request = async () => {"
        " window.lit += 1; return { addEventListener() {}, release: async () => { window.lit -= 1; } }; };"
    )
    opened(page)
    tap(page, "1")
    page.wait_for_function("window.lit === 1")
    tap(page, "Pause")
    page.wait_for_function("window.lit === 0")
