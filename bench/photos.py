"""Measure how long it takes until a photo is visible, on an idle server and during an import."""

import asyncio
import io
import json
import os
import re
import sqlite3
import time
from contextlib import closing
from uuid import UUID

from PIL import Image

from bench.phone import sit_down
from bench.site import site
from tests.builders import tuareg_play

# As a telephone takes it.
WIDTH, HEIGHT = 4000, 3000
# The most plays of a file.
OF_A_FILE = 10_000
# A page that knows of a photo on its way asks so often.
ASKS_EVERY = 1
# One that waits for longer is no longer waited for.
PATIENCE = 1800
UNFINISHED = "SELECT count(*) FROM django_tasks_database_dbtaskresult WHERE status IN ('READY', 'RUNNING')"


def a_photo() -> bytes:
    """A JPEG of twelve megapixels, some 3 MB: noise over a gradient."""
    grain = Image.frombytes("L", (WIDTH // 8, HEIGHT // 8), os.urandom(WIDTH * HEIGHT // 64))
    slope = Image.linear_gradient("L").resize((WIDTH, HEIGHT))
    file = io.BytesIO()
    Image.blend(grain.resize((WIDTH, HEIGHT)), slope, 0.5).convert("RGB").save(file, "JPEG", quality=92)
    return file.getvalue()


def plays(number, of) -> bytes:
    """The file of this number, of so many plays that no other file has."""
    play = tuareg_play(anna=({"water": 4}, {"gold": 2}), ben=({"water": 2}, {}))
    play |= {"played_on": "2026-11-20", "state": "finished"}
    return json.dumps([play | {"id": str(UUID(int=number * of + place + 1))} for place in range(of)]).encode()


async def send(phone, play, times):
    """Send a photo, and wait for it; to `times` come the seconds until it was taken, and until the page shows it."""
    photo, shown = a_photo(), len(pictures(await phone.get(f"{play}/photos")))
    began = time.perf_counter()
    await phone.post_file(f"{play}/photos/add", "photo", "photo.jpg", photo)
    times["taken"].append(time.perf_counter() - began)
    async with asyncio.timeout(PATIENCE):
        while len(pictures(await phone.get(f"{play}/photos"))) == shown:
            await asyncio.sleep(ASKS_EVERY)
    times["seen"].append(time.perf_counter() - began)


def pictures(answer) -> set[str]:
    """The photos that a page shows."""
    return set(re.findall(r"/photos/([0-9a-f-]{36})/large\.jpg", answer.text))


def is_done(its) -> bool:
    with closing(sqlite3.connect(its.database, timeout=20)) as database:
        return not database.execute(UNFINISHED).fetchone()[0]


async def amid(its, *, files, of, photos, pause, say) -> dict:
    seated = await sit_down(its.port, 2)
    host, play = seated.phones[0], seated.play
    group = re.search(r"/groups/[0-9a-f-]{36}", (await host.get("/")).text)[0]
    first, alone, meanwhile = ({"taken": [], "seen": []} for _ in range(3))
    # The first one finds nothing imported yet, and does not count.
    await send(host, play, first)
    say("uploading photos to an idle server")
    for _ in range(photos):
        await send(host, play, alone)
    say("uploading photos during an import")
    began = time.perf_counter()
    for number in range(files):
        await host.post_file(f"{group}/import", "file", "plays.json", plays(number, of))
    while not (meanwhile["seen"] and is_done(its)):
        await send(host, play, meanwhile)
        say(f"{len(meanwhile['seen'])} photos during an import, the last after {meanwhile['seen'][-1]:.1f} s")
        await asyncio.sleep(pause)
    took = time.perf_counter() - began
    return {"alone": alone, "amid": meanwhile, "plays": files * of, "seconds": took}


def measured(*, files, of=OF_A_FILE, photos, pause, say) -> dict:
    """The seconds until photos were taken and seen, alone and while so many files of plays come in.

    After each that is seen meanwhile there is a pause, in seconds.
    """
    most = {"GROUP_PLAYS": 10**6, "IMPORTED_PLAYS": 10**6, "PLAY_PHOTOS": 1000, "GROUP_PHOTOS": 10_000}
    with site(**{name: str(number) for name, number in most.items()}) as its:
        return asyncio.run(amid(its, files=files, of=of, photos=photos, pause=pause, say=say))
