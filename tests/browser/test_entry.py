"""How quickly a stage is entered, with one thumb on the keys of the dock."""

import json
import re
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    card_name,
    cell,
    counted,
    enter,
    figure,
    key,
    mark,
    open_card,
    play_path,
    points,
    see_figures,
    start_play,
    trail,
)

FOUR = ("Anna", "Ben", "Chris", "Dora")
BASARI = {"Anna": "7 5 3 1 15", "Ben": "4 5 6 2 9", "Chris": "4 2 6 8 15", "Dora": "1 1 1 1 3"}
TUAREG = {"Anna": "4 1 3 2 0", "Ben": "2 4 2 5 1", "Chris": "1 0 3 5 0", "Dora": "1 2 0 1 0"}


class Thumb:
    """Taps keys, and counts its taps."""

    def __init__(self, page):
        self.page, self.taps = page, 0

    def tap(self, target):
        target.tap()
        self.taps += 1

    def count(self, number):
        """A figure, where it has a key by its page of keys."""
        if not key(self.page, number).count():
            self.tap(key(self.page, "14+more"))
        self.tap(key(self.page, number))

    def count_all(self, held):
        for name, numbers in held.items():
            expect(card_name(self.page)).to_have_text(name)
            for number in numbers.split():
                self.count(number)


def main_button(page):
    return page.locator("[data-closes] .main")


def test_a_stage_of_tuareg_takes_a_tap_a_figure_and_one_more(phone):
    page = phone()
    start_play(page, FOUR)
    thumb = Thumb(page)
    thumb.count_all(TUAREG)
    expect(counted(page)).to_have_text("4 of 4 counted")
    expect(main_button(page)).to_have_text("Score stage 1")
    thumb.tap(main_button(page))
    expect(page.locator(".head .where")).to_have_text("Result of stage 1")
    assert thumb.taps == 21


@pytest.mark.long
def test_basari_takes_a_tap_for_each_number_and_for_each_who_had_no_points_of_action_b(phone):
    page = phone()
    start_play(page, FOUR, game="basari")
    thumb = Thumb(page)
    for name, numbers in BASARI.items():
        expect(page.locator("#dock .what")).to_have_text(f"{name} Points of action B")
        thumb.tap(main_button(page))
        thumb.count_all({name: numbers})
    expect(counted(page)).to_have_text("4 of 4 counted")
    thumb.tap(main_button(page))
    expect(page.locator(".head .where")).to_have_text("Result of stage 1")
    assert points(page) == {"Anna": 32, "Ben": 11, "Chris": 25, "Dora": 0}
    # Two have more than 14 workers, whose keys are on a page of their own.
    assert thumb.taps == 4 + 20 + 2 + 1


@pytest.mark.long
def test_twelve_cards_of_targi_take_twelve_taps(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"), game="targi")
    thumb = Thumb(page)
    for _ in range(12):
        thumb.tap(page.locator("[data-key='well 1']"))
    # The twelfth leads on.
    expect(page.locator("#dock .what")).to_have_text("Anna Victory point tokens")
    assert thumb.taps == 12


@pytest.fixture
def page(phone):
    page = phone()
    start_play(page)
    return page


def test_the_phones_own_keyboard_stays_shut(page):
    assert set(page.locator("#sheet .figure").evaluate_all("(all) => all.map((each) => each.inputMode)")) == {"none"}


@pytest.mark.long
def test_the_dock_says_whose_and_what_and_how_many_are_left(page):
    line = page.locator("#dock .line")
    expect(line).to_have_text("Anna Water8 left")
    key(page, 4).tap()
    expect(line).to_have_text("Anna Gold10 left")
    open_card(page, "Ben")
    expect(line).to_have_text("Ben Water4 left")
    # Beyond what is left a key is dashed, not dead: the other figure may be wrong.
    expect(key(page, 5)).to_have_class(re.compile("beyond"))
    expect(key(page, 4)).not_to_have_class(re.compile("beyond"))
    key(page, 5).tap()
    expect(page.locator("#faults")).to_contain_text("there are only 8")
    expect(line).to_contain_text("Ben Water")
    expect(main_button(page)).to_have_text("Water: recount")
    key(page, 3).tap()
    expect(page.locator("#faults")).to_have_text("")


@pytest.mark.long
def test_who_is_missing_stands_on_the_main_button_and_a_tap_leads_there(page):
    expect(main_button(page)).to_be_hidden()
    for number in (4, 1, 3, 2, 0):
        key(page, number).tap()
    expect(main_button(page)).to_have_text("Go to Chris2 to go")
    open_card(page, "Chris")
    main_button(page).tap()
    expect(card_name(page)).to_have_text("Ben")
    expect(page.locator("h1")).to_have_text("Tuareg")


@pytest.mark.long
def test_long_names_that_are_missing_are_as_short_there_as_in_the_sheet_and_move_nothing(phone):
    page = phone(width=320, height=640)
    start_play(page, ("Anna-Katharina", "Ben", "Maximilian", "Jo", "Friederike"))
    place = key(page, 1).bounding_box()
    key(page, 8).tap()
    open_card(page, "Ben")
    expect(main_button(page)).to_have_text("Go to Max.5 to go")
    key(page, 1).tap()
    expect(main_button(page)).to_have_text("Water: recount")
    assert key(page, 1).bounding_box() == place


@pytest.mark.long
def test_five_columns_beside_the_keys_of_a_low_phone_have_room_for_figures_and_names(phone):
    page = phone(width=664, height=320)
    start_play(page, ("Anna-Katharina", "Ben", "Maximilian", "Jo", "Friederike"))
    widths = page.locator("#sheet thead th").evaluate_all("(all) => all.map((each) => each.clientWidth)")
    assert min(widths) >= 36


def test_digits_add_up_where_more_is_possible(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"), game="five-tribes")
    page.locator("[data-row=gold] .figure").first.tap()
    for digit in "38+4":
        key(page, digit).tap()
    expect(figure(page, "gold")).to_have_value("38+4")
    main_button(page).tap()
    expect(page.locator("[data-row=gold] .figure").first).to_have_value("42")
    expect(page.locator("#dock .what")).to_contain_text("Viziers")
    page.locator("[data-row=gold] .figure").first.tap()
    key(page, "7").tap()
    expect(figure(page, "gold")).to_have_value("7")
    page.locator("#figure-keys").get_by_role("button", name="Delete digit").tap()
    expect(figure(page, "gold")).to_have_value("")


@pytest.mark.long
def test_nothing_of_something_stands_back(page):
    enter(page, {"gold": 0, "water": 4})
    shown = [figure(page, key).evaluate("(each) => getComputedStyle(each).fontWeight") for key in ("gold", "water")]
    assert shown == ["400", "600"]


def test_nothing_moves_while_figures_are_counted(page):
    first = key(page, 1).bounding_box()
    key(page, 4).tap()
    place = first, main_button(page).bounding_box()
    for number in (1, 1, 1):
        assert (key(page, 1).bounding_box(), main_button(page).bounding_box()) == place
        key(page, number).tap()
        assert (key(page, 1).bounding_box(), main_button(page).bounding_box()) == place


@pytest.mark.long
def test_each_figure_has_its_place_on_every_pad(page):
    places = []
    for row in ("water", "gold", "millet", "maps"):
        page.locator(f"[data-row={row}] .figure").first.tap()
        places.append(key(page, 1).bounding_box())
    assert len({str(place) for place in places}) == 1


def test_a_tap_is_answered_on_the_phone_at_once(page):
    figures, took = page.evaluate(
        """() => {
            const keys = () => [...document.querySelectorAll("#figure-keys button")];
            const took = ["4", "1", "3", "2"].map((figure) => {
                const key = keys().find((each) => each.textContent === figure), before = performance.now();
                key.click();
                return performance.now() - before;
            });
            return [[...document.querySelectorAll("[data-row] .figure")].map(({value}) => value), took];
        }"""
    )
    assert [figure for figure in figures if figure] == ["4", "1", "3", "2"]
    # What else the machine does in one of these moments is no affair of the phone.
    assert min(took) < 50


@pytest.mark.long
def test_a_tap_draws_what_it_changes_and_nothing_else(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"), game="targi")
    page.evaluate(
        """() => {
            window.drawn = [];
            const note = (changes) => changes.forEach(({addedNodes: [made]}) => made && drawn.push(made.localName));
            new MutationObserver(note).observe(document.getElementById("sheet"), {childList: true, subtree: true});
        }"""
    )
    for number, card in enumerate(("oasis 3", "well 1"), 1):
        page.locator(f".panel:visible [data-key='{card}']").tap()
        expect(page.locator("#sheet .active .slot svg")).to_have_count(number)
    # Of the twelve cards of the cell the one that was laid, and their sum.
    assert page.evaluate("() => drawn") == ["span", "small"] * 2


@pytest.mark.long
def test_a_tap_lets_the_browser_style_a_part_of_the_page_alone(phone, browser):
    """What styles are about by `:has()` is worked out for all that such a style could mean: it says so narrowly."""
    page = phone()
    start_play(page, ("Anna", "Maximilian", "Ben", "Chris", "Dora"))
    elements = page.evaluate("() => document.querySelectorAll('*').length")
    key(page, 4).tap()
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    key(page, 1).tap()
    page.evaluate("() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    events = json.loads(browser.stop_tracing())["traceEvents"]
    styled = [each["args"].get("elementCount", 0) for each in events if each["name"] == "UpdateLayoutTree"]
    print(styled, elements)
    assert styled
    assert max(styled) < elements / 2


@pytest.mark.long
def test_a_column_is_in_with_its_last_figure(page):
    path = play_path(page)
    for number in (4, 1, 3, 2, 0):
        key(page, number).tap()
    expect(counted(page)).to_contain_text("1 of 3 counted")
    open_card(page, "Anna")
    expect(mark(page)).to_have_text("✓ done")
    see_figures(page, {"water": 4, "gold": 1, "salt": 3, "millet": 2, "maps": 0})
    assert len(trail(page, path)) == 2


@pytest.mark.long
def test_nothing_more_fills_the_blanks(page):
    key(page, 4).tap()
    page.get_by_role("button", name="Rest 0").tap()
    expect(card_name(page)).to_have_text("Ben")
    expect(counted(page)).to_contain_text("1 of 3 counted")
    open_card(page, "Anna")
    see_figures(page, {"water": 4, "gold": 0, "salt": 0, "millet": 0, "maps": 0})


def test_tap_on_the_cell_of_the_cursor_types_its_figure_anew(phone):
    page = phone()
    start_play(page, ("Anna", "Ben", "Chris", "Dora"), game="tichu", teams=("1", "2", "1", "2"))
    figure_of_cards = page.locator("#sheet .figure").first
    figure_of_cards.tap()
    for text in "−20":
        key(page, text).tap()
    expect(figure_of_cards).to_have_value("−20")
    figure_of_cards.tap()
    for text in "−15":
        key(page, text).tap()
    expect(figure_of_cards).to_have_value("−15")


@pytest.mark.parametrize("typed", ["-25", "−25"])
def test_a_negative_figure_has_a_true_minus_however_it_came_and_is_sent_with_a_hyphen(phone, typed):
    page = phone()
    start_play(page, ("Anna", "Ben", "Chris", "Dora"), game="tichu", teams=("1", "2", "1", "2"))
    figure_of_cards = page.locator("#sheet .figure").first
    figure_of_cards.focus()
    with page.expect_request(lambda request: request.method == "POST" and "/seats/" in request.url) as sent:
        # At once, as what is pasted comes.
        page.keyboard.insert_text(typed)
        expect(figure_of_cards).to_have_value("−25")
    assert parse_qs(sent.value.post_data)["cards"] == ["-25"]
    expect(mark(page)).to_have_text("✓ saved")
    page.reload()
    expect(figure_of_cards).to_have_value("−25")
    expect(page.locator(".mark").first).to_have_attribute("data-values", '{"cards": "-25"}')


def test_a_sign_typed_amid_a_figure_leaves_the_caret_there(phone):
    page = phone(width=1280, has_touch=False)
    start_play(page, ("Anna", "Ben", "Chris"), game="skyjo")
    page.keyboard.type("48")
    page.keyboard.press("Home")
    page.keyboard.type("-1")
    expect(cell(page, "Anna", "points")).to_have_value("−148")
