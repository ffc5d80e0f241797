"""Phones that save their cards again and again while something goes wrong, and whether all of it is stored."""

import asyncio
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
# More than the longest that a save waits for the database.
LONGEST_ANSWER = 60
# Lines of code, and the kind of error behind them.
TRACEBACK = re.compile(r'^  File "(?:.*\n  )+.*\n\S.*', re.M)
STORED = "SELECT save_id, seat_id, amounts FROM companion_holdings ORDER BY id"


@dataclass
class Writer:
    """One phone and its card. `acknowledged` is what it was told is saved: `[(save_id, water)]`.

    `answers` counts the answers by their sort, `most_retries` is how often one save had to be sent again.
    """

    phone: Phone
    card: str
    chance: Random
    acknowledged: list = field(default_factory=list)
    answers: Counter = field(default_factory=Counter)
    most_retries: int = 0
    under_way: tuple | None = None

    async def write(self, stop):
        """Change the card until `stop`; each save is sent again with the same id until it is acknowledged."""
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
        """The text of the answer that says it is saved; None where `stop` came first."""
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
    """An answer's status; something else where a save is refused without a sentence that says so."""
    is_mute = answer.status == 503 and "not saved" not in answer.text
    return "503 without a sentence" if is_mute else answer.status


async def writers_at(port, number, say) -> list[Writer]:
    """So many phones with a card each, at tables of four."""
    writers, chance = [], Random(number)
    while len(writers) < number:
        seated = await sit_down(port, SEATS)
        writers += [Writer(*each, Random(chance.random())) for each in zip(seated.phones, seated.cards, strict=True)]
        say(f"{len(writers)} of {number} phones sit down")
    return writers


async def write_during(writers, happens):
    """Let all write until what `happens` (a coroutine) is over."""
    stop = asyncio.Event()
    tasks = [asyncio.create_task(writer.write(stop)) for writer in writers]
    try:
        return await happens
    finally:
        stop.set()
        await asyncio.gather(*tasks)


def stored(site) -> list:
    """All rows of holdings in the order they were stored: (save id, seat, amounts)."""
    if address := site.settings.get("DATABASE_URL"):
        with psycopg.connect(address) as connection:
            return connection.execute(STORED).fetchall()
    connection = sqlite3.connect(site.database)
    try:
        return [(save_id, seat, json.loads(amounts)) for save_id, seat, amounts in connection.execute(STORED)]
    finally:
        connection.close()


def check(site, writers, found):
    """Note in `found` whether each acknowledged save is stored, once, and the last one is what the card says."""
    rows = stored(site)
    times = Counter(save_id for save_id, _, _ in rows)
    newest = {str(seat): (save_id, amounts) for save_id, seat, amounts in rows}
    acknowledged = [save_id for writer in writers for save_id, _ in writer.acknowledged]
    lost = sum(save_id not in times for save_id in acknowledged)
    twice = sum(count > 1 for count in times.values())
    wrong = sum(not is_last(writer, *newest[writer.card.split("/")[-2]]) for writer in writers)
    found.figures |= {"saves acknowledged": len(acknowledged), "lost": lost, "stored twice": twice}
    found.expect("there was nothing to lose", acknowledged)
    found.expect(f"{lost} acknowledged saves are lost", not lost)
    found.expect(f"{twice} saves are stored twice", not twice)
    found.expect(f"{wrong} cards do not say what was saved last", not wrong)


def is_last(writer, save_id, amounts) -> bool:
    """Whether a card's newest row is what its phone saved last, or sent last without an answer."""
    possible = [*writer.acknowledged[-1:], *([writer.under_way] if writer.under_way else [])]
    return not possible or (save_id, amounts.get("water")) in possible


def answers_of(writers) -> Counter:
    """How many answers there were of each sort."""
    return sum((writer.answers for writer in writers), Counter())


def check_answers(writers, found, *, allowed=(200,)):
    """Note the answers that nobody should get."""
    others = {sort: count for sort, count in answers_of(writers).items() if sort not in allowed}
    found.expect(f"saves were answered {others}", not others)


def errors_in(logs) -> Counter:
    """How many errors of each kind these logs tell of; of Django's, which the database's led to, what that said."""
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
    """Note tracebacks in the site's log, of each kind one with its last line of code."""
    tracebacks = TRACEBACK.findall(site.log.read_text())
    kinds = Counter(" ".join(text.split("\n")[-3:]) for text in tracebacks)
    found.expect(f"there are {len(tracebacks)} tracebacks in the log: {dict(kinds.most_common(5))}", not tracebacks)
