"""By https, or on the machine itself, Caravan installs as an app and is readable without a network."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    card_name,
    cell,
    counted,
    done,
    enter,
    mark,
    open_card,
    play_path,
    see_figures,
    start_play,
)
from tests.browser.test_offline import HERE, OFFLINE, fetched_ahead, until
from tests.browser.test_offline_rounds import score_the_first_round
from tests.browser.test_whole_game import table_link, take_seats


def app_phone(phone, port):
    """A phone whose browser trusts the address, with the service worker at work."""
    page = phone(base_url=f"http://127.0.0.1:{port}", service_workers="allow", forgive=OFFLINE)
    page.goto("/")
    page.locator("h1").tap()
    until(page, "navigator.serviceWorker.controller")
    return page


def lose_the_network(page):
    """Nothing is reached any more, by the service worker either, which a browser may just have started anew."""
    page.context.set_offline(True)
    until(page, "await fetch('/static/css/caravan.css?' + Math.random()).then(() => false, () => true)")


def test_the_play_that_was_open_is_read_and_entered_after_a_reload_without_a_network(phone, port):
    page = app_phone(phone, port)
    start_play(page)
    path = play_path(page)
    page.reload()
    lose_the_network(page)
    page.reload()
    expect(card_name(page)).to_have_text("Anna")
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text(HERE)
    page.reload()
    see_figures(page, {"water": 4})
    page.goto("/")
    expect(page.get_by_role("link", name="Tuareg").first).to_be_visible()
    page.context.set_offline(False)
    until(page, "!(await outbox.waiting()).length")
    page.goto(path)
    expect(mark(page)).to_have_text("✓ saved")
    see_figures(page, {"water": 4})


def test_a_play_that_came_past_the_worker_opens_without_a_network_after_a_tap(phone, port):
    page = app_phone(phone, port)
    start_play(page)
    # As if it had been on its way while the worker began: nothing has stored it.
    page.evaluate("caches.open('pages').then((pages) => pages.delete(location.pathname))")
    until(page, "!(await caches.match(location.pathname))")
    page.locator("h1").tap()
    until(page, "await caches.match(location.pathname)")
    lose_the_network(page)
    page.reload()
    expect(card_name(page)).to_have_text("Anna")
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text(HERE)


@pytest.mark.long
def test_the_page_that_somebody_came_to_first_is_read_without_a_network_after_a_tap(phone, port):
    page = phone(base_url=f"http://127.0.0.1:{port}")
    start_play(page)
    fresh = phone(
        base_url=page.url, storage_state=page.context.storage_state(), service_workers="allow", forgive=OFFLINE
    )
    fresh.goto(page.url)
    fresh.locator("h1").tap()
    until(fresh, "navigator.serviceWorker.controller")
    until(fresh, "await caches.match(location.pathname)")
    lose_the_network(fresh)
    fresh.reload()
    enter(fresh, {"water": 4})
    expect(mark(fresh)).to_have_text(HERE)


@pytest.mark.long
def test_a_game_that_was_looked_at_stays_readable_and_what_was_not_kept_says_so(phone, port):
    page = app_phone(phone, port)
    page.goto("/games/tuareg")
    lose_the_network(page)
    page.goto("/games/tuareg")
    expect(page.locator("h1")).to_have_text("Tuareg")
    page.goto("/games/basari")
    expect(page.locator("h1")).to_have_text("No connection")


@pytest.mark.long
def test_help_that_was_opened_goes_on_after_a_reload_without_a_network(phone, port):
    page = app_phone(phone, port)
    page.goto("/games/five-tribes-solo/referee/yazid/")
    page.get_by_role("button", name="Begin", exact=True).click()
    lose_the_network(page)
    page.reload()
    page.get_by_role("button", name="Roll").click()
    expect(page.locator(".target")).to_have_count(1)
    page.reload()
    expect(page.locator("main")).to_contain_text("The dice: white")


@pytest.mark.long
def test_help_with_a_play_leaves_the_phone_with_it(phone, port):
    page = app_phone(phone, port)
    start_play(page, ["Anna", "Ben", "Chris"], game="basari")
    page.reload()
    page.get_by_role("link", name="Player aids").click()
    page.get_by_role("link", name="Bargaining").click()
    expect(page.locator("main")).to_contain_text("Anna")
    lose_the_network(page)
    page.reload()
    expect(page.locator("main")).to_contain_text("Anna")
    help_page, path = page.url, re.search(r"play=(.*)", page.url)[1]
    page.context.set_offline(False)
    page.context.clear_cookies()
    page.goto(f"/plays/{path}/")
    lose_the_network(page)
    page.goto(help_page)
    expect(page.locator("h1")).to_have_text("No connection")


def test_nothing_private_stays_after_signing_out(phone, port):
    page = app_phone(phone, port)
    start_play(page)
    path = play_path(page)
    page.reload()
    fetched_ahead(page)
    page.goto("/sign-out")
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator(".messages")).to_contain_text("Signed out")
    # The worker went with the rest; the page that came then brings a new one.
    page.locator("h1").tap()
    until(page, "navigator.serviceWorker.controller")
    lose_the_network(page)
    page.goto(path)
    expect(page.locator("h1")).to_have_text("No connection")
    assert page.evaluate("Promise.all(['typed', 'ahead'].map(kept.all))") == [[], []]


@pytest.mark.long
def test_a_play_that_may_not_be_seen_any_more_leaves_the_phone(phone, port):
    page = app_phone(phone, port)
    start_play(page)
    path = play_path(page)
    page.reload()
    page.context.clear_cookies()
    page.goto(path)
    lose_the_network(page)
    page.goto(path)
    expect(page.locator("h1")).to_have_text("No connection")


@pytest.mark.long
def test_it_can_be_installed(phone, port):
    page = app_phone(phone, port)
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        [{"errorId": "in-incognito", "errorArguments": []}],
    )


def test_on_plain_http_there_is_no_service_worker_and_no_complaint(phone):
    page = phone(service_workers="allow")
    start_play(page)
    assert not page.evaluate("Boolean(navigator.serviceWorker)")


def test_next_stage_opens_without_a_network_from_the_result_of_the_last(phone, port):
    page = app_phone(phone, port)
    start_play(page)
    path = play_path(page)
    done(page)
    page.get_by_role("button", name="Score now…").tap()
    page.get_by_role("button", name="Score anyway").click()
    onward = page.get_by_role("link", name="Count stage 2")
    expect(onward).to_be_visible()
    until(page, f"(await (await caches.match('{path}/'))?.text() || '').includes('Score stage 2')")
    lose_the_network(page)
    onward.tap()
    expect(page.locator(".head .where")).to_have_text("Stage 2 of 2")


def test_page_that_a_form_leads_to_is_waited_for_on_a_slow_line(phone, port):
    page = app_phone(phone, port)
    start_play(page, game="wizard")
    path = play_path(page)
    score_the_first_round(page, path)
    page.goto(f"{path}/stages/1")
    until(page, f"(await (await caches.match('{path}/'))?.text())?.includes('Round 2')")
    # Longer than the worker waits before it shows what it holds.
    slower = "const its = fetch; fetch = (asked) => new Promise((go) => setTimeout(go, 6000)).then(() => its(asked))"
    page.context.service_workers[0].evaluate(slower)
    page.get_by_role("button", name="End the game after this round").click()
    page.wait_for_url(f"**{path}/", wait_until="domcontentloaded")
    expect(page.locator(".podium")).to_be_attached(timeout=1)


def test_saved_figure_outlives_what_is_typed_on_an_older_stored_page_offline(phone, port):
    page = app_phone(phone, port)
    start_play(page)
    path = play_path(page)
    page.reload()
    enter(page, {"water": 3})
    expect(mark(page)).to_have_text("✓ saved")
    lose_the_network(page)
    page.reload()
    see_figures(page, {"water": 3})
    enter(page, {"gold": 2})
    expect(mark(page)).to_have_text(HERE)
    page.context.set_offline(False)
    until(page, "!(await outbox.waiting()).length")
    page.goto(path)
    see_figures(page, {"water": 3, "gold": 2})


def test_saved_figure_is_shown_beside_a_draft_on_an_older_stored_page_offline(phone, port):
    page = app_phone(phone, port)
    start_play(page)
    enter(page, {"millet": 5})
    expect(mark(page)).to_have_text("✓ saved")
    page.reload()
    enter(page, {"millet": 6})
    expect(mark(page)).to_have_text("✓ saved")
    lose_the_network(page)
    page.reload()
    see_figures(page, {"millet": 6})
    enter(page, {"water": 3})
    expect(mark(page)).to_have_text(HERE)
    page.reload()
    see_figures(page, {"water": 3, "millet": 6})


def test_what_others_were_seen_to_count_is_not_asked_for_again_on_an_older_stored_page_offline(phone, port):
    page, other = app_phone(phone, port), app_phone(phone, port)
    start_play(page)
    path = play_path(page)
    page.goto(f"{path}/table")
    other.goto(page.locator(".address").first.inner_text())
    page.goto(path)
    other.goto(path)
    open_card(other, "Ben")
    enter(other, {"water": 3})
    done(other)
    states = page.locator("#sheet .state")
    expect(states.nth(1)).to_have_text("✓ done")
    expect(counted(page)).to_contain_text("1 of 3")
    lose_the_network(page)
    page.reload()
    expect(cell(page, "Ben", "water")).to_have_value("3")
    expect(cell(page, "Ben", "gold")).to_have_value("0")
    expect(states.nth(1)).to_have_text("✓ done")
    expect(counted(page)).to_contain_text("1 of 3")
    enter(page, {"water": 4})
    done(page)
    expect(counted(page)).to_contain_text("2 of 3")
    expect(card_name(page)).to_have_text("Chris")


def test_play_that_is_started_from_a_kept_page_is_a_new_one(phone, port):
    page = app_phone(phone, port)
    page.goto("/games/tuareg")
    until(page, "await caches.match('/games/tuareg')")
    first = page.locator("main [name=play_id]").first.input_value()
    lose_the_network(page)
    page.reload()
    expect(page.locator("h1")).to_have_text("Tuareg")
    assert page.locator("main [name=play_id]").first.input_value() not in ("", first)


def test_cursor_leaves_a_cell_that_a_draft_has_filled_so_that_no_key_replaces_it(phone):
    page = phone(forgive=OFFLINE)
    start_play(page, game="splendor")
    page.context.set_offline(True)
    for name in ("Anna", "Ben", "Chris"):
        cell(page, name, "cards").fill("9")
        cell(page, name, "nobles").fill("1")
    expect(mark(page)).to_have_text(HERE)
    page.evaluate("sessionStorage.clear()")
    page.context.set_offline(False)
    page.reload()
    expect(cell(page, "Anna", "cards")).to_have_value("9")
    expect(page.locator("#sheet .cell.active")).to_have_count(0)
    expect(page.locator("#dock .keys:visible")).to_have_count(0)


def test_play_that_was_joined_by_a_link_opens_again_without_a_network(phone, port):
    host = phone()
    start_play(host, ("Anna", "Ben"))
    path = play_path(host)
    link = table_link(host)
    page = app_phone(phone, port)
    page.goto(urlsplit(link).path)
    take_seats(page, "Ben")
    expect(card_name(page)).to_have_text("Ben")
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text("✓ saved")
    until(page, f"(await (await caches.match('/'))?.text() || '').includes('{path}/')")
    lose_the_network(page)
    context = page.context
    page.close()
    page = context.new_page()
    page.goto("/")
    page.locator(f"main a[href='{path}/']").first.click()
    expect(cell(page, "Ben", "water")).to_have_value("4")
