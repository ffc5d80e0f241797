"""Phones that save again and again during a fault, and checks that every save is stored."""

import asyncio
import html
import json
import re
import sqlite3
import uuid
from collections import Counter
from dataclasses import dataclass, field
from random import Random

import psycopg

from bench.phone import LOST, Phone, card_revision, sit_down

SEATS = 4
WAIT = 0.05
# Longer than a save ever waits for the database.
LONGEST_ANSWER = 60
# A traceback: lines of code, and the kind of error.
TRACEBACK = re.compile(r'^  File "(?:.*\n  )+.*\n\S.*', re.M)
STORED = "SELECT save_id, seat_id, amounts FROM companion_holdings ORDER BY id"


@dataclass
class Writer:
    """One phone and its column. `acknowledged` has the acknowledged saves as `[(save_id, water)]`.

    `answers` counts responses by sort. `most_retries` is the most retries of one save.
    """

    phone: Phone
    card: str
    chance: Random
    acknowledged: list = field(default_factory=list)
    answers: Counter = field(default_factory=Counter)
    most_retries: int = 0
    under_way: tuple | None = None

    async def write(self, stop):
        """Change the column until `stop` is set, and repeat each save with the same ID until it is acknowledged."""
        revision, water = 1, 1
        while not stop.is_set():
            water = self.chance.choice([count for count in range(3) if count != water])
            self.under_way = uuid.uuid4().hex, water
            text = await self.until_acknowledged(revision, stop)
            if text is not None:
                revision = card_revision(text)
                self.acknowledged.append(self.under_way)
                self.under_way = None

    async def until_acknowledged(self, revision, stop):
        """Return the text of the response that acknowledges the save, or None if `stop` came first."""
        save_id, water = self.under_way
        body = f"revision={revision}&save_id={save_id}&water={water}".encode()
        request, before = self.phone.request("POST", self.card, body), self.phone.retries
        while True:
            try:
                answer = await asyncio.wait_for(self.phone.answer(request), LONGEST_ANSWER)
                self.answers[sort_of(answer)] += 1
                if answer.status == 200:
                    return answer.text
            except (*LOST, TimeoutError):
                self.phone.hang_up()
            self.phone.retries += 1
            self.most_retries = max(self.most_retries, self.phone.retries - before)
            if stop.is_set():
                return None
            await asyncio.sleep(WAIT)


def sort_of(answer) -> int | str:
    """Return a response's status, or a text for a 503 that doesn't say that nothing was saved."""
    is_mute = answer.status == 503 and "wasn't saved" not in html.unescape(answer.text)
    return "503 without an explanation" if is_mute else answer.status


async def writers_at(port, number, say) -> list[Writer]:
    """Seat `number` phones with a column each, at tables of four."""
    writers, chance = [], Random(number)
    while len(writers) < number:
        seated = await sit_down(port, SEATS)
        writers += [Writer(*each, Random(chance.random())) for each in zip(seated.phones, seated.cards, strict=True)]
        say(f"{len(writers)} of {number} phones have joined")
    return writers


async def write_during(writers, happens):
    """Let all phones save until the coroutine `happens` is done. Return its result."""
    stop = asyncio.Event()
    tasks = [asyncio.create_task(writer.write(stop)) for writer in writers]
    try:
        return await happens
    finally:
        stop.set()
        await asyncio.gather(*tasks)


def stored(site) -> list:
    """Return all rows of holdings in the order they were stored: (save ID, seat, amounts)."""
    if address := site.settings.get("DATABASE_URL"):
        with psycopg.connect(address) as connection:
            return connection.execute(STORED).fetchall()
    connection = sqlite3.connect(site.database)
    try:
        return [(save_id, seat, json.loads(amounts)) for save_id, seat, amounts in connection.execute(STORED)]
    finally:
        connection.close()


def check(site, writers, found):
    """Note in `found` acknowledged saves that are lost or stored twice, and columns without their last save."""
    rows = stored(site)
    times = Counter(save_id for save_id, _, _ in rows)
    newest = {str(seat): (save_id, amounts) for save_id, seat, amounts in rows}
    acknowledged = [save_id for writer in writers for save_id, _ in writer.acknowledged]
    lost = sum(save_id not in times for save_id in acknowledged)
    twice = sum(count > 1 for count in times.values())
    wrong = sum(not is_last(writer, *newest[writer.card.split("/")[-2]]) for writer in writers)
    found.figures |= {"saves acknowledged": len(acknowledged), "lost": lost, "stored twice": twice}
    found.expect("no save was acknowledged", acknowledged)
    found.expect(f"{lost} acknowledged saves are lost", not lost)
    found.expect(f"{twice} saves are stored twice", not twice)
    found.expect(f"{wrong} columns don't have their last save", not wrong)


def is_last(writer, save_id, amounts) -> bool:
    """Return whether a column's newest row is its phone's last acknowledged save, or the last one it sent."""
    possible = [*writer.acknowledged[-1:], *([writer.under_way] if writer.under_way else [])]
    return not possible or (save_id, amounts.get("water")) in possible


def answers_of(writers) -> Counter:
    """Return the number of responses by sort."""
    return sum((writer.answers for writer in writers), Counter())


def check_answers(writers, found, *, allowed=(200,)):
    """Note responses of sorts that aren't allowed."""
    others = {sort: count for sort, count in answers_of(writers).items() if sort not in allowed}
    found.expect(f"saves were answered {others}", not others)


def errors_in(logs) -> Counter:
    """Return the number of errors in these logs by kind. A chain counts as the error that caused Django's."""
    chains = []
    for text in [log.read_text() for log in logs]:
        for match in TRACEBACK.finditer(text):
            kind = match[0].rpartition("\n")[2]
            if text[: match.start()].endswith("led to:\n"):
                chains[-1].append(kind)
            else:
                chains.append([kind])
    return Counter(chain[-2:][0] for chain in chains)


def check_log(site, found):
    """Note tracebacks in the site's log by kind, with their last line of code."""
    tracebacks = TRACEBACK.findall(site.log.read_text())
    kinds = Counter(" ".join(text.split("\n")[-3:]) for text in tracebacks)
    found.expect(f"the log has {len(tracebacks)} tracebacks: {dict(kinds.most_common(5))}", not tracebacks)
