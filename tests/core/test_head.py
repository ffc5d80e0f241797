"""HEAD gets the status and headers of GET, without a body and without a line in the log."""

import http.client

from companion.core.head_requests import strip_head_bodies
from tests.browser.server import serving

PATHS = (
    "/",
    "/library",
    "/nonesuch",
    "/finish",
    "/offline",
    "/service-worker.js",
    "/manifest.webmanifest",
    "/healthz",
)
ASKED = {"Accept": "text/html", "Accept-Language": "en"}


def test_head_is_answered_as_get_and_leaves_nothing_in_the_log(tmp_path):
    with serving(tmp_path) as server:
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        for path in PATHS:
            told = []
            for method in ("GET", "HEAD"):
                line.request(method, path, headers=ASKED)
                answer = line.getresponse()
                told.append((path, answer.status, len(answer.read()), answer.headers["Content-Length"]))
            get, head = told
            assert head == (path, get[1], 0, get[3])
    # `serving` fails if there is anything in the log.


def test_body_that_nobody_reads_is_closed():
    class Body(list):
        is_closed = False

        def close(self):
            self.is_closed = True

    body = Body([b"page"])
    application = strip_head_bodies(lambda environ, start_response: body)
    assert application({"REQUEST_METHOD": "GET"}, None) is body
    assert not body.is_closed
    assert application({"REQUEST_METHOD": "HEAD"}, None) == []
    assert body.is_closed
