"""Measure the time from the start of the server to the first page, compared with a bare Django."""

import asyncio
import time
from statistics import median

from bench.phone import Phone
from bench.site import CARAVAN, site


def seconds_to_first_page(its) -> float:
    """Start it, get a page, end it."""
    started = time.perf_counter()
    its.start()
    asyncio.run(Phone(its.port).get("/"))
    passed = time.perf_counter() - started
    its.stop()
    return passed


def measured(*, times, say) -> dict:
    found = {}
    for name, app in (("Caravan", CARAVAN), ("bare", "bench.bare")):
        with site(app=app, started=False) as its:
            say(f"starting {name} {times} times")
            found[name] = median(seconds_to_first_page(its) for _ in range(times))
    return found
