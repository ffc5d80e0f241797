"""The entry point passes requests on to a WSGI site, whatever becomes of the phone meanwhile."""

import asyncio
import threading
from contextlib import ExitStack

import pytest

from companion.core.entry_point import EntryPoint

BODY = b"code=12345"
SCOPE = {
    "type": "http",
    "method": "POST",
    "raw_path": b"/%C3%A9",
    "query_string": b"a=1",
    "http_version": "1.1",
    "scheme": "http",
    "server": ("127.0.0.1", 8000),
    "client": ("192.0.2.1", 50000),
    "headers": [(b"content-length", b"%d" % len(BODY)), (b"cookie", b"a=1"), (b"cookie", b"b=2"), (b"x-y", b"1")],
}


async def receive():
    return {"type": "http.request", "body": BODY}


class Exchange:
    """A request to a site, and what is sent back."""

    def __init__(self, site):
        self.entry_point, self.sent = EntryPoint(site), []

    async def run(self, receive=receive):
        with ExitStack() as until_the_end:
            self.entry_point.begin(until_the_end)
            await self.entry_point(SCOPE, receive, self.send)
        return self.sent

    async def send(self, message):
        self.sent.append(message)


def hello(environ, start_response):
    start_response("201 Created", [("Content-Type", "text/plain")])
    return [environ["wsgi.input"].read(), b" and more"]


def test_site_gets_the_whole_request():
    seen = {}

    def site(environ, start_response):
        seen.update(environ)
        return hello(environ, start_response)

    start, body = asyncio.run(Exchange(site).run())
    assert (start["status"], body["body"], body["more_body"]) == (201, BODY + b" and more", False)
    assert {name: seen[name] for name in ("PATH_INFO", "QUERY_STRING", "HTTP_COOKIE", "HTTP_X_Y", "REMOTE_ADDR")} == {
        "PATH_INFO": "/\xc3\xa9",
        "QUERY_STRING": "a=1",
        "HTTP_COOKIE": "a=1; b=2",
        "HTTP_X_Y": "1",
        "REMOTE_ADDR": "192.0.2.1",
    }


def test_request_is_handled_to_its_end_if_the_phone_goes_meanwhile():
    began, may_go_on, read = threading.Event(), threading.Event(), []

    def site(environ, start_response):
        began.set()
        may_go_on.wait(30)
        read.append(environ["wsgi.input"].read())
        return hello(environ, start_response)

    async def evening():
        exchange = Exchange(site)
        task = asyncio.create_task(exchange.run())
        await asyncio.to_thread(began.wait, 30)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        may_go_on.set()
        await asyncio.to_thread(exchange.entry_point.bridge.pool.shutdown)

    asyncio.run(evening())
    assert read == [BODY]


def test_phone_that_goes_amid_its_body_reaches_no_thread():
    async def gone():
        return {"type": "http.disconnect"}

    start, _ = asyncio.run(Exchange(lambda *_: pytest.fail("called")).run(gone))
    assert start["status"] == 408


def test_failure_of_the_site_is_answered(caplog):
    def fails(environ, start_response):
        raise ValueError("a fault of ours")

    start, _ = asyncio.run(Exchange(fails).run())
    assert start["status"] == 500
