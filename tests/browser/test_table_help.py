"""The helps of the games on a phone: in few taps, without a play and without a network once they were opened."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import play_path, start_play
from tests.browser.test_offline import OFFLINE
from tests.lanes import long

BIDDING = "/games/basari/referee/bidding/"


def told(page):
    return page.locator(".told")


def tap(page, *names):
    for name in names:
        page.locator("main").get_by_role("button", name=name, exact=True).click()


def keys(page, group, *names):
    for name in names:
        page.get_by_role("group", name=group).get_by_role("button", name=name).click()


@pytest.mark.long
def test_bids_are_compared_without_a_network_and_are_there_again_after_a_reload(phone):
    page = phone(forgive=OFFLINE)
    page.goto(BIDDING)
    page.context.set_offline(True)
    tap(page, "Higher?")
    keys(page, "The bid on the table", "yellow", "yellow")
    keys(page, "The new bid", "red", "blue")
    expect(told(page)).to_have_text("Higher: same number of gems, more of them red.")
    tap(page, "Undo the last step")
    expect(told(page)).to_have_text("Not higher: fewer gems. Their colours do not matter then.")
    page.context.set_offline(False)
    page.reload()
    expect(told(page)).to_have_text("Not higher: fewer gems. Their colours do not matter then.")


@pytest.mark.parametrize(
    ("locale", "sentence"),
    [
        long("en", "Not allowed: a camel with water carries nothing else."),
        long("de", "Nicht erlaubt: Ein Kamel mit Wasser trägt nur Wasser."),
        ("ja", "積めません: 水を積んだラクダには水しか積めません。"),
    ],
)
def test_a_rule_is_named_in_the_readers_language(phone, locale, sentence):
    page = phone(locale=locale)
    page.goto("/games/tuareg/referee/loading/")
    load = page.locator(".looks-keys").nth(1).get_by_role("button")
    load.nth(0).click()
    load.nth(1).click()
    expect(told(page)).to_have_text(sentence)


@pytest.mark.long
def test_the_robber_comes_on_the_board_and_home_leads_back_to_the_turn(phone):
    page = phone()
    page.goto("/games/targi/referee/robber/")
    tap(page, "Next turn", "Next turn", "Next turn")
    expect(page.get_by_role("img", name="card 5: the robber")).to_be_visible()
    page.goto("/")
    page.get_by_role("link", name="The robber").click()
    expect(page.locator("#step")).to_have_text("Turn 4")


def test_dice_are_thrown_and_the_set_up_is_ticked_off(phone):
    page = phone()
    page.goto("/games/five-tribes/referee/table/")
    tap(page, "Dice", "Roll")
    expect(told(page)).to_contain_text("together")
    page.get_by_role("button", name="Counting out", exact=True).click()
    first = page.locator(".looks-checks button").first
    first.click()
    expect(first).to_have_attribute("aria-pressed", "true")


@pytest.mark.long
def test_a_play_knows_its_players(phone):
    page = phone()
    start_play(page)
    page.goto(play_path(page))
    page.get_by_role("link", name="Player aids").click()
    page.get_by_role("link", name="Start, end and dice").click()
    tap(page, "First player", "Pick a random player")
    expect(told(page)).to_contain_text("was chosen")
