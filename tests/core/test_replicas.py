"""With a replica, whoever looks back reads there, and whoever has just changed something where it was written.

The replica of these tests is a copy that stands still, so that everybody sees who is answered from it.
"""

import asyncio
import json
import re
from urllib.parse import urlsplit

import psycopg
import pytest

from bench.phone import Phone, sit_down
from bench.site import SECRET_KEY, site
from companion.core.replicas import LOOKING_BACK
from tests.postgresql import a_database, a_migrated_database, shared_server
from tests.urls import names_below


def cookies_without(phone, *names):
    return {name: value for name, value in phone.cookies.items() if name not in names}


async def seated_at_home(port):
    seated = await sit_down(port, 2)
    await seated.phones[0].post(f"{seated.play}/notes", place="At home")
    return seated


async def renamed(seated, port):
    """A group's history on the phone that has just changed it, and on one that has not; its export.

    The play was at home then and is at the inn now, and the group has got a new name.
    """
    phone = Phone(port, dict(seated.phones[0].cookies))
    await phone.post(f"{seated.play}/notes", place="At the inn", place_was="At home")
    [group, *_] = re.findall(r"/groups/[0-9a-f-]{36}", (await phone.get("/")).text)
    await phone.post(f"{group}/name", name="The new name")
    other = Phone(port, cookies_without(phone, "changed"))
    # Whole pages.
    phone.headers = other.headers = {"HX-Request": "false"}
    asked = {"at once": phone, "later": other}
    texts = {when: (await each.get(f"{group}/plays")).text for when, each in asked.items()}
    texts["now"] = (await other.get(f"{group}/")).text
    exported = await other.get(f"{group}/export")
    return texts, exported


@pytest.fixture(scope="module")
def told():
    database = a_migrated_database()
    name = urlsplit(database).path[1:]
    said = {"DATABASE_URL": database, "SECRET_KEY": SECRET_KEY}
    with site(**said) as its:
        seated = asyncio.run(seated_at_home(its.port))
    with psycopg.connect(shared_server(), autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
    with site(**said, REPLICA_URL=a_database(shared_server(), f"{name}_then", copy_of=name)) as its:
        yield asyncio.run(renamed(seated, its.port))


@pytest.mark.long
def test_who_has_changed_something_sees_it_at_once(told):
    assert "At the inn" in told[0]["at once"]


@pytest.mark.long
def test_who_looks_back_reads_from_the_replica(told):
    assert "At the inn" not in told[0]["later"]
    assert "At home" in told[0]["later"]


@pytest.mark.long
def test_who_may_see_a_group_and_what_goes_on_now_is_read_where_it_is_written(told):
    assert "The new name" in told[0]["later"]
    assert "The new name" in told[0]["now"]


@pytest.mark.long
def test_what_is_exported_comes_from_the_replica_piece_by_piece(told):
    _group, play = json.loads(told[1].text)
    assert play["place"] == "At home"


def test_each_view_that_looks_back_is_one():
    assert names_below("groups/<uuid:uuid>/", "api/1/") >= LOOKING_BACK
