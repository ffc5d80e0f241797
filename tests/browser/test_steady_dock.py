"""Whatever the dock says while a stage is counted, nothing moves: neither the keys nor the sheet."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import key, start_play, undo_button
from tests.browser.test_dock import rest, score_now
from tests.browser.test_offline import until

# Where each key, each cell and the row of buttons stand, and how high the dock is.
PLACES = """() => [...document.querySelectorAll(
    "#figure-keys button:not(.none), #sheet .cell, .dock, #dock .line, #dock .button:not([hidden])"
)].filter((each) => each.checkVisibility()).map((each) => {
    const { y, height } = each.getBoundingClientRect();
    const { row } = each.parentElement.dataset;
    const name = row ? `${row} ${each.dataset.seat}` : each.value || each.className.split(" ")[0];
    return [name, [y, height].map(Math.round)];
})"""


def place_of_dock(page) -> dict:
    """Return the place of the dock, to a pixel: a page may end between two."""
    return {side: round(number) for side, number in page.locator(".dock").bounding_box().items()}


@pytest.mark.parametrize(
    ("width", "height", "at_its_end"),
    [(390, 844, False), (390, 844, True), (320, 568, False), (320, 568, True), (844, 390, False)],
)
@pytest.mark.parametrize("locale", ["en", "de"])
def test_nothing_moves_with_the_first_taps(phone, width, height, at_its_end, locale):
    page = phone(width=width, height=height, locale=locale)
    start_play(page, ("Anna", "Ben", "Christoph", "Dirk"))
    if at_its_end:
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
    scrolled = page.evaluate("scrollY")
    before, box = dict(page.evaluate(PLACES)), place_of_dock(page)
    key(page, 1).tap()
    until(page, "!(await outbox.waiting()).length")
    # There the next cell is brought into sight.
    if not at_its_end:
        after = dict(page.evaluate(PLACES))
        assert {name: place for name, place in before.items() if after.get(name, place) != place} == {}
        assert page.evaluate("scrollY") == scrolled
    assert place_of_dock(page) == box
    undo_button(page).tap()
    until(page, "!(await outbox.waiting()).length")
    assert place_of_dock(page) == box
    key(page, 1).tap()
    rest(page).tap()
    # Now three buttons stand beside each other.
    expect(score_now(page)).to_be_visible()
    until(page, "!(await outbox.waiting()).length")
    assert place_of_dock(page) == box


@pytest.mark.parametrize("width", [390, 320])
def test_undo_says_what_it_takes_back_in_two_lines_that_end_with_the_number(phone, width):
    page = phone(width=width)
    start_play(page, ("Anna", "Ben"), game="azul")
    box = place_of_dock(page)
    key(page, 3).tap()
    what = undo_button(page).locator("small")
    expect(what).to_have_text("points on the score track\u00a03")
    lines = what.evaluate(
        "(each) => each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).lineHeight)"
    )
    assert round(lines) <= 2
    assert what.evaluate("(each) => each.scrollWidth <= each.clientWidth")
    assert place_of_dock(page) == box


@pytest.mark.parametrize("width", [390, 320])
def test_the_dock_is_as_high_for_a_question_as_for_a_figure(phone, width):
    page = phone(width=width)
    start_play(page, ("Anna", "Ben", "Clara", "Dirk"), game="tichu", teams=("1", "2", "1", "2"))
    page.locator("#sheet .figure").first.tap()
    key(page, 5).tap()
    box = place_of_dock(page)
    page.locator("#sheet [data-kind] .face").first.tap()
    expect(key(page, "Yes")).to_be_visible()
    assert place_of_dock(page) == box


@pytest.mark.parametrize("width", [390, 320])
def test_undo_leaves_the_answer_to_a_question_whole(phone, width):
    page = phone(width=width)
    start_play(page, ("Anna",), game="five-tribes-solo")
    page.locator("#sheet [data-kind=one_of] .face").last.tap()
    key(page, "No").tap()
    what = undo_button(page).locator("small")
    expect(what).to_have_text("eliminated?\u00a0No")
    lines = """(each) => {
        const range = new Range();
        range.selectNode(each.lastChild);
        return [...range.getClientRects()].map(({ right }) => right - each.getBoundingClientRect().right);
    }"""
    (beyond,) = what.evaluate(lines)
    assert beyond <= 0.5


# The longest labels of what comes next, in the middle of a count and with a score that may come early.
LONGEST = """(main) => {
    const { next, recount, missing } = main.dataset;
    const early = document.querySelector(".as-it-stands"), dock = document.querySelector(".dock");
    const label = main.firstChild, box = () => Math.round(dock.getBoundingClientRect().height);
    early.hidden = false;
    label.textContent = "x";
    const before = box();
    return [next, recount, missing].filter((text) => {
        label.textContent = text.replace("{name}", "fertige Städte, die meine Bauern versorgen, je Wiese");
        main.classList.add("long", "bad");
        return box() !== before;
    });
}"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568), (195, 422), (844, 390)])
def test_the_dock_is_as_high_for_the_longest_label_of_its_main_button(phone, width, height):
    page = phone(width=width, height=height, locale="de")
    start_play(page, ("Anna", "Ben"), game="carcassonne")
    key(page, 1).tap()
    main = page.locator("[data-closes] .main")
    expect(main).to_be_visible()
    assert main.evaluate(LONGEST) == []


def test_keys_stay_at_200_percent_once_a_score_may_come_early(phone):
    page = phone(width=195, height=422)
    start_play(page, ("Anna", "Ben"))
    key(page, 1).tap()
    keys = page.locator("#figure-keys")
    before = keys.bounding_box()
    rest(page).tap()
    expect(score_now(page)).to_be_visible()
    until(page, "!(await outbox.waiting()).length")
    assert keys.bounding_box() == before


def test_main_button_and_undo_are_whole_in_sight_at_200_percent(phone):
    page = phone(width=195, height=422)
    start_play(page, ("Anna", "Ben", "Clara", "Dora", "Emil", "Fay"), game="skull-king")
    key(page, 1).tap()
    cell = page.locator("#sheet .cell.active")
    expect(cell).to_have_attribute("aria-label", re.compile("^Ben"))
    cell = page.locator("#sheet [data-row]").nth(1).locator(".cell").nth(1)
    cell.tap()
    for part in (page.locator("[data-closes] .main"), undo_button(page), cell, page.locator("#figure-keys")):
        expect(part).to_be_in_viewport(ratio=1)
