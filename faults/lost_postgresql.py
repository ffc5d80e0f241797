"""PostgreSQL is stopped while phones save, and started again."""

import asyncio
import time

from bench.phone import Phone
from bench.site import settings_for, site
from faults.found import Found
from faults.writers import answers_of, check, check_answers, write_during, writers_at
from tests import postgresql

PROMISE = "saves answer 503 with a message, no acknowledged save is lost, and all works again once PostgreSQL is back"
PHONES, SECONDS, QUICK_SECONDS, LONGEST_AFTERWARDS = 8, 15, 3, 30


async def stop_and_start(server, its, writers, seconds, say):
    """Return a page's response while PostgreSQL was gone, and the seconds from its return to the next save."""
    await asyncio.sleep(1)
    await asyncio.to_thread(server.stop)
    say("PostgreSQL is stopped")
    looker = Phone(its.port, dict(writers[0].phone.cookies))
    look = await looker.answer(looker.request("GET", writers[0].card.split("seats")[0]))
    await asyncio.sleep(seconds)
    await asyncio.to_thread(server.start)
    say("PostgreSQL is running again")
    back, before = time.monotonic(), saves(writers)
    while saves(writers) == before and time.monotonic() < back + LONGEST_AFTERWARDS:
        await asyncio.sleep(0.05)
    afterwards = time.monotonic() - back
    await asyncio.sleep(2)
    return look, afterwards


def saves(writers) -> int:
    return sum(len(writer.acknowledged) for writer in writers)


async def amid_writers(server, its, seconds, say):
    writers = await writers_at(its.port, PHONES, say)
    return writers, await write_during(writers, stop_and_start(server, its, writers, seconds, say))


def cause(*, quick, say) -> Found:
    seconds = QUICK_SECONDS if quick else SECONDS
    found = Found({"seconds without PostgreSQL": seconds, "saving phones": PHONES})
    with postgresql.running() as server, site(**settings_for(server)) as its:
        writers, (look, afterwards) = asyncio.run(amid_writers(server, its, seconds, say))
        found.figures |= {"saves answered 503": answers_of(writers)[503], "seconds until the next save": afterwards}
        check(its, writers, found)
        check_answers(writers, found, allowed=(200, 503))
    found.expect(f"a page answered {look.status}", look.status == 503 and "try again in half a minute" in look.text)
    found.expect("no save worked once PostgreSQL was back", afterwards < LONGEST_AFTERWARDS)
    return found
