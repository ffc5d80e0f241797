"""A restart is noticed by nobody: whatever was asked is answered."""

import http.client
import itertools
import secrets
import threading
from collections import Counter
from contextlib import ExitStack, contextmanager

import pytest

from tests.browser.server import free_port, serving
from tests.postgresql import a_migrated_database
from tests.proxy import a_proxy

PHONES = 4
# Seconds between two questions of a phone; while nothing goes or comes, as servers that start need the machine.
PAUSE, LONG_PAUSE = 0.02, 0.2


class Phones:
    """So many phones that ask for one page after the other, each over one connection as long as the server keeps it."""

    def __init__(self, port):
        self.port, self.pause = port, PAUSE
        # A failure is whether the phone was connected already, and what it saw.
        self.answers, self.failures, self.over = Counter(), [], threading.Event()
        self.enough = threading.Condition()
        self.threads = [threading.Thread(target=self.ask) for _ in range(PHONES)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_error):
        self.over.set()
        for thread in self.threads:
            thread.join()

    def ask(self):
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        for path in itertools.cycle(("/", "/games/tuareg", "/readyz")):
            if self.over.wait(self.pause):
                return
            connected = line.sock is not None
            try:
                self.ask_once(line, path)
            except (OSError, http.client.HTTPException) as failure:
                line.close()
                self.failures.append((connected, repr(failure)))

    def ask_once(self, line, path):
        line.request("GET", path)
        answer = line.getresponse()
        answer.read()
        with self.enough:
            self.answers[answer.status] += 1
            self.enough.notify_all()

    @contextmanager
    def at_leisure(self):
        """Let them ask less often meanwhile."""
        self.pause = LONG_PAUSE
        yield
        self.pause = PAUSE

    def wait_for_more(self, number):
        """Return once so many more have been answered."""
        with self.enough:
            wanted = self.answers.total() + number
            assert self.enough.wait_for(lambda: self.answers.total() >= wanted, timeout=120)


@pytest.mark.long
def test_at_its_end_what_was_asked_is_still_answered(tmp_path):
    """Who comes later gets no connection, at once, and a proxy asks the next server."""
    with serving(tmp_path) as server, Phones(server.port) as phones:
        phones.wait_for_more(50)
        server.process.terminate()
        assert server.process.wait(timeout=30) == 0
    assert [failure for connected, failure in phones.failures if connected] == []
    assert set(phones.answers) == {200}


@pytest.mark.long
@pytest.mark.needs("proxy")
def test_behind_a_proxy_servers_are_restarted_one_after_the_other_and_fail_nobody(tmp_path):
    ports = [free_port(), free_port()]
    with ExitStack() as site:
        shared = {"DATABASE_URL": a_migrated_database(), "SECRET_KEY": secrets.token_urlsafe(48)}

        def start(port):
            return site.enter_context(serving(tmp_path / str(port), PORT=str(port), PROXY="1", **shared))

        servers = {port: start(port) for port in ports}
        proxy = free_port()
        site.enter_context(a_proxy(tmp_path, f"http://:{proxy}", ports, health_interval="1s"))
        with Phones(proxy) as phones:
            for port in ports:
                phones.wait_for_more(20)
                servers[port].process.terminate()
                assert servers[port].process.wait(timeout=30) == 0
                phones.wait_for_more(20)
                with phones.at_leisure():
                    start(port)
    assert phones.failures == []
    assert set(phones.answers) == {200}
