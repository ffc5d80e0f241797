"""Phones that hold streams open, as their scripts do, for the tests of what goes over those."""

import asyncio
import re
import secrets

import pytest

from bench.phone import Messages, card_revision, live_address
from companion.core.streams.hub import Hub

# Nothing takes so long, however busy the machine is.
PATIENCE = 30


class Listener:
    """A phone's open stream; as it is, unless an `encoding` is wanted."""

    def __init__(self, phone, address, encoding="identity"):
        self.phone, self.address, self.encoding = phone, address, encoding

    async def __aenter__(self):
        reader, self.writer = await asyncio.open_connection("127.0.0.1", self.phone.port)
        self.reader = reader
        self.writer.write(self.phone.request("GET", self.address, **{"Accept-Encoding": self.encoding}))
        self.head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        self.messages = Messages(self.reader)
        return self

    async def __aexit__(self, *_error):
        self.writer.close()

    async def told(self) -> bytes:
        """The next block of lines; nothing once the stream has ended."""
        return await self.messages.next()

    async def hear(self, word) -> str:
        """What is told next with this word in it; fails where the stream ends first."""
        async with asyncio.timeout(PATIENCE):
            while told := await self.told():
                if word in told.decode():
                    return told.decode()
        pytest.fail(f"The stream ended without {word}.")

    async def end(self) -> list[bytes]:
        """All that is told until the stream ends."""
        said = []
        async with asyncio.timeout(PATIENCE):
            while told := await self.told():
                said.append(told)
        return said


def stream_of(html, tab="0123456789abcdef"):
    """The address of the stream of a page."""
    return re.sub(r"live\?revision=\d+", f"stream?tab={tab}", live_address(html))


async def listening(phone, play, tab="0123456789abcdef"):
    return Listener(phone, stream_of((await phone.get(f"{play}/")).text, tab))


async def save(seated, place=0, **held):
    """Change a card, whatever it holds now."""
    phone, card = seated.phones[place], seated.cards[place]
    page = (await phone.get(f"{seated.play}/")).text
    number = re.search(r"seats/(\d+)/", card)[1]
    revision = re.search(rf'id="mark-{number}-.*?name="revision" value="(\d+)"', page, re.DOTALL)[1]
    answer = await phone.post(card, revision=revision, save_id=secrets.token_hex(16), **held)
    return card_revision(answer.text)


class Held:
    """A hub without a server, and the phones that have streams there."""

    def __init__(self, **about):
        self.hub = Hub(self.nothing_to_show, most=10, **about)

    async def nothing_to_show(self, view):
        return 1, ""

    async def open(self, *, asked, is_shared=True, address="", link="", tab="", who=""):
        """A phone whose stream of a play was asked for at that time; of what all see alike, or where each asks for its
        own. `address` and `link`: of somebody who is no member; `who`: of somebody who is known.
        """
        about = {"play": "1", "tags": ["play 1"], "who": who, "tab": tab, "view": "", "is_shared": is_shared}
        phone = Told(
            self.hub,
            about | {"address": address, "link": link or (address and "guest"), "asked": asked, "is_packed": False},
        )
        # Until its stream has sent how it begins.
        await asyncio.sleep(0)
        return phone


class Told:
    """A phone with the stream that a hub gave it, and what it was told: nothing where it got none."""

    def __init__(self, hub, about):
        self.said, self.has_stream = b"", False
        self.task = asyncio.create_task(self.listen(hub, about))

    async def listen(self, hub, about):
        if (stream := hub.open(about)) is None:
            return
        self.has_stream = True
        try:
            await stream.write(self.take)
        finally:
            hub.drop(stream)

    async def take(self, data):
        self.said += data
