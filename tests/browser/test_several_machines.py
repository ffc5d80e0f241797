"""The evening at the table, when two servers share one PostgreSQL behind the proxy that the project brings."""

import re
import secrets
import time
import urllib.request
from contextlib import ExitStack

import pytest

from tests.browser import test_whole_game as evening
from tests.browser.server import HOST, free_port, serving
from tests.postgresql import a_migrated_database
from tests.proxy import a_proxy

pytestmark = pytest.mark.needs("proxy")


@pytest.fixture(scope="module")
def machines(tmp_path_factory):
    """Two servers that know nothing of each other but the database and the key."""
    with ExitStack() as both:
        shared = {
            "DATABASE_URL": a_migrated_database(),
            "SECRET_KEY": secrets.token_urlsafe(48),
            "PROXY": "1",
            "LOGS": "plain",
        }
        folders = [tmp_path_factory.mktemp(name) for name in ("one", "another")]
        yield [both.enter_context(serving(folder, **shared)) for folder in folders]


@pytest.fixture(scope="module")
def address(machines, tmp_path_factory):
    """Where phones find the proxy."""
    site = f"http://{HOST}:{free_port()}"
    with a_proxy(tmp_path_factory.mktemp("proxy"), site, [machine.port for machine in machines]):
        yield site


def served(machine, method, status):
    """The kinds of addresses that this server answered so."""
    return set(re.findall(rf" {method} (\S*) {status} ", machine.said.read_text()))


def told_of(word, machines) -> int:
    """How many servers' logs have this word; the line of a request may come a moment after its answer."""
    for _ in range(100):
        if found := sum(word in machine.said.read_text() for machine in machines):
            return found
        time.sleep(0.1)
    return 0


@pytest.mark.long
def test_a_whole_game_is_counted_on_two_phones_by_two_servers(phone, machines):
    evening.test_a_whole_game_is_counted_on_two_phones_at_once(phone)
    for machine in machines:
        assert {"/plays/<uuid:uuid>/live"} <= served(machine, "GET", 200) | served(machine, "GET", 204)
        assert served(machine, "POST", 302)


@pytest.mark.long
def test_a_whole_game_is_counted_without_javascript_by_two_servers(phone):
    evening.test_a_whole_game_is_counted_on_one_phone_without_javascript(phone)


@pytest.mark.long
def test_each_server_is_ready_and_says_who_asked_by_the_proxys_id(machines, address):
    for machine in machines:
        for path in ("healthz", "readyz"):
            assert urllib.request.urlopen(f"http://127.0.0.1:{machine.port}/{path}").read() == b"ok\n"
    by_proxy = urllib.request.Request(
        address.replace(HOST, "127.0.0.1"), headers={"Host": HOST, "X-Request-ID": "the-evening-1"}
    )
    assert urllib.request.urlopen(by_proxy).headers["X-Request-ID"] == "the-evening-1"
    assert told_of("the-evening-1 ", machines) == 1
