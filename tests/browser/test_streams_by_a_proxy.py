"""Streams by https and http/2, through the proxy that the project brings."""

import pytest
from playwright.sync_api import expect

from tests.browser.server import free_port, serving
from tests.browser.table import key, play_path, start_play
from tests.proxy import a_proxy

pytestmark = [pytest.mark.needs("proxy"), pytest.mark.long]

MANY = 10
# Opens so many streams of what the page shows; `told` is there once each has brought html.
OPEN = """(many) => {
    const address = document.getElementById("live").getAttribute("hx-get");
    const opened = Array.from({ length: many }, (_, number) => {
        const stream = address.replace(/live.revision=\\d+/, "stream?tab=0123456789abcde" + number);
        const source = new EventSource(stream);
        const told = new Promise((come) => {
            source.addEventListener("message", ({ data }) => { if (data[0] === "<") come(data); });
        });
        return { told, open: new Promise((come) => { source.onopen = come; }) };
    });
    self.told = Promise.all(opened.map(({ told }) => told));
    return Promise.all(opened.map(({ open }) => open)).then(() => true);
}"""


@pytest.fixture
def address(tmp_path):
    """Where phones find the proxy."""
    site = f"https://localhost:{free_port()}"
    settings = {"PROXY": "1", "HTTPS": "1"}
    with serving(tmp_path / "site", **settings) as server, a_proxy(tmp_path, site, [server.port]):
        yield site


def test_many_streams_of_a_phone_share_a_connection_and_bring_a_figure_as_it_is_tapped(phone):
    host, watcher = phone(ignore_https_errors=True), phone(ignore_https_errors=True)
    start_play(host)
    path = play_path(host)
    host.goto(f"{path}/table")
    watcher.goto(host.locator(".address").last.inner_text())
    expect(watcher.locator("#live")).to_be_attached()
    network, answers = watcher.context.new_cdp_session(watcher), []
    network.send("Network.enable")
    network.on("Network.responseReceived", lambda its: answers.append(its["response"]))
    watcher.evaluate(OPEN, MANY)
    host.goto(path)
    key(host, 4).click()
    assert len(set(watcher.evaluate("() => self.told"))) == 1
    streams = [answer for answer in answers if "/stream?" in answer["url"]]
    assert len(streams) >= MANY
    assert {(each["status"], each["protocol"]) for each in streams} == {(200, "h2")}
    assert len({each["connectionId"] for each in streams}) == 1
    assert {each["headers"]["content-encoding"] for each in streams} == {"gzip"}
