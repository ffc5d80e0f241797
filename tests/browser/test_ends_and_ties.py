"""Ends of plays, ties and the ways onto other phones, as they stand on a phone and on a laptop."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import group_path, play_path, send, start_play
from tests.browser.test_broken_words import BROKEN
from tests.browser.test_watching import dear_play
from tests.browser.walks.table_of_five import count_all, seats_of
from tests.lanes import long

NAMES = ["Anna", "Ben", "Clara", "Dirk", "Eva", "Finn"]
FONT = "(each) => parseFloat(getComputedStyle(each).fontSize)"


def test_head_of_an_end_of_six_begins_and_ends_with_its_sheet(phone):
    page = phone(width=1280)
    start_play(page, NAMES, game="yahtzee")
    play = play_path(page)
    count_all(page, play, seats_of(page, play), "end", [{"chance": 10 + number} for number in range(6)])
    send(page, f"{play}/stages/end/close")
    page.goto(play)
    ends = page.evaluate(
        """() => [".head", "main"].map((part) => {
            const {paddingLeft, paddingRight} = getComputedStyle(document.querySelector(part));
            const {left, right} = document.querySelector(part).getBoundingClientRect();
            return [left + parseFloat(paddingLeft), right - parseFloat(paddingRight)];
        })"""
    )
    assert ends[0] == pytest.approx(ends[1], abs=1)


@pytest.mark.parametrize("locale", ["de", long("ja")])
def test_tie_between_stages_and_a_way_to_break_it(phone, locale):
    """The total is the largest figure, who ties has a disc, and what is said of a button is beneath it."""
    page = phone(locale=locale)
    play = dear_play(page, NAMES[:4], sharing=2)
    page.goto(f"{play}/stages/2")
    page.locator(f".notice a[href='{play}/tie-break']").click()
    expect(page.locator(".figure-row .disc")).to_have_text(["A", "B"])
    send(page, f"{play}/finish", shared=1)
    page.goto(play)
    total, stage = (page.locator(f".sheet {row} td").first.evaluate(FONT) for row in (".total", ".of-stage"))
    assert total > stage
    page.goto(f"{play}/table")
    button = page.locator("a[href$='/links/table/renew']")
    box, said = button.bounding_box(), page.locator("a[href$='/links/table/renew'] + small").bounding_box()
    assert said["y"] >= box["y"] + box["height"]
    group = group_path(page, play)
    for address in (group, "/"):
        page.goto(address)
        assert page.locator(".guest .sit > span:last-child").evaluate_all(BROKEN) == []
    page.goto(f"/games/tuareg?group={group.split('/')[2]}")
    page.locator(".someone > summary").click()
    boxes = [swatch.bounding_box() for swatch in page.locator(".swatch").all()]
    assert min(box["width"] for box in boxes) >= 44


def test_dash_of_a_figure_to_come_is_amid_its_row_on_a_screen_for_everybody(phone):
    page = phone(width=1280, height=720)
    start_play(page, NAMES[:3])
    play = play_path(page)
    count_all(page, play, seats_of(page, play)[:1], 1, [{"water": 1}])
    page.goto(f"{play}/watch")
    dash = page.locator(".open-cell").first
    box, cell = dash.bounding_box(), dash.locator("xpath=ancestor::td").bounding_box()
    assert box["y"] + box["height"] / 2 == pytest.approx(cell["y"] + cell["height"] / 2, abs=6)
