"""The server is stopped, and it or its background worker is killed, while it prepares downloads of a large group."""

import asyncio
import re
import signal
import sqlite3
from contextlib import closing
from functools import partial
from os import kill
from random import Random
from urllib.parse import urlsplit

from bench.phone import Phone
from bench.site import site
from faults.found import Found
from faults.writers import check_log

PROMISE = "each file is made once, and complete"
KINDS = ("caravan", "plays", "rows", "bgstats", "evenings")
PLAYS, QUICK_PLAYS = 5_000, 600
# A killed process's task is resumed after half a minute, and given up after five killed processes.
STOPPED, KILLED, QUICK_KILLED = 10, 4, 0
PATIENCE = 180
OF_THE_MOMENT = re.compile(r'^DTSTAMP.*|"userInfo".*', re.M)
AT_IT = "SELECT json_extract(worker_ids, '$[#-1]') FROM django_tasks_database_dbtaskresult WHERE status = 'RUNNING'"
MISSING = "SELECT id FROM companion_export WHERE made_at IS NULL"


def ask(its, sql) -> list:
    with closing(sqlite3.connect(its.database, timeout=20)) as database:
        return database.execute(sql).fetchall()


async def somebody_in_a_large_group(its, plays) -> tuple[Phone, str]:
    """Return the phone of a member of a new demo group, and the group's URL."""
    invitation = its.manage("demo", "--plays", plays).stdout.split()[-1]
    phone = Phone(its.port)
    place = (await phone.get(urlsplit(invitation).path)).headers["location"]
    await phone.get(place)
    await phone.post(place)
    return phone, re.match(r"/groups/[0-9a-f-]{36}", place)[0]


async def files_of(its, phone, group, amid) -> list[str]:
    """Request all files, run `amid` while they are made, wait for them, and return their contents."""
    addresses = [(await phone.post(f"{group}/files/{kind}/make")).headers["location"] for kind in KINDS]
    await amid()
    async with asyncio.timeout(PATIENCE):
        while ask(its, MISSING):
            await asyncio.sleep(0.2)
    return [OF_THE_MOMENT.sub("", (await phone.get(f"{address}/file")).text) for address in addresses]


async def is_at_it(its) -> bool:
    """Wait until a file is being made. Return False once all are made. Raises RuntimeError if two are made at once."""
    async with asyncio.timeout(PATIENCE):
        while not (working := who_works(its)):
            if not ask(its, MISSING):
                return False
            await asyncio.sleep(0.005)
    if len(working) > 1:
        raise RuntimeError(f"{len(working)} files are being made at once")
    return True


def who_works(its) -> list[int]:
    """Return the IDs of the running processes that are making a file."""
    alive = its.task_worker()
    return [pid for (worker,) in ask(its, AT_IT) if (pid := int(worker.rpartition(":")[2])) == alive]


async def stop_it(its, phone, chance):
    """Stop and restart the server."""
    await asyncio.sleep(chance.random() / 2)
    phone.hang_up()
    await asyncio.to_thread(its.stop)
    await asyncio.to_thread(its.start)


async def kill_it(its, phone, chance):
    """Kill the whole server and start it again."""
    await asyncio.sleep(chance.random() / 2)
    phone.hang_up()
    its.kill()
    await asyncio.to_thread(its.start)


async def kill_what_works(its, _phone, chance):
    await asyncio.sleep(chance.random() / 4)
    for pid in who_works(its):
        kill(pid, signal.SIGKILL)


async def amid_files(its, found, *, plays, killed, say):
    chance = Random(2026)
    phone, group = await somebody_in_a_large_group(its, plays)
    whole = await files_of(its, phone, group, partial(is_at_it, its))
    found.expect("a file is empty", all(len(text) > plays for text in whole))
    ways = (
        ("stopped", STOPPED, stop_it),
        ("worker killed", killed, kill_what_works),
        ("server killed", killed, kill_it),
    )
    for what, times, end in ways:

        async def amid(what=what, times=times, end=end):
            for number in range(times):
                if await is_at_it(its):
                    await end(its, phone, chance)
                    found.figures[f"times {what}"] = number + 1
                    say(f"{what}: {number + 1} of {times} times")

        for kind, before, after in zip(KINDS, whole, await files_of(its, phone, group, amid), strict=True):
            found.expect(f"{kind} has other contents after an interruption ({what})", before == after)
    found.expect("the server was never stopped while it made a file", found.figures["times stopped"])


def cause(*, quick, say) -> Found:
    plays, killed = (QUICK_PLAYS, QUICK_KILLED) if quick else (PLAYS, KILLED)
    found = Found({"plays": plays, "times stopped": 0, "times worker killed": 0, "times server killed": 0})
    with site() as its:
        asyncio.run(amid_files(its, found, plays=plays, killed=killed, say=say))
        check_log(its, found)
    return found
