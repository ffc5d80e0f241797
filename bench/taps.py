"""Measure the time from a tap on a score sheet to the next paint on a phone.

It uses the Event Timing API, which has a resolution of 8 ms and reports nothing below 16 ms. Saves and their responses
go on as in a play. A page with only a button is the baseline. The CPU is slowed down to a mid-tier phone, by
Lighthouse's BenchmarkIndex as in Chrome's own tools.
"""

import contextlib
import functools
import itertools
from statistics import median

from playwright.sync_api import sync_playwright

from bench.first_paint import SLOWER, browser_path
from bench.site import site
from tests.browser.server import HOST
from tests.browser.table import cell, start_play

TAPS = 30
MOST_SECONDS, LEAST_TOLD = 0.05, 0.016
# The BenchmarkIndex of a mid-tier phone, a Pixel 5, as Chrome's tools have it.
MID_TIER = 1000
# Nobody taps faster for long.
BETWEEN_MS = 200
FIVE = ("Anna", "Maximilian", "Ben", "Chris", "Dora")
# Kept by what the browser takes for one tap: its longest event is what the eye waits for.
LISTEN = """() => {
    window.tapped = new Map();
    new PerformanceObserver((list) => list.getEntries().forEach(({interactionId, duration}) => {
        if (interactionId) tapped.set(interactionId, Math.max(duration, tapped.get(interactionId) ?? 0));
    })).observe({type: "event", durationThreshold: 16});
}"""

# In tens of rounds a second: the mean of one that makes strings and one that copies lists.
BENCHMARK_INDEX = """() => {
    const tensASecond = (round) => {
        const begun = performance.now();
        let rounds = 0;
        while (performance.now() - begun < 250) { round(rounds); rounds += 1; }
        return rounds * 100 / (performance.now() - begun);
    };
    const lists = [0, 1].map(() => Array.from({length: 100000}, (_, at) => at));
    const makeString = () => {
        let text = "";
        for (let at = 0; at < 10000; at += 1) text += "a";
        if (text.length === 1) throw new Error("kept, so that it is made");
    };
    const copyList = (rounds) => {
        const from = lists[rounds % 2], to = lists[1 - rounds % 2];
        for (let at = 0; at < from.length; at += 1) to[at] = from[at];
    };
    return (tensASecond(makeString) + tensASecond(copyList)) / 2;
}"""


def slower_for_mid_tier(browser) -> float:
    """How much this machine's browser is slowed down to be as fast as a mid-tier phone's; 1 where it is no faster."""
    page = browser.new_page()
    index = median(page.evaluate(BENCHMARK_INDEX) for _ in range(5))
    page.close()
    return max(1.0, index / MID_TIER)


def open_column(page, name):
    """Let the cursor go to somebody's column, by no tap that the browser would tell of."""
    page.locator("#sheet thead a", has=page.get_by_text(name, exact=True)).dispatch_event("click")


def frame(page, name, row):
    """Frame a cell, by no tap that the browser would tell of."""
    cell(page, name, row).dispatch_event("click")


def figures_of_tuareg(page):
    """Figure after figure, column after column; then the first row once more, each cell framed first."""
    for at in itertools.count():
        if at >= 25:
            frame(page, FIVE[at % 5], "water")
        yield page.locator("#figure-keys button:not(.none)", has_text="1").first


def display_of_targi(page):
    """Twelve cards on each of two displays; then a card that lies is taken for another one."""
    for name in FIVE[:2]:
        open_column(page, name)
        for at in range(12):
            yield page.locator(f".panel:visible [data-key='{('well', 'rider', 'oasis', 'camp')[at % 4]} {at % 3 + 1}']")
    for at in itertools.count():
        yield page.locator(".cell .face").nth(1).locator(".slot").nth(at)
        yield page.locator(".panel:visible [data-key='targia 2']")


def tiles_of_five_tribes(page):
    """What stands on the board, tile by tile."""
    for key, number in {"tile_6": 4, "tile_8": 4, "palms": 12, "palaces": 10}.items():
        for _ in range(number):
            yield page.locator(f".panel:visible [data-key='{key}']")


def bare_button(page):
    """A button that counts its taps; the page has nothing else, and asks nobody."""
    page.set_content("<button style='width: 100%; height: 100px'>0</button>")
    page.evaluate("() => { document.querySelector('button').onclick = ({target}) => { target.textContent++; }; }")


# What is opened, and what is tapped there.
SHEETS = {
    "a bare button": (bare_button, lambda page: itertools.repeat(page.locator("button"))),
    "Tuareg, five players": (functools.partial(start_play, names=FIVE, game="tuareg"), figures_of_tuareg),
    "a display of Targi": (functools.partial(start_play, names=FIVE[:2], game="targi"), display_of_targi),
    "tiles of Five Tribes": (functools.partial(start_play, names=FIVE[:4], game="five-tribes"), tiles_of_five_tribes),
}


def tapped(browser, address, opened, targets, *, taps, slower) -> list[float]:
    """The seconds of so many taps on a page that is opened anew, first of those that the browser names.

    `slower`: how much the browser is slowed down.
    """
    context = browser.new_context(
        base_url=address, viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, device_scale_factor=3
    )
    page = context.new_page()
    opened(page)
    page.evaluate(LISTEN)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    for target in itertools.islice(targets(page), taps):
        target.tap()
        page.wait_for_timeout(BETWEEN_MS)
    took = page.evaluate("() => [...tapped.values()]")
    context.close()
    return [milliseconds / 1000 for milliseconds in took] + [LEAST_TOLD] * (taps - len(took))


def measured(*, taps, say) -> dict:
    """The seconds of each tap, by sheet and phone; how much the browser was slowed down stands with the phone."""
    with contextlib.ExitStack() as stack:
        its = stack.enter_context(site(ALLOWED_HOSTS=f"127.0.0.1 {HOST}"))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=browser_path() or None)
        found = {}
        for sheet, (opened, targets) in SHEETS.items():
            usual = slower_for_mid_tier(browser)
            phones = {"not slowed down": 1, f"mid-tier phone (÷{usual:.1f})": usual, f"CPU ÷{SLOWER}": SLOWER}
            for phone, slower in phones.items():
                say(f"{sheet}, {phone}")
                took = tapped(browser, f"http://127.0.0.1:{its.port}", opened, targets, taps=taps, slower=slower)
                found[f"{sheet}, {phone}"] = took
        browser.close()
    return found
