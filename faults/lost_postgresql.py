"""The PostgreSQL server is stopped amid saving phones, and started again."""

import asyncio
import time

from bench.phone import Phone
from bench.site import settings_for, site
from faults.found import Found
from faults.writers import answers_of, check, check_answers, write_during, writers_at
from tests import postgresql

PROMISE = "a save is answered 503 with a sentence, nothing acknowledged is lost, and all goes on once it is back"
PHONES, SECONDS, QUICK_SECONDS, LONGEST_AFTERWARDS = 8, 15, 3, 30


async def stop_and_start(server, its, writers, seconds, say):
    """The answer to a look while it was gone, and the seconds from its return to the next save that came through."""
    await asyncio.sleep(1)
    await asyncio.to_thread(server.stop)
    say("PostgreSQL is gone")
    looker = Phone(its.port, dict(writers[0].phone.cookies))
    look = await looker.answer(looker.request("GET", writers[0].card.split("seats")[0]))
    await asyncio.sleep(seconds)
    await asyncio.to_thread(server.start)
    say("PostgreSQL is back")
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
    found = Found({"seconds gone": seconds, "phones saving": PHONES})
    with postgresql.running() as server, site(**settings_for(server)) as its:
        writers, (look, afterwards) = asyncio.run(amid_writers(server, its, seconds, say))
        found.figures |= {"saves answered 503": answers_of(writers)[503], "s until it saved again": afterwards}
        check(its, writers, found)
        check_answers(writers, found, allowed=(200, 503))
    found.expect(f"a look was answered {look.status}", look.status == 503 and "wait a moment" in look.text)
    found.expect("nothing was saved once it was back", afterwards < LONGEST_AFTERWARDS)
    return found
