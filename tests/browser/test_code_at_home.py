"""The code of a table on the first page: a wrong one is refused beneath its boxes, a right one leads to the table."""

import re

from playwright.sync_api import expect

from tests.browser.table import play_path, start_play


def test_wrong_code_is_refused_on_the_first_page_and_the_right_one_leads_to_the_table(phone):
    host, guest = phone(), phone()
    start_play(host)
    play = play_path(host)
    host.goto(f"{play}/table")
    code = host.locator(".code-signs").inner_text()

    guest.goto("/")
    typed = guest.locator("#code")
    typed.fill("000000")
    expect(guest.locator("#code-fault")).to_be_visible()
    expect(guest.get_by_role("heading", name="Start a game")).to_be_visible()
    expect(typed).to_have_attribute("aria-invalid", "true")
    expect(typed).to_have_accessible_description(re.compile("No table has this code"))

    typed.fill(code)
    guest.wait_for_url(f"**{play}/**")


def test_code_without_an_answer_shows_what_the_browser_says(phone):
    guest = phone(forgive="503")
    guest.goto("/")
    guest.route("**/join", lambda route: route.fulfill(status=503, body="Back soon", content_type="text/plain"))
    guest.locator("#code").fill("000000")
    expect(guest.locator("body")).to_have_text("Back soon")
