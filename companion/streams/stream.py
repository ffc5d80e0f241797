"""One open stream. What a phone does not take at once waits, no more than one message, and not for ever."""

import asyncio
import socket
import time

from .events import GZIP_BEGINS, Message

# The kernel gives up a phone that acknowledges nothing for so long, and so do we.
PATIENCE_SECONDS = 30
MOST_TO_IGNORE = 4096
# What the kernel keeps of it: a message or two.
KEPT_BY_KERNEL = 16 * 1024


class Stream:
    """A connection, with what `open` said of it. `on_end` and `on_room` are called with it."""

    __slots__ = (
        *("connection", "play", "tags", "who", "address", "tab", "view", "is_shared", "is_packed", "on_end", "on_room"),
        *("unsent", "since", "is_behind", "is_over", "ends", "round"),
    )

    def __init__(self, connection, message, *, on_end, on_room):
        self.connection, self.on_end, self.on_room = connection, on_end, on_room
        self.play, self.tags, self.who = message["play"], tuple(message["tags"]), message["who"]
        self.address = message["address"]
        self.tab, self.view, self.is_shared = message["tab"], message["view"], message["is_shared"]
        self.is_packed = message["is_packed"]
        self.unsent, self.since, self.is_behind, self.is_over = b"", 0.0, False, False
        self.ends, self.round = 0.0, 0
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KEPT_BY_KERNEL)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, PATIENCE_SECONDS * 1000)
        asyncio.get_running_loop().add_reader(connection, self.read)

    def begin(self, head: bytes):
        """Send the head of the answer, before all messages."""
        self.put(head + GZIP_BEGINS if self.is_packed else head)

    def send(self, message: Message):
        """Send this. Where something is still on its way it is left out, and `on_room` makes up for it."""
        if self.is_over:
            return
        if self.unsent:
            self.is_behind = True
            return
        self.put(message.packed if self.is_packed else message.plain)

    def put(self, data: bytes):
        try:
            sent = self.connection.send(data)
        except BlockingIOError:
            sent = 0
        except OSError:
            self.end()
            return
        if sent < len(data):
            self.unsent, self.since = data[sent:], time.monotonic()
            asyncio.get_running_loop().add_writer(self.connection, self.go_on)

    def go_on(self):
        """The phone takes more."""
        try:
            self.unsent = self.unsent[self.connection.send(self.unsent) :]
        except BlockingIOError:
            return
        except OSError:
            self.end()
            return
        if self.unsent:
            return
        asyncio.get_running_loop().remove_writer(self.connection)
        if self.is_behind:
            self.is_behind = False
            self.on_room(self)

    def is_stuck(self, now) -> bool:
        """Whether the phone has not taken for long what it was sent."""
        return bool(self.unsent) and now - self.since > PATIENCE_SECONDS

    def read(self):
        """A phone says nothing here; it goes."""
        try:
            said = self.connection.recv(MOST_TO_IGNORE)
        except BlockingIOError:
            return
        except OSError:
            said = b""
        if not said:
            self.end()

    def end(self):
        if self.is_over:
            return
        self.is_over = True
        loop = asyncio.get_running_loop()
        loop.remove_reader(self.connection)
        loop.remove_writer(self.connection)
        self.connection.close()
        self.unsent = b""
        self.on_end(self)
