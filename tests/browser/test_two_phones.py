"""Two phones with the same card: what both changed is asked about, what only one changed goes together."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    card_name,
    deafen,
    enter,
    figure,
    mark,
    play_path,
    see_figures,
    start_play,
    trail,
)


@pytest.fixture
def two(phone):
    """Two phones that show Anna's card, still empty; the second hears nothing of what the first one does."""
    first, second = phone(), phone()
    start_play(first)
    path = play_path(first)
    first.goto(f"{path}/table")
    second.goto(first.locator(".address").first.inner_text())
    for page in (first, second):
        page.goto(path)
        expect(card_name(page)).to_have_text("Anna")
    deafen(second)
    return first, second


def save(page, **holdings):
    enter(page, holdings)
    expect(mark(page)).to_have_text("✓ saved")


def clash(two):
    """The first phone says 4 water and 1 gold, the second 5 water."""
    first, second = two
    save(first, water=4, gold=1)
    enter(second, {"water": 5})
    expect(mark(second)).to_have_text("✕ not counted")
    return first, second


@pytest.mark.parametrize(("choice", "water"), [("4, from the other phone", "4"), ("5, typed here", "5")])
def test_where_two_phones_changed_one_figure_both_are_shown_and_one_is_chosen(two, choice, water):
    first, second = clash(two)
    question = second.locator("#waiting")
    expect(question).to_contain_text("Anna: two phones, two numbers. Which is right?")
    expect(question.get_by_role("radio")).to_have_count(2)
    # Nothing was overwritten while nobody has chosen.
    first.reload()
    see_figures(first, {"water": 4, "gold": 1})
    question.get_by_label(choice).check()
    question.get_by_role("button", name="Use this").click()
    expect(card_name(second)).to_have_text("Anna")
    expect(second.locator("#waiting form")).to_have_count(0)
    see_figures(second, {"water": water, "gold": 1})
    expect(mark(second)).to_have_text("✓ saved")
    first.reload()
    see_figures(first, {"water": water, "gold": 1})
    changes = trail(first, play_path(first))
    assert ("Anna, stage 1: water 4 → 5" in changes) == (water == "5")
    assert "Anna, stage 1: water 4, gold 1" in changes


def test_the_question_comes_without_moving_the_card(two):
    first, second = two
    buttons = "(all) => all.map((each) => JSON.stringify(each.getBoundingClientRect()))"
    before = second.locator("#card button").evaluate_all(buttons)
    clash(two)
    expect(second.locator("#waiting form")).to_be_in_viewport()
    assert second.locator("#card button").evaluate_all(buttons) == before


def test_a_clash_waits_through_a_reload_until_somebody_chooses(two):
    _, second = clash(two)
    second.reload()
    question = second.locator("#waiting")
    expect(question.get_by_label("5, typed here")).to_be_visible()
    expect(question.get_by_label("4, from the other phone")).to_be_visible()


def test_different_figures_of_one_card_go_together_and_the_stale_phone_takes_the_others_over(two):
    first, second = two
    save(first, water=4)
    save(second, gold=2)
    see_figures(second, {"water": 4, "gold": 2})
    save(second, salt=3)
    first.reload()
    see_figures(first, {"water": 4, "gold": 2, "salt": 3})
    assert trail(first, play_path(first))[:2] == ["Anna, stage 1: gold 2, rock salt 3", "Anna, stage 1: water 4"]


def test_the_same_number_on_both_phones_is_no_clash(two):
    first, second = two
    save(first, water=4)
    save(second, water=4)
    expect(second.locator("#waiting form")).to_have_count(0)
    assert trail(first, play_path(first)) == ["Anna, stage 1: water 4", "Play started"]


def test_a_phone_that_hears_of_it_shows_the_others_change_on_its_open_card(two):
    first, second = two
    save(second, water=4)
    expect(figure(first, "water")).to_have_value("4", timeout=3000)
    save(first, gold=1)
    save(first, water=3)
    expect(first.locator("#waiting form")).to_have_count(0)


def test_the_others_change_leaves_the_figure_that_is_being_typed_alone(two):
    first, second = two
    figure(first, "water").focus()
    first.keyboard.type("3")
    expect(mark(first)).to_have_text("✓ saved")
    save(second, gold=2)
    expect(figure(second, "water")).to_have_value("3")
    first.keyboard.type("+1")
    expect(figure(first, "gold")).to_have_value("2")
    expect(figure(first, "water")).to_be_focused()
    expect(figure(first, "water")).to_have_value("3+1")
    first.keyboard.press("Tab")
    see_figures(first, {"water": 4, "gold": 2})
