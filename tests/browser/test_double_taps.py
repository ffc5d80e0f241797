"""A double tap: its second half does nothing, whether it meets the same page or already the next one."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    NAMES,
    card_name,
    cell,
    close_button,
    counted,
    deafen,
    done,
    enter,
    figure,
    hears_taps,
    key,
    mark,
    play_path,
    see_figures,
    start_play,
    trail,
)
from tests.browser.test_offline import fetched_ahead
from tests.lanes import long

# The clock stands still once everything on the page has been there for long.
LATER = datetime.now(UTC) + timedelta(hours=1)


def middle(target):
    place = target.bounding_box()
    return place["x"] + place["width"] / 2, place["y"] + place["height"] / 2


def tap_twice(page, target, *, see):
    """Tap twice within 120 ms of the phone's time, then expect to see something."""
    page.clock.set_fixed_time(LATER)
    x, y = middle(target)
    page.touchscreen.tap(x, y)
    page.touchscreen.tap(x, y)
    expect(see).to_be_visible()


def tap_again_on_the_next_page(page, target, *, see):
    """The same on a quick network: the second tap falls onto the page that the first one led to."""
    page.clock.set_fixed_time(LATER)
    x, y = middle(target)
    page.touchscreen.tap(x, y)
    expect(see).to_be_visible()
    page.wait_for_load_state()
    page.touchscreen.tap(x, y)


def plays_of_group(page, path):
    """The plays that the group's list of all shows."""
    page.goto(f"{path}/more")
    page.get_by_role("link", name="All plays of the group").click()
    return page.locator(".played")


@pytest.mark.long
def test_a_form_is_sent_once_however_often_its_button_is_tapped(phone):
    page, sent = phone(), []
    page.goto("/sign-in")
    page.locator("[name=username]").fill("Anna")
    page.locator("[name=password]").fill("falsch")

    def slowly(route):
        sent.append(route)
        if len(sent) == 1:
            # Nothing has come back yet.
            page.keyboard.press("Enter")
        route.continue_()

    page.route("**/sign-in", slowly)
    page.keyboard.press("Enter")
    expect(page.locator(".fault").first).to_be_visible()
    assert len(sent) == 1


@pytest.mark.parametrize("twice", [tap_twice, long(tap_again_on_the_next_page)])
def test_a_double_tap_on_start_starts_one_play(phone, twice):
    page = phone()
    page.goto("/games/tuareg")
    for place, name in enumerate(["Anna", "Ben"]):
        page.locator("[name=player]").nth(place).fill(name)
    twice(page, page.locator("[name=start]"), see=card_name(page))
    expect(card_name(page)).to_have_text("Anna")
    expect(counted(page)).to_have_text("0 of 2 counted")
    path = play_path(page)
    expect(plays_of_group(page, path)).to_have_count(1)
    page.goto("/")
    # It has founded one group.
    expect(page.locator("#here")).to_have_count(1)
    expect(page.locator("#groups")).to_have_count(0)


@pytest.mark.long
def test_a_double_tap_on_start_without_javascript_starts_one_play(phone):
    page = phone(java_script_enabled=False)
    page.goto("/games/tuareg")
    for place, name in enumerate(["Anna", "Ben"]):
        page.locator("[name=player]").nth(place).fill(name)
    page.locator("[name=start]").dblclick()
    expect(card_name(page)).to_be_visible()
    expect(plays_of_group(page, play_path(page))).to_have_count(1)


@pytest.mark.parametrize("twice", [tap_twice, tap_again_on_the_next_page])
@pytest.mark.long
def test_a_double_tap_on_done_finishes_one_card(phone, twice):
    page = phone()
    start_play(page)
    path = play_path(page)
    enter(page, {"water": 4})
    twice(page, page.locator(".nothing-more:visible"), see=page.get_by_role("heading", name="Ben"))
    expect(card_name(page)).to_have_text("Ben")
    expect(counted(page)).to_have_text("1 of 3 counted")
    assert len(trail(page, path)) == 2


@pytest.mark.long
@pytest.mark.parametrize("twice", [tap_twice, tap_again_on_the_next_page])
def test_a_double_tap_on_close_closes_one_stage_and_shows_its_result(phone, twice):
    page = phone()
    start_play(page)
    path = play_path(page)
    for _ in range(3):
        done(page)
    expect(counted(page)).to_have_text("3 of 3 counted")
    twice(page, close_button(page), see=page.locator(".where", has_text="Result of stage 1"))
    expect(page.locator(".head .where")).to_have_text("Result of stage 1")
    assert trail(page, path)[0] == "Stage 1 scored"
    assert trail(page, path).count("Stage 1 scored") == 1


def test_score_hears_the_first_tap_where_the_last_figure_was_typed_without_one(phone):
    page = phone(forgive="503")
    start_play(page, NAMES[:2])
    # No answer brings anything either.
    page.route("**/seats/**", lambda route: route.fulfill(status=503))
    for name in NAMES[:2]:
        for row in ("water", "gold", "salt", "millet", "maps"):
            cell(page, name, row).fill("0")
    close_button(page).tap()
    expect(page.locator("#outbox")).to_contain_text("Stage 1: will be scored as soon as it can be sent.")


@pytest.mark.parametrize("twice", [tap_twice, tap_again_on_the_next_page])
@pytest.mark.long
def test_a_double_tap_on_the_last_close_does_not_finish_the_play(phone, twice):
    page = phone()
    start_play(page)
    path = play_path(page)
    done(page)
    close_button(page).click()
    page.get_by_role("button", name="Score anyway").click()
    page.get_by_role("link", name="Count stage 2").click()
    for name in ("Anna", "Ben", "Chris"):
        expect(card_name(page)).to_have_text(name)
        done(page)
    expect(counted(page)).to_have_text("3 of 3 counted")
    twice(page, close_button(page), see=page.locator(".where", has_text="Result of stage 2"))
    expect(page.get_by_role("button", name="Finish the play")).to_be_visible()
    assert trail(page, path)[0] == "Stage 2 scored"


@pytest.mark.long
def test_keys_count_every_tap_however_quick(phone):
    page = phone()
    start_play(page)
    page.locator("[data-row=gold] .figure").first.tap()
    for _ in range(4):
        key(page, 1).tap()
    expect(card_name(page)).to_have_text("Anna")
    expect(figure(page, "water")).to_be_focused()
    see_figures(page, {"gold": 1, "salt": 1, "millet": 1, "maps": 1, "water": ""})


@pytest.mark.long
def test_a_tap_just_as_the_next_stage_opens_on_a_slow_line_does_not_close_that_too(phone):
    page = phone(forgive="net::ERR_FAILED")
    page.clock.install(time="2020-11-20T20:00:00")
    start_play(page, ["Anna", "Ben"])
    fetched_ahead(page)
    done(page)
    page.route("**/stages/**", lambda route: None)
    page.clock.pause_at("2020-11-20T20:10:00")
    place = middle(close_button(page))
    page.touchscreen.tap(*place)
    expect(page.locator("html[data-closing]")).to_have_count(1)
    page.clock.run_for(3100)
    expect(page.locator(".where")).to_have_text("Stage 2 of 2")
    page.touchscreen.tap(*place)
    closings = "outbox.waiting().then((all) => all.filter((one) => one.kind === 'close').map((one) => one.name))"
    assert page.evaluate(closings) == ["Stage 1"]
    expect(page.locator("html[data-closing]")).to_have_count(0)
    # Whoever means what stands there now taps again.
    page.clock.run_for(600)
    page.touchscreen.tap(*place)
    expect(page.locator(".code-signs")).to_be_visible()


@pytest.mark.long
def test_whoever_closes_a_stage_asks_for_its_result_once_though_the_live_line_tells_of_it_too(phone):
    page = phone()
    start_play(page, ["Anna", "Ben"], game="farkle")
    figures = page.locator("#sheet .figure")
    figures.nth(0).fill("12000")
    figures.nth(1).fill("9000")
    figures.nth(1).press("Enter")
    coming = []
    page.route("**/stages/1", lambda route: coming.append(route))
    with page.expect_request("**/stages/1"):
        close_button(page).click(no_wait_after=True)
    # The line tells of it within this time, while the page is still coming.
    page.wait_for_timeout(700)
    coming[0].continue_()
    expect(page.locator(".head .where")).to_have_text("Result of round 1")
    assert len(coming) == 1


@pytest.mark.long
def test_a_button_that_has_just_come_does_nothing_for_half_a_second_and_looks_like_any_other(phone):
    first, page = phone(), phone()
    start_play(first)
    first.goto(f"{play_path(first)}/table")
    page.goto(first.locator(".address").first.inner_text())
    first.go_back()
    page.clock.install(time="2020-11-20T20:00:00")
    page.goto(play_path(first))
    expect(card_name(page)).to_have_text("Anna")
    deafen(page)
    page.clock.pause_at("2020-11-20T20:10:00")
    enter(first, {"water": 4})
    expect(mark(first)).to_have_text("✓ saved")
    enter(page, {"water": 5})
    page.clock.run_for(700)
    expect(mark(page)).to_have_text("✕ not counted")
    theirs = page.get_by_role("button", name="4 from the other phone")
    page.touchscreen.tap(*middle(theirs))
    page.clock.run_for(600)
    expect(theirs).to_be_enabled()
    page.touchscreen.tap(*middle(theirs))
    expect(theirs).to_have_count(0)
    see_figures(page, {"water": 4})


def test_a_tap_on_missing_does_not_score_if_news_turn_it_into_score_under_the_finger(phone):
    first, page = phone(), phone()
    start_play(first, ["Anna", "Ben"])
    path = play_path(first)
    first.goto(f"{path}/table")
    page.goto(first.locator(".address").first.inner_text())
    first.goto(path)
    page.goto(path)
    hears_taps(page)
    done(first)
    page.locator("#sheet thead a").first.tap()
    main = page.locator("#dock .main[data-score]")
    expect(main).to_have_text(re.compile("^Go to Ben"))
    # A clock that jumped would end the stream, which then waits for a time that never comes.
    now = datetime.now(UTC)
    page.clock.set_fixed_time(now)
    done(first)
    expect(main).to_have_text("Score stage 1")
    main.tap()
    expect(page.locator("form[data-closes][data-sent]")).to_have_count(0)
    assert trail(first, path)[0] != "Stage 1 scored"
    page.clock.set_fixed_time(now + timedelta(seconds=1))
    main.tap()
    expect(page.locator(".head .where")).to_have_text("Result of stage 1")


def test_a_double_tap_on_the_last_next_does_not_score(phone):
    page = phone()
    start_play(page, ["Anna"], game="five-tribes-solo")
    main = page.locator("#dock .main[data-score]")
    for figure_of_row in page.locator("#sheet .figure").all():
        figure_of_row.fill("0")
    page.clock.set_fixed_time(LATER)
    for _ in range(1 + page.locator("#sheet .face").count()):
        if main.get_attribute("data-does"):
            main.tap()
    expect(main).to_have_text("To the result")
    page.evaluate(
        "addEventListener('submit', (event) => { event.preventDefault(); event.target.className = 'submitted'; }, true)"
    )
    main.tap()
    assert page.evaluate("new Promise((done) => setTimeout(() => done(document.querySelector('.submitted'))))") is None
    page.clock.set_fixed_time(LATER + timedelta(seconds=1))
    main.tap()
    expect(page.locator("form.submitted")).to_have_count(1)
