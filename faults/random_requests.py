"""Send 50,000 random requests: methods, URLs, bodies and encodings, from strangers and from phones at a table.

They are the same in every run, except for keys and IDs that Caravan creates. A failed request is named by its number.
"""

import asyncio
import os
import re
from collections import Counter
from random import Random

from bench.phone import Phone, sit_down
from bench.site import site
from faults.found import Found
from faults.rubbish import Known, a_request
from faults.writers import check_log

PROMISE = "never an error 500, never a traceback"
REQUESTS, QUICK_REQUESTS, AT_ONCE = 50_000, 2_000, 8
# Some requests leave groups, sign out or delete things, so there is a new table from time to time.
REQUESTS_A_TABLE = 500
SECONDS_TO_ANSWER = 60
SEED = 2026


def routes(folder) -> list[str]:
    """Return all URL patterns of the code."""
    os.environ.setdefault("CARAVAN_DATA", str(folder))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    import django
    from django.urls import URLPattern, get_resolver

    django.setup()

    def those_of(patterns, before=""):
        for each in patterns:
            place = before + str(each.pattern)
            yield from [place] if isinstance(each, URLPattern) else those_of(each.url_patterns, place)

    return [*those_of(get_resolver().url_patterns), "static/nothing.css", "healthz", "readyz", "nowhere"]


async def what_is_known(port, number) -> Known:
    """Start a new table with its group. Return the IDs, names and cookies of its pages.

    Each table has its own address, because attempts at keys and codes are limited per address.
    """
    headers = {"X-Forwarded-For": f"2001:db8:0:{number:x}::1"}
    seated = await sit_down(port, 3, headers)
    host = seated.phones[0]
    pages = [(await host.get(seated.play + page)).text for page in ("/", "/more", "/options", "/seats", "/table")]
    group = re.search(r"/groups/([0-9a-f-]{36})/", "".join(pages) + (await host.get("/")).text)[1]
    inside = ("", "settings", "players", "people", "import", "rules/tuareg", "tonight")
    pages += [(await host.get(f"/groups/{group}/{page}")).text for page in inside]
    text = "".join(pages)
    return Known(
        uuids=[seated.play.split("/")[2], group],
        numbers=sorted({int(number) for number in re.findall(r"/(\d{1,9})(?=[/\"])", text)}) or [1],
        slugs=["1", "2", "tuareg", "basari", "water", "table", "watch", *re.findall(r"/t/([\w-]+)", text)],
        names=sorted(set(re.findall(r'name="([\w-]+)"', text))),
        cookies=[phone.cookies for phone in seated.phones] + [host.cookies, {}],
        headers=headers,
    )


async def answer_to(port, request) -> bytes:
    """Return the first line of the response, or b"" if the connection was closed without one."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        writer.write_eof()
        answer = await asyncio.wait_for(reader.read(), SECONDS_TO_ANSWER)
    except ConnectionError:
        # The server may close the connection before a request that is too large was sent.
        return b""
    finally:
        writer.close()
    return answer.partition(b"\r\n")[0]


async def send_all(its, number, say) -> tuple[Counter, list]:
    """Send `number` requests. Return the number of responses by status, and the requests that failed."""
    places, statuses, failed = routes(its.folder), Counter(), []
    for begin in range(0, number, REQUESTS_A_TABLE):
        known = await what_is_known(its.port, begin // REQUESTS_A_TABLE)
        numbers = iter(range(begin, min(begin + REQUESTS_A_TABLE, number)))

        async def some(known=known, numbers=numbers):
            for at in numbers:
                request = a_request(its.port, places, known, Random(f"{SEED} {at}"))
                line = await answer_to(its.port, request)
                status = int(line.split()[1]) if line.startswith(b"HTTP/") else 0
                statuses[status] += 1
                if status >= 500:
                    failed.append(f"request {at} answered {status}: {request[:160]!r}")

        async with asyncio.TaskGroup() as tasks:
            for _ in range(AT_ONCE):
                tasks.create_task(some())
        say(f"{sum(statuses.values()):,} of {number:,} requests")
    return statuses, failed


def cause(*, quick, say, requests=None) -> Found:
    number = requests or (QUICK_REQUESTS if quick else REQUESTS)
    with site(PROXY="1") as its:
        statuses, failed = asyncio.run(send_all(its, number, say))
        phone = Phone(its.port)
        found = Found({"requests": number} | {f"answered {status}": statuses[status] for status in sorted(statuses)})
        found.broken += failed[:5]
        found.expect("the server doesn't answer any more", asyncio.run(phone.get("/")).status == 200)
        check_log(its, found)
        found.expect("too few requests reached a view", statuses[200] > number / 50)
    return found
