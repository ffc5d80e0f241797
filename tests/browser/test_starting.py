"""Who sits down to a new play: people of the group by a tap, in the order they sit, and new ones by their names."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import card_name, group_path, play_path, seat, send, sit_down_and_start, start_play

GROUP = ("Anna", "Ben", "Chris", "Dora")


@pytest.fixture
def page(phone):
    """The page on which a group that has played before starts its next play."""
    page = phone()
    sit_down_and_start(page, GROUP)
    page.goto("/games/tuareg")
    return page


def chip(page, name):
    return page.locator(f"button.person[value='{name}']")


def start_button(page):
    return page.locator("[name=start]")


def names_sent(page):
    """The names as the form holds them, in the order of the seats."""
    return [name for each in page.locator("[name=player]").all() if (name := each.input_value())]


def test_taps_seat_people_in_their_order_and_number_them(page):
    seat(page, ["Chris", "Anna"])
    assert names_sent(page) == ["Chris", "Anna"]
    for name, number in (("Chris", 1), ("Anna", 2)):
        expect(chip(page, name).locator(".seat")).to_have_text(str(number))
        expect(page.get_by_role("button", name=f"{name}, player {number}", pressed=True)).to_be_visible()
    expect(page.get_by_role("button", name="Ben", exact=True, pressed=False)).to_be_visible()
    start_button(page).click()
    expect(card_name(page)).to_have_text("Chris")


@pytest.mark.long
def test_a_second_tap_takes_somebody_off_and_the_others_move_up(page):
    seat(page, ["Chris", "Anna", "Ben"])
    chip(page, "Chris").click()
    expect(chip(page, "Chris")).to_have_attribute("aria-pressed", "false")
    expect(chip(page, "Chris").locator(".seat")).to_be_empty()
    expect(chip(page, "Anna").locator(".seat")).to_have_text("1")
    assert names_sent(page) == ["Anna", "Ben"]


@pytest.mark.long
def test_nothing_moves_when_numbers_appear(page):
    def places():
        return page.locator(".people > *, .folds > *").evaluate_all(
            "(all) => all.map((each) => JSON.stringify(each.getBoundingClientRect()))"
        )

    before = places()
    seat(page, GROUP)
    assert places() == before
    expect(chip(page, "Dora")).to_be_focused()


@pytest.mark.long
def test_the_same_four_sit_down_with_one_tap(page):
    chip(page, "Dora").click()
    page.get_by_role("button", name="Same four as today").click()
    assert names_sent(page) == [*GROUP]
    expect(start_button(page)).to_have_text("Start with 4")


@pytest.mark.long
def test_the_button_says_how_many_are_missing_and_then_how_many_play(page):
    for label, name in (("Choose 2 or more", "Ben"), ("Choose 2 or more", "Dora"), ("Start with 2", "Anna")):
        expect(start_button(page)).to_have_text(label)
        chip(page, name).click()
    expect(start_button(page)).to_have_text("Start with 3")


def test_the_button_counts_a_new_name_that_is_typed_and_not_added(page):
    seat(page, ["Ben", "Dora"])
    page.get_by_text("Someone new").click()
    page.locator("[name=new]").type("Zoe")
    expect(start_button(page)).to_have_text("Start with 3")
    page.locator("[name=new]").fill("ben")
    expect(start_button(page)).to_have_text("Start with 2")


@pytest.mark.long
def test_a_start_with_too_few_is_refused_in_words_and_keeps_whoever_sits(page):
    chip(page, "Ben").click()
    start_button(page).click()
    expect(page.locator(".fault")).to_have_text("Tuareg is for 2 to 5 players, not 1.")
    expect(chip(page, "Ben").locator(".seat")).to_have_text("1")


def test_enter_after_a_new_name_asks_for_the_next_one(page):
    page.get_by_text("Someone new").click()
    expect(page.locator("input:focus")).to_have_value("")
    page.keyboard.type("Zoe")
    page.keyboard.press("Enter")
    page.keyboard.type("Yuki")
    page.keyboard.press("Enter")
    assert names_sent(page) == ["Zoe", "Yuki"]
    expect(chip(page, "Yuki").locator(".seat")).to_have_text("2")
    page.keyboard.press("Enter")
    expect(page.locator("[name=start]")).to_be_focused()


@pytest.mark.long
def test_somebody_new_sits_where_their_name_was_typed(page):
    seat(page, ["Ben", "Emil", "Anna"])
    assert names_sent(page) == ["Ben", "Emil", "Anna"]
    expect(start_button(page)).to_have_text("Start with 3")
    start_button(page).click()
    expect(card_name(page)).to_have_text("Ben")
    page.goto("/games/tuareg")
    expect(page.get_by_role("button", name="Same three as today")).to_contain_text("Ben, Emil, and Anna")


def test_someone_new_has_the_next_colour_or_a_free_one_that_was_tapped(page):
    page.get_by_text("Someone new").click()
    colours = page.locator(".someone").get_by_role("radio")
    expect(colours.nth(4)).to_be_checked()
    expect(page.get_by_role("radio", name="Anna (blue)")).to_be_disabled()
    page.locator("[name=new]").fill("Farah")
    page.get_by_role("radio", name="yellow").check()
    page.get_by_role("button", name="Add Farah").click()
    expect(chip(page, "Farah").locator(".disc")).to_have_class(re.compile(r"\bp8\b"))
    seat(page, ["Anna"])
    start_button(page).click()
    expect(card_name(page)).to_have_text("Farah")
    page.goto("/games/tuareg")
    expect(chip(page, "Farah").locator(".disc")).to_have_class(re.compile(r"\bp8\b"))


def test_someone_new_has_two_letters_only_beside_someone_with_the_same_initial(page):
    page.get_by_text("Someone new").click()
    for name in ("Farah", "Bea"):
        page.locator("[name=new]").fill(name)
        page.keyboard.press("Enter")
    for name, letters in (("Farah", "F"), ("Bea", "Be"), ("Ben", "Be"), ("Anna", "A")):
        expect(chip(page, name).locator(".disc")).to_have_text(letters)


def test_a_new_name_that_was_not_added_sits_down_with_the_start(page):
    seat(page, ["Anna"])
    page.get_by_text("Someone new").click()
    page.locator("[name=new]").fill("Emil")
    start_button(page).click()
    expect(page.locator("#sheet thead th")).to_contain_text(["Anna", "Emil"])


def test_the_first_player_is_drawn_from_those_who_sit_and_is_told_while_they_count(page):
    draw = page.get_by_role("button", name="Draw")
    expect(draw).to_be_disabled()
    seat(page, ["Ben", "Dora"])
    draw.click()
    told = page.locator(".first-player small")
    expect(told).to_have_text(re.compile("^(Ben|Dora) begins$"))
    name = told.inner_text().removesuffix(" begins")
    expect(page.get_by_role("button", name="Again")).to_be_visible()
    start_button(page).click()
    expect(page.get_by_text(f"First player: {name}")).to_be_visible()


def test_roles_stay_with_their_people_and_the_fold_says_them(page):
    fold = page.locator("details.roles")
    expect(fold.locator("[data-none]")).to_have_text("none")
    seat(page, ["Ben", "Dora", "Anna"])
    fold.locator("summary").click()
    page.get_by_label("Role: Dora").fill("Nomad")
    page.get_by_label("Variant or map").fill("Night map")
    fold.get_by_label("First player").select_option("Anna")
    expect(page.locator(".first-player small")).to_have_text("Anna begins")
    chip(page, "Ben").click()
    expect(page.get_by_label("Role: Dora")).to_have_value("Nomad")
    expect(page.locator("#role-0")).to_have_value("Nomad")
    expect(page.get_by_label("Role: Ben")).to_be_hidden()
    fold.locator("summary").click()
    expect(fold.locator("[data-none]")).to_have_text("Night map · Nomad")
    start_button(page).click()
    expect(page.get_by_text("First player: Anna")).to_be_visible()


def test_whoever_gets_up_does_not_begin(page):
    seat(page, ["Ben", "Dora"])
    page.get_by_role("button", name="Draw").click()
    for name in ("Ben", "Dora"):
        chip(page, name).click()
    expect(page.locator(".first-player small")).to_have_text("The youngest player begins stage 1.")
    expect(page.locator("[name=first]")).to_have_value("")


def test_a_first_play_asks_for_three_names_and_enter_leads_on(phone):
    page = phone()
    page.goto("/games/tuareg")
    lines = page.locator("[name=player]:visible")
    expect(lines).to_have_count(3)
    for name in ("Anna", "Anton", "Ben"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(lines).to_have_count(4)
    expect(lines.nth(3)).to_be_focused()
    expect(page.locator(".lines .disc")).to_have_text(["An", "An", "B", "", ""])
    page.get_by_label("Colour of player 1").select_option("8")
    page.keyboard.press("Tab")
    start_button(page).click()
    expect(card_name(page)).to_have_text("Anna")
    page.goto("/games/tuareg")
    expect(chip(page, "Anna").locator(".disc")).to_have_class(re.compile(r"\bp8\b"))
    expect(chip(page, "Anton").locator(".disc")).to_have_class(re.compile(r"\bp2\b"))


def test_first_play_of_a_game_for_four_asks_for_four_names_and_says_that_they_play_in_teams(phone):
    page = phone()
    page.goto("/games/tichu")
    expect(page.locator("[name=player]:visible")).to_have_count(4)
    expect(page.locator(".names .sec")).to_contain_text("4 · in teams")


@pytest.mark.parametrize("locale", ["en", "de", "ja"])
def test_what_an_empty_line_asks_for_is_whole_on_a_narrow_phone(phone, locale):
    page = phone(locale=locale, width=320)
    page.goto("/games/tuareg")
    widths = page.locator("[name=player]:visible").evaluate_all(
        """(all) => all.map((each) => {
            const style = getComputedStyle(each);
            const pen = document.createElement("canvas").getContext("2d");
            pen.font = `${style.fontSize} ${style.fontFamily}`;
            const room = each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
            return [pen.measureText(each.placeholder).width, room];
        })"""
    )
    assert len(widths) == 3
    assert all(text <= room for text, room in widths), widths


@pytest.mark.long
def test_new_names_still_sit_when_a_start_was_refused(page):
    seat(page, ["Ben", "Emil"])
    page.get_by_text("Points for most").click()
    page.locator("[name=points_gold]").fill("x")
    start_button(page).click()
    expect(page.locator(".worths [aria-invalid=true]")).to_have_value("x")
    expect(chip(page, "Emil").locator(".seat")).to_have_text("2")
    assert names_sent(page) == ["Ben", "Emil"]
    expect(start_button(page)).to_have_text("Start with 2")


@pytest.mark.long
def test_whoever_finds_no_seat_left_cannot_be_chosen(page):
    page.goto("/games/targi")
    seat(page, ["Dora", "Anna"])
    expect(chip(page, "Ben")).to_be_disabled()
    chip(page, "Ben").click(force=True)
    assert names_sent(page) == ["Dora", "Anna"]
    chip(page, "Dora").click()
    chip(page, "Ben").click()
    assert names_sent(page) == ["Anna", "Ben"]


@pytest.mark.long
def test_in_a_game_for_one_another_tap_chooses_another(page):
    page.goto("/games/five-tribes-solo")
    expect(start_button(page)).to_have_text("Who plays?")
    seat(page, ["Dora", "Ben"])
    assert names_sent(page) == ["Ben"]
    expect(start_button(page)).to_have_text("Start")


@pytest.mark.long
def test_the_folds_tell_what_was_chosen_in_them(page):
    points, rules, day = (page.locator(".folds summary").nth(place) for place in (0, 1, 2))
    expect(day).to_contain_text("today")
    points.click()
    page.locator("[name=points_water]").fill("8")
    page.locator("[name=points_water]").blur()
    points.click()
    expect(points).to_contain_text("8 · 5 · 4 · 3")
    rules.click()
    page.get_by_label("in every stage").check()
    expect(rules).to_contain_text("maps: in every stage")
    day.click()
    page.locator("[name=played_on]").fill("2020-11-20")
    page.locator("[name=place]").fill("at Ben’s")
    page.locator("[name=place]").blur()
    expect(day).to_contain_text("20 Nov 2020, at Ben’s")


@pytest.mark.long
def test_without_a_script_people_sit_down_get_up_and_start(phone, page):
    its = phone(java_script_enabled=False, storage_state=page.context.storage_state())
    its.goto("/games/tuareg")
    expect(its.get_by_role("button", name="Start", exact=True)).to_be_visible()
    for name in ("Chris", "Anna", "Ben", "Chris"):
        chip(its, name).click()
    expect(chip(its, "Ben").locator(".seat")).to_have_text("2")
    its.get_by_text("Someone new").click()
    its.locator("[name=new]").fill("Emil")
    its.get_by_role("radio", name="red").check()
    its.get_by_role("button", name="Add", exact=True).click()
    expect(chip(its, "Emil").locator(".disc")).to_have_class(re.compile(r"\bp7\b"))
    its.get_by_role("button", name="Draw").click()
    expect(its.locator(".first-player small")).to_have_text(re.compile("^(Anna|Ben|Emil) begins$"))
    start_button(its).click()
    expect(its.locator("#sheet thead th")).to_contain_text(["Anna", "Ben", "Emil"])


@pytest.mark.long
def test_without_a_script_the_same_sit_down_with_one_button(phone, page):
    its = phone(java_script_enabled=False, storage_state=page.context.storage_state())
    its.goto("/games/tuareg")
    its.get_by_role("button", name="Same four as today").click()
    expect(chip(its, "Dora").locator(".seat")).to_have_text("4")
    assert names_sent(its) == [*GROUP]


@pytest.mark.long
def test_the_whole_name_of_a_group_stands_beneath_a_choice_that_cuts_it(phone):
    page = phone(width=320)
    start_play(page, ("Anna", "Ben"))
    group = group_path(page, play_path(page))
    send(page, f"{group}name", name="The Wednesday evening circle of Hohenstein")
    page.goto("/games/tuareg")
    name = page.locator(".of-group .whole")
    expect(name).to_have_text("The Wednesday evening circle of Hohenstein")
    assert name.evaluate("(each) => each.scrollWidth <= each.clientWidth")
    choice, box = page.locator("#group").bounding_box(), name.bounding_box()
    assert box["y"] >= choice["y"] + choice["height"] - 1
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_short_names_are_whole_at_200_percent(phone):
    page = phone(width=195, height=422)
    page.goto("/games/skull-king")
    lines = page.locator("[name=player]:visible")
    for name in ("Anna", "Cleo", "Fritz"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(lines.nth(2)).to_have_value("Fritz")
    assert lines.nth(2).evaluate("(each) => each.scrollWidth <= each.clientWidth")


def test_page_of_the_teams_has_its_own_button(phone):
    page = phone()
    page.goto("/games/tichu")
    seat(page, ("Anna", "Ben", "Chris", "Dora"))
    page.locator("[name=start]").click()
    expect(page.get_by_role("heading", name="Who’s on which team?")).to_be_visible()
    button = page.locator("[name=start]")
    expect(button).to_have_text("Start with 4")
    button.click()
    expect(page.locator("#sheet")).to_be_visible()


def test_question_for_teams_leads_back_to_the_page_before_it(page):
    page.goto("/games/tichu")
    seat(page, GROUP)
    start_button(page).click()
    expect(page.get_by_role("heading", name="Who’s on which team?")).to_be_visible()
    expect(page).to_have_title(re.compile("Who’s on which team"))
    page.get_by_role("link", name="Back", exact=True).click()
    expect(chip(page, "Dora")).to_have_attribute("aria-pressed", "true")
    assert names_sent(page) == list(GROUP)
