"""A display of cards: how it lies in its cell on a small phone, and what stands beneath it as it is laid down."""

import random

import pytest
from playwright.sync_api import expect

from companion.rules.games.targi import ROWS, printed_points, row_bonuses
from tests.browser.table import done, play_path, start_play
from tests.browser.test_every_game import finish, lay, to_result

PLACES = ROWS.most_rows * ROWS.row_length
# What stands beneath a display of these cards, by the order of its places.
SUMS = """(displays) => {
    const cell = document.querySelector("[data-kind=rows].cell"), selects = [...cell.querySelectorAll("select")];
    return displays.map((cards) => {
        selects.forEach((select, place) => { select.value = cards[place]; });
        selects[0].dispatchEvent(new Event("input", {bubbles: true}));
        return cell.querySelector(".face small").textContent;
    });
}"""
# How far the frame of a card reaches beyond the strip, which would cut it off.
OUTSIDE = """(card) => {
    const {top, left} = card.getBoundingClientRect(), strip = card.parentElement.getBoundingClientRect();
    const {outlineStyle, outlineWidth, outlineOffset} = getComputedStyle(card);
    if (outlineStyle === "none") return "no frame";
    return Math.max(strip.top - top, strip.left - left) + parseFloat(outlineWidth) + parseFloat(outlineOffset);
}"""


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.long
def test_on_a_small_phone_its_cards_are_wide_enough_to_be_tapped_and_its_sum_is_one_line(phone, width):
    page = phone(width=width, height=640)
    start_play(page, ("Anna", "Ben"), game="targi")
    display = page.locator(".cell .face").first
    lay(page, *["well 3"] * 4, "well 1", "rider 1", "camp 0", "oasis 0", *["well 0"] * 4)
    beneath = display.locator("small")
    expect(beneath).to_have_text("14 + 4 + 2 + 4 = 24")
    assert min(card.bounding_box()["width"] for card in display.locator(".slot").all()) >= 24
    assert beneath.bounding_box()["height"] <= 16
    expect(beneath.locator("b")).to_have_text("24")
    expect(beneath.locator("b")).to_have_css("font-weight", "700")


@pytest.mark.long
@pytest.mark.parametrize("width", [195, 390])
def test_its_cards_lie_on_the_result_and_at_the_end_and_a_row_that_brought_a_bonus_is_framed(phone, width):
    page = phone(width=width)
    start_play(page, ("Anna", "Ben"), game="targi")
    lay(page, *["well 3"] * 4, "well 1", "camp 0")
    done(page)
    done(page)
    to_result(page)
    for _where in ("result", "end"):
        rows = page.locator(".row-of-cards")
        expect(rows).to_have_text(["3 well 3 well 3 well 3 well", "1 well 0 camp"])
        cards = rows.locator("span:has(svg)")
        edges = cards.evaluate_all("(all) => all.map((each) => getComputedStyle(each).borderWidth)")
        assert edges == ["2px"] * 4 + ["1px"] * 2
        assert min(each.bounding_box()["width"] for each in cards.all()) >= 18
        if not page.locator(".podium").count():
            finish(page)
            expect(page.locator(".podium")).to_be_visible()


@pytest.mark.long
def test_on_a_small_phone_the_head_leaves_its_room_to_the_keys_and_stays_where_there_are_none(phone):
    page = phone(width=320, height=568)
    start_play(page, ("Anna", "Ben"), game="targi")
    head, play = page.locator(".head"), play_path(page)
    expect(head).to_have_css("position", "static")
    page.goto(f"{play}/more")
    expect(head).to_have_css("position", "sticky")


@pytest.mark.long
def test_whoever_reaches_a_card_by_the_keyboard_sees_all_of_its_frame(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"), game="targi")
    lay(page, "well 1")
    page.get_by_role("button", name="Card 1: well 1").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.closest('.strip')")
    # Asked at once: an answer to a save may draw the strip anew, and gives the focus back.
    assert page.evaluate(f"({OUTSIDE})(document.activeElement)") <= 0


def some_displays(number):
    """Displays with gaps, of few and of many symbols, the same in every run: each a text for each of its places."""
    drawn = random.Random(1)
    for _ in range(number):
        symbols = drawn.sample(ROWS.symbols, drawn.randint(1, len(ROWS.symbols)))
        gaps = drawn.choice((0, 0, 0.1, 0.5))
        yield [
            "" if drawn.random() < gaps else f"{drawn.choice(symbols).key} {drawn.choice(ROWS.points)}"
            for _ in range(PLACES)
        ]


@pytest.mark.long
def test_what_stands_beneath_it_is_what_the_rules_give(phone):
    page = phone()
    start_play(page, ("Anna", "Ben"), game="targi")
    displays = list(some_displays(300))
    bonuses_seen = set()
    for display, told in zip(displays, page.evaluate(SUMS, displays), strict=True):
        held = {"rows": ROWS.read(ROWS.join_inputs(display)) or []}
        printed, bonuses = (score(held, {})[0] for score in (printed_points, row_bonuses))
        sum_of, _, total = told.rpartition(" = ")
        assert int(total or 0) == printed + bonuses, display
        assert not sum_of or sum(map(int, sum_of.split(" + "))) == printed + bonuses, display
        bonuses_seen.add(bonuses)
    assert bonuses_seen >= {0, 2, 4, 6, 8}
