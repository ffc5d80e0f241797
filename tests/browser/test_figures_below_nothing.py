"""A sign belongs to its figure and changes nothing alone; a figure that is too low is said to be, also offline."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import key, mark, open_seat, start_play, undo_button
from tests.browser.test_offline import OFFLINE

PAIRS = ("Anna", "Ben", "Chris", "Dora")


@pytest.fixture
def page(phone):
    """A sheet on which a figure can be from −25 up."""
    its = phone(forgive=OFFLINE)
    start_play(its, PAIRS, game="tichu", teams=("1", "2", "1", "2"))
    return its


def column(page, number):
    """The figure of the cards in a column."""
    return page.locator("#sheet [data-row='cards'] .figure").nth(number)


def type_in(page, figure, text):
    figure.tap()
    for sign in text:
        key(page, sign).tap()


def test_undo_takes_a_sign_alone_back_and_nothing_before_it(page):
    type_in(page, column(page, 0), "12")
    expect(mark(page)).to_have_text(re.compile("saved|done"))
    type_in(page, column(page, 1), "−")
    expect(column(page, 1)).to_have_value("−")
    undo_button(page).click()
    expect(column(page, 1)).to_have_value("")
    expect(column(page, 1)).to_be_focused()
    expect(column(page, 0)).to_have_value("12")


@pytest.mark.parametrize(
    ("before", "typed", "after"),
    [("−20", "−15", "−15"), ("20", "−5", "−5")],
)
def test_a_sign_begins_what_it_shows_and_undo_brings_the_figure_before_back(page, before, typed, after):
    figure = column(page, 0)
    type_in(page, figure, before)
    expect(figure).to_have_value(before)
    type_in(page, figure, typed)
    expect(figure).to_have_value(after)
    undo_button(page).click()
    expect(figure).to_have_value(before)


@pytest.mark.parametrize(("typed", "after"), [("20−", "−20"), ("20−−", "20"), ("20+5−", "20−5")])
def test_undo_takes_a_figure_back_with_the_sign_that_was_typed_after_it(page, typed, after):
    figure = column(page, 0)
    type_in(page, figure, typed)
    expect(figure).to_have_value(after)
    undo_button(page).click()
    expect(figure).to_have_value("")


def test_a_sign_over_a_figure_below_nothing_leaves_what_counts(page):
    figure, seat = column(page, 0), open_seat(page)
    type_in(page, figure, "−20")
    values = page.locator(f"#card-{seat} .mark")
    expect(values).to_have_attribute("data-values", re.compile("-20"))
    type_in(page, figure, "−")
    expect(figure).to_have_value("−")
    column(page, 1).tap()
    expect(figure).to_have_value("−20")
    expect(values).to_have_attribute("data-values", re.compile("-20"))


def test_a_figure_that_is_too_low_is_said_to_be_without_a_network(page):
    page.route("**/stream?*", lambda route: route.fulfill(status=204))
    page.evaluate("() => { dispatchEvent(new Event('pagehide')); }")
    page.context.set_offline(True)
    figure = column(page, 0)
    type_in(page, figure, "−26")
    column(page, 1).tap()
    fault = page.locator("#faults .fault")
    expect(fault).to_contain_text("at least −25")
    expect(page.locator("#sheet .cell.wrong")).to_have_count(1)
    figure.tap()
    type_in(page, figure, "−25")
    expect(fault).to_have_count(0)
    expect(page.locator("#sheet .cell.wrong")).to_have_count(0)
