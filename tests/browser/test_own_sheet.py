"""Somebody makes a sheet on a phone, the table plays it, and it stands among what the group has played."""

import json
import re

import pytest
from playwright.sync_api import expect

from companion.collection.sheet_files import pack
from companion.rules.library import sheet
from tests.browser.table import (
    card_name,
    close_button,
    close_stage,
    done,
    done_and_on,
    enter,
    group_path,
    key,
    mark,
    open_card,
    play_path,
    seat,
    send,
    start_play,
)
from tests.browser.test_broken_words import BROKEN


def row(page, number):
    """The editor of a row of the sheet."""
    return page.locator(f"#row-{number}")


def add(page, kind):
    """A row of this kind, whose editor then stands open."""
    page.locator(f"button[name=add][value={kind}]").click()


def close(page, number):
    """Close the editor of a row. The page comes anew: what is tapped before that isn't seen any more."""
    row(page, number).get_by_role("button", name="Done").click()
    expect(row(page, number)).not_to_have_attribute("open", "")


def test_a_sheet_of_a_majority_a_table_and_rounds_is_made_played_and_found_again(phone):
    annas = phone()
    start_play(annas)
    group = group_path(annas, play_path(annas))

    annas.goto(group)
    annas.get_by_role("button", name="Other games").click()
    annas.get_by_label("Name of the game, in any language").fill("Forest game night")
    annas.get_by_role("button", name="Make a sheet").click()
    expect(annas.locator("h1")).to_contain_text("Forest game night")

    add(annas, "most")
    row(annas, 2).get_by_label("Name of the row").fill("forests")
    row(annas, 2).get_by_label("first", exact=True).fill("7")
    row(annas, 2).get_by_label("second", exact=True).fill("3")
    expect(annas.locator("#so-far .changing")).to_contain_text("forests")
    close(annas, 2)
    expect(row(annas, 2).locator("summary").first).to_contain_text("forests most 7 and 3")
    add(annas, "table")
    row(annas, 3).get_by_label("Name of the row").fill("roads")
    row(annas, 3).get_by_label("points for 0, 1, 2").fill("0 1 x")
    row(annas, 3).get_by_role("button", name="Done").click()
    expect(row(annas, 3).locator(".fault")).to_have_text("Must be a whole number.")
    row(annas, 3).get_by_label("points for 0, 1, 2").fill("0 1 3 6 10")
    close(annas, 3)
    expect(row(annas, 3).locator("summary").first).to_contain_text("roads")
    annas.get_by_role("link", name="Next: how it goes").click()
    annas.get_by_label("round by round").check()
    expect(annas.locator("#saved")).to_have_text("✓ Saved")
    annas.reload()
    expect(annas.get_by_label("round by round")).to_be_checked()

    annas.get_by_role("button", name="Play it").click()
    expect(annas.locator("[name=start]")).to_be_visible()
    seat(annas, ("Anna", "Ben"))
    annas.locator("[name=start]").click()
    expect(card_name(annas)).to_have_text("Anna")
    path = play_path(annas)
    play_a_round(annas, ("Anna", {"r1": 0, "r2": 5, "r3": 2}), ("Ben", {"r1": 0, "r2": 3, "r3": 4}))
    expect(annas.locator("main")).to_contain_text("Most forests: 5, ahead of Ben with 3")
    annas.get_by_role("button", name="End the game after this round").click()
    expect(annas.locator("main")).to_contain_text("13")

    annas.goto(f"{group}plays")
    expect(annas.locator("main")).to_contain_text("Forest game night")
    annas.goto(f"{path}/sheet")
    expect(annas.locator("main")).to_contain_text("13")


def play_a_round(page, *cards):
    """All of them count, one after the other, and the round is closed."""
    for name, held in cards:
        open_card(page, name)
        enter(page, held)
        done(page)
    close_stage(page)


def test_a_link_that_holds_a_sheet_shows_it_at_once_and_back_leads_away_from_it(phone, address):
    page = phone()
    page.goto(f"{address}/library")
    page.goto(f"{address}/sheets/open#{pack(sheet('azul')).replace(':', '%3A')}")
    expect(page.locator("h1")).to_contain_text("Azul")
    expect(page.get_by_role("button", name="Add")).to_be_visible()
    page.go_back()
    expect(page.get_by_label("Name of the game, in any language")).to_be_visible()


def begin_sheet(page):
    """Open the maker of a new sheet in a new group."""
    start_play(page)
    page.goto(group_path(page, play_path(page)))
    page.get_by_role("button", name="Other games").click()
    page.get_by_label("Name of the game, in any language").fill("Forest game night")
    page.get_by_role("button", name="Make a sheet").click()
    expect(page.locator("h1")).to_contain_text("Forest game night")


def step(page, name):
    """The link to a step of the maker."""
    return page.locator(".maker-steps").get_by_role("link", name=name)


@pytest.mark.parametrize("is_scripted", [True, False])
def test_three_steps_have_addresses_and_the_sheet_stands_above_each(phone, is_scripted):
    annas = phone()
    begin_sheet(annas)
    if not is_scripted:
        annas = without_scripts(phone, annas)
    shown = {"Rows": "#rows", "How it goes": "#settings", "Looks": "#look_of"}
    for name, place in shown.items():
        step(annas, name).click()
        assert annas.url.endswith(place)
        expect(annas.locator("#so-far table")).to_be_visible()
        expect(annas.get_by_role("button", name="Play it")).to_be_visible()
        for each in shown.values():
            expect(annas.locator(each)).to_be_visible(visible=each == place)
    annas.go_back()
    expect(annas.locator("#settings")).to_be_visible()


def test_sheet_takes_on_the_colour_and_emblem_that_are_chosen(phone):
    annas = phone()
    begin_sheet(annas)
    step(annas, "Looks").click()
    annas.locator("[name='look_of:accent'][value=ochre]").check()
    expect(annas.locator("body")).to_have_class(re.compile(r"\bochre\b"))
    annas.locator("[name='look_of:emblem'][value=tree]").check()
    expect(annas.locator("#saved")).to_have_text("✓ Saved")
    annas.reload()
    expect(annas.locator("body")).to_have_class(re.compile(r"\bochre\b"))
    expect(annas.locator(".head svg.emblem")).to_be_visible()
    expect(annas.locator("[name='look_of:emblem'][value=tree]")).to_be_checked()


def part(page, name):
    """The first expansion (`x1`) or option (`o1`) of the sheet."""
    return page.locator(f"[data-section$='.{name}']")


@pytest.mark.parametrize("is_scripted", [True, False])
def test_play_it_saves_what_was_typed_a_moment_ago(phone, is_scripted):
    annas = phone()
    begin_sheet(annas)
    if not is_scripted:
        annas = without_scripts(phone, annas)
    row(annas, 1).locator("summary").first.click()
    row(annas, 1).get_by_label("Name of the row").fill("forests")
    step(annas, "How it goes").click()
    annas.locator("[name='settings:to']").fill("x")
    annas.get_by_role("button", name="Play it").click()
    expect(annas.locator(".fault")).to_contain_text("Must be a whole number.")
    expect(row(annas, 1).locator("summary").first).to_contain_text("forests")
    expect(annas.locator("[name='settings:to']")).to_have_value("x")
    annas.locator("[name='settings:to']").fill("5")
    annas.get_by_role("button", name="Play it").click()
    expect(annas.locator("[name=start]")).to_be_visible()
    annas.goto(re.sub(r".*/games/([^?]+)\?group=(.*)", r"/groups/\2/sheets/\1/", annas.url))
    expect(row(annas, 1).locator("summary").first).to_contain_text("forests")
    expect(annas.locator("[name='settings:to']")).to_have_value("5")


def without_scripts(phone, page):
    """The same page on the same phone, whose browser runs no scripts."""
    other = phone(java_script_enabled=False)
    other.context.add_cookies(page.context.cookies())
    other.goto(page.url)
    return other


def test_new_expansion_and_option_are_saved_while_typing(phone):
    annas = phone()
    begin_sheet(annas)
    step(annas, "How it goes").click()
    annas.locator("#expansion summary").first.click()
    annas.get_by_role("button", name="Add an expansion").click()
    part(annas, "x1").get_by_label("Name of the expansion").fill("Seafarers")
    expect(annas.locator("#saved")).to_have_text("✓ Saved")
    annas.locator("#option summary").first.click()
    annas.get_by_role("button", name="Add an option").click()
    part(annas, "o1").get_by_label("choices, one per line").fill("day")
    expect(part(annas, "o1").get_by_role("status")).to_contain_text("At least 2 needed")
    expect(annas.locator("#saved")).to_have_text("! Not saved")
    part(annas, "o1").get_by_label("choices, one per line").fill("day\nnight")
    expect(annas.locator("#saved")).to_have_text("✓ Saved")
    annas.reload()
    expect(part(annas, "x1").get_by_label("Name of the expansion")).to_have_value("Seafarers")
    expect(part(annas, "o1").get_by_label("choices, one per line")).to_have_value("day\nnight")


def test_choices_are_whole_words_and_a_fault_is_beneath_its_field_and_in_the_head_on_a_phone(phone):
    # German words are the longest ones.
    page = phone(width=360, locale="de")
    start_play(page)
    group = group_path(page, play_path(page))
    page.goto(group)
    rows = [{"key": "eggs", "label": "Eier", "kind": "count", "worth": 1}]
    sheet = {"format": "caravan.sheet/1", "title": "Hafenmarkt", "players": [2, 6], "rows": rows}
    place = send(page, f"{group}sheets/import", sheet=json.dumps(sheet), confirm=1)
    page.goto(f"{group}sheets/{re.search(r'own-\w+', place)[0]}/")
    page.locator(".maker-steps a[href='#settings']").click()
    page.locator("[name='settings:rounds'][value=number]").check()
    choices = page.locator("#settings .segments span:visible")
    expect(choices.filter(has_text="Rundenzahl")).to_have_count(1)
    assert choices.evaluate_all(BROKEN) == []
    field = page.locator("#rounds_number")
    field.focus()
    field.blur()
    fault = page.locator("#rounds_number-fault .fault")
    expect(fault).to_be_visible()
    above, beneath = field.bounding_box(), fault.bounding_box()
    assert beneath["y"] >= above["y"] + above["height"] - 1
    said = page.locator("#saved .bad > span")
    expect(said).to_have_text("Nicht gespeichert")
    assert said.bounding_box()["width"] > 40


def test_only_the_section_that_is_typed_in_is_sent(phone):
    annas = phone()
    begin_sheet(annas)
    step(annas, "How it goes").click()
    with annas.expect_request(lambda request: request.method == "POST") as sending:
        annas.locator("[name='settings:to']").fill("5")
    names = sending.value.post_data_json.keys()
    assert {name.partition(":")[0] for name in names if ":" in name} == {"settings"}
    assert "was" not in names


def test_row_with_decimals_is_typed_with_a_key_for_the_point(phone):
    annas = phone(locale="de")
    start_play(annas)
    annas.goto(group_path(annas, play_path(annas)))
    place = send(annas, f"{annas.url}sheets/make", title="Gold")
    annas.goto(place)
    row(annas, 1).locator("summary").first.click()
    row(annas, 1).locator(".rare summary").first.click()
    row(annas, 1).locator("[name$=decimals]").select_option("eine, wie 10,5")
    annas.locator("[name=play]").click()
    expect(annas.locator("[name=start]")).to_be_visible()
    seat(annas, ("Anna", "Ben"))
    annas.locator("[name=start]").click()
    expect(card_name(annas)).to_have_text("Anna")
    for text in ("1", "0", ",", "5"):
        key(annas, text).click()
    done_and_on(annas)
    expect(card_name(annas)).to_have_text("Ben")
    enter(annas, {"r1": "8,25"})
    expect(mark(annas)).to_contain_text("nicht alles gespeichert")
    enter(annas, {"r1": "8,2"})
    done(annas)
    # The helper that closes a stage waits for English words.
    close_button(annas).click()
    expect(annas.locator(".podium")).to_be_visible()
    expect(annas.locator("main")).to_contain_text("10,5")
    expect(annas.locator("main")).to_contain_text("8,2")


def test_what_something_else_styled_is_swapped_without_a_complaint(phone):
    annas = phone()
    start_play(annas)
    annas.goto(group_path(annas, play_path(annas)))
    annas.get_by_role("button", name="Other games").click()
    annas.get_by_label("Name of the game, in any language").fill("Forest game night")
    annas.get_by_role("button", name="Make a sheet").click()
    add(annas, "most")
    # As an extension of the browser does: htmx would give what comes anew the same, which the policy forbids.
    expect(row(annas, 2).get_by_label("Name of the row")).to_be_visible()
    annas.evaluate("document.querySelectorAll('[id]').forEach((each) => { each.style.color = 'inherit'; })")
    row(annas, 2).get_by_label("Name of the row").fill("forests")
    expect(annas.locator("#so-far")).to_contain_text("forests")
