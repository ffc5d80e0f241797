"""Test what the dock says of other phones and of the outbox, and that it covers nothing one needs."""

import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    card_name,
    cell,
    close_button,
    counted,
    hears_taps,
    key,
    open_card,
    play_path,
    start_play,
)
from tests.browser.test_offline import HOLD_STORE, OFFLINE, fetched_ahead, told, until
from tests.browser.walks.table_of_five import LONG_NAMES

AT_MIDDLE = """(button) => {
  const { x, y, width, height } = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def count_all(page, seats):
    for _ in range(5 * seats):
        key(page, 0).click()


def test_the_result_says_nothing_of_its_own_stage_though_the_store_was_slow(phone, port):
    page = phone(base_url=f"http://127.0.0.1:{port}")
    start_play(page, ["Anna", "Ben"])
    holds = page.context.new_page()
    holds.goto("/healthz")
    count_all(page, 2)
    until(page, "!(await outbox.waiting()).length")
    closes = []

    def hold_store(route):
        closes.append(route)
        answer = route.fetch(max_redirects=0)
        if len(closes) == 1:
            holds.evaluate(HOLD_STORE)
        route.fulfill(response=answer)

    page.route("**/close", hold_store)
    close_button(page).click()
    page.wait_for_url("**/stages/1")
    holds.evaluate("window.isReleased = true")
    until(page, "!(await outbox.waiting()).length")
    expect(told(page)).to_be_empty()


def test_a_result_that_comes_slowly_is_asked_for_once(phone):
    page = phone()
    start_play(page, ["Anna", "Ben"])
    count_all(page, 2)
    until(page, "!(await outbox.waiting()).length")
    asked = []

    def answer_late(route):
        asked.append(route)
        time.sleep(1.5)
        route.continue_()

    page.route("**/stages/1", answer_late)
    close_button(page).click()
    expect(page.locator(".head .where")).to_have_text("Result of stage 1")
    assert len(asked) == 1


@pytest.mark.parametrize("width", [320, 390])
def test_a_notice_on_a_result_covers_no_button_of_the_dock(phone, width):
    page = phone(width=width)
    start_play(page, ["Anna", "Ben"])
    path = play_path(page)
    count_all(page, 2)
    close_button(page).click()
    page.wait_for_url("**/stages/1")
    page.evaluate(
        """(play) => kept.put("typed", {id: "a".repeat(32), kind: "card", version: 1, refused: 404, name: "Anna",
            address: `${play}/seats/1/stages/2`, body: [], play: play.split("/")[2], place: 2, at: 1})""",
        path,
    )
    page.reload()
    expect(told(page)).to_contain_text("Anna: rejected.")
    for button in page.locator(".dock :is(a.main, button)").all():
        assert button.evaluate(AT_MIDDLE), button.inner_text()


@pytest.mark.parametrize("width", [320, 390])
def test_the_end_of_the_page_can_be_scrolled_above_all_that_is_told(phone, width):
    page = phone(width=width)
    start_play(page, LONG_NAMES, game="skull-king")
    for name in LONG_NAMES:
        cell(page, name, "tricks__bid").fill("1")
        cell(page, name, "tricks__made").fill("0")
        cell(page, name, "bonus").fill("20")
    expect(page.locator("#faults .fault")).to_have_count(len(LONG_NAMES))
    page.get_by_role("link", name="Choose my players").click()
    expect(page).to_have_url(re.compile("/mine$"))


def test_the_names_of_the_columns_are_drawn_above_the_framed_cell(phone):
    page = phone(height=700)
    start_play(page, ["Anna", "Ben"])
    page.evaluate("document.getElementById('under-sheet').style.minHeight = '60rem'")
    cell(page, "Ben", "water").click()
    # The framed cell is half beneath the names.
    page.evaluate(
        """() => {
            const head = document.querySelector(".names th:last-child").getBoundingClientRect();
            const cell = document.querySelector("#sheet .cell.active").getBoundingClientRect();
            scrollBy(0, cell.top - head.top + head.height / 2 - 4);
        }"""
    )
    isnt_covered = """() => {
        const head = document.querySelector(".names th:last-child");
        const { left, bottom, width } = head.getBoundingClientRect();
        return head.contains(document.elementFromPoint(left + width / 2, bottom - 2));
    }"""
    assert page.evaluate(isnt_covered)


def test_the_framed_cell_stays_in_sight_when_the_dock_grows(phone):
    page = phone(height=600)
    start_play(page, ["Anna", "Ben"])
    cell(page, "Anna", "maps").click()
    page.evaluate("document.getElementById('under-sheet').style.minHeight = '20rem'")
    page.evaluate(
        """() => {
            const told = document.createElement("p");
            told.style.height = "120px";
            document.getElementById("notices").append(told);
        }"""
    )
    page.wait_for_function(
        """() => document.querySelector("#sheet .cell.active").getBoundingClientRect().bottom
            <= document.querySelector(".dock .told").getBoundingClientRect().top"""
    )


def test_a_column_finished_offline_reads_as_done_on_this_phone(phone):
    page = phone(forgive=OFFLINE)
    start_play(page, ["Anna", "Ben"])
    fetched_ahead(page)
    key(page, 0).click()
    states = page.locator("#sheet .state")
    expect(states.first).to_have_text("1 of 5")
    until(page, "!(await outbox.waiting()).length")
    page.context.set_offline(True)
    key(page, 0).click()
    expect(states.first).to_have_text("2/5")
    for _ in range(3):
        key(page, 0).click()
    expect(card_name(page)).to_have_text("Ben")
    expect(states.first).to_have_text("✓ done")
    expect(counted(page).locator("span").first).to_have_text("1 of 2 counted")


def two_phones(phone, names):
    """A member's phone, and a guest's that counts these columns of it."""
    page = phone()
    start_play(page, ["Anna", "Ben", "Chris"])
    path = play_path(page)
    page.goto(f"{path}/table")
    link = page.locator(".address").first.inner_text()
    guest = phone()
    guest.goto(link)
    for name in names:
        guest.get_by_label(name).check()
    guest.locator("form button").first.click()
    hears_taps(guest)
    page.goto(path)
    hears_taps(page)
    return page, guest


def test_the_dock_calls_no_part_done_while_the_cursor_is_in_a_column_of_another_phone(phone):
    page, _guest = two_phones(phone, ["Ben"])
    for name in ("Anna", "Chris"):
        open_card(page, name)
        for _ in range(5):
            key(page, 0).click()
    part = page.get_by_text("Your part is done.")
    expect(part).to_be_visible()
    expect(page.locator("#dock .seal")).to_contain_text("Ben not started")
    open_card(page, "Ben")
    expect(part).to_be_hidden()
    expect(page.locator("#dock .seal")).to_be_hidden()


def test_columns_taken_over_are_named_in_one_sentence_that_a_tap_puts_away(phone):
    page, guest = two_phones(phone, ["Ben", "Chris"])
    open_card(page, "Anna")
    for _ in range(5):
        key(page, 0).click()
    page.get_by_role("button", name="Count here").click()
    notices = guest.locator("#notices p")
    expect(notices).to_have_count(1)
    expect(notices).to_contain_text("Another phone now counts for Ben, Chris.")
    notices.get_by_role("button", name="Close").click()
    expect(notices).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(568, 320), (844, 390)])
def test_beside_the_sheet_a_fault_is_in_sight_with_the_keys_and_covers_no_menu(phone, width, height):
    page = phone(width=width, height=height)
    start_play(page, ["Anna", "Ben", "Clara", "Dirk"])
    cell(page, "Anna", "water").fill("32")
    page.keyboard.press("Enter")
    fault = page.locator("#dock .told .fault")
    expect(fault).to_contain_text("32")
    assert page.locator(".head .more").evaluate(AT_MIDDLE)
    for y in (0, 90):
        page.evaluate("(y) => scrollTo(0, y)", y)
        for each in (fault, page.locator("#figure-keys"), page.locator("#dock .main:visible")):
            expect(each).to_be_in_viewport(ratio=1)
    expect(cell(page, "Anna", "gold")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("seats", [2, 4])
def test_beside_the_sheet_all_of_what_is_not_sent_is_read(phone, seats):
    page = phone(width=844, height=390, locale="ja", forgive=OFFLINE)
    start_play(page, ["ÄnneÄnne", "JörgJörg", "Cy", "Dee"][:seats])
    fetched_ahead(page)
    page.context.set_offline(True)
    count_all(page, seats)
    notice = page.locator("#outbox p").first
    expect(notice).to_contain_text("ÄnneÄnne")
    expect(notice).to_be_in_viewport(ratio=1)
    assert page.locator("#dock > .told").evaluate("(told) => told.scrollHeight - told.clientHeight") <= 0
