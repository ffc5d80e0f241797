"""How soon a save on one phone is on the other phones of its table, with hundreds of phones open: `make bench`.

Starts Caravan as `make run` does, seats as many phones as asked for at tables of five, and lets each ask for the
standings as often as the page does. At every table one phone goes on correcting its card; measured is the time from
the answer to its save until another phone of the table holds the standings with it.
"""

import argparse
import asyncio
import gzip
import json
import os
import platform
import re
import sys
import tempfile
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median, quantiles
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.server import running  # noqa: E402

NAMES = ("Anna", "Ben", "Chris", "Dora", "Emil")
GAME, STAGE = "tuareg", "1"
POLL_SECONDS = int(re.search(r"POLL_MS = (\d+)", (ROOT / "static/js/live.js").read_text())[1]) / 1000
TARGET_SECONDS = 2


@dataclass
class Answer:
    """What came back: the status, the headers by their small names, and the text."""

    status: int
    headers: dict
    text: str


@dataclass
class Phone:
    """A browser with its cookies and one connection, which it keeps open as browsers do."""

    port: int
    cookies: dict = field(default_factory=dict)
    line: tuple | None = None
    asked: int = 0
    seconds: list = field(default_factory=list)

    async def get(self, path):
        return await self.send("GET", path)

    async def post(self, path, **fields):
        return await self.send("POST", path, urlencode(fields, doseq=True).encode())

    async def send(self, method, path, body=b""):
        """Send a request and read its answer; anything but what a phone expects ends the measurement."""
        headers = {
            "Host": f"127.0.0.1:{self.port}",
            "Accept-Encoding": "gzip",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "HX-Request": "true",
            "X-CSRFToken": self.cookies.get("csrftoken", ""),
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": len(body),
        }
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        answer = await self.answer(head.encode() + b"\r\n" + body)
        if answer.status not in (200, 204, 302):
            raise SystemExit(f"{method} {path} was answered {answer.status}.")
        return answer

    async def answer(self, request):
        """Send these bytes, a second time on a new connection where the server has just closed the old one."""
        for is_last_try in (self.line is None, True):
            if self.line is None:
                self.line = await asyncio.open_connection("127.0.0.1", self.port)
            try:
                self.line[1].write(request)
                return await self.read(self.line[0])
            except (ConnectionError, asyncio.IncompleteReadError):
                self.hang_up()
                if is_last_try:
                    raise
        return None

    async def read(self, reader):
        """Read one answer, and keep its cookies."""
        top, *rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").strip().split("\r\n")
        headers = {}
        for name, _, value in (line.partition(": ") for line in rest):
            headers[name.lower()] = value
            if name.lower() == "set-cookie":
                cookie, _, content = value.partition(";")[0].partition("=")
                self.cookies[cookie] = content
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        if headers.get("connection") == "close":
            self.hang_up()
        return Answer(int(top.split()[1]), headers, body.decode())

    def hang_up(self):
        if self.line:
            self.line[1].close()
        self.line = None


@dataclass
class Table:
    """A play with its phones. `answered` and `seen` say when: a revision's save was answered, a phone first had it."""

    play: str
    phones: list
    card: str
    revision: int = 0
    answered: dict = field(default_factory=dict)
    seen: dict = field(default_factory=dict)

    @property
    def delays(self):
        """Seconds from each answered save to each other phone; a phone that heard of it before counts as 0."""
        return [
            max(0.0, seen - self.answered[revision])
            for (revision, phone), seen in self.seen.items()
            if revision in self.answered and phone != 0
        ]


async def a_table(port, seats) -> Table:
    """Start a play on one phone, let the others in by the table's link, and enter everybody's card."""
    host = Phone(port)
    await host.get(f"/games/{GAME}")
    values = {"points_water": 6, "points_gold": 5, "points_salt": 4, "points_millet": 3}
    switches = {"maps": "once", "tie_break": "hand-sum", "played_on": "2026-11-20", "group": "", "start": 1}
    started = await host.post(f"/games/{GAME}", player=NAMES[:seats], **values, **switches)
    play = re.match(r"/plays/[0-9a-f-]{36}", started.headers["location"])[0]
    link = re.search(r"/t/[\w-]+", (await host.get(f"{play}/table")).text)[0]
    phones = [host, *(Phone(port) for _ in range(seats - 1))]
    for phone in phones[1:]:
        await phone.get(link)
    numbers = re.findall(r'name="seat" value="(\d+)"', (await host.get(f"{play}/seats/mine")).text)
    for phone, seat in zip(phones, numbers, strict=True):
        await phone.get(f"{play}/seats/mine")
        await phone.post(f"{play}/seats/mine", seat=seat)
        await phone.post(f"{play}/seats/{seat}/{STAGE}", revision=0, done=1, water=1, gold=2, salt=1, millet=2)
    return Table(play, phones, f"{play}/seats/{numbers[0]}/{STAGE}")


async def look(table, number, place, stop):
    """Show the play on one phone: ask at a random moment first, and then as often as the page does."""
    phone, revision = table.phones[number], revision_of(place)
    await asyncio.sleep(Random(f"{table.play}{number}").random() * POLL_SECONDS)
    while not stop.is_set():
        asked = time.perf_counter()
        answer = await phone.get(place)
        now = time.perf_counter()
        phone.seconds.append(now - asked)
        if answer.status == 200:
            place = live_address(answer.text)
            for each in range(revision + 1, revision_of(place) + 1):
                table.seen[each, number] = now
            revision = revision_of(place)
        # As the page's own clock: what took long is not waited for in addition.
        await asyncio.sleep(POLL_SECONDS - (time.perf_counter() - asked) % POLL_SECONDS)


def live_address(html):
    """Where a page or a fragment of it asks next."""
    return re.search(r'hx-get="([^"]*/live[^"]*)"', html)[1].replace("&amp;", "&")


def revision_of(place):
    return int(re.search(r"revision=(\d+)", place)[1])


async def correct(table, every, stop):
    """Change the first phone's card again and again, each time by another figure."""
    phone, chance = Phone(table.phones[0].port, dict(table.phones[0].cookies)), Random(table.play)
    await asyncio.sleep(chance.random() * every)
    water, card_revision = 1, 1
    while not stop.is_set():
        water = chance.choice([count for count in range(4) if count != water])
        answer = await phone.post(table.card, revision=card_revision, save_id=uuid.uuid4().hex, water=water)
        table.revision += 1
        table.answered[table.revision] = time.perf_counter()
        card_revision = int(re.search(r'name="revision" value="(\d+)"', answer.text)[1])
        await asyncio.sleep(every * (0.5 + chance.random()))


async def evening(port, *, phones, seats, seconds, every, say):
    """Fill the tables, let everybody look and one at each table correct, and give the tables with what was seen."""
    tables, places = [], []
    while len(tables) * seats < phones:
        tables.append(await a_table(port, seats))
        say(f"{len(tables) * seats} of {phones} phones sit down")
    for table in tables:
        pages = [await phone.get(f"{table.play}/") for phone in table.phones]
        places.append([live_address(page.text) for page in pages])
        table.revision = revision_of(places[-1][0])
    stop = asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        for table, their_places in zip(tables, places, strict=True):
            tasks.create_task(correct(table, every, stop))
            for number, place in enumerate(their_places):
                tasks.create_task(look(table, number, place, stop))
        for passed in range(seconds):
            say(f"{passed} of {seconds} seconds")
            await asyncio.sleep(1)
        stop.set()
    return tables


def measured(*, phones=500, tables_of=5, seconds=60, every=10, say=lambda text: None) -> dict:
    """The figures of one run; times in seconds. `every` so often, on average, one card of each table is corrected."""
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as port:
        tables = asyncio.run(evening(port, phones=phones, seats=tables_of, seconds=seconds, every=every, say=say))
    delays = sorted(delay for table in tables for delay in table.delays)
    questions = sorted(second for table in tables for phone in table.phones for second in phone.seconds)
    return {
        "phones": sum(len(table.phones) for table in tables),
        "tables": len(tables),
        "seconds": seconds,
        "poll_seconds": POLL_SECONDS,
        "saves": sum(len(table.answered) for table in tables),
        "questions": len(questions),
        "seen": len(delays),
        "delay": spread(delays),
        "question": spread(questions),
    }


def spread(sorted_values):
    """Median, 95th percentile and greatest of some times."""
    return {
        "median": median(sorted_values),
        "p95": quantiles(sorted_values, n=20, method="inclusive")[-1],
        "max": sorted_values[-1],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--phones", type=int, default=500)
    parser.add_argument("--seconds", type=int, default=60, help="how long they look")
    parser.add_argument("--every", type=float, default=10, help="seconds between two saves at a table, on average")
    parser.add_argument("--json", action="store_true", help="the figures for machines")
    asked = parser.parse_args()

    def say(text):
        if sys.stderr.isatty():
            print(f"\r{text:<60}", end="", file=sys.stderr, flush=True)

    found = measured(phones=asked.phones, seconds=asked.seconds, every=asked.every, say=say)
    say("")
    if asked.json:
        print(json.dumps(found))
        return
    print(
        f"{found['phones']} phones at {found['tables']} tables, each asking every {found['poll_seconds']} s, on "
        f"{os.cpu_count()} cores, Python {platform.python_version()}: {found['questions'] / found['seconds']:,.0f} "
        f"questions and {found['saves'] / found['seconds']:.1f} saves a second"
    )
    for what, words in (("delay", "from a save's answer to another phone"), ("question", "a question's answer")):
        print(f"{words}: " + ", ".join(f"{name} {value:.3f} s" for name, value in found[what].items()))
    verdict = "holds" if found["delay"]["p95"] < TARGET_SECONDS else "is missed"
    print(f"Under {TARGET_SECONDS} s for 95 of 100: {verdict} ({found['seen']} times looked at)")


if __name__ == "__main__":
    main()
