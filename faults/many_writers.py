"""64 phones save at the same time, without a pause, on SQLite."""

import asyncio

from bench.site import site
from faults.found import Found
from faults.writers import check, check_answers, check_log, write_during, writers_at

PROMISE = "no one sees `database is locked`"
PHONES, SECONDS, QUICK_SECONDS = 64, 60, 5


async def all_at_once(its, seconds, say):
    writers = await writers_at(its.port, PHONES, say)
    await write_during(writers, asyncio.sleep(seconds))
    return writers


def cause(*, quick, say) -> Found:
    seconds = QUICK_SECONDS if quick else SECONDS
    found = Found({"saving phones": PHONES, "seconds": seconds})
    with site() as its:
        writers = asyncio.run(all_at_once(its, seconds, say))
        check(its, writers, found)
        check_answers(writers, found)
        check_log(its, found)
        found.expect("the log has an error about a locked database", "locked" not in its.log.read_text())
    return found
