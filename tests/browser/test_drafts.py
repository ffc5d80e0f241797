"""Test that a form keeps what was typed into it until the server has taken it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import close_button, group_path, hears_taps, key, play_path, start_play
from tests.browser.test_nothing_is_lost import kill_tab
from tests.browser.test_portal import PORTAL

FORGIVEN = "status of|net::ERR|Target crashed"
LOST = "Couldn't save: no connection. Your entries are stored on this phone."


def new_sheet(page):
    page.goto("/sheets/new")
    return {"[name=title]": "Heat"}


def notes(page):
    start_play(page)
    page.goto(f"{play_path(page)}/notes")
    return {"[name=place]": "At Anna's", "[name=notes]": "Rain.\nBen was late."}


def seats(page):
    start_play(page)
    page.goto(f"{play_path(page)}/seats")
    return {"#new": "Dora", "[name=name] >> nth=1": "Benedict"}


def options(page):
    start_play(page)
    page.goto(f"{play_path(page)}/options")
    return {"main form [type=radio]:not(:checked) >> nth=0": True}


def group_name(page):
    start_play(page)
    page.goto(f"{group_path(page, play_path(page))}settings")
    return {"#name": "Friday"}


def tie(page):
    start_play(page)
    for stage in (5, 8):
        for _ in range(3 * stage):
            key(page, 0).click()
        close_button(page).click()
        page.wait_for_url("**/stages/*")
        if stage == 5:
            page.locator(".dock a.main").last.click()
            hears_taps(page)
    page.get_by_role("button", name="Finish the play").click()
    return {".entry .figure >> nth=0": "7", ".entry .figure >> nth=1": "9"}


FORMS = [new_sheet, notes, seats, options, group_name, tie]


def fill(page, fields):
    for selector, value in fields.items():
        field = page.locator(selector).first
        if value is True:
            # The same one is found again by its name and value.
            fields[selector] = field.evaluate("each => `[name='${each.name}'][value='${each.value}']`")
            field.evaluate("each => each.click()")
        else:
            field.fill(value)


def see(page, fields):
    for selector, value in fields.items():
        if selector.startswith("[") and value is True:
            expect(page.locator(selector)).to_be_checked()
        elif value is True or value.startswith("[name='"):
            expect(page.locator(value)).to_be_checked()
        else:
            expect(page.locator(selector).first).to_have_value(value)


def save(page):
    """Press the button that sends the first form, as a thumb does."""
    page.locator("form[data-draft]").first.evaluate("form => form.requestSubmit()")


@pytest.mark.parametrize("opened", FORMS)
def test_a_save_into_a_portal_stays_on_the_page_and_a_reload_brings_back_what_was_typed(phone, opened):
    page = phone(forgive=FORGIVEN)
    fields = opened(page)
    place = page.url
    fill(page, fields)
    page.route("**/*", lambda route: route.fulfill(body=PORTAL, content_type="text/html"))
    save(page)
    expect(page.locator("p.unsent")).to_have_text(LOST)
    assert page.url == place
    see(page, fields)
    page.unroute("**/*")
    page.reload()
    see(page, fields)


def test_an_offline_save_says_so_and_a_new_tab_brings_back_what_was_typed(phone):
    page = phone(forgive=FORGIVEN)
    fields = notes(page)
    place = page.url
    fill(page, fields)
    page.context.set_offline(True)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("p.unsent")).to_have_text(LOST)
    page.context.set_offline(False)
    fresh = page.context.new_page()
    kill_tab(page)
    fresh.goto(place)
    see(fresh, fields)


def test_totals_that_were_not_sent_come_back_with_a_reload_and_in_a_new_tab(phone):
    page = phone(forgive=FORGIVEN)
    page.goto("/totals")
    fields = {"[name=title]": "Heat", "[name=player-0]": "Anna", "[name=total-0]": "18"}
    fill(page, fields)
    page.reload()
    see(page, fields)
    fresh = page.context.new_page()
    kill_tab(page)
    fresh.goto("/totals")
    see(fresh, fields)


def test_a_form_that_was_taken_is_forgotten(phone):
    page = phone()
    start_play(page)
    page.goto(f"{play_path(page)}/notes")
    page.locator("#place").fill("At Anna's")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".messages")).to_contain_text("Saved.")
    assert not page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('draft '))")
    page.goto(f"{play_path(page)}/notes")
    expect(page.locator("#place")).to_have_value("At Anna's")


def test_a_refused_form_says_why_in_place_and_keeps_what_was_typed(phone):
    page = phone()
    tie(page)
    first = page.locator(".entry .figure").first
    first.fill("x")
    save(page)
    expect(page.locator(".fault").first).to_be_visible()
    expect(first).to_have_value("x")
    page.reload()
    expect(first).to_have_value("x")


def test_a_save_whose_answer_was_lost_is_one_play_after_a_reload(phone, port):
    page = phone(base_url=f"http://127.0.0.1:{port}", forgive=FORGIVEN)
    start_play(page)
    group = group_path(page, play_path(page))
    page.goto(f"{group}totals?game=Heat")
    for number, figure in enumerate(page.locator(".figure:visible").all()):
        figure.fill(str(24 - number))
    address = page.url

    def lose_answer(route):
        if route.request.method != "POST":
            route.continue_()
            return
        route.fetch(max_redirects=0)
        route.abort()

    page.route("**/totals*", lose_answer)
    page.get_by_role("button", name="Save the result").click()
    page.wait_for_url(re.compile("chrome-error|totals"))
    page.unroute("**/totals*")
    # What is there already isn't offered to be sent once more.
    page.goto(address)
    expect(page.locator("#totals-dock .main")).to_have_text("Next: Anna")
    expect(page.locator(".figure:visible").first).to_have_value("")
    page.goto(f"{group}plays")
    expect(page.locator("main a[href^='/plays/']", has_text="Heat")).to_have_count(1)


def test_what_another_phone_has_changed_is_not_written_over_by_an_old_draft(phone):
    page = phone()
    start_play(page)
    group = group_path(page, play_path(page))
    page.goto(f"{group}settings")
    page.locator("#name").fill("Friday")
    other = page.context.new_page()
    other.goto(f"{group}settings")
    expect(other.locator("#name")).to_have_value("Friday")
    other.locator("#name").fill("Monday")
    other.locator("form[data-draft]").first.evaluate("form => form.requestSubmit()")
    expect(other.locator("main")).to_contain_text("Monday")
    page.locator("#name").fill("Friday")
    page.reload()
    expect(page.locator("#name")).to_have_value("Monday")


def test_a_correction_survives_a_reload_and_is_dropped_with_leave_as_it_is(phone):
    page = phone()
    start_play(page, ["Anna", "Ben"])
    path = play_path(page)
    for _ in range(10):
        key(page, 0).click()
    close_button(page).click()
    page.wait_for_url("**/stages/1")
    page.goto(f"{path}/stages/1/correct/water")
    hears_taps(page)
    key(page, 4).click()
    place = page.url
    page.reload()
    cells = page.locator("#sheet [data-row=water] .figure")
    expect(cells.first).to_have_value("4")
    hears_taps(page)
    page.locator(".leave").click()
    page.wait_for_url(re.compile(r"/stages/1$"))
    page.goto(place)
    expect(cells.first).to_have_value("0")


def test_a_draft_goes_after_a_day(phone):
    page = phone()
    notes(page)
    page.locator("#place").fill("At Anna's")
    page.evaluate(
        """() => Object.keys(localStorage).filter((key) => key.startsWith("draft ")).forEach((key) =>
            localStorage.setItem(key, localStorage.getItem(key).replace(/"at":\\d+/, '"at":1')))"""
    )
    page.reload()
    expect(page.locator("#place")).to_have_value("")
    assert not page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('draft '))")


def test_a_start_keeps_its_names_until_the_play_is_there(phone):
    page = phone()
    page.goto("/games/tuareg")
    for place, name in enumerate(("Anna", "Ben")):
        page.locator("[name=player]").nth(place).fill(name)
    page.reload()
    expect(page.locator("[name=player]").nth(1)).to_have_value("Ben")
    page.locator("[name=start]").click()
    page.wait_for_url(re.compile("/plays/[0-9a-f-]{36}/"))
    page.goto("/games/tuareg")
    expect(page.locator(".person[aria-pressed=true]")).to_have_count(0)
    assert not page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('draft '))")


def test_people_who_sat_down_sit_again_after_a_reload(phone):
    page = phone()
    start_play(page)
    page.goto("/games/tuareg")
    for name in ("Ben", "Anna"):
        page.locator(f"button.person[value='{name}']").click()
    page.reload()
    expect(page.locator("button.person[value='Ben'] .seat")).to_have_text("1")
    expect(page.locator("button.person[value='Anna'] .seat")).to_have_text("2")
