"""A browser loses its cookies: the token alone, or all of them. What was typed is sent, or says why it is not."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    deafen,
    enter,
    is_there,
    mark,
    only_asks,
    play_path,
    seat,
    see_figures,
    start_play,
    trail,
)
from tests.browser.test_offline import OFFLINE, told, until

FORGIVEN = OFFLINE + "|status of 403"


@pytest.mark.long
def test_a_lost_token_comes_anew_and_nobody_notices(phone):
    page = phone(forgive=FORGIVEN)
    start_play(page)
    # Nothing else brings a token before the save does.
    deafen(page)
    page.wait_for_load_state("networkidle")
    page.context.clear_cookies(name="csrftoken")
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text("✓ saved")
    expect(told(page)).to_have_text("")
    assert trail(page, play_path(page)) == ["Anna, stage 1: water 4", "Play started"]


@pytest.mark.long
def test_a_browser_that_keeps_no_token_says_that_the_phone_is_not_known(phone):
    page = phone(forgive=FORGIVEN)
    start_play(page)
    page.route("**/seats/**", lambda route: route.fulfill(status=403, headers={"Caravan-Why": "token"}))
    enter(page, {"water": 4})
    expect(told(page)).to_contain_text("Anna: this phone isn’t recognized any more.")


def test_a_form_is_sent_with_the_newest_token_whoever_has_brought_it(phone):
    page = phone()
    page.goto("/games/tuareg")
    page.context.clear_cookies()
    page.evaluate("fetch('/').then(({status}) => status)")
    seat(page, ["Anna", "Ben"])
    page.locator("[name=start]").click()
    is_there(page, ["Anna", "Ben"])


def test_a_form_that_is_refused_shows_why_in_the_place_of_its_page(phone):
    page = phone(forgive="status of 403|Error Code 403")
    start_play(page)
    notes = f"{play_path(page)}/notes"
    page.goto(notes)
    page.locator("[name=place]").fill("At Anna's")
    page.route(f"**{notes}", lambda route: route.continue_(headers=route.request.headers | {"x-csrftoken": "lost"}))
    page.locator("main form button, .dock button").last.click()
    expect(page.locator("main")).to_contain_text("Nothing was changed, and what you typed is still here.")
    page.unroute(f"**{notes}")
    page.get_by_role("button", name="Send again").click()
    page.goto(notes)
    expect(page.locator("[name=place]")).to_have_value("At Anna's")


def test_a_phone_that_is_not_known_any_more_says_so_and_sends_once_it_is_known_again(phone):
    page = phone(forgive=FORGIVEN)
    start_play(page)
    path, cookies = play_path(page), page.context.cookies()
    page.route("**/live?*", lambda route: route.abort())
    only_asks(page)
    page.context.clear_cookies()
    enter(page, {"water": 4})
    expect(told(page)).to_contain_text("Anna: this phone isn’t recognized any more.")
    expect(told(page)).to_contain_text("Your entries are stored on this phone.")
    see_figures(page, {"water": 4})
    told(page).get_by_role("link", name="Sign in").click()
    expect(page.locator("h1")).to_have_text("Sign in")
    page.context.add_cookies(cookies)
    told(page).get_by_role("button", name="Try again").click()
    until(page, "!(await outbox.waiting()).length")
    assert trail(page, path) == ["Anna, stage 1: water 4", "Play started"]
