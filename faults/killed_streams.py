"""The process that holds the streams is killed again and again amid saves; connections that are half open lie about."""

import asyncio
import contextlib
import os
import re
import secrets
import signal
import socket
from pathlib import Path

from bench.phone import Phone, card_revision, live_address, revision_of, sit_down
from bench.site import site
from faults.found import Found

PROMISE = "no phone misses a revision, and what is half open is in nobody's way"
TABLES, TIMES, QUICK_TIMES, HALF_OPEN, QUICK_HALF_OPEN = 6, 20, 2, 2000, 100
PATIENCE = 30


class Page:
    """A page as its script has it: a stream that is opened again when it ends, and asks when it is told to."""

    def __init__(self, phone, play, html):
        self.phone, self.address = phone, live_address(html)
        self.asking = Phone(phone.port, dict(phone.cookies))
        self.play, self.streams = play, 0

    @property
    def revision(self):
        return revision_of(self.address)

    def take(self, html):
        if "data-asks" in html and revision_of(live_address(html)) > self.revision:
            self.address = live_address(html)

    async def show(self):
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await self.listen()
            await asyncio.sleep(0.2)

    async def listen(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.phone.port)
        try:
            stream = re.sub(r"live\?revision=\d+", f"stream?tab={id(self):016x}", self.address)
            writer.write(self.phone.request("GET", stream))
            if b" 200 " not in await reader.readuntil(b"\r\n\r\n"):
                return
            self.streams += 1
            while told := (await reader.readuntil(b"\n\n")).decode():
                self.take((await self.asking.get(self.address)).text if told == "data: ask\n\n" else told)
        finally:
            writer.close()


async def save_on(seated, tables, over):
    number = seated.cards[0].split("/")[-2]
    html = (await seated.phones[0].get(f"{seated.play}/")).text
    revision = int(re.search(rf'id="mark-{number}".*?name="revision" value="(\d+)"', html, re.DOTALL)[1])
    # It was seated with one.
    water = 1
    while not over.is_set():
        water = (water + 1) % 4
        fields = {"revision": revision, "save_id": secrets.token_hex(16), "water": water}
        revision = card_revision((await seated.phones[0].post(seated.cards[0], **fields)).text)
        tables[seated.play] += 1
        await asyncio.sleep(0.2)


def holder(its) -> int | None:
    """The process that holds the streams: the one of the workers that has loaded least."""
    sizes = {pid: len(Path(f"/proc/{pid}/maps").read_text()) for pid in its.workers()}
    return min(sizes, key=sizes.get) if len(sizes) > 2 else None


async def evening(its, times, half_open, say):
    tables, over, killed = {}, asyncio.Event(), set()
    seats = [await sit_down(its.port, 2) for _ in range(TABLES)]
    pages = [Page(one.phones[1], one.play, (await one.phones[1].get(f"{one.play}/")).text) for one in seats]
    tables.update({one.play: page.revision for one, page in zip(seats, pages, strict=True)})
    # They begin a request and never end it.
    lying = [socket.create_connection(("127.0.0.1", its.port)) for _ in range(half_open)]
    for each in lying:
        each.send(b"GET /plays/")
    showing = [asyncio.create_task(page.show()) for page in pages]
    saving = [asyncio.create_task(save_on(one, tables, over)) for one in seats]
    for number in range(times):
        await asyncio.sleep(3)
        pid = holder(its)
        if pid:
            killed.add(pid)
            os.kill(pid, signal.SIGKILL)
        say(f"killed {number + 1} of {times} times")
    await asyncio.sleep(3)
    over.set()
    await asyncio.gather(*saving)
    for _ in range(PATIENCE * 10):
        if all(page.revision == tables[page.play] for page in pages):
            break
        await asyncio.sleep(0.1)
    for task in showing:
        task.cancel()
    for each in lying:
        each.close()
    behind = [tables[page.play] - page.revision for page in pages]
    return len(killed), sum(behind), sum(page.streams for page in pages), sum(tables.values())


def cause(*, quick, say) -> Found:
    times, half_open = (QUICK_TIMES, QUICK_HALF_OPEN) if quick else (TIMES, HALF_OPEN)
    with site() as its:
        killed, behind, streams, saves = asyncio.run(evening(its, times, half_open, say))
    found = Found({"times killed": killed, "connections half open": half_open})
    found.figures |= {"streams opened": streams, "revisions": saves}
    found.expect(f"phones are {behind} revisions behind", behind == 0)
    found.expect(f"only {killed} of {times} times there was somebody to kill", killed == times)
    return found
