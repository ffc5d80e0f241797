"""Another program locks the SQLite file for longer than a save waits.

Each waiting save blocks a thread of the server, so there are fewer phones than threads.
"""

import asyncio
import sqlite3
import time

from bench.phone import Phone, live_address
from bench.site import site
from faults.found import Found
from faults.writers import answers_of, check, check_answers, write_during, writers_at

PROMISE = "pages still open, and saves answer 503 with a message and count once when they are sent again"
PHONES, SECONDS, QUICK_SECONDS = 4, 45, 22
SLOWEST_LOOK = 5


async def hold_the_lock(its, writers, seconds, say):
    """Hold the write lock while one phone opens pages. Return (status, seconds) of each."""
    reader = Phone(its.port, dict(writers[0].phone.cookies))
    place = live_address((await reader.get(writers[0].card.split("seats")[0])).text)
    connection = sqlite3.connect(its.database, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    looks, until = [], time.monotonic() + seconds
    while time.monotonic() < until:
        started = time.monotonic()
        status = (await reader.get(place)).status
        looks.append((status, time.monotonic() - started))
        say(f"locked for {until - time.monotonic():.0f} seconds more")
        await asyncio.sleep(1)
    connection.execute("ROLLBACK")
    connection.close()
    await asyncio.sleep(2)
    return looks


async def amid_writers(its, seconds, say):
    writers = await writers_at(its.port, PHONES, say)
    return writers, await write_during(writers, hold_the_lock(its, writers, seconds, say))


def cause(*, quick, say) -> Found:
    seconds = QUICK_SECONDS if quick else SECONDS
    found = Found({"seconds locked": seconds, "saving phones": PHONES})
    with site() as its:
        writers, looks = asyncio.run(amid_writers(its, seconds, say))
        slowest = max(seconds for _, seconds in looks)
        found.figures |= {"saves answered 503": answers_of(writers)[503], "pages opened": len(looks)}
        found.figures |= {"seconds for the slowest page": slowest}
        check(its, writers, found)
        check_answers(writers, found, allowed=(200, 503))
    found.expect(f"a page took {slowest:.1f} s", slowest < SLOWEST_LOOK)
    found.expect("no save was made while the database was locked", answers_of(writers)[503])
    return found
