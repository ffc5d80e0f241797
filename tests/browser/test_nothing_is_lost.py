"""In the middle of entry: reload, Back, a tab that dies. Nothing that was saved is lost, nor what was typed more than a
second before, and nothing is stored twice."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    card_name,
    done,
    enter,
    figure,
    keeps_pages,
    mark,
    open_card,
    play_path,
    saves,
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


@pytest.mark.long
def test_a_card_saves_itself_within_a_second_of_the_last_tap_and_says_so(phone):
    page = phone()
    page.clock.install(time="2020-11-20T20:00:00")
    start_play(page)
    expect(mark(page)).to_have_text("not entered yet")
    page.clock.pause_at("2020-11-20T20:10:00")
    enter(page, {"water": 4, "gold": 1})
    expect(mark(page)).to_have_text("saving …")
    with page.expect_response(re.compile("/seats/")) as answer:
        page.clock.run_for(1000)
    assert answer.value.status == 200
    page.clock.resume()
    expect(mark(page)).to_have_text("✓ saved")


@pytest.mark.long
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
    assert trail(page, path) == ["Anna, stage 1: water 4, gold 2", "Play started"]


@pytest.mark.long
def test_leaving_for_another_page_at_once_keeps_what_was_just_typed(phone):
    page = phone()
    start_play(page)
    enter(page, {"water": 4})
    open_card(page, "Ben")
    open_card(page, "Anna")
    see_figures(page, {"water": 4})


@pytest.mark.long
@pytest.mark.whole_browser
def test_back_leads_to_the_sheet_as_it_was_left(phone):
    page = phone()
    start_play(page)
    path = play_path(page)
    enter(page, {"water": 4, "gold": 1})
    done(page)
    page.goto(f"{path}/trail")
    page.go_back(wait_until="commit")
    expect(card_name(page)).to_have_text("Ben")
    open_card(page, "Anna")
    see_figures(page, {"water": 4, "gold": 1})
    so_far = int(saves(page).input_value())
    enter(page, {"water": 5})
    expect(mark(page)).to_have_text("✓ done")
    expect(saves(page)).to_have_value(str(so_far + 1))


@pytest.mark.whole_browser
@pytest.mark.long
def test_a_sheet_that_the_browser_kept_as_it_was_is_changed_and_sent_again(phone, port):
    page = phone(base_url=f"http://127.0.0.1:{port}")
    start_play(page)
    path = play_path(page)
    keeps_pages(page.context)
    page.goto(f"{path}/")
    page.evaluate("addEventListener('pageshow', (event) => { document.body.dataset.kept = event.persisted; })")
    enter(page, {"water": 4, "gold": 1})
    done(page)
    page.get_by_role("link", name="Choose my players").click()
    expect(page.locator("#sheet")).to_have_count(0)
    page.go_back(wait_until="commit")
    expect(page.locator("body")).to_have_attribute("data-kept", "true")
    open_card(page, "Anna")
    see_figures(page, {"water": 4, "gold": 1})
    so_far = int(saves(page).input_value())
    enter(page, {"water": 5})
    expect(mark(page)).to_have_text("✓ done")
    expect(page.locator("#waiting form")).to_have_count(0)
    expect(saves(page)).to_have_value(str(so_far + 1))


@pytest.mark.whole_browser
@pytest.mark.long
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
    open_card(page, "Anna")
    expect(saves(page)).to_have_value("2")
    changes = trail(page, path)
    assert len(changes) == 2
    assert changes[0].startswith("Anna, stage 1: water 5, ")


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
    assert trail(page, path) == [
        "Anna, stage 1: water 4, gold 1, rock salt 3, millet 0, maps used 0",
        "Play started",
    ]


@pytest.mark.long
def test_what_is_typed_before_the_script_has_come_stays_and_is_saved(phone):
    page = phone()
    start_play(page)
    page.route("**/js/entry.*", lambda route: None)
    page.reload(wait_until="commit")
    figure(page, "gold").fill("2")
    expect(page.locator("html.js")).to_have_count(0)
    # What was held goes on.
    page.unroute("**/js/entry.*")
    expect(mark(page)).to_have_text("✓ saved")
    see_figures(page, {"gold": 2})
    enter(page, {"water": 4})
    expect(saves(page)).to_have_value("2")
    page.reload()
    see_figures(page, {"gold": 2, "water": 4})
