"""PostgreSQL is restarted again and again while phones save and live pages are open."""

import asyncio
import time

from bench.site import settings_for, site
from faults.found import Found
from faults.pages import PATIENCE, an_evening
from tests import postgresql

PROMISE = "no phone misses a change, and live pages reconnect by themselves"
TIMES, QUICK_TIMES, SECONDS_GONE = 5, 1, 3


async def until_heard(pages, since) -> float:
    """Return the seconds from `since` until each page got a change over its stream."""
    while any(page.heard <= since for page in pages) and time.monotonic() < since + PATIENCE:
        await asyncio.sleep(0.02)
    return max([page.heard for page in pages if page.heard > since] or [since + PATIENCE]) - since


async def amid_saves(server, its, times, say):
    seconds = []
    async with an_evening(its.port) as evening:
        for number in range(times):
            await asyncio.sleep(2)
            await asyncio.to_thread(server.stop)
            await asyncio.sleep(SECONDS_GONE)
            await asyncio.to_thread(server.start)
            seconds.append(await until_heard(evening.pages, time.monotonic()))
            say(f"restarted {number + 1} of {times} times")
        return seconds, await evening.behind(), evening


def cause(*, quick, say) -> Found:
    with postgresql.running() as server, site(**settings_for(server)) as its:
        seconds, behind, evening = asyncio.run(amid_saves(server, its, QUICK_TIMES if quick else TIMES, say))
    found = Found({"times restarted": len(seconds), "seconds until all streams sent changes again": max(seconds)})
    found.figures |= {"streams opened": evening.streams, "revisions": evening.revisions}
    found.expect(f"phones are {behind} revisions behind", behind == 0)
    found.expect("not all streams sent changes again", max(seconds) < PATIENCE)
    return found
