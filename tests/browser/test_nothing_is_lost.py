"""In the middle of entry: reload, Back, a tab that dies, a double tap, a network that goes. Nothing saved is lost,
nothing typed more than a second before is lost, and nothing is stored twice."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    card_name,
    close_button,
    counted,
    deafen,
    done,
    enter,
    figure,
    keeps_pages,
    mark,
    open_card,
    play_path,
    see_figures,
    start_play,
    trail,
)


def kill_tab(page):
    """End the tab as a phone does that runs out of memory: the page gets no word of it."""
    session = page.context.new_cdp_session(page)
    target = session.send("Target.getTargetInfo")["targetInfo"]["targetId"]
    outside = page.context.browser.new_browser_cdp_session()
    attached = outside.send("Target.attachToTarget", {"targetId": target, "flatten": False})
    # Sent this way it is not waited for: who is killed does not answer.
    crash = {"sessionId": attached["sessionId"], "message": '{"id": 1, "method": "Page.crash"}'}
    with page.expect_event("crash"):
        outside.send("Target.sendMessageToTarget", crash)
    outside.detach()


def middle(target):
    place = target.bounding_box()
    return place["x"] + place["width"] / 2, place["y"] + place["height"] / 2


def tap_twice(page, target, *, see):
    """Tap twice within 120 ms of the phone's time, then expect to see something."""
    page.clock.set_fixed_time("2026-11-20T20:00:00")
    x, y = middle(target)
    page.touchscreen.tap(x, y)
    page.touchscreen.tap(x, y)
    expect(see).to_be_visible()


def tap_again_on_the_next_page(page, target, *, see):
    """The same on a quick network: the second tap falls onto the page that the first one led to."""
    page.clock.set_fixed_time("2026-11-20T20:00:00")
    x, y = middle(target)
    page.touchscreen.tap(x, y)
    expect(see).to_be_visible()
    page.wait_for_load_state()
    page.touchscreen.tap(x, y)


double_taps = pytest.mark.parametrize("twice", [tap_twice, tap_again_on_the_next_page])


def plays_of_group(page, path):
    """The plays that the group's page lists."""
    page.goto(f"{path}/more")
    page.get_by_role("link", name="All plays of the group").click()
    return page.locator("#plays + .list li").count()


def test_a_card_saves_itself_within_a_second_of_the_last_tap(phone):
    page = phone()
    page.clock.install(time="2026-11-20T20:00:00")
    start_play(page)
    page.clock.pause_at("2026-11-20T20:10:00")
    enter(page, {"water": 4, "gold": 1})
    with page.expect_response(re.compile("/seats/")) as answer:
        page.clock.run_for(1000)
    assert answer.value.status == 200


def test_the_mark_tells_a_save_under_way_from_a_saved_one(phone):
    page = phone()
    start_play(page)
    expect(mark(page)).to_have_text("not entered yet")
    page.clock.install()
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text("saving …")
    expect(mark(page)).to_have_text("✓ saved")


def test_a_reload_loses_nothing_that_was_saved_or_just_typed(phone):
    page = phone()
    start_play(page)
    path = play_path(page)
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text("✓ saved")
    enter(page, {"gold": 2})
    page.reload()
    expect(card_name(page)).to_have_text("Anna")
    see_figures(page, {"water": 4, "gold": 2, "salt": ""})
    assert trail(page, path) == ["Anna, stage 1: gold 2", "Anna, stage 1: water 4", "Play started"]


def test_leaving_for_another_page_at_once_keeps_what_was_just_typed(phone):
    page = phone()
    start_play(page)
    enter(page, {"water": 4})
    open_card(page, "Ben")
    open_card(page, "Anna")
    see_figures(page, {"water": 4})


def test_back_leads_to_the_card_that_was_left(phone):
    page = phone()
    start_play(page)
    path = play_path(page)
    enter(page, {"water": 4, "gold": 1})
    done(page)
    expect(card_name(page)).to_have_text("Ben")
    page.go_back(wait_until="commit")
    expect(card_name(page)).to_have_text("Anna")
    see_figures(page, {"water": 4, "gold": 1})
    enter(page, {"water": 5})
    done(page)
    expect(card_name(page)).to_have_text("Ben")
    expect(counted(page)).to_contain_text("1 of 3 counted")
    changes = trail(page, path)
    assert changes[0] == "Anna, stage 1: water 4 → 5"
    assert changes[-1] == "Play started"
    assert len(changes) == 3


def test_a_card_that_the_browser_kept_as_it_was_is_changed_and_sent_again(phone, port):
    page = phone(base_url=f"http://127.0.0.1:{port}")
    start_play(page)
    path = play_path(page)
    keeps_pages(page.context)
    open_card(page, "Ben")
    open_card(page, "Anna")
    page.evaluate("addEventListener('pageshow', (event) => { document.body.dataset.kept = event.persisted; })")
    enter(page, {"water": 4, "gold": 1})
    done(page)
    expect(card_name(page)).to_have_text("Ben")
    page.go_back(wait_until="commit")
    expect(page.locator("body")).to_have_attribute("data-kept", "true")
    see_figures(page, {"water": 4, "gold": 1})
    enter(page, {"water": 5})
    expect(mark(page)).to_have_text("✓ in")
    expect(page.locator("#waiting form")).to_have_count(0)
    done(page)
    expect(card_name(page)).to_have_text("Ben")
    assert trail(page, path)[0] == "Anna, stage 1: water 4 → 5"
    assert len(trail(page, path)) == 3


def test_back_without_javascript_and_sending_again_stores_the_change_once(phone, port):
    page = phone(java_script_enabled=False, base_url=f"http://127.0.0.1:{port}")
    start_play(page)
    path = play_path(page)
    keeps_pages(page.context)
    open_card(page, "Ben")
    open_card(page, "Anna")
    enter(page, {"water": 4})
    done(page)
    expect(card_name(page)).to_have_text("Ben")
    page.go_back(wait_until="commit")
    expect(card_name(page)).to_have_text("Anna")
    see_figures(page, {"water": 4})
    enter(page, {"water": 5})
    done(page)
    expect(card_name(page)).to_have_text("Ben")
    expect(page.locator("#waiting form")).to_have_count(0)
    assert trail(page, path) == ["Anna, stage 1: water 4 → 5", "Anna, stage 1: water 4", "Play started"]


def test_a_killed_tab_loses_nothing_that_was_saved(phone):
    page = phone()
    start_play(page)
    path, its_context = play_path(page), page.context
    enter(page, {"water": 4, "gold": 1})
    expect(mark(page)).to_have_text("✓ saved")
    enter(page, {"salt": 3})
    kill_tab(page)
    page.close()
    page = its_context.new_page()
    page.goto(path)
    expect(card_name(page)).to_have_text("Anna")
    see_figures(page, {"water": 4, "gold": 1})
    enter(page, {"salt": 3})
    done(page)
    expect(card_name(page)).to_have_text("Ben")
    assert trail(page, path) == ["Anna, stage 1: rock salt 3", "Anna, stage 1: water 4, gold 1", "Play started"]


@double_taps
def test_a_double_tap_on_start_starts_one_play(phone, twice):
    page = phone()
    page.goto("/games/tuareg")
    for place, name in enumerate(["Anna", "Ben"]):
        page.locator("[name=player]").nth(place).fill(name)
    twice(page, page.locator("[name=start]"), see=card_name(page))
    expect(card_name(page)).to_have_text("Anna")
    expect(counted(page)).to_have_text("0 of 2 counted")
    path = play_path(page)
    assert plays_of_group(page, path) == 1
    page.goto("/")
    expect(page.locator("#groups + .list li")).to_have_count(1)


def test_a_double_tap_on_start_without_javascript_starts_one_play(phone):
    page = phone(java_script_enabled=False)
    page.goto("/games/tuareg")
    for place, name in enumerate(["Anna", "Ben"]):
        page.locator("[name=player]").nth(place).fill(name)
    page.locator("[name=start]").dblclick()
    expect(card_name(page)).to_be_visible()
    assert plays_of_group(page, play_path(page)) == 1


@double_taps
def test_a_double_tap_on_done_finishes_one_card(phone, twice):
    page = phone()
    start_play(page)
    path = play_path(page)
    enter(page, {"water": 4})
    twice(page, page.locator("#card button[value='1']"), see=page.get_by_role("heading", name="Ben"))
    expect(card_name(page)).to_have_text("Ben")
    expect(counted(page)).to_have_text("1 of 3 counted")
    assert trail(page, path) == ["Anna, stage 1: water 4", "Play started"]


@double_taps
def test_a_double_tap_on_close_closes_one_stage_and_shows_its_result(phone, twice):
    page = phone()
    start_play(page)
    path = play_path(page)
    for _ in range(3):
        name = card_name(page).inner_text()
        page.get_by_role("button", name="Has nothing").click()
        expect(card_name(page).get_by_text(name)).to_have_count(0)
    twice(page, close_button(page), see=page.get_by_role("heading", name="Result of stage 1"))
    expect(page.locator("h1")).to_have_text("Result of stage 1")
    assert trail(page, path)[0] == "Stage 1 closed"
    assert trail(page, path).count("Stage 1 closed") == 1


@double_taps
def test_a_double_tap_on_the_last_close_does_not_finish_the_play(phone, twice):
    page = phone()
    start_play(page)
    path = play_path(page)
    close_button(page).click()
    page.get_by_role("button", name="Close stage 1 all the same").click()
    page.get_by_role("link", name="Count stage 2").click()
    for name in ("Anna", "Ben", "Chris"):
        expect(card_name(page)).to_have_text(name)
        page.get_by_role("button", name="Has nothing").click()
    expect(counted(page)).to_have_text("3 of 3 counted")
    twice(page, close_button(page), see=page.get_by_role("heading", name="Result of stage 2"))
    expect(page.get_by_role("button", name="Finish the play")).to_be_visible()
    assert trail(page, path)[0] == "Stage 2 closed"


def test_the_steppers_count_every_tap_however_quick(phone):
    page = phone()
    start_play(page)
    more = page.get_by_role("button", name="Water: one more")
    for _ in range(5):
        more.tap()
    expect(figure(page, "water")).to_have_value("5")
    more.tap()
    page.get_by_role("button", name="Water: one less").tap()
    expect(mark(page)).to_have_text("✓ saved")
    page.reload()
    see_figures(page, {"water": 5})


def test_a_save_that_finds_no_network_says_so_and_is_made_up_for_by_itself(phone):
    page = phone(forgive="net::ERR_INTERNET_DISCONNECTED|htmx:(afterRequest|sendError)")
    start_play(page)
    path = play_path(page)
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text("✓ saved")
    page.context.set_offline(True)
    enter(page, {"gold": 2})
    expect(mark(page)).to_have_text("✕ not all saved")
    expect(page.locator(".dock .fault")).to_have_text("not saved: no connection. Trying again …")
    see_figures(page, {"water": 4, "gold": 2})
    enter(page, {"gold": 3})
    page.context.set_offline(False)
    expect(mark(page)).to_have_text("✓ saved", timeout=20_000)
    expect(page.locator(".dock .fault")).to_have_count(0)
    assert trail(page, path)[0] == "Anna, stage 1: gold 3"


def test_a_lost_answer_is_no_clash_with_oneself(phone, port):
    page = phone(base_url=f"http://127.0.0.1:{port}", forgive="net::ERR_FAILED|htmx:(afterRequest|sendError)")
    start_play(page)
    path = play_path(page)
    lost = []

    def lose_the_answer(route):
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch())
            route.abort()
        else:
            route.continue_()

    page.route("**/seats/**", lose_the_answer)
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text("✕ not all saved")
    enter(page, {"water": 5})
    expect(mark(page)).to_have_text("✓ saved")
    expect(page.locator("#waiting form")).to_have_count(0)
    assert trail(page, path) == ["Anna, stage 1: water 4 → 5", "Anna, stage 1: water 4", "Play started"]


def test_a_card_that_comes_after_the_stage_was_closed_is_kept_and_asked_about(phone):
    page = phone()
    start_play(page)
    path = play_path(page)
    late = page.context.new_page()
    late.goto(path)
    deafen(late)
    close_button(page).click()
    page.get_by_role("button", name="Close stage 1 all the same").click()
    expect(page.locator("h1")).to_have_text("Result of stage 1")
    enter(late, {"water": 4})
    expect(mark(late)).to_contain_text("not counted")
    expect(late.locator("#waiting")).to_contain_text("It is kept, but not counted.")
    late.get_by_role("button", name="Open stage 1 again with it").click()
    expect(card_name(late)).to_have_text("Anna")
    see_figures(late, {"water": 4})
    assert trail(late, path)[:2] == ["Anna, stage 1: water 4", "Stage 1 opened again"]
