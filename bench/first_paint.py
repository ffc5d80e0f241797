"""Measure the size of the score entry page, and its first paint on a slow phone with an empty cache."""

import asyncio
import contextlib
import os
import subprocess

from playwright.sync_api import sync_playwright

from bench.phone import sit_down
from bench.site import ROOT, site

# Each visit keeps them.
MOST_BYTES, MOST_SECONDS = 48_000, 0.7
SLOWER, LATENCY_MS, BITS = 4, 150, 1_600_000
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def browser_path() -> str:
    """The Chromium of the tests."""
    given = os.environ.get("CHROME_PATH")
    return given or subprocess.run([ROOT / "scripts/browser"], capture_output=True, text=True).stdout.strip()


def visit(browser, address, cookies) -> tuple[int, float]:
    """Open an address on a slow phone; the bytes over the wire and the seconds until the first paint."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, device_scale_factor=3)
    context.add_cookies([{"name": name, "value": value, "url": address} for name, value in cookies.items()])
    page = context.new_page()
    network, weights = context.new_cdp_session(page), []
    network.send("Network.enable")
    bytes_a_second = BITS / 8
    slow = {"latency": LATENCY_MS, "downloadThroughput": bytes_a_second, "uploadThroughput": bytes_a_second}
    network.send("Network.emulateNetworkConditions", {"offline": False, **slow})
    network.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    network.on("Network.loadingFinished", lambda event: weights.append(event["encodedDataLength"]))
    page.goto(address, wait_until="load")
    page.wait_for_function(f"{PAINTED} > 0")
    painted = page.evaluate(PAINTED) / 1000
    context.close()
    return round(sum(weights)), painted


def measured(*, times, say) -> dict:
    """The bytes and the seconds of each of some visits of the entry page and of the bare view."""
    found = {"most bytes": MOST_BYTES, "most seconds": MOST_SECONDS}
    with contextlib.ExitStack() as stack:
        its, bare = stack.enter_context(site()), stack.enter_context(site(app="bench.bare"))
        seated = asyncio.run(sit_down(its.port, 4))
        playwright = stack.enter_context(sync_playwright())
        entry = f"http://127.0.0.1:{its.port}{seated.cards[0]}", seated.phones[0].cookies
        browser = playwright.chromium.launch(executable_path=browser_path() or None)
        for name, (address, cookies) in {
            "entry page": entry,
            "bare view": (f"http://127.0.0.1:{bare.port}/", {}),
        }.items():
            say(f"{name} on a slow phone")
            visits = [visit(browser, address, cookies) for _ in range(times)]
            found[name] = dict(zip(("bytes", "seconds"), zip(*visits, strict=True), strict=True))
        browser.close()
    return found
