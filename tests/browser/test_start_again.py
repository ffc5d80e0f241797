"""Start, tapped again because its answer was lost on the way: it is the same play."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import card_name, enter, mark, play_path, seat, sit_down_and_start

LOST = "net::ERR_FAILED"


def open_and_type(page):
    page.goto("/games/tuareg")
    seat(page, ("Anna", "Ben"))


@pytest.fixture
def page(phone, port):
    # Playwright asks the server itself in the phone's place, and knows none of the phone's names for it.
    return phone(base_url=f"http://127.0.0.1:{port}", forgive=LOST)


def start_and_lose_the_answer(page):
    """The server starts the play; the phone hears nothing of it, no cookie either."""

    def lose(route):
        route.fetch(max_redirects=0)
        route.abort()

    page.route("**/games/tuareg", lambda route: lose(route) if route.request.method == "POST" else route.continue_())
    known = page.context.cookies()
    with page.expect_event("requestfailed"):
        page.locator("[name=start]").click(no_wait_after=True)
    page.unroute("**/games/tuareg")
    page.context.clear_cookies()
    page.context.add_cookies(known)


def open_plays(page):
    page.goto("/")
    return page.locator("a[href^='/plays/']")


@pytest.mark.long
def test_on_a_phone_that_was_never_here_before_and_fetches_the_page_anew(page):
    open_and_type(page)
    start_and_lose_the_answer(page)
    open_and_type(page)
    page.locator("[name=start]").click()
    expect(card_name(page)).to_have_text("Anna")
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text("✓ saved")
    expect(open_plays(page)).to_have_count(1)


@pytest.mark.long
def test_on_a_phone_that_has_played_before(page):
    sit_down_and_start(page, ("Anna", "Ben"))
    first = play_path(page)
    open_and_type(page)
    start_and_lose_the_answer(page)
    open_and_type(page)
    page.locator("[name=start]").click()
    expect(card_name(page)).to_have_text("Anna")
    assert play_path(page) != first
    expect(open_plays(page)).to_have_count(2)


@pytest.mark.long
def test_but_another_start_with_the_same_names_is_another_play(page):
    sit_down_and_start(page, ("Anna", "Ben"))
    first = play_path(page)
    sit_down_and_start(page, ("Anna", "Ben"))
    assert play_path(page) != first
    expect(open_plays(page)).to_have_count(2)
