"""The process that holds the streams is killed again and again amid saves; connections that are half open lie about."""

import asyncio
import os
import signal
import socket
from pathlib import Path

from bench.site import site
from faults.found import Found
from faults.pages import an_evening

PROMISE = "no phone misses a revision, and what is half open is in nobody's way"
TIMES, QUICK_TIMES, HALF_OPEN, QUICK_HALF_OPEN = 20, 2, 2000, 100


def holder(its) -> int | None:
    """The process that holds the streams: the one of the workers that has loaded least."""
    sizes = {pid: len(Path(f"/proc/{pid}/maps").read_text()) for pid in its.workers()}
    return min(sizes, key=sizes.get) if len(sizes) > 2 else None


async def amid_saves(its, times, half_open, say):
    killed = set()
    async with an_evening(its.port) as evening:
        # They begin a request and never end it.
        lying = [socket.create_connection(("127.0.0.1", its.port)) for _ in range(half_open)]
        for each in lying:
            each.send(b"GET /plays/")
        for number in range(times):
            await asyncio.sleep(3)
            pid = holder(its)
            if pid:
                killed.add(pid)
                os.kill(pid, signal.SIGKILL)
            say(f"killed {number + 1} of {times} times")
        await asyncio.sleep(3)
        behind = await evening.behind()
    for each in lying:
        each.close()
    return len(killed), behind, evening


def cause(*, quick, say) -> Found:
    times, half_open = (QUICK_TIMES, QUICK_HALF_OPEN) if quick else (TIMES, HALF_OPEN)
    with site() as its:
        killed, behind, evening = asyncio.run(amid_saves(its, times, half_open, say))
    found = Found({"times killed": killed, "connections half open": half_open})
    found.figures |= {"streams opened": evening.streams, "revisions": evening.revisions}
    found.expect(f"phones are {behind} revisions behind", behind == 0)
    found.expect(f"only {killed} of {times} times there was somebody to kill", killed == times)
    return found
