"""What no request waits for, done by a server that runs: seen on its page, and there once, whatever ends meanwhile."""

import asyncio
import json
import os
import re
import signal
import sqlite3
import time
from contextlib import ExitStack, closing
from uuid import UUID

import psycopg
import pytest

from bench.phone import sit_down
from bench.site import SECRET_KEY, site
from tests.builders import tuareg_play
from tests.photos.samples import a_picture
from tests.postgresql import a_migrated_database
from tests.prepared import copy_to

# Enough for some seconds.
MANY = 600
# Enough for as long as nobody waits.
LONG = 3000
STATUS = "SELECT status FROM django_tasks_database_dbtaskresult"
PATIENCE = 120
AGO = "2026-01-01 00:00:00"


def a_file(number) -> bytes:
    play = tuareg_play(anna=({"water": 4}, {"gold": 2}), ben=({"water": 2}, {}))
    play |= {"played_on": "2026-11-20", "state": "finished"}
    return json.dumps([play | {"id": str(UUID(int=place + 1))} for place in range(number)]).encode()


class Importing:
    """An owner who has sent a file to their group, and looks at its page."""

    def __init__(self, its):
        self.its, self.phone, self.play = its, None, None

    async def send(self, number):
        seated = await sit_down(self.its.port, 2)
        self.phone, self.play = seated.phones[0], seated.play
        home = (await self.phone.get("/")).text
        place = re.search(r"/groups/[0-9a-f-]{36}", home)[0]
        answer = await self.phone.post_file(f"{place}/import", "file", "plays.json", a_file(number))
        assert answer.status == 302
        self.page, self.group = answer.headers["location"], place

    async def see(self, *words, page=None):
        """The text of its page, once one of these words stands there."""
        async with asyncio.timeout(PATIENCE):
            while True:
                text = (await self.phone.get(page or self.page)).text
                if any(word in text for word in words):
                    return text
                await asyncio.sleep(0.2)

    def ask(self, sql):
        with closing(sqlite3.connect(self.its.database, timeout=20)) as database:
            found = database.execute(sql).fetchall()
            database.commit()
            return found

    def worker(self) -> int:
        """The process that is at the task."""
        [(workers,)] = self.ask("SELECT worker_ids FROM django_tasks_database_dbtaskresult WHERE status = 'RUNNING'")
        return int(json.loads(workers)[-1].rpartition(":")[2])

    def counted(self) -> list[int]:
        """How many plays, seats and groups there are, and how many imports are under way."""
        tables = ("play", "seat", "group", "import")
        return [self.ask(f"SELECT count(*) FROM companion_{table}")[0][0] for table in tables]

    def all_once(self, number):
        return [number + 1, 2 * number + 2, 1, 0]


@pytest.fixture
def running(tmp_path):
    """A server with a prepared data folder; what it says when it is killed is no error."""
    copy_to(tmp_path, "caravan.sqlite3", "made", "bundled", "static", "static.stamp")
    with site(folder=tmp_path) as its_site:
        yield its_site


@pytest.mark.long
def test_its_page_tells_how_far_it_is_and_in_the_end_what_came_in(running):
    async def evening(its):
        await its.send(400)
        under_way = await its.see("plays imported", page=f"{its.page}/progress")
        assert '<progress max="400"' in under_way
        listed = (await its.phone.get(f"{its.group}/imports")).text
        assert "importing …" in listed
        assert its.page in listed
        # Who sends the same page twice changes nothing.
        await its.phone.post(its.page, go_on=1)
        text = await its.see("400 plays added.")
        over = await its.phone.answer(its.phone.request("GET", f"{its.page}/progress"))
        assert over.headers["hx-refresh"] == "true"
        return text

    its = Importing(running)
    text = asyncio.run(evening(its))
    assert "already here" in text
    assert its.counted() == its.all_once(400)


@pytest.mark.long
def test_a_photo_that_is_sent_meanwhile_is_seen_before_all_plays_are_in(running):
    async def evening(its):
        await its.send(LONG)
        await its.see("plays imported")
        await its.phone.post_file(f"{its.play}/photos/add", "photo", "photo.jpg", a_picture())
        await its.see("/large.jpg", page=f"{its.play}/photos")
        assert its.ask(f"{STATUS} WHERE task_path = 'companion.transfer.imports.import_or_undo'") == [("RUNNING",)]

    asyncio.run(evening(Importing(running)))


@pytest.mark.long
def test_a_server_that_is_stopped_meanwhile_goes_on_after_its_start(running):
    async def evening(its):
        await its.send(MANY)
        await its.see("plays imported")
        began = time.monotonic()
        running.stop()
        assert time.monotonic() - began < 10
        assert its.ask(STATUS) == [("READY",)]
        its.phone.hang_up()
        running.start()
        await its.see(f"{MANY} plays added.")

    its = Importing(running)
    asyncio.run(evening(its))
    assert its.counted() == its.all_once(MANY)
    assert "Traceback" not in running.log.read_text()


@pytest.mark.long
def test_when_the_process_that_works_is_killed_another_begins_anew_and_nothing_is_there_twice(running):
    async def evening(its):
        await its.send(MANY)
        await its.see("plays imported")
        killed = its.worker()
        os.kill(killed, signal.SIGKILL)
        # As if it had been silent for long.
        its.ask(f"UPDATE django_tasks_database_dbtaskresult SET started_at = '{AGO}' WHERE status = 'RUNNING'")
        await its.see(f"{MANY} plays added.")
        [(status, workers)] = its.ask("SELECT status, worker_ids FROM django_tasks_database_dbtaskresult")
        assert status == "SUCCESSFUL"
        assert len(json.loads(workers)) == 2

    its = Importing(running)
    asyncio.run(evening(its))
    assert its.counted() == its.all_once(MANY)


@pytest.mark.long
def test_over_which_many_processes_end_is_told_to_have_broken_off_and_goes_on_when_somebody_says_so(running):
    async def evening(its):
        await its.send(MANY)
        await its.see("plays imported")
        workers = json.dumps(["one"] * 4 + [f"one:{its.worker()}"])
        os.kill(its.worker(), signal.SIGKILL)
        its.ask(f"UPDATE django_tasks_database_dbtaskresult SET started_at = '{AGO}', worker_ids = '{workers}'")
        assert "This was interrupted." in await its.see("This was interrupted.", "plays added.")
        await its.phone.post(its.page, go_on=1)
        await its.see(f"{MANY} plays added.")

    its = Importing(running)
    asyncio.run(evening(its))
    assert its.counted() == its.all_once(MANY)


@pytest.mark.long
def test_where_two_machines_share_a_database_one_takes_up_what_the_other_has_left(tmp_path):
    """The whole first machine is killed; the second waits until nobody has been at the task for a while."""

    async def evening(first, second):
        its = Importing(first)
        await its.send(MANY)
        await its.see("plays imported")
        at_it = await asyncio.to_thread(ask, "SELECT worker_ids FROM django_tasks_database_dbtaskresult")
        # Either of them may have taken it.
        its_site = first if int(at_it[0][0][-1].rpartition(":")[2]) in first.workers() else second
        other = second if its_site is first else first
        its_site.kill()
        its.phone.hang_up()
        its.phone.port = other.port
        await its.see(f"{MANY} plays added.")

    def ask(sql):
        with psycopg.connect(address) as database:
            return database.execute(sql).fetchall()

    address = a_migrated_database()
    with ExitStack() as sites:
        shared = {"DATABASE_URL": address, "SECRET_KEY": SECRET_KEY}
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            copy_to(tmp_path / name, "made", "bundled", "static", "static.stamp")
        both = [sites.enter_context(site(folder=tmp_path / name, **shared)) for name in ("one", "two")]
        asyncio.run(evening(*both))
        assert ask("SELECT count(*) FROM companion_play") == [(MANY + 1,)]
        assert ask("SELECT status, jsonb_array_length(worker_ids) FROM django_tasks_database_dbtaskresult") == [
            ("SUCCESSFUL", 2)
        ]
