"""A member is removed from the group while their phone shows a live page of one of its plays, and phones save."""

import asyncio
import re
import time
from statistics import median

from bench.phone import AS_IT_IS, Messages, Phone
from bench.site import site
from faults.found import Found
from faults.pages import an_evening

PROMISE = "their stream ends within a second and can't be reopened, and no other phone misses a change"
TIMES, QUICK_TIMES, WITHIN = 20, 3, 1


async def new_member(host):
    """Let a new phone join the host's group. Return it, and the URL that removes it."""
    group = re.search(r"/groups/[0-9a-f-]{36}", (await host.get("/")).text)[0]
    # Each removal renews the group's link.
    invitation = re.search(r"/t/[\w-]+", (await host.get(f"{group}/people")).text)[0]
    member = Phone(host.port)
    await member.get((await member.get(invitation)).headers["location"])
    await member.post(f"{group}/join")
    number = max(map(int, re.findall(r"people/(\d+)/remove", (await host.get(f"{group}/people")).text)))
    return member, f"{group}/people/{number}/remove"


async def remove_one(seated, address) -> tuple[float, bool]:
    """Return the seconds from the removal to the end of the stream, and whether it could be reopened."""
    host = seated.phones[0]
    member, removal = await new_member(host)
    reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
    writer.write(member.request("GET", address, **AS_IT_IS))
    await reader.readuntil(b"\r\n\r\n")
    messages = Messages(reader)
    await messages.next()
    began = time.monotonic()
    removing = asyncio.create_task(host.post(removal))
    while await messages.next():
        pass
    took = time.monotonic() - began
    writer.close()
    await removing
    return took, (await member.answer(member.request("GET", address))).status == 200


async def amid_saves(its, times, say):
    found = []
    async with an_evening(its.port) as evening:
        for number in range(times):
            seated, page = evening.seats[number % len(evening.seats)], evening.pages[number % len(evening.pages)]
            address = re.sub(r"live\?revision=\d+", "stream?tab=0123456789abcdef", page.address)
            found.append(await remove_one(seated, address))
            say(f"removed {number + 1} of {times} members")
        return found, await evening.behind(), evening


def cause(*, quick, say) -> Found:
    with site() as its:
        removed, behind, evening = asyncio.run(amid_saves(its, QUICK_TIMES if quick else TIMES, say))
    seconds, again = [took for took, _ in removed], sum(is_back for _, is_back in removed)
    found = Found({"members removed": len(removed), "seconds to the end of a stream (median)": median(seconds)})
    found.figures |= {"seconds (longest)": max(seconds), "streams opened": evening.streams}
    found.figures["revisions"] = evening.revisions
    found.expect(f"a stream ended after {max(seconds):.2f} s", max(seconds) <= WITHIN)
    found.expect(f"{again} removed members could reopen their stream", again == 0)
    found.expect(f"phones are {behind} revisions behind", behind == 0)
    return found
