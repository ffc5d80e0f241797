"""One of several workers is killed again and again under load."""

import asyncio
import os
import signal
from random import Random

from bench.site import site
from faults.found import Found
from faults.writers import check, check_answers, check_log, write_during, writers_at

PROMISE = "phones retry once at most"
PHONES, TIMES, QUICK_TIMES = 32, 20, 3


async def kill_workers(its, times, say):
    """Kill a worker `times` times, each time once two are running again."""
    chance = Random(2026)
    for number in range(times):
        while len(its.workers()) < 2:
            await asyncio.sleep(0.05)
        # The new worker must have loaded before the next one is killed, even if 32 phones keep all cores busy.
        await asyncio.sleep(6)
        os.kill(chance.choice(its.workers()), signal.SIGKILL)
        say(f"killed {number + 1} of {times} workers")
    await asyncio.sleep(1)


async def amid_writers(its, times, say):
    writers = await writers_at(its.port, PHONES, say)
    await write_during(writers, kill_workers(its, times, say))
    return writers


def cause(*, quick, say) -> Found:
    times = QUICK_TIMES if quick else TIMES
    with site() as its:
        writers = asyncio.run(amid_writers(its, times, say))
        most = max(writer.most_retries for writer in writers)
        found = Found({"workers killed": times, "saving phones": PHONES, "most retries of a save": most})
        check(its, writers, found)
        check_answers(writers, found)
        check_log(its, found)
    found.expect(f"a save had to be sent again {most} times", most <= 1)
    return found
