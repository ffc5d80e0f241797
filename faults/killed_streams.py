"""The workers, which hold the streams, are killed again and again while phones save, with half-open connections."""

import asyncio
import os
import signal
import socket

from bench.site import site
from faults.found import Found
from faults.pages import an_evening

PROMISE = "no phone misses a change, and half-open connections don't block anyone"
TIMES, QUICK_TIMES, HALF_OPEN, QUICK_HALF_OPEN = 20, 2, 2000, 100


async def amid_saves(its, times, half_open, say):
    killed = set()
    async with an_evening(its.port) as evening:
        # These clients start a request and never finish it.
        lying = [socket.create_connection(("127.0.0.1", its.port)) for _ in range(half_open)]
        for each in lying:
            each.send(b"GET /plays/")
        for number in range(times):
            await asyncio.sleep(3)
            for pid in its.workers():
                killed.add(pid)
                os.kill(pid, signal.SIGKILL)
            say(f"killed {number + 1} of {times} times")
        await asyncio.sleep(3)
        behind = await evening.behind()
    for each in lying:
        each.close()
    return killed, behind, evening


def cause(*, quick, say) -> Found:
    times, half_open = (QUICK_TIMES, QUICK_HALF_OPEN) if quick else (TIMES, HALF_OPEN)
    with site() as its:
        killed, behind, evening = asyncio.run(amid_saves(its, times, half_open, say))
    found = Found({"workers killed": len(killed), "half-open connections": half_open})
    found.figures |= {"streams opened": evening.streams, "revisions": evening.revisions}
    found.expect(f"phones are {behind} revisions behind", behind == 0)
    found.expect(f"only {len(killed)} workers were killed in {times} times", len(killed) >= times)
    return found
