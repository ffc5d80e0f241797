"""Phones that hold streams open, as their scripts do, for the tests of what goes over those."""

import asyncio
import re
import secrets
import socket
from pathlib import Path

import pytest

from bench.phone import card_revision, live_address
from companion.streams.holding import Streams

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
        self.head = (await self.told(b"\r\n\r\n")).decode()
        return self

    async def __aexit__(self, *_error):
        self.writer.close()

    async def told(self, end=b"\n\n") -> bytes:
        """The next block of lines; nothing once the stream has ended."""
        try:
            return await self.reader.readuntil(end)
        except (asyncio.IncompleteReadError, ConnectionError):
            return b""

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
    revision = re.search(rf'id="mark-{number}".*?name="revision" value="(\d+)"', page, re.DOTALL)[1]
    answer = await phone.post(card, revision=revision, save_id=secrets.token_hex(16), **held)
    return card_revision(answer.text)


def holder(server) -> int:
    """The process that holds the streams: the one that nobody can connect to."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return int(min(children, key=lambda pid: len(Path(f"/proc/{pid}/maps").read_text())))


class Held:
    """The process that holds the streams, without the process, and the phones at the other ends."""

    def __init__(self):
        self.streams = Streams(self.nothing_to_show, most=10)

    async def nothing_to_show(self, view):
        return 1, ""

    def open(self, *, asked, is_shared=True, address=""):
        """The phone's end of a stream of somebody who came by a link, which was asked for at that time; of what all see
        alike, or where each asks for its own. `address`: of somebody who is no member.
        """
        with socket.create_server(("127.0.0.1", 0)) as server:
            phone, held = socket.create_connection(server.getsockname(), PATIENCE), server.accept()[0]
        about = {"play": "1", "tags": ["play 1"], "who": "", "tab": "", "view": "", "is_shared": is_shared, "head": ""}
        about["address"] = address
        self.streams.take({"kind": "open", **about, "asked": asked, "is_packed": False}, held.detach())
        return phone
