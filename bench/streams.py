"""Measure how soon a save arrives on the live streams of its table: `make bench ARGS=streams_1000`.

Starts Caravan with SQLite, as two servers with one PostgreSQL, or as deploy/cluster/, always on this machine. Each
table has five compressed streams, all of one person, so that thousands open within minutes. With two servers, one takes
a table's saves and the other has its streams. The delay is measured from sending a save, and from its response, until
each stream has it. The baseline is a bare asyncio server that sends as many bytes to as many connections.
"""

import asyncio
import contextlib
import os
import re
import resource
import secrets
import time
import zlib
from dataclasses import dataclass, field
from multiprocessing import Process, Queue
from pathlib import Path
from random import Random
from statistics import median, quantiles

from bench.phone import GAME, NAMES, STAGE, Phone, card_revision, live_address
from bench.site import settings_for, site
from tests import postgresql

AT_A_TABLE = 5
AT_ONCE = 8
REVISION = re.compile(rb"revision=(\d+)")
BYTES_OF_A_FRAGMENT = 1300
GZIP = 16 + zlib.MAX_WBITS


@contextlib.contextmanager
def one_machine():
    """Caravan with a file: its ports and its sites."""
    with site() as its:
        yield [its.port], [its]


@contextlib.contextmanager
def two_machines():
    """Two on one PostgreSQL."""
    with postgresql.running() as server, site(**settings_for(server)) as one, site(**settings_for(server)) as two:
        yield [one.port, two.port], [one, two]


@contextlib.contextmanager
def a_cluster():
    """All of deploy/cluster/, where phones ask its proxy."""
    from deploy.cluster.here import running

    with running(say=lambda _text: None) as cluster:
        yield [cluster.port], cluster.apps


class Wire(asyncio.Protocol):
    """A bare connection; `heard` is called with each piece that comes."""

    def __init__(self, heard):
        self.heard = heard

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.heard(data)


class Stream(Wire):
    """An open stream; `heard` is called with what it says."""

    def __init__(self, heard, request):
        super().__init__(heard)
        self.request, self.head, self.packed, self.unread = request, b"", zlib.decompressobj(GZIP), b""

    def connection_made(self, transport):
        super().connection_made(transport)
        transport.write(self.request)

    def data_received(self, data):
        if b"\r\n\r\n" not in self.head:
            self.head += data
            self.head, gap, data = self.head.partition(b"\r\n\r\n")
            self.head += gap
        self.unread += data
        for chunk in iter(self.chunk, b""):
            self.heard(self.packed.decompress(chunk))

    def chunk(self) -> bytes:
        """The next piece of the answer, if it is whole."""
        length, gap, rest = self.unread.partition(b"\r\n")
        if not gap or len(rest) < (end := int(length, 16) + 2):
            return b""
        self.unread = rest[end:]
        return rest[: end - 2]


@dataclass
class Table:
    play: str
    host: Phone
    card: str
    revision: int = 0
    plays: int = 0
    opened: int = 0
    sent: dict = field(default_factory=dict)
    answered: dict = field(default_factory=dict)
    seen: list = field(default_factory=list)
    lines: list = field(default_factory=list)

    def heard(self, data):
        now = time.perf_counter()
        if b"ask" in data:
            self.opened += 1
        if found := REVISION.search(data):
            self.seen.append((int(found[1]), now))


async def a_table(port, streams_port) -> Table:
    """A play that one phone has started, with its streams."""
    host = Phone(port)
    await host.get(f"/games/{GAME}")
    values = {"points_water": 6, "points_gold": 5, "points_salt": 4, "points_millet": 3}
    switches = {"maps": "once", "tie_break": "hand-sum", "played_on": "2026-11-20", "group": "", "start": 1}
    started = await host.post(f"/games/{GAME}", player=NAMES[:AT_A_TABLE], **values, **switches)
    play = re.match(r"/plays/[0-9a-f-]{36}", started.headers["location"])[0]
    html = (await host.get(f"{play}/")).text
    card = re.search(rf"{play}/seats/\d+/{STAGE}", html)[0]
    table = Table(play, host, card, plays=int(re.search(r"revision=(\d+)", live_address(html))[1]))
    for number in range(AT_A_TABLE):
        address = re.sub(r"live\?revision=\d+", f"stream?tab={number:016x}", live_address(html))
        loop = asyncio.get_running_loop()
        open_one = loop.create_connection(
            lambda a=address: Stream(table.heard, host.request("GET", a)), "127.0.0.1", streams_port
        )
        table.lines.append((await open_one)[0])
    host.hang_up()
    return table


async def save(table):
    sent = time.perf_counter()
    # It has to change something each time.
    fields = {"water": (table.plays + 1) % 4, "gold": table.plays % 9}
    answer = await table.host.post(table.card, revision=table.revision, save_id=secrets.token_hex(16), **fields)
    table.revision, table.plays = card_revision(answer.text), table.plays + 1
    table.sent[table.plays], table.answered[table.plays] = sent, time.perf_counter()
    table.host.hang_up()


async def evening(ports, *, phones, rate, seconds, say) -> list[Table]:
    tables, turns, chance, started = [], asyncio.Semaphore(AT_ONCE), Random(2026), time.perf_counter()

    async def seat(number):
        async with turns:
            tables.append(await a_table(ports[number % len(ports)], ports[(number + 1) % len(ports)]))
            say(f"{len(tables) * AT_A_TABLE} of {phones} streams opened")

    await asyncio.gather(*map(seat, range(phones // AT_A_TABLE)))
    say(f"all streams opened after {time.perf_counter() - started:.0f} s")
    while sum(table.opened for table in tables) < len(tables) * AT_A_TABLE:
        await asyncio.sleep(0.1)
    rest, began, saves = [], time.perf_counter(), []
    for number in range(round(rate * seconds)):
        if not rest:
            rest = chance.sample(tables, len(tables))
        await asyncio.sleep(max(0, began + number / rate - time.perf_counter()))
        saves.append(asyncio.create_task(save(rest.pop())))
    await asyncio.gather(*saves)
    await asyncio.sleep(3)
    for line in [line for table in tables for line in table.lines]:
        line.abort()
    await asyncio.sleep(1)
    return tables


def measured(*, phones, rate, seconds=30, where=one_machine, say=lambda text: None) -> dict:
    """The figures of one run; times in seconds."""
    more_files()
    with where() as (ports, sites):
        processor = time.process_time()
        tables = asyncio.run(evening(ports, phones=phones, rate=rate, seconds=seconds, say=say))
        processes = [taken(pid) for its in sites for pid in its.workers()]
    sent = [
        (now - table.sent[each], now - table.answered[each])
        for table in tables
        for each, now in table.seen
        if each in table.sent
    ]
    saves = [table.answered[each] - table.sent[each] for table in tables for each in table.sent]
    return {
        "phones": len(tables) * AT_A_TABLE,
        "rate": rate,
        "seconds": seconds,
        "from a save": spread([begin for begin, _ in sent]),
        "from its answer": spread([max(0.0, end) for _, end in sent]),
        "saves": spread(saves),
        "missed": len(saves) * AT_A_TABLE
        - len({(id(table), each, now) for table in tables for each, now in table.seen if each in table.sent}),
        "bare": spread(fan_out(phones, rate=rate, seconds=min(seconds, 15))),
        "processor": sum(seconds for seconds, _ in processes),
        "memory": sum(memory for _, memory in processes),
        "generator": time.process_time() - processor,
    }


def taken(pid) -> tuple[float, int]:
    """The seconds of the processor that a process has taken, and the bytes of memory it has of its own."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = re.search(r"^Private_Dirty:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.M)[1]
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK"), int(own) * 1024


def spread(values) -> dict:
    cuts = quantiles(values, n=100, method="inclusive")
    return {"median": median(values), "p95": cuts[94], "p99": cuts[98], "max": max(values)}


def more_files():
    with contextlib.suppress(ValueError, OSError):
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


# Bare asyncio


async def serve_bare(connections, rate, seconds, ports):
    held = []
    server = await asyncio.start_server(lambda _reader, writer: held.append(writer), "127.0.0.1", 0, backlog=1000)
    ports.put(server.sockets[0].getsockname()[1])
    while len(held) < connections:
        await asyncio.sleep(0.05)
    began, chance = time.perf_counter(), Random(2026)
    for number in range(round(rate * seconds)):
        await asyncio.sleep(max(0, began + number / rate - time.perf_counter()))
        message = b"%020.6f" % time.perf_counter() + b"x" * BYTES_OF_A_FRAGMENT
        first = chance.randrange(len(held) // AT_A_TABLE) * AT_A_TABLE
        for writer in held[first : first + AT_A_TABLE]:
            writer.write(message)
    await asyncio.sleep(2)


def bare(*about):
    more_files()
    asyncio.run(serve_bare(*about))


def fan_out(connections, *, rate, seconds) -> list[float]:
    """From the moment a bare server begins to send the same bytes to five connections until each has them."""
    ports: Queue = Queue()
    server = Process(target=bare, args=(connections, rate, seconds, ports))
    server.start()
    found = []

    def heard(data):
        # A message is begun by its moment; what goes on with one is only x.
        if data[:1] != b"x":
            found.append(time.perf_counter() - float(data[:20]))

    async def connect():
        port = ports.get()
        for _ in range(connections):
            await asyncio.get_running_loop().create_connection(lambda: Wire(heard), "127.0.0.1", port)
        while server.is_alive():
            await asyncio.sleep(0.1)

    asyncio.run(connect())
    return found
