"""What the page of a card weighs, and how many taps lead to it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.server import HOST
from tests.browser.table import card_name, close_button, start_play
from tests.browser.tour import LONG_NAMES

MOST_BYTES, MOST_REQUESTS, MOST_OF_SCRIPTS, MOST_OF_LATER_SCRIPTS = 37_700, 8, 25_250, 2_000


@pytest.fixture
def fetched(phone):
    """Opens an address with an empty cache; gives what it took to show it, as (bytes over the wire, address)."""

    def fetch(context, path):
        page = context.new_page()
        network = context.new_cdp_session(page)
        network.send("Network.enable")
        network.send("Network.clearBrowserCache")
        addresses, weights = {}, {}
        network.on(
            "Network.requestWillBeSent", lambda event: addresses.update({event["requestId"]: event["request"]["url"]})
        )
        network.on(
            "Network.loadingFinished", lambda event: weights.update({event["requestId"]: event["encodedDataLength"]})
        )
        page.goto(path, wait_until="networkidle")
        later = re.compile(r"/live\?|/ahead$")
        return [(weights.get(request, 0), url) for request, url in addresses.items() if not later.search(url)]

    return fetch


# By https, and on this machine itself, browsers take what is compressed best.
@pytest.fixture
def trusted(phone, port):
    return phone(base_url=f"http://127.0.0.1:{port}")


def test_the_page_of_a_card_is_light(trusted, fetched):
    start_play(trusted, LONG_NAMES)
    found = fetched(trusted.context, trusted.url)
    total = sum(weight for weight, _ in found)
    story = f"{total} bytes in {len(found)} requests: {found}"
    print(story)
    assert any("icon" in url for _, url in found), story
    assert total <= MOST_BYTES, story
    assert len(found) <= MOST_REQUESTS, story


@pytest.mark.parametrize(
    ("game", "host"),
    [
        *(("tuareg", HOST), ("basari", "127.0.0.1"), ("targi", HOST), ("five-tribes", "127.0.0.1")),
        *(
            pytest.param(game, host, marks=pytest.mark.long)
            for game, host in (("tuareg", "127.0.0.1"), ("basari", HOST), ("targi", "127.0.0.1"), ("five-tribes", HOST))
        ),
    ],
)
def test_its_scripts_are_light_whatever_is_entered(phone, port, host, game):
    page = phone(base_url=f"http://{host}:{port}")
    start_play(page, LONG_NAMES[: 3 if game == "basari" else 2], game=game)
    page.reload()
    page.wait_for_load_state("networkidle")
    scripts = page.evaluate(
        """performance.getEntriesByType("resource").filter((each) => each.initiatorType === "script").map((each) =>
            [each.encodedBodySize, each.startTime >= performance.getEntriesByType("navigation")[0].loadEventStart])"""
    )
    at_once = sum(weight for weight, is_later in scripts if not is_later)
    assert 20_000 < at_once <= MOST_OF_SCRIPTS, scripts
    assert sum(weight for weight, _ in scripts) - at_once <= MOST_OF_LATER_SCRIPTS, scripts


class Finger:
    """Taps, and counts its taps."""

    taps = 0

    def tap(self, target):
        target.tap()
        self.taps += 1


def test_a_new_group_starts_with_few_taps_beyond_the_names(phone):
    page, finger = phone(), Finger()
    page.goto("/")
    finger.tap(page.locator(".tile").first)
    for place, name in enumerate(["Anna", "Ben", "Chris", "Dora"]):
        finger.tap(page.locator("[name=player]").nth(place))
        page.keyboard.type(name)
    finger.tap(page.locator("[name=start]"))
    expect(card_name(page)).to_have_text("Anna")
    assert finger.taps <= 8


def test_a_rematch_takes_few_taps(phone):
    page, finger = phone(), Finger()
    start_play(page, ["Anna", "Ben"])
    for _stage in ("1", "2"):
        close_button(page).click()
        page.get_by_role("button", name="Count as they are").click()
        page.locator(".dock .button").click()
    page.get_by_role("button", name="Share the win").click()
    expect(page.locator(".podium")).to_be_visible()
    finger.tap(page.get_by_role("button", name="Rematch"))
    expect(card_name(page)).to_have_text("Anna")
    assert finger.taps <= 3


def test_the_group_plays_again_another_evening_with_few_taps(phone):
    page, finger = phone(), Finger()
    start_play(page, ["Anna", "Ben"])
    page.goto("/")
    finger.tap(page.locator(".tile").first)
    for name in ("Ben", "Anna"):
        finger.tap(page.locator(".chips").get_by_role("button", name=name))
    finger.tap(page.locator("[name=start]"))
    expect(card_name(page)).to_have_text("Ben")
    assert finger.taps <= 2 + 8
