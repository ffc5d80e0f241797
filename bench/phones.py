"""Measure how soon a save appears on the other phones of its table, with hundreds of polling phones: `make bench`.

Starts Caravan as `make run` does, with tables of five phones that poll as often as the page does. At every table, one
phone keeps saving. The delay is the time from the response to a save until another phone has its standings.
"""

import argparse
import asyncio
import json
import math
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

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.phone import Phone, card_revision, live_address, revision_of, sit_down  # noqa: E402
from tests.browser.server import running  # noqa: E402

POLL_SECONDS = int(re.search(r"POLL_MS = (\d+)", (ROOT / "static/js/_live.js").read_text())[1]) / 1000
TARGET_SECONDS = 2
# Before it is measured: as many as keep both workers busy.
TABLES_AT_ONCE = 4


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
    """A play with its phones, and the first one's card to be corrected."""
    seated = await sit_down(port, seats)
    return Table(seated.play, seated.phones, seated.cards[0])


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


async def correct(table, every, stop):
    """Change the first phone's card again and again, each time by another figure."""
    phone, chance = Phone(table.phones[0].port, dict(table.phones[0].cookies)), Random(table.play)
    await asyncio.sleep(chance.random() * every)
    water, revision = 1, 1
    while not stop.is_set():
        water = chance.choice([count for count in range(4) if count != water])
        answer = await phone.post(table.card, revision=revision, save_id=uuid.uuid4().hex, water=water)
        table.revision += 1
        table.answered[table.revision] = time.perf_counter()
        revision = card_revision(answer.text)
        await asyncio.sleep(every * (0.5 + chance.random()))


async def evening(port, *, phones, seats, seconds, every, say):
    """Fill the tables, let everybody look and one at each table correct, and give the tables with what was seen."""
    tables, places, needed = [], [], math.ceil(phones / seats)
    while len(tables) < needed:
        next_ones = range(min(TABLES_AT_ONCE, needed - len(tables)))
        tables += await asyncio.gather(*(a_table(port, seats) for _ in next_ones))
        say(f"{len(tables) * seats} of {phones} phones have joined")
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
            say(f"running for {passed} of {seconds} seconds")
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
    parser.add_argument("--seconds", type=int, default=60, help="duration of the run")
    parser.add_argument("--every", type=float, default=10, help="average seconds between two saves at a table")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
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
        f"{found['phones']} phones at {found['tables']} tables, each polling every {found['poll_seconds']} s, on "
        f"{os.cpu_count()} cores, Python {platform.python_version()}: {found['questions'] / found['seconds']:,.0f} "
        f"polls and {found['saves'] / found['seconds']:.1f} saves per second"
    )
    for what, words in (("delay", "from a save's answer to another phone"), ("question", "a poll's answer")):
        print(f"{words}: " + ", ".join(f"{name} {value:.3f} s" for name, value in found[what].items()))
    verdict = "met" if found["delay"]["p95"] < TARGET_SECONDS else "missed"
    print(f"Target, 95th percentile below {TARGET_SECONDS} s: {verdict} ({found['seen']} changes seen)")


if __name__ == "__main__":
    main()
