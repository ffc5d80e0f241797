"""The clock of the server is set back by a day in the middle of an evening (libfaketime, Debian's `faketime`)."""

import asyncio
import re
import tempfile

from bench.phone import live_address
from bench.site import site
from faults.found import Found
from faults.writers import check, check_answers, check_log, write_during, writers_at

PROMISE = "phones stay known, saves count in their order, and the play goes on to its end and its rematch"
PHONES, SECONDS, QUICK_SECONDS = 4, 10, 2
PAGES = ("", "trail", "table", "more", "options", "seats")


async def set_back(clock, seconds, say):
    await asyncio.sleep(seconds)
    clock.write_text("-1d")
    say("the clock is set back by a day")
    await asyncio.sleep(seconds)


async def to_the_end(writers) -> list[str]:
    """Close both stages, finish, and ask for a rematch; what another phone at the table did not get to see."""
    host, guest = writers[0].phone, writers[1].phone
    play, lacks = writers[0].card.split("seats")[0], []
    for page in PAGES:
        answer = await host.answer(host.request("GET", play + page))
        lacks += [f"{page or 'the play'} was answered {answer.status}"] * (answer.status != 200)
    for stage in ("1", "2"):
        await host.post(f"{play}stages/{stage}/close", anyway=1)
    await host.post(f"{play}finish", shared=1)
    rematch = (await host.post(f"{play}rematch")).headers.get("location", "")
    lacks += ["there was no rematch"] * (not re.match(r"/plays/[0-9a-f-]{36}/", rematch))
    lacks += ["the other phones were not led to the rematch"] * (rematch not in (await guest.get(play)).text)
    place = live_address((await guest.get(rematch)).text)
    answer = await guest.get(place)
    return lacks + [f"a phone that asks for news was answered {answer.status}"] * (answer.status != 204)


async def evening(its, clock, seconds, say):
    writers = await writers_at(its.port, PHONES, say)
    await write_during(writers, set_back(clock, seconds, say))
    return writers, await to_the_end(writers)


def cause(*, quick, say) -> Found:
    seconds = QUICK_SECONDS if quick else SECONDS
    found = Found({"days back": 1, "phones saving": PHONES, "pages looked at": len(PAGES)})
    with tempfile.TemporaryDirectory(prefix="caravan-") as folder:
        clock = Path(folder) / "clock"
        clock.write_text("+0")
        fake = {"LD_PRELOAD": library(), "FAKETIME_TIMESTAMP_FILE": str(clock), "FAKETIME_NO_CACHE": "1"}
        # Which the server's own timeouts go by, and no machine sets back.
        fake["FAKETIME_DONT_FAKE_MONOTONIC"] = "1"
        with site(**fake) as its:
            writers, lacks = asyncio.run(evening(its, clock, seconds, say))
            check(its, writers, found)
            check_answers(writers, found)
            check_log(its, found)
    found.broken += lacks
    return found
