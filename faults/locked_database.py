"""Somebody else holds the lock of the SQLite file for longer than a save waits."""

import asyncio
import sqlite3

from bench.phone import Phone, live_address
from bench.site import site
from faults.found import Found
from faults.writers import answers_of, check, check_answers, write_during, writers_at

PROMISE = "pages are read on, a save is answered 503 with a sentence and counts once when it is sent again"
PHONES, SECONDS, QUICK_SECONDS = 8, 30, 25


async def hold_the_lock(its, writers, seconds, say):
    """Hold the write lock so long while one phone asks for pages; the statuses it was answered."""
    reader = Phone(its.port, dict(writers[0].phone.cookies))
    place = live_address((await reader.get(writers[0].card.split("seats")[0])).text)
    connection = sqlite3.connect(its.database, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    statuses = []
    for second in range(seconds):
        statuses.append((await reader.get(place)).status)
        say(f"locked for {second} of {seconds} seconds")
        await asyncio.sleep(1)
    connection.execute("ROLLBACK")
    connection.close()
    await asyncio.sleep(2)
    return statuses


async def amid_writers(its, seconds, say):
    writers = await writers_at(its.port, PHONES, say)
    return writers, await write_during(writers, hold_the_lock(its, writers, seconds, say))


def cause(*, quick, say) -> Found:
    seconds = QUICK_SECONDS if quick else SECONDS
    found = Found({"seconds locked": seconds, "phones saving": PHONES})
    with site() as its:
        writers, looks = asyncio.run(amid_writers(its, seconds, say))
        found.figures |= {"saves answered 503": answers_of(writers)[503], "looks meanwhile": len(looks)}
        check(its, writers, found)
        check_answers(writers, found, allowed=(200, 503))
    found.expect(f"looks were answered {set(looks)}", set(looks) <= {200, 204})
    found.expect("no save met the lock", answers_of(writers)[503])
    return found
