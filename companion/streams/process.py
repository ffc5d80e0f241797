"""The process that holds the streams, in the place of one of gunicorn's workers: begun, watched and ended so."""

import asyncio
import json
import os
import resource
import signal
from urllib.parse import urlsplit

from . import wire
from .holding import Streams, most_streams

# So many views are made at the same time: there are pages and saves to be answered, too.
RENDERED_AT_ONCE = 4
RENDER_SECONDS = 10
RETRY_SECONDS = 0.5, 5
# A database that is gone without a word is noticed.
KEEPALIVES = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "connect_timeout": 5}


def run(worker):
    """Hold the streams until this worker of gunicorn is to go."""
    place = own_address(worker.sockets[0].getsockname())
    for listener in worker.sockets:
        # Else who comes at the end would wait here for an answer.
        listener.close()
    asyncio.run(hold(worker, place))


def own_address(name) -> tuple[str, int]:
    """Where this machine finds the server that listens there."""
    host, port = name[:2]
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port  # noqa: S104


async def hold(worker, place):
    loop, over = asyncio.get_running_loop(), asyncio.Event()
    loop.set_exception_handler(
        lambda _loop, about: worker.log.error("Unexpected error in the stream process", exc_info=about.get("exception"))
    )
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        loop.add_signal_handler(number, over.set)
    streams = Streams(Renderer(place), most=most_streams(resource.getrlimit(resource.RLIMIT_NOFILE)[0]))
    # Whoever is there has not heard what came while nobody held the streams; but nobody is there yet.
    loop.add_reader(wire.heard_by(), streams.hear)
    tasks = [loop.create_task(streams.beat()), loop.create_task(live_sign(worker, over))]
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        tasks.append(loop.create_task(count(streams)))
    if database := os.environ.get("DATABASE_URL", "").strip():
        tasks.append(loop.create_task(listen(database, streams)))
    await over.wait()
    streams.end_all()
    for task in tasks:
        task.cancel()
    # Whoever listens takes leave of the database first.
    await asyncio.gather(*tasks, return_exceptions=True)


async def live_sign(worker, over):
    """Tell the master that this process lives, and go when the master has gone."""
    while os.getppid() == worker.ppid:
        worker.notify()
        await asyncio.sleep(1)
    over.set()


async def count(streams):
    """Tell Prometheus each second how many there are, for `companion.server.metrics` to answer with."""
    from prometheus_client import Gauge

    number = Gauge("caravan_streams", "Open live streams", multiprocess_mode="livesum")
    while True:
        number.set(streams.number)
        await asyncio.sleep(1)


class Renderer:
    """Lets a worker put into words what a view shows now."""

    def __init__(self, place):
        self.place, self.turns = place, asyncio.Semaphore(RENDERED_AT_ONCE)

    async def __call__(self, view) -> tuple[int, str] | None:
        async with self.turns, asyncio.timeout(RENDER_SECONDS):
            return await self.ask(view)

    async def ask(self, view):
        reader, writer = await asyncio.open_connection(*self.place, limit=2**20)
        try:
            secret = os.environ[wire.SECRET]
            writer.write(f"GET /?{view} HTTP/1.1\r\nHost: inside\r\nCaravan-Inside: {secret}\r\n\r\n".encode())
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            status, length = int(head.split(" ", 2)[1]), of_header(head, "content-length")
            body = await reader.readexactly(length)
        except asyncio.IncompleteReadError as error:
            raise OSError from error
        finally:
            writer.close()
        if status == 404:
            return None
        if status != 200:
            raise OSError(status)
        return of_header(head, "caravan-revision"), body.decode()


def of_header(head, name) -> int:
    """The number that a header of this name has."""
    found = [line.partition(":")[2] for line in head.splitlines() if line.lower().startswith(f"{name}:")]
    return int(found[0]) if found else 0


async def listen(database, streams):
    """Hear what all machines that share this PostgreSQL have changed; after a break all look again."""
    import psycopg
    from psycopg.conninfo import make_conninfo

    wait, is_first = RETRY_SECONDS[0], True
    scheme = urlsplit(database).scheme
    address = make_conninfo(database.replace(f"{scheme}://", "postgresql://", 1), **KEEPALIVES)
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
                await connection.execute(f"LISTEN {wire.CHANNEL}")
                if not is_first:
                    streams.look_again()
                wait, is_first = RETRY_SECONDS[0], False
                async for notice in connection.notifies():
                    streams.take(json.loads(notice.payload))
        except psycopg.Error:
            await asyncio.sleep(wait)
            wait = min(2 * wait, RETRY_SECONDS[1])
