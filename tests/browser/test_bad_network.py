"""A network that drops three requests of ten, or is slow: what was typed equals what is stored, and is stored once."""

import random

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    card_name,
    close_button,
    done,
    enter,
    mark,
    open_card,
    play_path,
    points,
    start_play,
    trail,
)
from tests.browser.test_double_taps import middle
from tests.browser.test_offline import fetched_ahead, until
from tests.browser.test_whole_game import STAGE_1, STAGE_2

FORGIVEN = "net::ERR_FAILED"


def lose_some(page, *, seed, share=0.3):
    """Lose so many of the requests by which a page sends or asks something: half of them only after they arrived."""
    chance = random.Random(seed)

    def perhaps(route):
        if route.request.is_navigation_request() or chance.random() >= share:
            route.continue_()
            return
        if route.request.method == "POST" and chance.random() < 0.5:
            route.fetch()
        route.abort()

    page.route("**/plays/**", perhaps)


def count(page, holdings):
    for name, held in holdings.items():
        open_card(page, name)
        enter(page, held)
        done(page)
    close_button(page).click()


def sent_from_another_tab(page, *, seed):
    """A tab on a network as bad, in which all that waits was sent: the one that typed it leads on as soon as it can."""
    fresh = page.context.new_page()
    lose_some(fresh, seed=seed)
    page.close()
    fresh.goto("/")
    until(fresh, "!(await outbox.waiting()).length")
    return fresh


@pytest.mark.long
def test_a_whole_game_is_stored_as_it_was_typed_though_three_of_ten_requests_fail(phone, port):
    page = phone(base_url=f"http://127.0.0.1:{port}", forgive=FORGIVEN)
    start_play(page)
    path = play_path(page)
    fetched_ahead(page)
    lose_some(page, seed=7)
    count(page, STAGE_1)
    page = sent_from_another_tab(page, seed=8)
    page.goto(path)
    count(page, STAGE_2)
    page = sent_from_another_tab(page, seed=9)
    page.unroute("**/plays/**")
    page.goto(f"{path}/stages/2")
    assert points(page) == {"Anna": 19, "Ben": 14, "Chris": 15}
    told = trail(page, path)
    assert [line for line in told if "scored" in line or "reopened" in line] == ["Stage 2 scored", "Stage 1 scored"]
    assert not [line for line in told if "→" in line]


def test_on_a_slow_network_the_next_card_does_not_wait_and_two_taps_are_one(phone, port):
    page = phone(base_url=f"http://127.0.0.1:{port}", forgive=FORGIVEN)
    start_play(page)
    path = play_path(page)
    fetched_ahead(page)
    held, is_slow = [], True
    page.route("**/seats/**", lambda route: held.append(route) if is_slow else route.continue_())
    enter(page, {"water": 4})
    place = middle(page.locator(".nothing-more:visible"))
    page.touchscreen.tap(*place)
    page.touchscreen.tap(*place)
    expect(card_name(page)).to_have_text("Ben")
    expect(mark(page)).to_have_text("not entered yet")
    is_slow = False
    for route in held:
        route.continue_()
    until(page, "!(await outbox.waiting()).length")
    assert len(trail(page, path)) == 2


@pytest.mark.long
def test_what_waits_is_sent_also_when_the_clock_is_an_hour_on(phone):
    page = phone(forgive=FORGIVEN + "|net::ERR_INTERNET_DISCONNECTED")
    page.clock.install(time="2020-11-20T20:00:00")
    start_play(page)
    path = play_path(page)
    page.context.set_offline(True)
    enter(page, {"water": 4})
    expect(mark(page)).to_contain_text("not sent yet")
    page.clock.fast_forward("01:00:00")
    page.context.set_offline(False)
    expect(mark(page)).to_have_text("✓ saved")
    assert trail(page, path) == ["Anna, stage 1: water 4", "Play started"]
