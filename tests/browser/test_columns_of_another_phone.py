"""Once another phone counts a column no key of this one acts on it, and what is said leaves the framed cell in sight."""

import re

from playwright.sync_api import expect

from tests.browser.table import (
    card_name,
    cell,
    close_button,
    deafen,
    done_with,
    enter,
    figure,
    hears_taps,
    key,
    mark,
    play_path,
    see_figures,
    send,
    start_play,
)
from tests.browser.test_offline import OFFLINE, fetched_ahead

FRAMED = """() => {
    const box = document.querySelector("#sheet .cell.active").getBoundingClientRect();
    const heads = [...document.querySelectorAll(".head, .names > *")].map((each) => each.getBoundingClientRect().bottom);
    const dock = document.querySelector(".dock").getBoundingClientRect().top;
    const middle = (box.top + box.bottom) / 2;
    return middle > Math.max(...heads) && middle < dock - document.querySelector(".dock .told").offsetHeight;
}"""


def at_a_table(phone, *, small=False, **more):
    """Two phones with Anna's card: the second one counts Chris, the first one the others."""
    first = phone(forgive="503")
    second = phone(forgive=f"503|{OFFLINE}", **({"width": 320, "height": 640} if small else {}), **more)
    start_play(first)
    path = play_path(first)
    first.goto(f"{path}/table")
    second.goto(first.locator(".address").first.inner_text())
    second.goto(path)
    seats = second.locator("#sheet thead th").evaluate_all("(all) => all.map((each) => each.dataset.seat)")
    send(second, f"{path}/seats/mine", seat=seats[2])
    for page in (first, second):
        page.goto(path)
    expect(card_name(second)).to_have_text("Chris")
    hears_taps(first)
    return first, second, seats


def take_all(page):
    """Let a phone count what the others do."""
    send(page, f"{play_path(page)}/seats/here")


def test_no_key_acts_on_a_column_once_another_phone_counts_it(phone):
    first, second, _seats = at_a_table(phone)
    key(second, 1).tap()
    expect(second.locator("#dock .what")).to_have_text("Chris Gold")
    take_all(first)
    expect(second.locator("#notices")).to_contain_text("Another phone now counts for Chris.")
    expect(second.locator("#sheet .cell.active")).to_have_count(0)
    expect(second.locator("#dock .keys:visible")).to_have_count(0)
    second.keyboard.press("7")
    # It is still counted where somebody taps it.
    cell(second, "Chris", "salt").tap()
    key(second, 2).tap()
    expect(cell(first, "Chris", "salt")).to_have_value("2")
    see = {"water": "1", "gold": "", "salt": "2"}
    for row, value in see.items():
        expect(cell(first, "Chris", row)).to_have_value(value)


def test_first_key_brings_a_cell_into_sight_that_was_scrolled_away(phone):
    page = phone(width=320, height=640)
    start_play(page)
    cell(page, "Anna", "water").tap()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert not page.evaluate(FRAMED)
    key(page, 3).tap()
    page.wait_for_function(FRAMED)
    expect(cell(page, "Anna", "water")).to_have_value("")
    key(page, 3).tap()
    expect(cell(page, "Anna", "water")).to_have_value("3")
    expect(page.locator("#dock .what")).to_have_text("Anna Gold")


def test_late_figures_leave_the_framed_cell_and_their_answers_in_sight_on_a_small_phone(phone):
    first, second, _seats = at_a_table(phone, small=True)
    fetched_ahead(second)
    second.context.set_offline(True)
    for _ in range(5):
        key(second, 1).tap()
    for name in ("Anna", "Ben", "Chris"):
        done_with(first, name)
    close_button(first).click()
    expect(first.locator(".head .where")).to_contain_text("Result")
    first.get_by_role("link", name="Count stage 2").click()
    expect(first.locator(".head .where")).to_have_text("Stage 2 of 2")
    for blank in second.locator("#sheet .figure").all()[:15]:
        if not blank.input_value():
            blank.fill("0")
    second.get_by_role("button", name="Score stage 1").click()
    expect(second.locator(".head .where")).to_have_text("Stage 2 of 2")
    cell(second, "Chris", "salt").tap()
    second.context.set_offline(False)
    second.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(second.get_by_role("button", name="Discard")).to_be_in_viewport(ratio=1)
    second.screenshot(path="/tmp/ph_t.png")
    second.wait_for_function(FRAMED)
