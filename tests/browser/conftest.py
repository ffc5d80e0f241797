"""A server, a browser and phones for tests that look at Caravan from outside, as people do."""

import contextlib
import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.server import HOST, LASTING_HOST

HANDLES = Path(__file__).with_name("handles.js")

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # No page stays long enough to be compiled for speed, which takes a fifth of the work where axe looks at pages.
    "--js-flags=--no-opt --no-maglev",
    f"--host-resolver-rules=MAP {HOST} 127.0.0.1, MAP {LASTING_HOST} 127.0.0.1",
]
# What draws needs no process of its own in the shell, which saves some fortieth of the work; the whole browser dies of
# it at one start of some hundreds.
OF_THE_SHELL = ["--in-process-gpu"]
# A browser also notes each page that comes with a status of its own: not there, not all in, not all right.
EXPECTED = re.compile(
    r"Failed to load resource: .* status of (404|409|422) |Service Worker registration blocked by Playwright"
    # htmx says of each request that it got no answer, which the browser has said before.
    r"|^htmx:(sendError|sendAbort|timeout|afterRequest|error)\b"
)


@pytest.fixture(scope="session")
def port(server):
    return server.port


@pytest.fixture(scope="session")
def address(port):
    """Where phones find the server: neither https nor localhost, as on most first evenings."""
    return f"http://{HOST}:{port}"


@pytest.fixture(scope="session")
def playwright():
    # What is awaited comes at once on a quiet machine; a busy one is given time.
    expect.set_options(timeout=15_000)
    with sync_playwright() as its_playwright:
        yield its_playwright


@pytest.fixture(scope="session")
def browser(playwright):
    """The browser that shows the pages: where there is one, its shell, which does that with half of the work."""
    shell = os.environ.get("CHROME_SHELL")
    with launched(playwright, shell or os.environ["CHROME_PATH"], *OF_THE_SHELL * bool(shell)) as its_browser:
        yield its_browser


@pytest.fixture(scope="session")
def whole_browser(request, playwright):
    """The browser with all that people have around its pages, for tests marked with its name."""
    if not os.environ.get("CHROME_SHELL"):
        yield request.getfixturevalue("browser")
        return
    with launched(playwright, os.environ["CHROME_PATH"]) as its_browser:
        yield its_browser


def launched(playwright, path, *flags):
    """This browser with these flags beside those of all, until the end of the block."""
    its_browser = playwright.chromium.launch(
        executable_path=path,
        args=[*FLAGS, *flags],
        # Playwright turns off what Back does in everybody's browser.
        ignore_default_args=["--disable-back-forward-cache"],
    )
    return contextlib.closing(its_browser)


@pytest.fixture
def phone(request, address):
    """Opens phones: each call gives a page in a context of its own. What a console complains about fails the test."""
    kind = "whole_browser" if request.node.get_closest_marker("whole_browser") else "browser"
    browser = request.getfixturevalue(kind)
    with contextlib.ExitStack() as open_phones:
        complaints = []

        def open_phone(*, width=390, height=844, forgive="$^", **more):
            context = browser.new_context(
                **{"base_url": address, "locale": "en", "has_touch": True, "service_workers": "block"} | more,
                viewport={"width": width, "height": height},
            )
            open_phones.callback(context.close)
            # As above: who waits for what has come already waits no longer for it.
            context.set_default_timeout(20_000)
            context.add_init_script(path=HANDLES)

            def note(text):
                if not EXPECTED.search(text) and not re.search(forgive, text):
                    complaints.append(text)

            context.on("console", lambda said: note(said.text) if said.type in ("error", "warning") else None)
            context.on("weberror", lambda error: note(str(error.error)))
            return context.new_page()

        yield open_phone
        assert complaints == []
