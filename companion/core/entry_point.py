"""The ASGI application that gunicorn serves: it passes requests on to the WSGI site, and holds the live streams.

Nothing here waits for a thread that waits for a phone. Bodies are read before a thread is taken, and answers and
streams are sent after it is free.
"""

import asyncio
import logging
import os
import resource
import signal
import time
from contextlib import ExitStack
from random import random
from urllib.parse import parse_qs

from django.conf import settings
from django.db import close_old_connections
from django.urls import set_script_prefix

from companion.core.streams import wire
from companion.core.streams.hub import Hub, most_streams
from companion.core.streams.notices import listen

from .bridge import Bridge, build_environ, read_headers
from .errors import is_passing
from .live import STREAM
from .requests import MOST_SENT, Bodies, Gone, Refused, allowed_seconds, ignore_rest, refusal
from .supervisor import lifeline

PIECE = 64 * 1024
# Views that a worker renders for its streams at the same time, because there are requests to be answered, too.
RENDERED_AT_ONCE, RENDER_SECONDS = 2, 10
# At low load, one worker accepts nearly all phones and would keep them for the whole game night. After this many
# requests, on average, a phone reconnects to whichever worker is free.
REQUESTS_A_CONNECTION = 20
# When the server stops, gunicorn accepts no connections after a second. Then those without a request are closed.
SECONDS_TO_STOP = 1.1
HEAD_OF_A_STREAM = [
    (b"Content-Type", b"text/event-stream"),
    # No proxy may store, change or delay it.
    (b"Cache-Control", b"no-store, no-transform"),
    (b"X-Accel-Buffering", b"no"),
    # The next stream may go to another worker.
    (b"Connection", b"close"),
]
COPIED_HEADERS = {b"set-cookie", b"strict-transport-security", b"x-content-type-options"}
CLOSE = (b"Connection", b"close")

log = logging.getLogger("django.request")


class EntryPoint:
    """The ASGI application of a WSGI `site`. `render` returns the revision and the HTML of a view of its streams."""

    def __init__(self, site, render=None):
        self.site, self.render = site, render
        self.bodies, self.under_way = Bodies(), 0
        self.tasks: list[asyncio.Task] = []

    async def __call__(self, scope, receive, send):
        if scope["type"] == "lifespan":
            with ExitStack() as until_the_end:
                await receive()
                self.begin(until_the_end)
                await send({"type": "lifespan.startup.complete"})
                await receive()
                await send({"type": "lifespan.shutdown.complete"})
        elif scope["type"] == "http":
            if about := await self.answer(scope, receive, send):
                await self.stream(send, *about)
        else:
            await send({"type": "websocket.close"})

    # A worker's life

    def begin(self, until_the_end):
        """Start what this worker needs, in its own process."""
        self.bridge, self.turns = Bridge(self.site), asyncio.Semaphore(RENDERED_AT_ONCE)
        name, most = str(os.getpid()), most_streams(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
        self.hub = Hub(self.show, most=most, name=name, tell=lambda message: wire.tell(message, patience=0))
        if wire.is_enabled():
            hub = until_the_end.enter_context(wire.open_socket(name))
            asyncio.get_running_loop().add_reader(hub, self.hear, hub)
            self.hub.greet()
            self.do(self.hub.beat())
            if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
                self.do(self.count())
            if database := os.environ.get("DATABASE_URL", "").strip():
                self.do(listen(database, self.hub))
        if (end := lifeline()) is not None:
            asyncio.get_running_loop().add_reader(end, self.leave, end, os.getppid())

    def do(self, work):
        self.tasks.append(asyncio.get_running_loop().create_task(work))

    def hear(self, hub):
        """Handle what other processes say, but not so much at once that requests wait."""
        for _ in range(100):
            if (message := wire.receive(hub)) is None:
                return
            self.hub.take(message)

    async def count(self):
        """Report the number of streams to Prometheus each second."""
        from prometheus_client import Gauge

        number = Gauge("caravan_streams", "Open live streams", multiprocess_mode="livesum")
        while True:
            number.set(self.hub.number)
            await asyncio.sleep(1)

    def leave(self, end, master):
        """End the streams at once, and this worker once its requests are answered: the supervisor has ended."""
        asyncio.get_running_loop().remove_reader(end)
        if os.getppid() == master:
            # If the supervisor was killed, nobody else tells gunicorn.
            os.kill(master, signal.SIGTERM)
        self.hub.end_all()
        self.do(self.close_idle_connections())

    async def close_idle_connections(self):
        """Let gunicorn close connections without a request, for which it would wait."""
        await asyncio.sleep(SECONDS_TO_STOP)
        while self.under_way:
            await asyncio.sleep(0.05)
        os.kill(os.getpid(), signal.SIGQUIT)

    # Requests

    async def answer(self, scope, receive, send):
        """Answer a request; return what a stream is about and its headers if that is the answer."""
        asked, headers = time.monotonic(), read_headers(scope)
        self.under_way += 1
        try:
            environ = build_environ(scope, headers, await self.bodies.read(headers, receive))
            with (answer := await self.bridge.run(self.bridge.answer, environ)).body:
                if (about := environ.get(STREAM)) and answer.status == 200:
                    is_packed = b"gzip" in headers.get(b"accept-encoding", b"")
                    return about | {"asked": asked, "is_packed": is_packed}, answer.headers
                is_cut = int(headers.get(b"content-length", 0)) > MOST_SENT
                if is_cut or random() * REQUESTS_A_CONNECTION < 1:  # noqa: S311  (no secret)
                    answer.headers.append(CLOSE)
                await self.send_whole(send, answer)
                if is_cut:
                    await ignore_rest(receive)
        except Refused as refused:
            await self.refuse(receive, send, refused.status)
        except Gone:
            await self.refuse(receive, send, 408)
        except Exception:
            # Django answers errors of its views itself.
            log.exception("Error handling a request")
            await self.refuse(receive, send, 500)
        finally:
            self.under_way -= 1
        return None

    async def send_whole(self, send, answer):
        """Send an answer. Raises CancelledError, as for a closed connection, if the phone takes it too slowly."""
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        try:
            async with asyncio.timeout(allowed_seconds(answer.length)):
                for start in range(0, answer.length or 1, PIECE):
                    more = start + PIECE < answer.length
                    await send({"type": "http.response.body", "body": answer.body.read(PIECE), "more_body": more})
        except TimeoutError:
            raise asyncio.CancelledError from None

    async def refuse(self, receive, send, status):
        """Answer without Django, and close the connection."""
        headers, body = refusal(status)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})
        await ignore_rest(receive)

    # Streams

    async def stream(self, send, about, headers):
        """Send a stream, or 204 if there are too many: then the page polls."""
        stream = self.hub.open(about)
        if stream is None:
            await send({"type": "http.response.start", "status": 204, "headers": [(b"Cache-Control", b"no-store")]})
            await send({"type": "http.response.body", "body": b""})
            return

        async def put(data):
            await send({"type": "http.response.body", "body": data, "more_body": True})

        copied = [(name, value) for name, value in headers if name.lower() in COPIED_HEADERS]
        encoding = [(b"Content-Encoding", b"gzip")] if stream.is_packed else []
        try:
            await send({"type": "http.response.start", "status": 200, "headers": HEAD_OF_A_STREAM + encoding + copied})
            await stream.write(put)
            await send({"type": "http.response.body", "body": b""})
        finally:
            self.hub.drop(stream)

    async def show(self, view) -> tuple[int, str] | None:
        """Render a view in a thread. Raises OSError if that fails."""
        async with self.turns, asyncio.timeout(RENDER_SECONDS):
            return await self.bridge.run(self.rendered, view)

    def rendered(self, view):
        close_old_connections()
        # Perhaps this thread has answered no request yet.
        set_script_prefix(settings.SESSION_COOKIE_PATH)
        try:
            return self.render({name: values[0] for name, values in parse_qs(view).items()})
        except Exception as error:
            if not is_passing(error):
                log.exception("Rendering a live page failed.")
            raise OSError from error
        finally:
            close_old_connections()
