"""The open streams of one worker: who gets which message, and the limits that protect everyone from one phone."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from random import random

from . import events
from .stream import Stream

# Streams of one person: a phone shows one play at a time, but may have several windows. Other pages poll.
MOST_OF_ONE = 6
# Streams of one play. Later pages poll.
MOST_AT_A_PLAY = 500
# Streams of people who aren't members: by one link (table or watch), so that the last hundred are for members of the
# group, and from one address, such as a club's hall.
MOST_STRANGERS_OF_A_LINK, MOST_STRANGERS_OF_AN_ADDRESS = 200, 60
# All streams of a worker. Each is a file descriptor, and some are needed for other files.
MOST, FILES_BESIDES = 20_000, 200
BEAT_SECONDS = 20
# After this long a stream ends, so that permissions are checked again.
LONGEST_SECONDS = 20 * 60
# Changes of permissions are remembered this long, to refuse streams that were requested before.
LATE_SECONDS = 60
# Streams that may reconnect in a second after an interruption.
LET_IN_A_SECOND = 100
# Four cursors a second and page; what comes faster is dropped.
CURSOR_SECONDS = 0.2

# Returns a view's revision and HTML, "" if each phone requests its own; None if the play is gone.
Render = Callable[[str], Awaitable[tuple[int, str] | None]]
Tell = Callable[[dict], object]


class Table:
    """A play with its streams, by what they show."""

    def __init__(self):
        self.views: dict[str, set[Stream]] = defaultdict(set)
        self.revision = 0
        # The last revision of each view that was sent, as it was sent.
        self.sent: dict[str, tuple[int, events.Message]] = {}
        self.asked: set[str] = set()
        self.cursors: dict[str, tuple[float, str]] = {}
        # The pages of each other hub.
        self.elsewhere: dict[str, set[str]] = {}
        self.has_company = False

    @property
    def streams(self) -> list[Stream]:
        return [stream for streams in self.views.values() for stream in streams]

    @property
    def tabs(self) -> set[str]:
        """The ids of the pages that show the play, at other hubs too."""
        return {stream.tab for stream in self.streams}.union(*self.elsewhere.values())

    def has_room_for(self, about: dict) -> bool:
        """Return true if one more stream fits: a member's (without a link), or a stranger's."""
        streams, link, address = self.streams, about["link"], about["address"]
        is_full = link and (
            sum(stream.link == link for stream in streams) >= MOST_STRANGERS_OF_A_LINK
            or sum(stream.address == address for stream in streams) >= MOST_STRANGERS_OF_AN_ADDRESS
        )
        return len(streams) < MOST_AT_A_PLAY and not is_full


class Hub:
    """All streams of a worker. `render` renders the current state of a view; `most` is the limit of streams.

    `tell` sends a message to the other hubs of this machine, where this one is called `name`.
    """

    def __init__(self, render: Render, *, most: int, name="", tell: Tell = lambda message: None):
        self.render, self.most, self.name, self.tell = render, most, name, tell
        self.tables: dict[str, Table] = {}
        self.by_tag: dict[str, set[Stream]] = defaultdict(set)
        self.by_person: dict[str, set[Stream]] = defaultdict(set)
        # When the permissions of each tag changed.
        self.shut: dict[str, float] = {}
        self.rounds: list[set[Stream]] = [set() for _ in range(BEAT_SECONDS)]
        # The open streams, and how many there ever were.
        self.number = self.count = 0
        self.tasks: set[asyncio.Task] = set()
        self.is_over = False

    def take(self, message: dict):
        """Handle a message of another process; `wire` lists them."""
        kind = message["kind"]
        if kind == "new":
            self.renew(message["play"], message["revision"])
        elif kind == "shut":
            self.shut[message["tag"]] = time.monotonic()
            for stream in list(self.by_tag.get(message["tag"], ())):
                self.end(stream, events.ASK)
        elif kind == "at":
            self.move(message["play"], message["tab"], message["cell"])
        elif kind == "lost":
            self.look_again()
        elif message["hub"] != self.name:
            self.meet(message)

    def open(self, about: dict) -> Stream | None:
        """Return a new stream, or None if there are too many or permissions have changed since the request."""
        table = self.tables.setdefault(about["play"], Table())
        others = self.by_person.get(about["who"], ())
        has_room = self.number < self.most and len(others) < MOST_OF_ONE and table.has_room_for(about)
        if self.is_over or not has_room or any(self.shut.get(tag, 0) >= about["asked"] for tag in about["tags"]):
            self.forget_empty(about["play"])
            return None
        is_new, tabs, stream = not table.views, table.tabs, Stream(about, on_room=self.catch_up)
        if stream.who:
            self.by_person[stream.who].add(stream)
        table.views[stream.view].add(stream)
        for tag in stream.tags:
            self.by_tag[tag].add(stream)
        stream.ends = time.monotonic() + LONGEST_SECONDS * (0.75 + random() / 4)  # noqa: S311  (no secret)
        stream.round = self.count % BEAT_SECONDS
        self.rounds[stream.round].add(stream)
        self.number, self.count = self.number + 1, self.count + 1
        # The page asks at once, because something may have changed since its last answer.
        stream.send(events.ASK)
        if table.has_company:
            stream.send(events.company(is_there=True))
        for tab, (_, cell) in table.cursors.items():
            stream.send(events.cursor(tab, cell))
        if stream.tab not in tabs:
            self.see_who_is_there(table)
        self.announce(stream.play, asks=is_new)
        return stream

    # The other hubs

    def greet(self):
        """Ask the other hubs for their pages."""
        self.tell({"kind": "hello", "hub": self.name})

    def announce(self, play, *, asks=False):
        """Tell the other hubs which pages show a play here, and where their cursors are."""
        table = self.tables[play]
        tabs = {stream.tab: table.cursors.get(stream.tab, (0, ""))[1] for stream in table.streams}
        self.tell({"kind": "tabs", "hub": self.name, "play": play, "tabs": tabs, "asks": asks})

    def meet(self, message):
        """Note which pages another hub has."""
        if message["kind"] == "hello":
            # It may take the place of one that was killed.
            for play, table in self.tables.items():
                table.elsewhere.clear()
                self.see_who_is_there(table)
                self.announce(play, asks=True)
        elif message["play"] in self.tables:
            table = self.tables[message["play"]]
            table.elsewhere[message["hub"]] = set(message["tabs"])
            self.see_who_is_there(table)
            for tab, cell in message["tabs"].items():
                if cell and tab not in table.cursors:
                    self.move(message["play"], tab, cell)
            if message["asks"]:
                self.announce(message["play"])

    def see_who_is_there(self, table):
        """Tell the phones of a table whether they have company, and forget the cursors of pages that are gone."""
        tabs, streams = table.tabs, table.streams
        for tab in [tab for tab in table.cursors if tab not in tabs]:
            del table.cursors[tab]
            self.send_all(streams, events.cursor(tab, ""))
        if table.has_company != (len(tabs) > 1):
            table.has_company = not table.has_company
            self.send_all(streams, events.company(is_there=table.has_company))

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
        """Render a view once for all its streams, and again while there is a newer revision."""
        try:
            while view in table.views and table.sent.get(view, (0, b""))[0] < table.revision:
                wanted = table.revision
                try:
                    made = await self.render(view)
                except (OSError, TimeoutError, ValueError):
                    # Rendering failed or took too long. The phones poll instead.
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
        """Send a slow phone the newest state instead of the messages it has missed."""
        table = self.tables.get(stream.play)
        if table and not stream.is_over:
            stream.send(table.sent.get(stream.view, (0, events.ASK))[1])

    def move(self, play, tab, cell):
        """Show all other pages at the table where a cursor is."""
        table, now = self.tables.get(play), time.monotonic()
        if table is None or tab not in table.tabs or now - table.cursors.get(tab, (0, ""))[0] < CURSOR_SECONDS:
            return
        table.cursors[tab] = now, cell
        self.send_all([stream for stream in table.streams if stream.tab != tab], events.cursor(tab, cell))

    def send_all(self, streams, message):
        for stream in list(streams):
            stream.send(message)

    def look_again(self):
        """Let every page ask, because messages may be missing. Streams end one after the other, and pages reconnect."""
        now, seconds = time.monotonic(), self.number // LET_IN_A_SECOND
        for table in self.tables.values():
            for stream in table.streams:
                stream.send(events.ASK)
                stream.ends = min(stream.ends, now + random() * seconds)  # noqa: S311  (no secret)

    async def beat(self):
        """Send each stream a beat within BEAT_SECONDS, and end those that are stuck or too old."""
        while True:
            for streams in self.rounds:
                now = time.monotonic()
                self.shut = {tag: when for tag, when in self.shut.items() if now - when < LATE_SECONDS}
                for stream in list(streams):
                    if stream.is_stuck(now):
                        stream.end()
                    elif stream.ends <= now:
                        self.end(stream, events.ASK)
                    else:
                        stream.send(events.BEAT)
                await asyncio.sleep(1)

    # How they end

    def end(self, stream, farewell):
        """Close a stream after this message."""
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
        self.see_who_is_there(table)
        self.announce(stream.play)
        self.forget_empty(stream.play)

    def forget_empty(self, play):
        if play in self.tables and not self.tables[play].views:
            del self.tables[play]

    def end_all(self):
        """End all streams, and open no new ones."""
        self.is_over = True
        for table in list(self.tables.values()):
            for stream in table.streams:
                stream.end()

    def do(self, work):
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


def most_streams(files: int) -> int:
    """Return the limit of streams for a process that may have this many files open."""
    return MOST if files < 0 else max(50, min(MOST, files - FILES_BESIDES))
