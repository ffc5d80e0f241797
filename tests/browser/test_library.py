"""Someone looks for a game in the library."""

import re

from playwright.sync_api import expect

FIELD = "Name of the game, in any language"


def rows(page):
    """The games that the library shows."""
    return page.locator("#found a.row[href*='/games/']")


def test_list_filters_from_the_first_letter_and_the_last_row_offers_what_is_not_listed(phone):
    page = phone()
    page.goto("/library")
    field, other = page.get_by_label(FIELD), page.locator("#other")
    field.press_sequentially("k")
    expect(other).to_contain_text("“k”")
    expect(rows(page).filter(has_text="Azul")).to_have_count(0)
    field.press_sequentially("niffel")
    expect(rows(page)).to_have_count(1)
    expect(rows(page)).to_contain_text("Yahtzee")
    expect(page.locator("#number")).to_have_text("1 game")
    field.fill("Nemesis")
    expect(page.locator("#found")).to_contain_text("No ready sheet for Nemesis")
    expect(field).to_be_focused()
    other.get_by_role("link", name="Make a sheet").click()
    expect(page.get_by_label("Name of the game")).to_have_value("Nemesis")
    page.go_back()
    expect(page.locator("#found")).to_contain_text("No ready sheet for Nemesis")
    expect(page.get_by_label(FIELD)).to_have_value("Nemesis")
    other.get_by_role("link", name="Totals only").click()
    expect(page.locator("#id_title")).to_have_value("Nemesis")


def test_both_ways_back_from_a_game_return_to_the_search(phone):
    page = phone()
    page.goto("/library")
    page.get_by_label(FIELD).fill("wonders")
    expect(rows(page)).to_have_count(2)
    for go_back in (page.go_back, page.locator(".head .back").click):
        rows(page).first.click()
        page.wait_for_url("**/games/7-wonders?*")
        go_back()
        expect(page).to_have_url(re.compile(r"/library\?q=wonders$"))
        expect(rows(page)).to_have_count(2)
        expect(page.get_by_label(FIELD)).to_have_value("wonders")


def test_search_needs_no_script(phone):
    page = phone(java_script_enabled=False)
    page.goto("/library")
    page.get_by_label(FIELD).fill("Nemesis")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("#found")).to_contain_text("No ready sheet for Nemesis")
    expect(page.get_by_label(FIELD)).to_have_value("Nemesis")
