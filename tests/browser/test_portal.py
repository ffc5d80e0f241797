"""Test that a page of a captive portal or a proxy is never taken for an answer of Caravan."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    card_name,
    cell,
    close_button,
    done,
    enter,
    mark,
    play_path,
    see_figures,
    start_play,
    trail,
    undo_button,
)
from tests.browser.test_offline import until

PORTAL = '<!doctype html><title>Wi-Fi</title><p id="live">Welcome to our Wi-Fi. Please accept the terms.</p>'
HERE = "○ on this phone, not sent yet"


def answer(route):
    """Answer as a portal does: with its own page, or by sending the phone there."""
    route.fulfill(body=PORTAL, content_type="text/html", headers={"HX-Redirect": "/welcome"})


def behind_a_portal(page):
    page.route(re.compile(r"/(plays|kept)/"), answer)


def leave_the_portal(page):
    page.unroute(re.compile(r"/(plays|kept)/"))


@pytest.fixture
def page(phone):
    page = phone(forgive="status of|net::ERR")
    start_play(page)
    return page


def stays(page, place):
    """The page is still there, and says nothing of the portal's."""
    assert page.url == place
    expect(page.locator("body")).not_to_contain_text("Wi-Fi")
    expect(page.locator("#sheet")).to_be_visible()


def test_a_save_stays_on_the_phone_until_caravan_answers(page):
    place = page.url
    behind_a_portal(page)
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text(HERE)
    stays(page, place)
    leave_the_portal(page)
    expect(mark(page)).to_have_text("✓ saved")
    see_figures(page, {"water": 4})


def test_the_live_region_keeps_what_it_shows(page):
    place = page.url
    with page.expect_response(lambda each: "/live?" in each.url and each.status == 200):
        behind_a_portal(page)
        page.evaluate("htmx.trigger('#live', 'news')")
    stays(page, place)


def test_undo_of_another_phone_of_the_same_person_says_that_no_response_came(page):
    place = page.url
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text("✓ saved")
    page.evaluate("localStorage.clear()")
    page.reload()
    see_figures(page, {"water": 4})
    behind_a_portal(page)
    undo_button(page).click()
    expect(page.locator("#faults")).to_have_text("No response yet, try again")
    see_figures(page, {"water": 4})
    stays(page, place)


def test_closing_a_stage_waits_on_the_phone(page):
    path = play_path(page)
    for _ in range(3):
        done(page)
    behind_a_portal(page)
    close_button(page).click()
    expect(page.locator("#outbox")).to_contain_text("Stage 1: will be scored as soon as it can be sent.")
    expect(page.locator("body")).not_to_contain_text("Wi-Fi")
    leave_the_portal(page)
    until(page, "!(await outbox.waiting()).length")
    # The page may be on its way to the result by itself.
    tab = page.context.new_page()
    tab.goto(f"{path}/stages/1")
    expect(tab.locator(".head .where")).to_have_text("Result of stage 1")


def test_a_choice_between_two_numbers_is_asked_again(phone):
    first, second = phone(forgive="status of|net::ERR"), phone(forgive="status of|net::ERR")
    start_play(first)
    path = play_path(first)
    first.goto(f"{path}/table")
    second.goto(first.locator(".address").first.inner_text())
    for each in (first, second):
        each.goto(path)
        expect(card_name(each)).to_have_text("Anna")
    second.route("**/*", lambda route: route.abort() if "/live?" in route.request.url else route.continue_())
    second.context.set_offline(True)
    cell(second, "Anna", "water").fill("3")
    enter(first, {"water": 5})
    expect(mark(first)).to_have_text("✓ saved")
    second.context.set_offline(False)
    question = second.locator("#waiting form")
    expect(question).to_be_visible()
    place = second.url
    behind_a_portal(second)
    question.get_by_role("button", name="3 entered here").click()
    expect(second.locator("#faults")).to_contain_text("No response yet. Try again to make sure it’s saved.")
    stays(second, place)
    expect(question).to_be_visible()
    leave_the_portal(second)
    question.get_by_role("button", name="3 entered here").click()
    expect(question).to_have_count(0)
    see_figures(second, {"water": 3})
    see_figures(first, {"water": 3})
    assert second.url == place


def test_a_correction_is_sent_again_with_what_was_typed(page):
    path = play_path(page)
    for _ in range(3):
        done(page)
    close_button(page).click()
    expect(page.locator(".head .where")).to_have_text("Result of stage 1")
    page.goto(f"{path}/stages/1/correct/water")
    expect(page.locator("#sheet")).to_be_visible()
    place = page.url
    cell(page, "Anna", "water").fill("5")
    behind_a_portal(page)
    page.get_by_role("button", name="Rescore stage 1").click()
    expect(page.locator("#faults")).to_contain_text("No response yet. Try again to make sure it’s saved.")
    stays(page, place)
    expect(cell(page, "Anna", "water")).to_have_value("5")
    leave_the_portal(page)
    page.get_by_role("button", name="Rescore stage 1").click()
    expect(page.locator(".head .where")).to_have_text("Result of stage 1")
    expect(page.locator("body")).to_contain_text("Corrected: Anna")


def test_correction_whose_answer_was_lost_is_not_said_to_have_changed_nothing(phone, port):
    page = phone(base_url=f"http://127.0.0.1:{port}", forgive="status of|net::ERR")
    start_play(page)
    path = play_path(page)
    for _ in range(3):
        done(page)
    close_button(page).click()
    expect(page.locator(".head .where")).to_have_text("Result of stage 1")
    page.goto(f"{path}/stages/1/correct/water")
    cell(page, "Anna", "water").fill("5")
    may_be_saved = "No response yet. Try again to make sure it’s saved."

    def lose_answer(route):
        route.fetch(max_redirects=0)
        route.abort()

    page.route("**/correct/water", lose_answer)
    page.get_by_role("button", name="Rescore stage 1").click()
    expect(page.locator("#faults")).to_contain_text(may_be_saved)
    page.unroute("**/correct/water")
    page.get_by_role("button", name="Rescore stage 1").click()
    expect(page.locator(".head .where")).to_have_text("Result of stage 1")
    corrections = [line for line in trail(page, path) if "water 0 → 5" in line]
    assert len(corrections) == 1
