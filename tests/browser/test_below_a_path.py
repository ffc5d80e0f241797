"""Two Caravans below paths of one host, behind a proxy: each works there as anywhere, and keeps to itself."""

import contextlib
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.server import free_port, serving
from tests.browser.table import card_name, close_button, done_with, enter, give_passkeys, mark, seat, see_figures
from tests.browser.test_offline import HERE, OFFLINE, until
from tests.browser.test_shared_results import ALL_THERE
from tests.proxy import a_proxy

pytestmark = pytest.mark.needs("proxy")
DOCS = Path(__file__).resolve().parent.parent.parent / "docs" / "host" / "reverse-proxy.md"
OUTSIDE = """(site) => [...document.querySelectorAll("*")].flatMap((each) => [...each.attributes])
    .filter(({ name, value }) => /^(href|src|action|hx-.*|data-.*)$/.test(name) && value.startsWith("/"))
    .map(({ value }) => value).filter((value) => !value.startsWith(site))"""


def caddyfile(site, port, other_port):
    """The proxy of the documentation, with two sites at other ports."""
    [text] = re.findall(r"```caddyfile\n(.+?)```", DOCS.read_text(), re.S)
    head, lines = text.replace("example.org", site).split("{\n", 1)
    lines, _ = lines.rsplit("}", 1)
    assert "8000" in lines
    lines = lines.replace("8000", str(port)) + lines.replace("caravan", "club").replace("8000", str(other_port))
    return f"{head}{{\n{lines}}}\n"


@pytest.fixture(scope="module")
def sites(tmp_path_factory):
    """The addresses of both Caravans. Browsers trust localhost, so there are service workers and passkeys."""
    folder, proxy, ports = (
        tmp_path_factory.mktemp("sites"),
        f"http://localhost:{free_port()}",
        [free_port(), free_port()],
    )
    names = "caravan", "club"
    with contextlib.ExitStack() as running:
        for name, port in zip(names, ports, strict=True):
            settings = {"CARAVAN_URL": f"{proxy}/{name}", "PORT": str(port), "PROXY": "1"}
            running.enter_context(serving(folder / name, **settings))
        running.enter_context(a_proxy(folder, proxy, ports, text=caddyfile(proxy, *ports)))
        yield [f"{proxy}/{name}/" for name in names]


@pytest.fixture
def address(sites):
    """The address of the first one."""
    return sites[0]


def start(page, site, names=("Anna", "Ben"), game="tuareg"):
    """Start a play as people do, from the site's home."""
    page.goto(f"{site}games/{game}")
    seat(page, names)
    page.locator("[name=start]").click()
    expect(card_name(page)).to_have_text(names[0])
    expect(page.locator("[data-score]:not([data-does])")).to_have_count(0)
    return re.match(r".*/plays/[^/]+/", page.url)[0]


def test_play_is_counted_on_two_phones_offline_and_printed_below_a_path(phone, sites):
    site, path = sites[0], urlsplit(sites[0]).path
    host, guest = phone(service_workers="allow", forgive=OFFLINE), phone()
    # Without its slash, too.
    host.goto(site.rstrip("/"))
    assert host.url == site
    play = start(host, site)
    assert play.startswith(f"{site}plays/")
    assert host.evaluate(OUTSIDE, path) == []

    host.goto(f"{play}table")
    link = host.locator(".address").first.inner_text()
    assert link.startswith(f"{site}t/")
    guest.goto(link)
    guest.get_by_label("Ben").check()
    guest.get_by_role("button", name="Count for these").click()
    expect(card_name(guest)).to_have_text("Ben")
    host.goto(play)
    enter(host, {"water": 4})
    expect(mark(host)).to_have_text("✓ saved")
    guest.goto(play)
    expect(guest.locator("#live")).to_be_attached()
    expect(guest.locator("#counted")).to_contain_text("of 2 counted")
    assert guest.evaluate(OUTSIDE, path) == []

    # A worker of its own, whose pages stay without a network.
    host.locator("h1").tap()
    until(host, "navigator.serviceWorker.controller")
    assert host.evaluate("navigator.serviceWorker.ready.then(({ scope }) => scope)") == site
    host.reload()
    until(host, f"await caches.open('pages-caravan').then((pages) => pages.match('{urlsplit(play).path}'))")
    host.context.set_offline(True)
    host.reload()
    expect(card_name(host)).to_have_text("Anna")
    enter(host, {"gold": 2})
    expect(mark(host)).to_have_text(HERE)
    host.context.set_offline(False)
    until(host, "!(await outbox.waiting()).length")
    host.goto(play)
    see_figures(host, {"water": 4, "gold": 2})

    assert host.goto(f"{play}sheet").status == 200
    assert host.evaluate(OUTSIDE, path) == []


def test_result_has_its_pictures_below_a_path(phone, sites):
    site, page = sites[0], phone()
    play = start(page, site)
    for _stage in ("1", "2"):
        for name in ("Anna", "Ben"):
            done_with(page, name)
        close_button(page).click()
        expect(page.locator(".head .where")).to_contain_text("Result")
        page.locator(".dock .button").click()
    page.get_by_role("button", name="Share the win and finish").click()
    expect(page.locator(".podium")).to_be_visible()
    assert page.url == play
    page.goto(f"{play}result")
    page.wait_for_function(f"() => {ALL_THERE}")
    assert page.evaluate(OUTSIDE, urlsplit(site).path) == []


def test_passkey_signs_in_below_a_path(phone, sites):
    site, page = sites[0], phone()
    start(page, site)
    give_passkeys(page)
    page.goto(f"{site}you")
    page.locator("form[data-passkey] button").click()
    expect(page.locator(".messages")).to_contain_text("Saved.")
    page.goto(f"{site}sign-out")
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator(".messages")).to_contain_text("Signed out.")
    assert page.url == site
    page.goto(f"{site}sign-in")
    page.locator("form[data-passkey] button").click()
    expect(page.locator(".messages")).to_contain_text("Signed in.")


def test_two_sites_of_a_host_share_no_cookie_and_forget_nothing_of_each_other(phone, sites):
    page = phone()
    one, other = sites
    play = start(page, one)
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text("✓ saved")
    start(page, other, ["Dora", "Emil"])
    cookies = page.context.cookies()
    assert {urlsplit(one).path, urlsplit(other).path} <= {each["path"] for each in cookies}
    assert {each["path"] for each in cookies if each["path"] == "/"} == set()
    assert {each["name"] for each in page.context.cookies(one)}.isdisjoint(
        each["name"] for each in page.context.cookies(other)
    )
    page.goto(other)
    page.goto(f"{other}sign-out")
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator(".messages")).to_contain_text("Signed out.")
    page.goto(play)
    see_figures(page, {"water": 4})
    undo = "Object.keys(localStorage).filter((key) => key.startsWith('steps '))"
    assert page.evaluate(undo) == [f"steps {urlsplit(play).path}"]
