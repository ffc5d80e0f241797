"""gunicorn's master and workers are killed (SIGKILL) again and again while 32 phones save."""

import asyncio
from random import Random

from bench.site import site
from faults.found import Found
from faults.writers import check, check_answers, check_log, write_during, writers_at

PROMISE = "no acknowledged save is lost, and none is stored twice"
PHONES, TIMES = 32, 20
QUICK_PHONES, QUICK_TIMES = 8, 1


async def kill_again_and_again(its, writers, times, say):
    """Kill and restart the server `times` times, each at a random moment after saves work again."""
    chance = Random(2026)
    for number in range(times):
        before = saves(writers)
        while saves(writers) < before + len(writers) // 2:
            await asyncio.sleep(0.01)
        await asyncio.sleep(chance.random())
        its.kill()
        say(f"killed {number + 1} of {times} times")
        await asyncio.to_thread(its.start)
    await asyncio.sleep(1)


def saves(writers) -> int:
    return sum(len(writer.acknowledged) for writer in writers)


async def amid_writers(its, phones, times, say):
    writers = await writers_at(its.port, phones, say)
    await write_during(writers, kill_again_and_again(its, writers, times, say))
    return writers


def cause(*, quick, say) -> Found:
    phones, times = (QUICK_PHONES, QUICK_TIMES) if quick else (PHONES, TIMES)
    found = Found({"times killed": times, "saving phones": phones})
    with site() as its:
        writers = asyncio.run(amid_writers(its, phones, times, say))
        check(its, writers, found)
        check_answers(writers, found)
        check_log(its, found)
    return found
