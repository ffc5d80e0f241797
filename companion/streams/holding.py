"""The streams that are open: who gets what, and the bounds that keep one phone from being everybody's trouble."""

import asyncio
import contextlib
import socket
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from random import random

from . import events, wire
from .stream import Stream

# A phone shows one play at a time; some have several windows. Beyond so many of a person a page asks.
MOST_OF_ONE = 6
# At one play; who comes later polls. The last hundred places are for members of the group.
MOST_AT_A_PLAY = 500
MOST_STRANGERS_AT_A_PLAY = 400
# Of people who aren't members, from one address: a club's hall, but not all places.
MOST_STRANGERS_OF_AN_ADDRESS = 60
# Of all. Each is a file to the machine, and some are needed besides.
MOST, FILES_BESIDES = 20_000, 200
BEAT_SECONDS = 20
# However it goes on, who may see the play is asked again after so long.
LONGEST_SECONDS = 20 * 60
# What is asked for before somebody was shut out, and may have been let in before, comes no later.
LATE_SECONDS = 60
# So many are let in anew at the same time, where it is not known who was shut out.
LET_IN_A_SECOND = 100
# Four cursors a second and page; what comes faster is dropped.
CURSOR_SECONDS = 0.2
AT_ONCE = 200

# What a view shows now: its revision and html, "" where each phone asks for its own; None where the play is gone.
Render = Callable[[str], Awaitable[tuple[int, str] | None]]


class Table:
    """A play with its streams, by what they show."""

    def __init__(self):
        self.views: dict[str, set[Stream]] = defaultdict(set)
        self.revision = 0
        # The last revision of each view that was sent, as it was sent.
        self.sent: dict[str, tuple[int, events.Message]] = {}
        self.asked: set[str] = set()
        self.cursors: dict[str, tuple[float, str]] = {}

    @property
    def streams(self) -> list[Stream]:
        return [stream for streams in self.views.values() for stream in streams]

    def has_company(self) -> bool:
        return len({stream.tab for stream in self.streams}) > 1

    def has_room_for(self, address: str) -> bool:
        """Whether one more stream fits: a member's (no address), or one of somebody else at this address."""
        streams = self.streams
        if not address:
            return len(streams) < MOST_AT_A_PLAY
        addresses = [stream.address for stream in streams if stream.address]
        return (
            len(streams) < MOST_AT_A_PLAY
            and len(addresses) < MOST_STRANGERS_AT_A_PLAY
            and addresses.count(address) < MOST_STRANGERS_OF_AN_ADDRESS
        )


class Streams:
    """All of them. `render` makes what a view shows now; `most` is how many there may be."""

    def __init__(self, render: Render, *, most: int):
        self.render, self.most = render, most
        self.tables: dict[str, Table] = {}
        self.by_tag: dict[str, set[Stream]] = defaultdict(set)
        self.by_person: dict[str, set[Stream]] = defaultdict(set)
        # When who had which tag was shut out.
        self.shut: dict[str, float] = {}
        self.rounds: list[set[Stream]] = [set() for _ in range(BEAT_SECONDS)]
        # Those that are open, and all there were.
        self.number = self.count = 0
        self.tasks: set[asyncio.Task] = set()

    # What the workers tell

    def hear(self):
        """Take what was told, not all at once where that is much."""
        for _ in range(AT_ONCE):
            told = wire.heard()
            if told is None:
                return
            message, connection = told
            self.take(message, connection)

    def take(self, message: dict, connection: int | None = None):
        """One thing that was told, by this machine's workers or another's."""
        kind = message["kind"]
        if kind == "open":
            if connection is not None:
                self.begin(message, socket.socket(fileno=connection))
        elif kind == "new":
            self.renew(message["play"], message["revision"])
        elif kind == "shut":
            self.shut[message["tag"]] = time.monotonic()
            for stream in list(self.by_tag.get(message["tag"], ())):
                self.end(stream, events.ASK)
        elif kind == "at":
            self.move(message["play"], message["tab"], message["cell"])
        elif kind == "lost":
            self.look_again()

    def begin(self, message, connection):
        """Hold a connection from now on, or let its page ask, where there is no room or a right has changed since."""
        table = self.tables.setdefault(message["play"], Table())
        others = self.by_person.get(message["who"], ())
        has_room = self.number < self.most and len(others) < MOST_OF_ONE and table.has_room_for(message["address"])
        if not has_room or any(self.shut.get(tag, 0) >= message["asked"] for tag in message["tags"]):
            with contextlib.suppress(OSError):
                connection.send(events.NO_STREAM)
            connection.close()
            self.forget_empty(message["play"])
            return
        its = Stream(connection, message, on_end=self.drop, on_room=self.catch_up)
        if its.who:
            self.by_person[its.who].add(its)
        had_company = table.has_company()
        table.views[its.view].add(its)
        for tag in its.tags:
            self.by_tag[tag].add(its)
        its.ends = time.monotonic() + LONGEST_SECONDS * (0.75 + random() / 4)  # noqa: S311  (no secret)
        its.round = self.count % BEAT_SECONDS
        self.rounds[its.round].add(its)
        self.number, self.count = self.number + 1, self.count + 1
        # The page asks at once: between its last answer and now something may have gone by.
        its.begin(message["head"].encode("latin-1"))
        its.send(events.ASK)
        if table.has_company():
            for each in [its] if had_company else table.streams:
                each.send(events.company(is_there=True))
            for tab, (_, cell) in list(table.cursors.items()):
                its.send(events.cursor(tab, cell))

    # What the phones are told

    def renew(self, play, revision):
        table = self.tables.get(play)
        if table is None or revision <= table.revision:
            return
        table.revision = revision
        for view, streams in list(table.views.items()):
            if not next(iter(streams)).is_shared:
                self.send_all(streams, events.ASK)
            elif view not in table.asked:
                table.asked.add(view)
                self.do(self.show(play, table, view))

    async def show(self, play, table, view):
        """Put a view into words once, and again while that is older than what was told meanwhile; to all as it is."""
        try:
            while view in table.views and table.sent.get(view, (0, b""))[0] < table.revision:
                wanted = table.revision
                try:
                    made = await self.render(view)
                except (OSError, TimeoutError, ValueError):
                    # Whoever makes it is away or has no time. The phones ask, and whoever answers them has it.
                    table.sent[view] = wanted, events.ASK
                    self.send_all(table.views[view], events.ASK)
                    continue
                if made is None:
                    for stream in table.streams:
                        self.end(stream, events.ASK)
                    return
                revision, html = made
                message = events.fragment(html) if html else events.ASK
                table.sent[view] = max(revision, wanted), message
                self.send_all(table.views.get(view, ()), message)
        finally:
            table.asked.discard(view)

    def catch_up(self, stream):
        """A slow phone has taken what it had; now it gets what is newest instead of all that came between."""
        table = self.tables.get(stream.play)
        if table and not stream.is_over:
            stream.send(table.sent.get(stream.view, (0, events.ASK))[1])

    def move(self, play, tab, cell):
        """Show all others at the table where somebody's cursor is."""
        table, now = self.tables.get(play), time.monotonic()
        if table is None or now - table.cursors.get(tab, (0, ""))[0] < CURSOR_SECONDS:
            return
        if not any(stream.tab == tab for stream in table.streams):
            return
        table.cursors[tab] = now, cell
        self.send_all([stream for stream in table.streams if stream.tab != tab], events.cursor(tab, cell))

    def send_all(self, streams, message):
        for stream in list(streams):
            stream.send(message)

    def look_again(self):
        """Something may have been missed: every page asks, and its stream ends by and by, to be let in anew."""
        now, seconds = time.monotonic(), self.number // LET_IN_A_SECOND
        for table in self.tables.values():
            for stream in table.streams:
                stream.send(events.ASK)
                stream.ends = min(stream.ends, now + random() * seconds)  # noqa: S311  (no secret)

    async def beat(self):
        """Each second a part of the streams hears that the line is there, and those that are too slow or old end."""
        while True:
            for its_round in self.rounds:
                now = time.monotonic()
                self.shut = {tag: when for tag, when in self.shut.items() if now - when < LATE_SECONDS}
                for stream in list(its_round):
                    if stream.is_stuck(now):
                        stream.end()
                    elif stream.ends <= now:
                        self.end(stream, events.ASK)
                    else:
                        stream.send(events.BEAT)
                await asyncio.sleep(1)

    # How they end

    def end(self, stream, farewell):
        stream.send(farewell)
        stream.end()

    def drop(self, stream):
        """Forget a stream that has ended."""
        self.number -= 1
        self.rounds[stream.round].discard(stream)
        for tag in stream.tags:
            self.by_tag[tag].discard(stream)
            if not self.by_tag[tag]:
                del self.by_tag[tag]
        if stream.who:
            self.by_person[stream.who].discard(stream)
            if not self.by_person[stream.who]:
                del self.by_person[stream.who]
        table = self.tables[stream.play]
        table.views[stream.view].discard(stream)
        if not table.views[stream.view]:
            del table.views[stream.view]
            table.sent.pop(stream.view, None)
        left = table.streams
        if not any(each.tab == stream.tab for each in left):
            if table.cursors.pop(stream.tab, None):
                self.send_all(left, events.cursor(stream.tab, ""))
            if left and not table.has_company():
                self.send_all(left, events.company(is_there=False))
        self.forget_empty(stream.play)

    def forget_empty(self, play):
        if play in self.tables and not self.tables[play].views:
            del self.tables[play]

    def end_all(self):
        for table in list(self.tables.values()):
            for stream in table.streams:
                stream.end()

    def do(self, work):
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


def most_streams(files: int) -> int:
    """How many there may be where a process may have so many files open."""
    return MOST if files < 0 else max(50, min(MOST, files - FILES_BESIDES))
