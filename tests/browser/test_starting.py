"""Who sits down to a new play: people of the group by a tap, in the order they sit, and new ones by their names."""

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
        expect(chip(page, name).locator(".no")).to_have_text(str(number))
        expect(page.get_by_role("button", name=f"{name}, player {number}", pressed=True)).to_be_visible()
    expect(page.get_by_role("button", name="Ben", exact=True, pressed=False)).to_be_visible()
    start_button(page).click()
    expect(card_name(page)).to_have_text("Chris")


@pytest.mark.long
def test_a_second_tap_takes_somebody_off_and_the_others_move_up(page):
    seat(page, ["Chris", "Anna", "Ben"])
    chip(page, "Chris").click()
    expect(chip(page, "Chris")).to_have_attribute("aria-pressed", "false")
    expect(chip(page, "Chris").locator(".no")).to_be_empty()
    expect(chip(page, "Anna").locator(".no")).to_have_text("1")
    assert names_sent(page) == ["Anna", "Ben"]


@pytest.mark.long
def test_nothing_moves_when_numbers_appear(page):
    def places():
        return page.locator(".people > *, .worths, .fold").evaluate_all(
            "(all) => all.map((each) => JSON.stringify(each.getBoundingClientRect()))"
        )

    before = places()
    seat(page, GROUP)
    assert places() == before
    expect(chip(page, "Dora")).to_be_focused()


@pytest.mark.long
def test_the_same_four_sit_down_with_one_tap(page):
    chip(page, "Dora").click()
    page.get_by_role("button", name="The same four").click()
    assert names_sent(page) == [*GROUP]
    expect(start_button(page)).to_have_text("Start with 4 players")


@pytest.mark.long
def test_the_button_says_how_many_are_missing_and_then_how_many_play(page):
    for label, name in (("Choose 2 more", "Ben"), ("Choose 1 more", "Dora"), ("Start with 2 players", "Anna")):
        expect(start_button(page)).to_have_text(label)
        chip(page, name).click()
    expect(start_button(page)).to_have_text("Start with 3 players")


@pytest.mark.long
def test_a_start_with_too_few_is_refused_in_words_and_keeps_whoever_sits(page):
    chip(page, "Ben").click()
    start_button(page).click()
    expect(page.locator(".fault")).to_have_text("Tuareg is for 2 to 5 players, not 1.")
    expect(chip(page, "Ben").locator(".no")).to_have_text("1")


def test_enter_after_a_new_name_asks_for_the_next_one(page):
    page.get_by_role("button", name="New player").click()
    page.keyboard.type("Zoe")
    page.keyboard.press("Enter")
    page.keyboard.type("Yuki")
    names = page.locator(".person input")
    expect(names).to_have_count(2)
    expect(names.first).to_have_value("Zoe")
    expect(names.last).to_have_value("Yuki")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("[name=start]")).to_be_focused()


@pytest.mark.long
def test_somebody_new_sits_where_their_name_was_typed(page):
    seat(page, ["Ben", "Emil", "Anna"])
    assert names_sent(page) == ["Ben", "Emil", "Anna"]
    expect(start_button(page)).to_have_text("Start with 3 players")
    start_button(page).click()
    expect(card_name(page)).to_have_text("Ben")
    page.goto("/games/tuareg")
    expect(page.get_by_role("button", name="The same three")).to_contain_text("Ben, Emil, and Anna")


@pytest.mark.long
def test_a_new_name_that_is_taken_back_leaves_its_seat_free(page):
    seat(page, ["Emil", "Anna"])
    page.locator(".person input").fill("")
    assert names_sent(page) == ["Anna"]
    expect(chip(page, "Anna").locator(".no")).to_have_text("1")


@pytest.mark.long
def test_new_names_still_sit_when_a_start_was_refused(page):
    seat(page, ["Ben", "Emil"])
    page.locator("[name=points_gold]").fill("x")
    start_button(page).click()
    expect(page.locator(".worths [aria-invalid=true]")).to_have_value("x")
    expect(page.locator(".person input")).to_have_value("Emil")
    assert names_sent(page) == ["Ben", "Emil"]
    expect(start_button(page)).to_have_text("Start with 2 players")


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
def test_a_name_is_typed_only_where_there_is_a_seat_for_it(page):
    page.goto("/games/targi")
    page.get_by_role("button", name="New player").click()
    page.get_by_role("button", name="New player").click()
    field = page.locator(".person input")
    expect(field).to_have_count(1)
    seat(page, ["Anna", "Ben"])
    expect(field).not_to_be_editable()
    chip(page, "Anna").click()
    field.fill("Emil")
    assert names_sent(page) == ["Ben", "Emil"]


@pytest.mark.long
def test_in_a_game_for_one_another_tap_chooses_another(page):
    page.goto("/games/five-tribes-solo")
    expect(start_button(page)).to_have_text("Who plays?")
    seat(page, ["Dora", "Ben"])
    assert names_sent(page) == ["Ben"]
    expect(start_button(page)).to_have_text("Start")


@pytest.mark.long
def test_the_folds_tell_what_was_chosen_in_them(page):
    rules, day = page.locator(".fold summary").nth(0), page.locator(".fold summary").nth(1)
    expect(day).to_contain_text("today, ")
    rules.click()
    page.get_by_label("in every stage").check()
    expect(rules).to_contain_text("maps: in every stage")
    day.click()
    page.locator("[name=played_on]").fill("2020-11-20")
    expect(day).to_have_text("Date 20 Nov 2020")


@pytest.mark.long
def test_without_a_script_people_sit_down_get_up_and_start(phone, page):
    its = phone(java_script_enabled=False, storage_state=page.context.storage_state())
    its.goto("/games/tuareg")
    expect(its.get_by_role("button", name="Start", exact=True)).to_be_visible()
    for name in ("Chris", "Anna", "Ben", "Chris"):
        chip(its, name).click()
    expect(chip(its, "Ben").locator(".no")).to_have_text("2")
    its.locator("[name=player]").nth(2).fill("Emil")
    start_button(its).click()
    expect(its.locator("#sheet thead th")).to_contain_text(["Anna", "Ben", "Emil"])


@pytest.mark.long
def test_without_a_script_the_same_sit_down_with_one_button(phone, page):
    its = phone(java_script_enabled=False, storage_state=page.context.storage_state())
    its.goto("/games/tuareg")
    its.get_by_role("button", name="The same four").click()
    expect(chip(its, "Dora").locator(".no")).to_have_text("4")
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
