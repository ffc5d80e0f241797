"""The server restarts during a play with its clock a day behind, as a small computer does after a power cut."""

import asyncio
import re

from bench.phone import live_address
from bench.site import site
from faults.found import Found
from faults.writers import check, check_answers, check_log, write_during, writers_at

PROMISE = "phones stay signed in, saves keep their order, and the play can be finished and followed by a rematch"
PHONES, SECONDS, QUICK_SECONDS = 4, 10, 2
PAGES = ("", "trail", "table", "more", "options", "seats")


async def set_back(its, seconds, say):
    await asyncio.sleep(seconds)
    its.kill()
    its.app = "faults.yesterday"
    await asyncio.to_thread(its.start)
    say("clock set back by a day")
    await asyncio.sleep(seconds)


async def to_the_end(writers) -> list[str]:
    """Close both stages, finish, and start a rematch. Return a sentence for each failure."""
    host, guest = writers[0].phone, writers[1].phone
    play, lacks = writers[0].card.split("seats")[0], []
    for page in PAGES:
        answer = await host.answer(host.request("GET", play + page))
        lacks += [f"{page or 'the play'} answered {answer.status}"] * (answer.status != 200)
    for stage in ("1", "2"):
        await host.post(f"{play}stages/{stage}/close", anyway=1)
    await host.post(f"{play}finish", shared=1)
    rematch = (await host.post(f"{play}rematch")).headers.get("location", "")
    if not re.match(r"/plays/[0-9a-f-]{36}/", rematch):
        return [*lacks, "the rematch didn't start"]
    lacks += ["the other phones have no link to the rematch"] * (rematch not in (await guest.get(play)).text)
    place = live_address((await guest.get(rematch)).text)
    answer = await guest.answer(guest.request("GET", place))
    return lacks + [f"a poll answered {answer.status}"] * (answer.status != 204)


async def evening(its, seconds, found, say):
    writers = await writers_at(its.port, PHONES, say)
    await write_during(writers, set_back(its, seconds, say))
    check(its, writers, found)
    check_answers(writers, found)
    found.broken += await to_the_end(writers)


def cause(*, quick, say) -> Found:
    seconds = QUICK_SECONDS if quick else SECONDS
    found = Found({"days set back": 1, "saving phones": PHONES, "pages opened": len(PAGES)})
    with site() as its:
        asyncio.run(evening(its, seconds, found, say))
        check_log(its, found)
    return found
