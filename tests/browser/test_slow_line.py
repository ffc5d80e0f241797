"""A line on which an answer takes longer than a first try is given: it is waited for longer, and saved once."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import enter, mark, play_path, start_play, trail
from tests.browser.test_bad_network import FORGIVEN

SLOWER_THAN_ONE_TRY_MS = 12_000


def slow_down(line, *, by):
    line.send("Network.enable")
    any_rate = {"downloadThroughput": -1, "uploadThroughput": -1}
    line.send("Network.emulateNetworkConditions", {"offline": False, "latency": by, **any_rate})


@pytest.mark.long
def test_a_save_is_answered_though_the_line_takes_longer_than_the_first_try(phone):
    page = phone(forgive=FORGIVEN)
    start_play(page)
    path = play_path(page)
    sent = []
    page.on("request", lambda request: sent.append(request) if re.search("/seats/.*/1$", request.url) else None)
    line = page.context.new_cdp_session(page)
    slow_down(line, by=SLOWER_THAN_ONE_TRY_MS)
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text("✓ saved", timeout=60_000)
    assert len(sent) == 2
    slow_down(line, by=0)
    assert trail(page, path) == ["Anna, stage 1: water 4", "Play started"]
