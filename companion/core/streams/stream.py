"""One open stream. If a phone doesn't take a message, the next ones are dropped, and it gets the newest state later."""

import asyncio
import time

from .events import GZIP_BEGINS, Message

# A phone that takes nothing for this long loses its stream.
PATIENCE_SECONDS = 30


class Stream:
    """A stream, described by `about` (see `companion.core.live.stream`). `on_room` is called with it."""

    __slots__ = (
        *("play", "tags", "who", "address", "link", "tab", "view", "is_shared", "is_packed", "on_room"),
        *("task", "waiting", "sleep", "since", "is_behind", "is_over", "ends", "round"),
    )

    def __init__(self, about, *, on_room):
        self.play, self.tags, self.who = about["play"], tuple(about["tags"]), about["who"]
        self.address, self.link, self.tab, self.view = about["address"], about["link"], about["tab"], about["view"]
        self.is_shared, self.is_packed = about["is_shared"], about["is_packed"]
        self.on_room = on_room
        self.task, self.sleep = asyncio.current_task(), None
        self.waiting, self.since = GZIP_BEGINS if self.is_packed else b"", 0.0
        self.is_behind, self.is_over = False, False
        self.ends, self.round = 0.0, 0

    def send(self, message: Message):
        """Send a message. If the phone still has to take another one, drop this one and call `on_room` later."""
        if self.is_over:
            return
        if self.since:
            self.is_behind = True
            return
        self.waiting += message.packed if self.is_packed else message.plain
        self.wake()

    def end(self):
        """Close the stream after the messages that wait, at once if the phone doesn't take them."""
        self.is_over = True
        if self.since and self.task:
            self.task.cancel()
        self.wake()

    def wake(self):
        if self.sleep and not self.sleep.done():
            self.sleep.set_result(None)

    def is_stuck(self, now) -> bool:
        """Return true if the phone has taken nothing for too long."""
        return bool(self.since) and now - self.since > PATIENCE_SECONDS

    async def write(self, put):
        """Send messages with `await put(bytes)`, which returns once the phone can take more, until `end` is called."""
        while self.waiting or not self.is_over:
            if not self.waiting:
                self.sleep = asyncio.get_running_loop().create_future()
                await self.sleep
                continue
            data, self.waiting = self.waiting, b""
            self.since = time.monotonic()
            await put(data)
            self.since = 0.0
            if self.is_behind:
                self.is_behind = False
                self.on_room(self)
