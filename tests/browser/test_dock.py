"""The dock shows other keys and buttons before anything is counted, while it is counted, and once all is."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    cell,
    counted,
    done,
    key,
    mark,
    play_path,
    send,
    start_play,
    undo_button,
)
from tests.browser.test_offline import until

FOUR = ("Anna", "Ben", "Clara", "Dirk")


def rest(page):
    return page.locator(".nothing-more:visible")


def main_button(page):
    return page.locator("[data-closes] .main")


def score_now(page):
    return page.locator(".as-it-stands")


def framed(page):
    return page.locator("#sheet .cell.active")


def turn(page):
    """Have the table asked the other way round."""
    with page.expect_response("**/order"):
        page.locator("#order").tap()


class Thumb:
    """Taps keys one after the other, and counts its taps."""

    taps = 0

    def tap(self, target):
        target.tap()
        self.taps += 1


def test_before_anything_is_counted_the_dock_says_how_to_begin(phone):
    page = phone()
    start_play(page, FOUR)
    expect(page.locator("#dock .hint")).to_have_text("Tap how many Anna has. Next: gold")
    several = page.get_by_role("link", name="Count on several phones")
    expect(page.locator("#dock").locator(several)).to_be_visible()
    expect(several).to_have_count(1)
    for absent in (main_button(page), rest(page), score_now(page), undo_button(page)):
        expect(absent).to_be_hidden()
    key(page, 3).tap()
    for absent in (page.locator("#dock .hint"), page.locator("#dock .several"), score_now(page)):
        expect(absent).to_be_hidden()
    expect(page.locator("#main").locator(several)).to_be_visible()
    expect(rest(page)).to_have_text("Rest 04 rows")
    expect(main_button(page)).to_have_text("Next: Rock salt")
    expect(undo_button(page)).to_have_text(re.compile("Undo\\s*water\\s3"))
    # Undo stays where it was tapped, also once nothing is counted any more.
    place = undo_button(page).bounding_box()
    undo_button(page).tap()
    expect(page.locator("#dock .several")).to_be_visible()
    # Its answer writes the button anew.
    until(page, "!(await outbox.waiting()).length")
    assert undo_button(page).bounding_box() == place


def test_to_score_early_is_offered_from_the_first_finished_player_on(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"))
    key(page, 3).tap()
    expect(score_now(page)).to_be_hidden()
    rest(page).tap()
    expect(score_now(page)).to_have_text("Score now…")


def test_once_all_is_counted_the_keys_make_way_for_the_score(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"))
    for _ in range(2):
        done(page)
    seal = page.locator("#dock .seal")
    expect(seal).to_have_text("Both counted Tap a figure to change it.")
    expect(page.locator("#dock .keys:visible")).to_have_count(0)
    expect(main_button(page)).to_have_text("Score stage 1")
    cell(page, "Anna", "gold").tap()
    expect(seal).to_be_hidden()
    expect(page.locator("#figure-keys")).to_be_visible()


def test_a_figure_has_a_tick_once_it_is_stored_and_for_a_moment(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"))
    held = []
    page.route("**/seats/**", lambda route: held.append(route))
    with page.expect_request("**/seats/**"):
        key(page, 3).tap()
    tick = page.locator("#sheet .tick")
    expect(tick).to_have_count(0)
    for route in held:
        route.continue_()
    page.unroute("**/seats/**")
    expect(tick).to_have_count(1)
    assert tick.evaluate("(its) => its.closest('tr').dataset.row") == "water"
    expect(mark(page)).to_have_text("✓ saved")
    expect(tick).to_have_count(0)


def test_a_key_does_nothing_to_a_cell_that_is_not_framed(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"))
    for _ in range(2):
        done(page)
    expect(framed(page)).to_have_count(0)
    page.evaluate("document.querySelector('#figure-keys').hidden = false")
    page.evaluate("document.querySelector('#figure-keys button').click()")
    expect(counted(page)).to_have_text("2 of 2 counted")
    expect(page.locator("#sheet .figure[value='1']")).to_have_count(0)


def test_a_table_is_asked_row_by_row_on_all_its_phones_if_one_says_so(phone):
    page, other = phone(), phone()
    start_play(page, ("Anna", "Ben", "Clara"))
    path = play_path(page)
    page.goto(f"{path}/table")
    other.goto(page.locator(".address").first.inner_text())
    for each in (page, other):
        each.goto(path)
    expect(page.locator("#order")).to_contain_text("by player")
    turn(page)
    for each in (page, other):
        expect(each.locator("#order")).to_contain_text("by row")
    for name in ("Anna", "Ben", "Clara"):
        expect(page.locator("#dock .what")).to_have_text(f"{name} Water")
        key(page, 2).tap()
    expect(page.locator("#dock .what")).to_have_text("Anna Gold")
    page.reload()
    expect(page.locator("#order")).to_contain_text("by row")
    turn(page)
    expect(other.locator("#order")).to_contain_text("by player")
    key(page, 1).tap()
    expect(page.locator("#dock .what")).to_have_text("Anna Rock salt")


def test_rest_0_stands_above_keys_that_fill_the_pad(phone):
    page = phone(width=320, height=568)
    start_play(page, ("Anna", "Ben", "Clara"), game="basari")
    main_button(page).tap()
    dock = page.locator(".dock").bounding_box()
    key(page, 3).tap()
    expect(page.locator("#figure-keys button:not(.none)")).to_have_count(15)
    expect(rest(page)).to_have_text("Rest 04 rows")
    box, keys = rest(page).bounding_box(), page.locator("#figure-keys").bounding_box()
    assert box["y"] + box["height"] <= keys["y"] + 1
    assert box["height"] >= 40
    assert page.locator(".dock").bounding_box() == dock
    rest(page).tap()
    expect(page.locator("#dock .what")).to_have_text(re.compile("^Ben"))


def test_by_row_rest_0_is_for_the_others_of_a_row_and_one_undo_takes_it_back(phone):
    page = phone()
    start_play(page, FOUR)
    turn(page)
    key(page, 3).tap()
    expect(rest(page)).to_have_text("Rest 03 players")
    rest(page).tap()
    expect(page.locator("#dock .what")).to_have_text("Anna Gold")
    water = page.locator("#sheet [data-row=water] .figure")
    assert water.evaluate_all("(all) => all.map(({ value }) => value)") == ["3", "0", "0", "0"]
    expect(undo_button(page)).to_have_text(re.compile("Undo\\s*3 zeros"))
    # Once all of it is saved, too.
    until(page, "!(await outbox.waiting()).length")
    undo_button(page).tap()
    expect(page.locator("#dock .undone")).to_have_text("3 zeros taken back")
    expect(page.locator("#dock .what")).to_have_text("Ben Water")
    assert water.evaluate_all("(all) => all.map(({ value }) => value)") == ["3", "", "", ""]
    until(page, "!(await outbox.waiting()).length")
    page.reload()
    expect(cell(page, "Anna", "water")).to_have_value("3")
    assert water.evaluate_all("(all) => all.map(({ value }) => value)") == ["3", "", "", ""]


def test_the_main_button_names_what_is_missing_in_the_column_of_the_cursor(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"))
    cell(page, "Anna", "water").tap()
    key(page, 3).tap()
    rest(page).tap()
    cell(page, "Ben", "water").tap()
    key(page, 3).tap()
    # Keys that say all with one tap: gone on without it, this cell is full.
    cell(page, "Ben", "water").tap()
    expect(main_button(page)).to_have_text("Next: Gold")
    main_button(page).tap()
    expect(page.locator("#dock .what")).to_have_text("Ben Gold")


def test_nobody_is_left_half_counted_for_the_next_one(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"))
    expect(framed(page)).to_be_visible()
    cell(page, "Anna", "gold").tap()
    for _ in range(3):
        key(page, 0).tap()
    expect(page.locator("#dock .what")).to_contain_text("Maps used")
    expect(main_button(page)).to_have_text("Next: Water")
    key(page, 0).tap()
    expect(page.locator("#dock .what")).to_have_text("Anna Water")
    # The last of hers has its frame already.
    expect(main_button(page)).to_have_text(re.compile("^Go to Ben"))
    cell(page, "Ben", "water").tap()
    expect(main_button(page)).to_have_text("Go to Anna2 to go")


def test_by_row_rest_0_is_not_offered_for_bids(phone):
    page = phone()
    start_play(page, ("Anna", "Ben", "Clara"), game="skull-king")
    turn(page)
    key(page, 1).tap()
    expect(page.locator("#dock .what")).to_have_text(re.compile("^Ben .*bid"))
    expect(rest(page)).to_be_hidden()
    for _ in range(2):
        key(page, 0).tap()
    key(page, 1).tap()
    expect(page.locator("#dock .what")).to_have_text(re.compile("^Ben .*made"))
    expect(rest(page)).to_have_text("Rest 02 players")


def test_a_bid_is_said_in_the_words_of_the_sheet(phone):
    page = phone()
    start_play(page, ("Anna", "Ben", "Clara"), game="wizard")
    path = play_path(page)
    for number, seat in enumerate(
        page.locator("#sheet thead th").evaluate_all("(all) => all.map((each) => each.dataset.seat)")
    ):
        won = int(not number)
        send(page, f"{path}/seats/{seat}/1", revision=0, done=1, tricks__bid=won, tricks__made=won)
    # From a page that doesn't follow the play, which would lead on at the same time.
    page.goto("/games/wizard")
    send(page, f"{path}/stages/1/close")
    page.goto(path)
    key(page, 2).tap()
    # Ben deals the second round, so Clara bids first, and then Anna.
    expect(page.locator("#dock .hint")).to_have_text("Bids so far: 2 for 2 tricks. Next: Ben")


def test_bids_are_one_tap_each_on_high_keys_and_the_sum_is_said(phone):
    page = phone()
    start_play(page, ("Anna", "Ben", "Clara"), game="wizard")
    one = key(page, 1)
    assert one.bounding_box()["height"] > 90
    expect(page.locator("#dock .left")).to_have_text("round 1: 0 to 1")
    # Anna deals the first round, so Ben bids first.
    expect(page.locator("#dock .hint")).to_have_text("Next: Clara")
    one.tap()
    expect(page.locator("#dock .hint")).to_have_text("Bids so far: 1 of 1. Next: Anna")


@pytest.mark.long
def test_a_bid_round_of_six_takes_few_taps(phone):
    page, thumb = phone(), Thumb()
    start_play(page, (*FOUR, "Eva", "Farah"), game="wizard")
    for _ in range(12):
        thumb.tap(key(page, 0))
    expect(counted(page)).to_have_text("6 of 6 counted")
    assert thumb.taps <= 20


@pytest.mark.long
def test_five_numbers_of_four_take_few_taps(phone):
    page, thumb = phone(), Thumb()
    start_play(page, FOUR)
    for _ in range(20):
        thumb.tap(key(page, 1))
    expect(counted(page)).to_have_text("4 of 4 counted")
    assert thumb.taps <= 24


def test_an_early_score_is_asked_about_over_the_sheet(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"))
    place = page.url
    done(page)
    score_now(page).tap()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Not finished: Ben")
    expect(dialog.get_by_role("listitem")).to_contain_text("all 5 rows")
    keep = dialog.get_by_role("button", name="Keep counting")
    expect(keep).to_be_focused()
    keep.click()
    expect(dialog).to_have_count(0)
    assert page.url == place
    expect(page.locator("#outbox")).to_be_empty()
    key(page, 4).tap()
    expect(cell(page, "Ben", "water")).to_have_value("4")
    score_now(page).click()
    expect(keep).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    score_now(page).click()
    dialog.get_by_role("button", name="Score anyway").click()
    expect(page.locator(".head .where")).to_have_text("Result of stage 1")


def test_a_row_that_one_alone_has_is_asked_about_before_it_is_scored(phone):
    page = phone()
    start_play(page, ("Anna", "Ben", "Clara"), game="basari")
    page.locator(".panel:visible [data-key]").first.tap()
    for _ in range(3):
        main_button(page).tap()
        for _ in range(5):
            key(page, 1).tap()
    expect(counted(page)).to_have_text("3 of 3 counted")
    main_button(page).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Points of action B was counted for Anna alone.")
    dialog.get_by_role("button", name="Count points of action B").click()
    expect(page.locator("#dock .what")).to_have_text("Ben Points of action B")
    main_button(page).click()
    dialog.get_by_role("button", name="Yes, score").click()
    expect(page.locator(".head .where")).to_have_text("Result of stage 1")


@pytest.mark.parametrize("width", [390, 320])
def test_a_row_says_beneath_its_word_what_it_is_worth(phone, width):
    page = phone(width=width)
    start_play(page, FOUR)
    worths = page.locator("#sheet .row-head .worth")
    expect(worths).to_have_text(["6 for most", "5 for most", "4 for most", "3 for most", "×2"])
    expect(page.locator("#sheet .states td").nth(1)).to_contain_text("–")
    assert all(
        box["x"] + box["width"] <= page.locator("#sheet .cell").first.bounding_box()["x"] + 4
        for box in (worth.bounding_box() for worth in worths.all())
    )


def test_the_keys_of_a_question_come_before_next_until_it_is_answered(phone):
    page = phone()
    start_play(page, FOUR, game="tichu", teams=("1", "2", "1", "2"))
    question = page.locator("[data-row=double] .face").first
    cell(page, "Anna & Clara", "cards").fill("50")
    question.tap()
    expect(main_button(page)).to_have_text("Next: Tichu made")
    expect(main_button(page)).to_have_class(re.compile("quiet-button"))
    page.locator("#dock .keys:visible button", has_text="No").tap()
    question.tap()
    expect(main_button(page)).to_have_text("Next: Tichu made")
    expect(main_button(page)).not_to_have_class(re.compile("quiet-button"))


# By how much the letters of what is cut where it is too long reach above its edge.
CUT_ABOVE = """(all) => all.filter((each) => each.textContent.trim()).map((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return each.getBoundingClientRect().top - range.getBoundingClientRect().top;
})"""


@pytest.mark.parametrize(("width", "height"), [(844, 390), (390, 844), (320, 568)])
def test_dots_above_letters_are_seen_in_names(phone, width, height):
    page = phone(width=width, height=height)
    start_play(page, ("ÄnneÄnne", "Ben"))
    key(page, 3).tap()
    cell(page, "Ben", "water").tap()
    expect(undo_button(page)).to_contain_text("ÄnneÄnne")
    small = "#dock .last-change button:visible small"
    cut = page.locator(f"#dock .what, {small}, {small} span, #dock .main > span:visible").evaluate_all(CUT_ABOVE)
    assert len(cut) == 5
    assert max(cut) < 0.1


def test_last_cell_of_a_row_with_a_known_sum_is_filled_with_one_tap(phone):
    """A deal of Hearts has 26 points, or 26 for each of the others if someone took all."""
    page = phone()
    start_play(page, ("Anna", "Ben", "Chris"), game="hearts")
    page.keyboard.type("10")
    page.keyboard.press("Enter")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(rest(page)).to_have_text("Rest 13")
    rest(page).tap()
    expect(cell(page, "Chris", "taken")).to_have_value("13")
    expect(counted(page)).to_contain_text("3 of 3 counted")


def test_products_are_typed_with_a_key_of_their_own(phone):
    """Two properties of Kingdomino: five squares with two crowns, and three with one."""
    page = phone()
    start_play(page, ("Anna", "Ben"), game="kingdomino")
    for text in ("5", "×", "2", "+", "3", "×", "1"):
        key(page, text).tap()
    expect(cell(page, "Anna", "wheat")).to_have_value("5×2+3×1")
    page.locator("[data-closes] .main").tap()
    expect(cell(page, "Anna", "wheat")).to_have_value("13")


def test_product_without_its_last_number_is_no_figure(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"), game="kingdomino")
    for text in ("5", "×"):
        key(page, text).tap()
    page.locator("[data-closes] .main").tap()
    wheat = cell(page, "Anna", "wheat")
    expect(page.locator("#faults")).to_contain_text("“5×”")
    expect(wheat).to_have_value("5×")
    expect(mark(page)).not_to_contain_text("✓")
    wheat.fill("5×2")
    wheat.press("Enter")
    expect(wheat).to_have_value("10")
    expect(page.locator("#faults")).to_be_empty()


def test_list_shows_its_numbers_and_no_sum_where_they_are_not_added_up(phone):
    page = phone()
    start_play(page, ("Anna", "Ben", "Chris"), game="no-thanks")
    for text in ("3", "4", "35"):
        key(page, text).tap()
    expect(page.locator("#sheet [data-row=cards] .face").first).to_have_text("3 4 35")


def test_last_cell_is_offered_no_number_where_no_sum_fits(phone):
    page = phone()
    start_play(page, ("Anna", "Ben", "Chris", "Dora"), game="hearts")
    for _ in range(3):
        page.keyboard.type("10")
        page.keyboard.press("Enter")
    expect(page.locator("#dock .what")).to_contain_text("Dora")
    expect(rest(page)).to_have_count(0)


def test_nothing_is_seen_of_a_line_that_undo_leaves_out(phone):
    pictures = []
    for third, fourth in (("Änne", "Ödön"), ("Anne", "Odon")):
        page = phone(locale="de", device_scale_factor=2)
        start_play(page, ("Anna", "Ben", third, fourth), game="pandemic")
        page.locator("#dock .keys:visible button").first.tap()
        key(page, 3).tap()
        what = page.locator(".last-change:visible small")
        expect(what).to_contain_text("3")
        expect(page.locator("#dock .seal")).to_be_visible()
        until(page, "!(await outbox.waiting()).length")
        expect(what).to_contain_text("3")
        pictures.append(page.screenshot(animations="disabled", clip=what.bounding_box()))
    assert pictures[0] == pictures[1]
