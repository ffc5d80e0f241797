"""A browser loses its cookies: the token alone, or all of them. What was typed is sent, or says why it is not."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import deafen, enter, mark, only_asks, play_path, see_figures, start_play, trail
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
    expect(told(page)).to_contain_text("Anna: this phone isn't recognized any more.")


def test_a_phone_that_is_not_known_any_more_says_so_and_sends_once_it_is_known_again(phone):
    page = phone(forgive=FORGIVEN)
    start_play(page)
    path, cookies = play_path(page), page.context.cookies()
    page.route("**/live?*", lambda route: route.abort())
    only_asks(page)
    page.context.clear_cookies()
    enter(page, {"water": 4})
    expect(told(page)).to_contain_text("Anna: this phone isn't recognized any more.")
    expect(told(page)).to_contain_text("Your entries are stored on this phone.")
    see_figures(page, {"water": 4})
    told(page).get_by_role("link", name="Sign in").click()
    expect(page.locator("h1")).to_have_text("Sign in")
    page.context.add_cookies(cookies)
    told(page).get_by_role("button", name="Try again").click()
    until(page, "!(await outbox.waiting()).length")
    assert trail(page, path) == ["Anna, stage 1: water 4", "Play started"]
