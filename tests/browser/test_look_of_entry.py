"""How the sheet and its keys look while a stage is counted."""

import pytest
from playwright.sync_api import expect

from companion.rules import GAMES
from tests.browser.table import (
    NAMES,
    cell,
    close_stage,
    done,
    enter,
    figure,
    key,
    play_path,
    saves,
    score_again,
    start_play,
)
from tests.browser.test_every_game import lay


def test_in_a_readers_own_colours_the_cell_of_the_cursor_is_framed_and_what_stands_in_it_is_seen(phone):
    page = phone(forced_colors="active")
    start_play(page, NAMES)
    at, beside = page.locator("#sheet .cell.active"), page.locator("#sheet .cell:not(.active)").first
    expect(at).to_have_css("background-color", page.evaluate("getComputedStyle(document.body).backgroundColor"))
    expect(at).to_have_css("outline-width", "3px")
    expect(beside).to_have_css("outline-style", "none")


def test_keys_of_which_there_are_few_are_as_tall_as_all_others_together(phone):
    page = phone()
    start_play(page, NAMES, game="basari")
    tall = [each.bounding_box()["height"] for each in page.locator(".panel:visible .keys button").all()]
    assert min(tall) >= 97
    main = page.locator(".main[data-score]").bounding_box()
    key(page, 4).click()
    figure(page, "red").click()
    assert page.locator(".main[data-score]").bounding_box() == main


def test_what_is_tapped_with_keys_of_its_own_stands_apart_from_the_figures_beneath_it(phone):
    page = phone()
    start_play(page, NAMES, game="basari")
    edges = page.locator("#sheet tbody td:nth-child(2)").evaluate_all(
        "(all) => all.map((each) => getComputedStyle(each).borderTopStyle)"
    )
    assert edges == ["none", "solid", "none", "none", "none", "none"]


def test_what_is_to_be_remembered_stays_in_place_when_a_sum_comes(phone):
    page = phone(height=1200)
    start_play(page, NAMES[:2], game="targi")
    reminder = page.locator(".reminder")
    before = reminder.bounding_box()
    lay(page, "well 1", "well 2", "camp 1")
    expect(page.locator(".sums:visible li").first).to_be_visible()
    assert reminder.bounding_box() == before


@pytest.mark.parametrize(("locale", "height"), [("en", 664), ("de", 664), ("en", 390)])
def test_beneath_a_browsers_own_bars_five_rows_and_how_far_each_column_is_are_in_sight(phone, locale, height):
    page = phone(locale=locale, width=844 if height == 390 else 390, height=height)
    start_play(page, (*NAMES, "Dora"))
    key(page, 4).click()
    # What an answer brings has come, and stays.
    expect(saves(page)).to_have_value("1")
    expect(page.locator("#sheet .state .quiet")).to_be_visible()
    seen = page.locator(".dock").bounding_box()["y"] if height > 390 else height
    for last in page.locator("#sheet tbody tr"), page.locator("#sheet .state .quiet"):
        its = last.last.bounding_box()
        assert its["y"] + its["height"] <= seen
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("game", ["basari", "targi"])
def test_every_row_has_a_picture_of_its_own(phone, game):
    page = phone()
    start_play(page, NAMES[: GAMES[game].seats[-1]], game=game)
    rows = page.locator("#sheet tbody th .row-head")
    pictures = rows.evaluate_all("(all) => all.map((each) => each.querySelector('svg')?.outerHTML)")
    assert all(pictures)
    assert len(set(pictures)) == rows.count()


def test_the_points_of_the_stages_before_stand_under_the_names_and_follow_a_correction(phone):
    page = phone()
    start_play(page)
    assert page.locator("#sheet .names small").count() == 0
    for water in 4, 1, 0:
        done(page, enter(page, {"water": water}))
    close_stage(page)
    other = phone(storage_state=page.context.storage_state())
    other.goto(play_path(page))
    before = other.locator("#sheet .names small")
    expect(before).to_have_text(["6", "0", "0"])
    page.locator("#why-1-water summary").click()
    page.locator("#why-1-water").get_by_role("link", name="Correct the counts").click()
    cell(page, "Anna", "water").fill("0")
    score_again(page)
    expect(before).to_have_text(["0", "6", "0"])
