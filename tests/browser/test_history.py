"""The history of a group as one scrolls: it grows by itself, and the way back from a play leads to where one was."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import play_path, send, start_play

PLAYS = 65
VALUES = {"points_water": 6, "points_gold": 5, "points_salt": 4, "points_millet": 3}
SWITCHES = {"maps": "once", "tie_break": "hand-sum"}


def history_of_many_plays(page):
    """Start many plays of one group, one of them by hand, and open their list."""
    start_play(page)
    page.goto(f"{play_path(page)}/more")
    history = page.get_by_role("link", name="All plays of the group").get_attribute("href")
    group = history.split("/")[2]
    for number in range(1, PLAYS):
        day = f"{1950 + number}-05-03"
        send(page, "/games/tuareg", player=["Anna", "Ben"], played_on=day, group=group, start=1, **VALUES, **SWITCHES)
    page.goto(history)


@pytest.mark.whole_browser
@pytest.mark.long
def test_it_grows_as_one_scrolls_and_back_from_a_play_leads_to_where_one_was(phone):
    page = phone()
    history_of_many_plays(page)
    plays = page.locator(".played")
    expect(plays).to_have_count(30)
    for count in (60, PLAYS):
        page.locator(".older").scroll_into_view_if_needed()
        expect(plays).to_have_count(count)
    expect(page.locator(".older")).to_have_count(0)
    expect(page.locator("#announcement")).to_have_text("5 more plays")
    addresses = plays.evaluate_all("(all) => all.map((each) => each.getAttribute('href'))")
    assert len(set(addresses)) == PLAYS

    page.locator(f'.played[href="{addresses[45]}"]').scroll_into_view_if_needed()
    scrolled = page.evaluate("scrollY")
    assert scrolled > 0
    page.locator(f'.played[href="{addresses[45]}"]').click()
    expect(page.locator("h1")).to_have_text("Tuareg")
    page.go_back()
    expect(plays).to_have_count(PLAYS)
    page.wait_for_timeout(300)
    assert abs(page.evaluate("scrollY") - scrolled) < 100


@pytest.mark.long
def test_without_javascript_the_same_is_reached_by_links(phone):
    page = phone()
    history_of_many_plays(page)
    without = page.context.browser.new_context(
        java_script_enabled=False, base_url=page.url.split("/groups")[0], storage_state=page.context.storage_state()
    ).new_page()
    without.goto(page.url)
    expect(without.locator(".played")).to_have_count(30)
    without.get_by_role("link", name="Older plays").click()
    without.get_by_role("link", name="Older plays").click()
    expect(without.locator(".played")).to_have_count(PLAYS - 60)
    without.get_by_role("link", name="Back to newest").click()
    without.locator(".pick summary", has_text="When").click()
    without.get_by_label("Until").fill("1999-12-31")
    without.locator(".days .button").click()
    expect(without.locator(".of-year h2").first).to_have_text("1999")
    without.context.close()
