"""Everything works without a finger or a mouse, and one sees where one is."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    NAMES,
    card_name,
    cell,
    close_button,
    counted,
    done,
    figure,
    mark,
    play_path,
    see_figures,
    start_play,
)
from tests.browser.table import key as dock_key

# What has the focus: whether a line shows that, about it or about the cell that it is in, and whether something lies
# over it.
FOCUS = """() => {
    const it = document.activeElement, {x, y, width, height} = it.getBoundingClientRect();
    const style = getComputedStyle(it.closest(".cell.active") || it);
    const on_top = document.elementFromPoint(x + width / 2, y + height / 2);
    return {
        is: it.outerHTML.slice(0, 80),
        end: it === document.body,
        marked: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 && width > 1 && height > 1,
        free: it.contains(on_top) || Boolean(on_top && on_top.contains(it)),
    };
}"""


# Whether the framed cell, and all keys beneath it, are in sight.
FRAMED_ABOVE_KEYS = """() => {
    const [cell, line, keys] = [".cell.active", "#dock .line", "#figure-keys"].map((part) =>
        document.querySelector(part).getBoundingClientRect());
    return cell.top >= 0 && cell.bottom <= line.top + 1 && keys.bottom <= innerHeight;
}"""

# Once what follows a key after the next frame is done.
FOCUS_IS_IN_THE_SHEET = """() => new Promise((tell) => requestAnimationFrame(() => setTimeout(() => setTimeout(
    () => tell(document.activeElement.closest("#sheet .cell") !== null)))))"""


def walk(page):
    """Tab from the top to the end and give every stop."""
    stops = []
    while len(stops) < 100:
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUS)
        if stop["end"]:
            break
        stops.append(stop)
    return stops


def test_a_card_is_entered_with_enter_and_digits_alone(phone):
    page = phone()
    start_play(page)
    figure(page, "water").focus()
    for key, digits in (("water", "4"), ("gold", "1"), ("salt", "2+1"), ("millet", "2"), ("maps", "0")):
        expect(figure(page, key)).to_be_focused()
        page.keyboard.type(digits)
        page.keyboard.press("Enter")
    # Enter in the last figure goes on in the next column.
    expect(card_name(page)).to_have_text("Ben")
    expect(counted(page)).to_have_text("1 of 3 counted")
    page.locator("#sheet thead a").first.focus()
    page.keyboard.press("Enter")
    expect(card_name(page)).to_have_text("Anna")
    see_figures(page, {"water": 4, "gold": 1, "salt": 3, "millet": 2, "maps": 0})


@pytest.mark.long
def test_a_figure_that_is_come_to_is_selected_so_that_typing_replaces_it(phone):
    page = phone()
    start_play(page)
    figure(page, "gold").fill("7")
    figure(page, "water").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#sheet [data-row=gold] .cell").first).to_be_focused()
    page.keyboard.type("3")
    expect(figure(page, "gold")).to_be_focused()
    expect(figure(page, "gold")).to_have_value("3")
    expect(mark(page)).to_have_text("✓ saved")


@pytest.mark.parametrize("way", ["tap", "click"])
def test_typing_replaces_the_figure_of_a_framed_cell_that_is_tapped_once_more(phone, way):
    page = phone()
    start_play(page)
    its = figure(page, "water")
    dock_key(page, 2).tap()
    for digit in "54":
        getattr(its, way)()
        page.keyboard.type(digit)
        expect(its).to_have_value(digit)


@pytest.mark.parametrize("way", ["tap", "click"])
def test_the_last_figure_is_framed_again_when_it_is_tapped_after_enter(phone, way):
    page = phone()
    start_play(page, NAMES[:2])
    for name in NAMES[:2]:
        expect(card_name(page)).to_have_text(name)
        done(page)
    its = figure(page, "water")
    its.focus()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    framed = page.locator("#sheet .cell.active")
    expect(framed).to_have_count(0)
    getattr(its, way)()
    expect(framed.locator("input")).to_have_value("3")
    dock_key(page, 5).tap()
    expect(its).to_have_value("5")


def test_a_play_is_started_with_the_keyboard_alone(phone):
    page = phone()
    page.goto("/")
    page.get_by_role("link", name="Tuareg").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[name=player]").first).to_be_focused()
    # The button tells how many are missing as soon as the page listens to keys.
    expect(page.locator("[name=start]")).to_have_text("Enter 2 names or more")
    for name in ("Anna", "Ben"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    # Enter in an empty input: nobody else plays.
    page.keyboard.press("Enter")
    expect(page.locator("[name=start]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(card_name(page)).to_have_text("Anna")


@pytest.mark.long
def test_the_focus_is_seen_at_every_stop_of_a_plays_pages(phone):
    page = phone(height=700)
    start_play(page)
    path = play_path(page)
    for place in ("", "/seats", "/options", "/seats/mine", "/table", "/more"):
        page.goto(path + place)
        stops = walk(page)
        assert len(stops) > 5
        assert [stop for stop in stops if not (stop["marked"] and stop["free"])] == [], place


def test_the_first_stop_skips_to_the_content(phone):
    page = phone()
    start_play(page)
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_arrows_go_through_the_sheet_and_tab_along_its_rows(phone):
    page = phone()
    start_play(page)
    for name, row in (("Anna", "water"), ("Ben", "gold")):
        cell(page, name, row).fill("3")
    cell(page, "Anna", "water").focus()
    for press, name, row in (
        ("ArrowRight", "Ben", "water"),
        ("ArrowDown", "Ben", "gold"),
        ("Tab", "Chris", "gold"),
        ("ArrowLeft", "Ben", "gold"),
        ("ArrowUp", "Ben", "water"),
    ):
        page.keyboard.press(press)
        # By an arrow one stands on the cell, by Tab in its figure.
        place = cell(page, name, row)
        expect(place if press == "Tab" else place.locator("..")).to_be_focused()
        expect(card_name(page)).to_have_text(name)


def test_escape_puts_a_figure_back(phone):
    page = phone()
    start_play(page)
    figure(page, "water").focus()
    page.keyboard.type("4")
    page.keyboard.press("Escape")
    expect(figure(page, "water")).to_have_value("")


@pytest.mark.long
def test_enter_goes_on_to_what_is_tapped_and_not_typed(phone):
    page = phone()
    start_play(page, ("Anna",), game="five-tribes-solo")
    figure(page, "elders").focus()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Anna, Djinns")).to_be_focused()
    page.locator("[data-key=al-amin]").focus()
    page.keyboard.press("Space")
    expect(page.locator("[data-key=al-amin]")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Anna, Djinns").focus()
    page.keyboard.press("Enter")
    expect(figure(page, "council")).to_be_focused()


@pytest.mark.parametrize(
    ("game", "row", "typed", "shown"), [("tuareg", "water", "4", "4"), ("basari", "bazaar", "57", "5 7")]
)
def test_digits_typed_on_a_page_just_opened_go_into_the_framed_cell(phone, game, row, typed, shown):
    page = phone(width=1280, height=800, has_touch=False)
    start_play(page, game=game)
    expect(page.locator(f"[data-row={row}] .cell.active")).to_be_visible()
    page.keyboard.type(typed)
    expect(held(page, "Anna", row)).to_have_value(shown)


def held(page, name, row):
    """The input of a row in somebody's column, whether it is seen or only tapped for."""
    return page.locator(f"#sheet [data-row='{row}'] [data-field][aria-label^='{name},']")


def test_sign_typed_on_a_page_just_opened_makes_a_negative_figure(phone):
    page = phone(width=1280, height=800, has_touch=False)
    start_play(page, ("Anna", "Ben", "Chris"), game="skyjo")
    page.keyboard.type("-8")
    page.keyboard.press("Enter")
    expect(cell(page, "Anna", "points")).to_have_value("−8")
    expect(page.locator("#dock .what")).to_contain_text("Ben")
    expect(counted(page)).to_contain_text("1 of 3 counted")


def test_keys_are_right_under_the_framed_cell_at_200_percent(phone):
    page = phone(width=195, height=422)
    start_play(page, ("Anna", "Ben"))
    for number in (4, 1, 3, 2, 0):
        page.wait_for_function(FRAMED_ABOVE_KEYS)
        dock_key(page, number).tap()
    expect(counted(page)).to_have_text("1 of 2 counted")


@pytest.mark.parametrize(
    ("typed", "row", "chosen"),
    [
        ("1", "cured", "Yes"),
        ("N", "cured", "No"),
        ("5", "military", "5"),
    ],
)
def test_digit_or_first_letter_answers_a_question_and_goes_on(phone, typed, row, chosen):
    page = phone(width=1280, height=800, has_touch=False)
    start_play(page, ("Anna", "Ben"), game={"cured": "pandemic", "military": "7-wonders-duel"}[row])
    face = page.locator(f"#sheet [data-row={row}] .face").first
    face.click()
    page.keyboard.type(typed)
    expect(face).to_have_text(chosen)
    expect(page.locator(f"#sheet [data-row={row}] .cell").first).not_to_contain_class("active")
    assert page.evaluate("document.activeElement.closest('.cell.active') !== null")


def test_arrows_lead_on_from_the_framed_cell_before_anything_has_the_focus(phone):
    page = phone(width=1280, height=800, has_touch=False)
    start_play(page)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#sheet [data-row=gold] .cell").first).to_be_focused()


def test_space_leads_at_once_to_the_keys_of_a_cell_that_an_arrow_led_to(phone):
    page = phone(width=1280, height=800, has_touch=False)
    start_play(page, ("Anna", "Ben"), game="pandemic")
    framed = page.locator("#sheet .cell.active")
    row = framed.locator("xpath=..").get_attribute("data-row")
    framed.locator(".face").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#sheet .cell:focus")).to_have_count(1)
    page.keyboard.press("ArrowUp")
    expect(page.locator(f"#sheet [data-row={row}] .cell").first).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator(f".panel[data-for={row}] [data-key]:focus")).to_have_count(1)


def test_focus_stays_in_the_sheet_when_a_key_gives_the_last_answer(phone):
    page = phone(width=1280, height=800, has_touch=False)
    start_play(page, ("Anna", "Ben"), game="pandemic")
    face = page.locator("#sheet [data-row=cured] .face")
    face.click()
    for keys, answer in ((("n", "4", "Enter"), "No"), (("Shift+Tab", "y"), "Yes")):
        for each in keys:
            page.keyboard.press(each)
        expect(face).to_have_text(answer)
        expect(page.locator("#sheet .cell.active")).to_have_count(0)
        assert page.evaluate(FOCUS_IS_IN_THE_SHEET)


def test_enter_after_the_last_figure_leads_to_the_main_button_which_scores(phone):
    page = phone(width=1280, height=800, has_touch=False)
    start_play(page, NAMES[:2])
    figure(page, "water").focus()
    for _ in range(10):
        page.keyboard.type("0")
        page.keyboard.press("Enter")
    expect(page.locator("#sheet .cell.active")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(close_button(page)).to_be_focused()
    assert page.evaluate(FOCUS)["marked"]
    page.keyboard.press("Enter")
    expect(page.locator(".head .where")).to_have_text("Result of stage 1")


def test_figure_typed_right_after_a_tap_goes_into_the_cell_that_the_tap_led_to(phone):
    page = phone()
    start_play(page)
    dock_key(page, 2).tap()
    expect(figure(page, "gold")).to_be_focused()
    # As on a phone that is too busy to draw.
    page.evaluate("() => { window.requestAnimationFrame = () => 0; }")
    dock_key(page, 1).tap()
    page.keyboard.type("3")
    see_figures(page, {"water": 2, "gold": 1, "salt": 3})


def test_an_arrow_leads_to_a_question_and_the_next_key_answers_it(phone):
    page = phone(width=1280, height=800, has_touch=False)
    start_play(page, ("Anna", "Ben"), game="7-wonders-duel")
    faces = page.locator("#sheet [data-row=military] .face")
    faces.first.click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#sheet [data-row=military] .cell").last).to_be_focused()
    page.keyboard.press("5")
    expect(faces.last).to_have_text("5")


def test_space_leads_from_a_cell_to_its_keys_and_escape_back(phone):
    page = phone(width=1280, height=800, has_touch=False)
    start_play(page, ("Anna",), game="five-tribes-solo")
    face = page.get_by_role("button", name="Anna, Djinns")
    page.locator("#sheet [data-row=elders] .figure").focus()
    page.keyboard.press("Enter")
    expect(face).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator(".panel:visible [data-key]").first).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    second = page.locator(".panel:visible [data-key]").nth(1)
    expect(second).to_be_focused()
    expect(second).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(face).to_be_focused()
