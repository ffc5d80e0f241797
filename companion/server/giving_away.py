"""A worker gives a phone's connection to the process that holds the streams, and puts into words what that sends on."""

import os
import secrets
import time
from collections.abc import Callable
from urllib.parse import parse_qs

from django.db import close_old_connections
from django.http import HttpResponse

from companion.streams import wire

ABOUT, ASKED = "caravan.stream", "caravan.asked"
# What an answer that a script reads has to say. Nobody between phone and server stores, changes or holds it back.
HEAD = (
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store, no-transform\r\n"
    "X-Accel-Buffering: no\r\nConnection: close\r\n"
)
GOES_ALONG = ("Set-Cookie", "Strict-Transport-Security", "X-Content-Type-Options")

# What a view shows now, as its revision and html. Without html each phone asks for what is its own; None: it is gone.
Told = Callable[[dict[str, str]], tuple[int, str] | None]


def stream(request, about) -> HttpResponse:
    """The answer that becomes a stream, of which `about` says what `companion.streams.wire` wants to know of it.

    204, which ends a browser's tries, where nobody holds streams: plain `runserver`, tests.
    """
    if not wire.is_laid() or request.method != "GET":
        return HttpResponse(status=204)
    request.environ[ABOUT] = about
    return HttpResponse(content_type="text/event-stream")


def with_streams(application, told: Told):
    """The application, from whose answers streams are taken; asked from inside it says what they are `told`."""
    secret = os.environ.get(wire.SECRET, "")

    def its(environ, start_response):
        word = environ.get("HTTP_CARAVAN_INSIDE", "")
        if secret and secrets.compare_digest(word.encode(), secret.encode()):
            return inside(environ, start_response, told)
        environ[ASKED] = time.monotonic()

        def begin(status, headers, exc_info=None):
            about = environ.get(ABOUT)
            if about and status.startswith("200"):
                about |= {"asked": environ[ASKED], "is_packed": "gzip" in environ.get("HTTP_ACCEPT_ENCODING", "")}
                is_given = give(environ.get("gunicorn.socket"), about, headers)
                status, headers = ("200 OK", []) if is_given else ("204 No Content", [("Cache-Control", "no-store")])
            return start_response(status, headers, exc_info)

        return application(environ, begin)

    return its


def give(line, about, headers) -> bool:
    """Give the connection away; whether there was somebody to take it."""
    kept = "".join(f"{name}: {value}\r\n" for name, value in headers if name in GOES_ALONG)
    encoding = "Content-Encoding: gzip\r\n" if about["is_packed"] else ""
    message = {"kind": "open", **about, "head": f"{HEAD}{encoding}{kept}\r\n"}
    if line is None or line.behind or not wire.tell(message, line.fileno()):
        return False
    line.is_given_away = True
    return True


def inside(environ, start_response, told):
    """Answer the process that holds the streams, which nobody else can pretend to be."""
    query = {name: values[0] for name, values in parse_qs(environ["QUERY_STRING"]).items()}
    close_old_connections()
    try:
        found = told(query)
    finally:
        close_old_connections()
    revision, html = found or (0, "")
    body = html.encode()
    headers = [("Content-Length", str(len(body))), ("Caravan-Revision", str(revision))]
    start_response("200 OK" if found else "404 Not Found", headers)
    return [body]
