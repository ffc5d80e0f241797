"""Tables where phones save again and again, and live pages that show them: each page must keep up with all changes."""

import asyncio
import contextlib
import re
import secrets
import time
from dataclasses import dataclass, field

from bench.phone import AS_IT_IS, LOST, Messages, Phone, Seated, card_revision, live_address, revision_of, sit_down

TABLES = 6
# Seconds between two saves of a table, two attempts to open a stream, and two polls of a page without a response.
PAUSE, TRY_AGAIN, ASK_AGAIN = 0.2, 0.2, 1.5
PATIENCE = 30


class Page:
    """A page as its script behaves: it reopens a stream that has ended, and polls if the stream says so."""

    def __init__(self, phone, play, html):
        self.phone, self.address = phone, live_address(html)
        self.asking = Phone(phone.port, dict(phone.cookies))
        self.play, self.streams = play, 0
        # When something new came over the stream itself.
        self.heard = 0.0

    @property
    def revision(self):
        return revision_of(self.address)

    def take(self, html):
        if "/live?" in html and revision_of(live_address(html)) > self.revision:
            self.address = live_address(html)

    async def show(self):
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await self.listen()
            await asyncio.sleep(TRY_AGAIN)

    async def listen(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.phone.port)
        try:
            stream = re.sub(r"live\?revision=\d+", f"stream?tab={id(self):016x}", self.address)
            writer.write(self.phone.request("GET", stream, **AS_IT_IS))
            if b" 200 " not in await reader.readuntil(b"\r\n\r\n"):
                return
            self.streams += 1
            messages = Messages(reader)
            while told := (await messages.next()).decode():
                if told == "data: ask\n\n":
                    await self.ask()
                elif "/live?" in told:
                    self.heard = time.monotonic()
                    self.take(told)
        finally:
            writer.close()

    async def ask(self):
        while True:
            with contextlib.suppress(OSError, *LOST):
                answer = await self.asking.answer(self.asking.request("GET", self.address))
                if answer.status in (200, 204):
                    return self.take(answer.text)
            await asyncio.sleep(ASK_AGAIN)


async def save_on(seated, over):
    """Change a column until `over` is set, and repeat each save until it is acknowledged."""
    number = seated.cards[0].split("/")[-2]
    # A separate connection, because the phone does other things too.
    phone = Phone(seated.phones[0].port, dict(seated.phones[0].cookies))
    html = (await phone.get(f"{seated.play}/")).text
    revision = int(re.search(rf'id="mark-{number}".*?name="revision" value="(\d+)"', html, re.DOTALL)[1])
    # The value that `sit_down` entered.
    water = 1
    while not over.is_set():
        water = (water + 1) % 4
        body = f"revision={revision}&save_id={secrets.token_hex(16)}&water={water}".encode()
        revision = await acknowledged(phone, phone.request("POST", seated.cards[0], body))
        await asyncio.sleep(PAUSE)


async def acknowledged(phone, request) -> int:
    """Send a save until it is acknowledged. Return the revision in the response."""
    while True:
        with contextlib.suppress(OSError, *LOST):
            answer = await phone.answer(request)
            if answer.status == 200:
                return card_revision(answer.text)
        await asyncio.sleep(PAUSE)


@dataclass
class Evening:
    """Tables with saving phones, and a live page of each table on another phone."""

    seats: list[Seated]
    pages: list[Page]
    over: asyncio.Event = field(default_factory=asyncio.Event)
    tasks: list = field(default_factory=list)

    @property
    def streams(self) -> int:
        return sum(page.streams for page in self.pages)

    @property
    def revisions(self) -> int:
        return sum(page.revision for page in self.pages)

    async def behind(self) -> int:
        """Stop saving and wait. Return the number of revisions that pages still don't show after the timeout."""
        self.over.set()
        await asyncio.gather(*self.tasks[len(self.pages) :])
        newest = [revision_of(live_address((await one.phones[0].get(f"{one.play}/")).text)) for one in self.seats]
        for _ in range(PATIENCE * 10):
            if all(page.revision == now for page, now in zip(self.pages, newest, strict=True)):
                break
            await asyncio.sleep(0.1)
        return sum(now - page.revision for page, now in zip(self.pages, newest, strict=True))


@contextlib.asynccontextmanager
async def an_evening(port):
    """Run tables of two players each, with saves and live pages, until the end of the block."""
    seats = [await sit_down(port, 2) for _ in range(TABLES)]
    pages = [Page(one.phones[1], one.play, (await one.phones[1].get(f"{one.play}/")).text) for one in seats]
    its = Evening(seats, pages)
    its.tasks = [asyncio.create_task(page.show()) for page in pages]
    its.tasks += [asyncio.create_task(save_on(one, its.over)) for one in seats]
    try:
        yield its
    finally:
        for task in its.tasks:
            task.cancel()
