"""Who signs out, leaves a group or is removed from it: nothing of them or of the group stays on the phone."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.table import enter, play_path, start_play
from tests.browser.test_app import app_phone
from tests.browser.test_offline import fetched_ahead, until
from tests.lanes import long

WITH_PLAYERS = ["Anna", "Ben", "Chris"]
PAGES = "caches.open('pages').then((its) => its.keys()).then((all) => all.map(({ url }) => new URL(url).pathname))"
HELP = "Object.keys(localStorage).filter((key) => key.startsWith('referee '))"
AHEAD = "kept.all('ahead')"


def ask_for_help(page):
    """Begin a help of a solo game, and one of the play that is open; both stay on this phone."""
    start_play(page, WITH_PLAYERS, game="basari")
    path = play_path(page)
    fetched_ahead(page)
    page.get_by_role("link", name="Player aids").click()
    page.get_by_role("link", name="Bargaining").click()
    page.locator("#referee-page button").first.click()
    expect(page.locator("button[name=undo]")).to_be_enabled()
    page.goto("/games/five-tribes-solo/referee/yazid/")
    page.get_by_role("button", name="Begin", exact=True).click()
    until(page, f"{HELP}.length === 2")
    return path


def sign_out(page):
    page.goto("/sign-out")
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator(".messages")).to_contain_text("Signed out")


def join(page, owner, path):
    """Let somebody into the group of the owner's play."""
    owner.goto(f"{path}/more")
    group = owner.locator("a[href^='/groups/']").first.get_attribute("href")
    owner.goto(f"{'/'.join(group.split('/')[:3])}/people")
    page.goto(urlsplit(owner.locator(".address").first.inner_text()).path)
    page.get_by_role("button", name="Join").click()
    return owner.url


# Where a browser forgets by itself another test asks every day.
@pytest.mark.parametrize("host", [long("127.0.0.1"), "caravan.test"])
def test_signing_out_leaves_nothing_on_the_phone_but_the_language(phone, port, host):
    page = phone(base_url=f"http://{host}:{port}", service_workers="allow")
    page.goto("/")
    page.get_by_role("button", name="Deutsch").click()
    page.get_by_role("button", name="English").click()
    ask_for_help(page)
    sign_out(page)
    until(page, "localStorage.getItem('home /')")
    assert page.evaluate(HELP) == page.evaluate(AHEAD) == page.evaluate("kept.all('typed')") == []
    assert {cookie["name"] for cookie in page.context.cookies()} >= {"language"}


def test_who_signs_out_leaves_no_card_behind_that_was_refused(phone, port):
    page = phone(base_url=f"http://127.0.0.1:{port}", forgive="status of 400")
    # The browser of an address that it trusts would clear all by itself.
    page.route("**/sign-out", lambda route: forget_header(route))
    start_play(page, WITH_PLAYERS)
    page.route("**/seats/**", lambda route: route.fulfill(status=400) if is_sent(route) else route.continue_())
    enter(page, {"water": 4})
    expect(page.locator(".outbox .fault")).to_be_visible()
    assert page.evaluate("kept.all('typed').then((all) => all.length)") == 1
    sign_out(page)
    until(page, "!(await kept.all('typed')).length")


def test_who_signs_out_leaves_no_draft_of_totals_behind(phone, port):
    page = phone(base_url=f"http://127.0.0.1:{port}")
    page.route("**/sign-out", lambda route: forget_header(route))
    start_play(page, WITH_PLAYERS)
    page.goto("/totals")
    page.locator("[name=title]").fill("Heat")
    until(page, "Object.keys(localStorage).some((key) => key.startsWith('draft '))")
    sign_out(page)
    until(page, "!Object.keys(localStorage).some((key) => key.startsWith('draft '))")


def is_sent(route):
    return route.request.method == "POST"


@pytest.mark.long
def test_a_script_forgets_what_a_browser_does_not_by_itself(phone, port):
    page = phone(base_url=f"http://127.0.0.1:{port}")
    page.route("**/sign-out", lambda route: forget_header(route))
    ask_for_help(page)
    sign_out(page)
    until(page, "localStorage.getItem('home /')")
    assert page.evaluate(HELP) == page.evaluate(AHEAD) == []


def forget_header(route):
    answer = route.fetch(max_redirects=0)
    headers = {name: value for name, value in answer.headers.items() if name != "clear-site-data"}
    route.fulfill(response=answer, headers=headers)


def test_who_was_signed_out_elsewhere_leaves_nothing_from_the_next_page_on(phone, port):
    page = app_phone(phone, port)
    page.goto("/")
    first = ask_for_help(page)
    page.goto(first)
    start_play(page)
    second = play_path(page)
    page.goto("/")
    until(page, f"(await {PAGES}).some((path) => path.startsWith('{second}'))")
    page.context.clear_cookies()
    page.goto(second)
    expect(page.locator("h1")).to_have_text("Page not found")
    until(page, f"!{HELP}.length")
    assert page.evaluate(PAGES) == ["/offline"]
    assert page.evaluate(AHEAD) == []
    page.context.set_offline(True)
    page.goto(first)
    expect(page.locator("h1")).to_have_text("No connection")


def test_who_was_signed_out_elsewhere_leaves_nothing_once_home_says_so(phone, port):
    page = app_phone(phone, port)
    ask_for_help(page)
    page.goto("/")
    until(page, "JSON.parse(localStorage.getItem('home /'))?.person")
    page.context.clear_cookies()
    page.goto("/")
    until(page, f"!{HELP}.length && !(await {AHEAD}).length")


@pytest.mark.parametrize("of_the_play", [long(False), True], ids=["home", "the play"])
def test_who_is_removed_from_a_group_keeps_nothing_of_it_from_the_next_page_on(phone, port, of_the_play):
    page, owner = app_phone(phone, port), phone(base_url=f"http://127.0.0.1:{port}")
    start_play(owner, WITH_PLAYERS, game="basari")
    path = play_path(owner)
    people = join(page, owner, path)
    page.goto(path)
    fetched_ahead(page)
    page.get_by_role("link", name="Player aids").click()
    page.get_by_role("link", name="Bargaining").click()
    page.locator("#referee-page button").first.click()
    until(page, f"{HELP}.length")
    page.goto("/")
    until(page, "localStorage.getItem('home /')")
    assert page.evaluate(f"{AHEAD}.then((all) => all.length)") == 1
    owner.goto(people)
    owner.get_by_role("link", name="Remove").last.click()
    owner.get_by_role("button", name="Remove").click()
    page.goto(path if of_the_play else "/")
    until(page, f"!{HELP}.length && !(await {AHEAD}).length")
    until(page, f"!(await {PAGES}).some((path) => path.includes('/plays/'))")


@pytest.mark.long
def test_an_old_home_that_was_kept_forgets_nothing(phone, port):
    page = app_phone(phone, port)
    page.goto("/")
    ask_for_help(page)
    page.context.set_offline(True)
    page.goto("/")
    page.wait_for_load_state("networkidle")
    assert len(page.evaluate(HELP)) == 2
    assert len(page.evaluate(AHEAD)) == 1
