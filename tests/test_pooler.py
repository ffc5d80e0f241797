"""Behind PgBouncer, which gives a connection away after each transaction: nothing relies on what lasts longer."""

import asyncio
import re
import tempfile
import time
from pathlib import Path

import psycopg
import pytest

from bench.phone import Phone
from bench.site import settings_for, site
from companion.core.configuration import Environment
from faults.found import Found
from faults.writers import check, check_answers, check_log, errors_in, write_during, writers_at
from tests import postgresql
from tests.pooler import a_pooler


@pytest.fixture(scope="module")
def server():
    with postgresql.running() as its:
        yield its


@pytest.fixture(scope="module")
def behind(server):
    """A site whose workers reach PostgreSQL through a pooler, and its commands without."""
    # Its user cannot read pytest's folders.
    with tempfile.TemporaryDirectory(prefix="caravan-pooler-") as folder:
        direct = postgresql.a_database(server.get_uri(), "behind")
        said = settings_for(server) | {"DATABASE_URL": direct}
        with a_pooler(direct, Path(folder), connections=2) as through, site(**said, POOLER_URL=through) as its:
            yield its


@pytest.mark.needs("pooler")
@pytest.mark.long
def test_sixteen_phones_save_over_two_connections(behind):
    async def saved():
        writers = await writers_at(behind.port, 16, lambda text: None)
        await write_during(writers, asyncio.sleep(1))
        return writers

    found, writers = Found({}), asyncio.run(saved())
    check(behind, writers, found)
    check_answers(writers, found)
    check_log(behind, found)
    assert found.broken == []


@pytest.mark.long
@pytest.mark.needs("pooler")
def test_what_is_read_in_pieces_comes_whole(behind):
    async def taken():
        writers = await writers_at(behind.port, 4, lambda text: None)
        phone = writers[0].phone
        [group, *_] = re.findall(r"/groups/[0-9a-f-]{36}", (await phone.get("/")).text)
        return [await Phone(behind.port, dict(phone.cookies)).get(f"{group}/export") for _ in range(5)]

    for answer in asyncio.run(taken()):
        assert answer.status == 200


@pytest.mark.long
@pytest.mark.needs("pooler")
def test_a_machine_that_starts_beside_waits_for_its_turn_without_the_pooler(behind):
    assert behind.manage("prepare").returncode == 0


async def all_save_again(writers, *, longest=30):
    """Whether each phone saves once more."""
    before, until = [len(each.acknowledged) for each in writers], time.monotonic() + longest
    while any(len(each.acknowledged) == saved for each, saved in zip(writers, before, strict=True)):
        if time.monotonic() > until:
            return False
        await asyncio.sleep(0.05)
    return True


@pytest.mark.long
@pytest.mark.needs("pooler")
def test_saves_at_a_standby_that_is_not_promoted_yet_are_answered_503_and_sent_again(behind, server):
    def becomes_a_standby():
        server.stop()
        (Path(server.pgdata) / "standby.signal").touch()
        server.start()

    async def promoted_late(writers):
        await asyncio.to_thread(becomes_a_standby)
        while not errors_in([behind.log])["ReadOnlySqlTransaction"]:
            await asyncio.sleep(0.1)
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute("SELECT pg_promote()")
        assert await all_save_again(writers)

    async def saved():
        writers = await writers_at(behind.port, 8, lambda text: None)
        await asyncio.wait_for(write_during(writers, promoted_late(writers)), 120)
        return writers

    found, writers = Found({}), asyncio.run(saved())
    check(behind, writers, found)
    check_answers(writers, found, allowed=(200, 503))
    assert found.broken == []


def test_a_pooler_before_a_file_is_a_problem():
    env = Environment({"POOLER_URL": "postgresql://caravan:x@127.0.0.1/caravan"})
    assert env.beside("POOLER_URL", is_postgresql=False) == {}
    [problem] = env.problems
    assert "POOLER_URL is set, but DATABASE_URL is not" in problem
    assert env.beside("POOLER_URL", is_postgresql=True)["DISABLE_SERVER_SIDE_CURSORS"]
