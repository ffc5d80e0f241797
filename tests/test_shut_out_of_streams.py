"""Whoever may no longer see a play hears nothing more of it: their stream ends; how soon, `make faults` measures.

On one machine with SQLite, and with two on one PostgreSQL: there the one shuts out whose stream the other holds.
"""

import asyncio
import html
import re
import secrets
import time

import psycopg
import pytest

from bench.phone import Phone, sit_down
from companion.core.streams.events import ASK
from companion.core.streams.notices import listen
from tests.browser.server import serving
from tests.listeners import PATIENCE, Held, Listener, listening, save, stream_of
from tests.postgresql import a_migrated_database


@pytest.fixture
def on_sqlite(server):
    return server.port, server.port


@pytest.fixture(scope="module")
def on_postgresql(tmp_path_factory):
    folder = tmp_path_factory.mktemp("streams")
    shared = {"DATABASE_URL": a_migrated_database(), "SECRET_KEY": secrets.token_urlsafe(48)}
    with serving(folder / "one", **shared) as one, serving(folder / "other", **shared) as other:
        yield one.port, other.port


@pytest.fixture
def ports(request):
    """Where people are shut out, and where their streams are: the same for all tests of a site."""
    return request.getfixturevalue(request.param)


def elsewhere(phone, port):
    """The same phone, as it asks another machine."""
    return Phone(port, dict(phone.cookies))


async def group_of(host):
    return re.search(r"/groups/[0-9a-f-]{36}", (await host.get("/")).text)[0]


async def a_member(seated):
    """A phone that joins the group, and who removes it with which form."""
    host = seated.phones[0]
    group = await group_of(host)
    invitation = re.search(r"/t/[\w-]+", (await host.get(f"{group}/people")).text)[0]
    member = Phone(host.port)
    await member.get((await member.get(invitation)).headers["location"])
    await member.post(f"{group}/join")
    number = max(map(int, re.findall(r"people/(\d+)/remove", (await host.get(f"{group}/people")).text)))
    return member, host, f"{group}/people/{number}/remove", {}


async def a_guest(seated):
    return seated.phones[1], seated.phones[0], f"{seated.play}/links/table/renew", {}


async def who_signs_out(seated):
    return seated.phones[0], elsewhere(seated.phones[0], seated.phones[0].port), "/sign-out", {}


async def a_second_phone(seated):
    """A phone on which somebody has signed in, and is signed out from another."""
    host = seated.phones[0]
    name, password = f"Anna {secrets.token_hex(4)}", secrets.token_hex(12)
    await host.post("/you/password", name=name, new_password=password, again=password)
    second = Phone(host.port)
    await second.get("/sign-in")
    await second.post("/sign-in", username=name, password=password)
    return second, host, "/you/phones", {"others": 1}


async def of_a_deleted_play(seated):
    return seated.phones[1], seated.phones[0], f"{seated.play}/delete", {}


async def of_a_deleted_group(seated):
    host = seated.phones[0]
    group = await group_of(host)
    name = html.unescape(re.search(r"<bdi>(.*?)</bdi>", (await host.get(f"{group}/delete")).text)[1])
    return host, elsewhere(host, host.port), f"{group}/delete", {"name": name}


WAYS = {
    "who was removed from the group": a_member,
    "whom only the old link of the table let in": a_guest,
    "who signed out": who_signs_out,
    "who was signed out by another phone": a_second_phone,
    "of a play that was deleted": of_a_deleted_play,
    "of a group that was deleted": of_a_deleted_group,
}


async def shut_out(ports, way, page="cards"):
    """What their stream says last once they are shut out, and how their next try is answered."""
    seated = await sit_down(ports[0], 2)
    phone, by, address, fields = await way(seated)
    its = stream_of((await seated.phones[0].get(f"{seated.play}/")).text).replace("page=cards", f"page={page}")
    async with Listener(elsewhere(phone, ports[1]), its) as stream:
        assert stream.head.startswith("HTTP/1.1 200")
        await stream.hear("ask")
        await by.post(address, **fields)
        said = await stream.end()
        async with Listener(stream.phone, its) as again:
            return said[-1], again.head.split()[1]


HERE, FROM_ELSEWHERE = "on_sqlite", "on_postgresql"
DAILY = [(HERE, name) for name in WAYS] + [(FROM_ELSEWHERE, "who was removed from the group")]
TRIED = [
    pytest.param(site, way, id=f"{name}, {site}", marks=() if (site, name) in DAILY else pytest.mark.long)
    for site in (HERE, FROM_ELSEWHERE)
    for name, way in WAYS.items()
]


@pytest.mark.parametrize(("ports", "way"), TRIED, indirect=["ports"])
def test_their_stream_ends_and_they_get_no_other(ports, way):
    assert asyncio.run(shut_out(ports, way)) == (ASK.plain, "404")


@pytest.mark.parametrize("ports", [HERE], indirect=True)
@pytest.mark.parametrize("page", ["result", "watch"])
def test_the_streams_of_all_pages_of_a_deleted_play_end(ports, page):
    assert asyncio.run(shut_out(ports, of_a_deleted_play, page)) == (ASK.plain, "404")


@pytest.mark.parametrize("ports", [FROM_ELSEWHERE], indirect=True)
def test_who_stays_comes_back_and_hears_of_a_save_on_the_other_machine(ports):
    async def evening():
        seated = await sit_down(ports[0], 2)
        _, host, address, _ = await a_member(seated)
        async with await listening(elsewhere(host, ports[1]), seated.play) as stays:
            await host.post(address)
            await stays.end()
        async with await listening(elsewhere(host, ports[1]), seated.play) as again:
            await save(seated, water=3)
            await again.hear('id="live"')

    asyncio.run(evening())


def test_who_was_let_in_a_moment_before_they_were_shut_out_gets_no_stream():
    async def evening():
        its, before = Held(), time.monotonic()
        its.hub.take({"kind": "shut", "tag": "play 1"})
        late, after = await its.open(asked=before), await its.open(asked=time.monotonic())
        return late.has_stream, after.said

    assert asyncio.run(evening()) == (False, ASK.plain)


def test_where_it_may_be_unknown_who_was_shut_out_all_ask_and_are_let_in_anew():
    async def evening():
        its = Held()
        phone = await its.open(asked=time.monotonic())
        its.hub.take({"kind": "lost"})
        beating = asyncio.create_task(its.hub.beat())
        await phone.task
        beating.cancel()
        return phone.said, its.hub.number

    assert asyncio.run(evening()) == (ASK.plain * 3, 0)


def test_after_a_break_of_the_database_all_ask_as_something_may_have_gone_by():
    address = a_migrated_database()
    ends = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query ~ %s"

    async def evening():
        its = Held()
        phone = await its.open(asked=time.monotonic())
        hearing = asyncio.create_task(listen(address, its.hub))
        async with await psycopg.AsyncConnection.connect(address, autocommit=True) as database:
            while not await (await database.execute(ends, ["^LISTEN"])).fetchall():
                await asyncio.sleep(0.01)
        async with asyncio.timeout(PATIENCE):
            while phone.said != ASK.plain * 2:
                await asyncio.sleep(0.01)
        hearing.cancel()

    asyncio.run(evening())
