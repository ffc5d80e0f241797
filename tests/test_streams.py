"""What reaches a phone over its stream from a server that runs: at once, the same for all, only who may see it."""

import asyncio
import contextlib
import os
import re
import signal
import time
import zlib
from collections import Counter

import pytest

from bench.phone import Phone, live_address, revision_of, sit_down
from bench.site import children_of
from companion.core.streams import hub
from companion.core.streams.events import ASK, company, cursor
from companion.core.streams.hub import MOST_OF_ONE
from tests.browser.server import serving
from tests.lanes import long
from tests.listeners import PATIENCE, Held, Listener, listening, save, stream_of

# Of a server with SQLite.
MOST_WORKERS = 4


@pytest.fixture
def port(server):
    return server.port


def test_a_save_is_on_the_other_phones_streams_as_one_fragment_and_the_same_for_all(port):
    async def evening():
        seated = await sit_down(port, 3)
        async with (
            await listening(seated.phones[1], seated.play) as one,
            await listening(seated.phones[2], seated.play, tab="f" * 16) as other,
        ):
            assert one.head.startswith("HTTP/1.1 200")
            await one.hear("ask")
            await other.hear("ask")
            await save(seated, water=3)
            heard = [await each.hear('id="live"') for each in (one, other)]
        return seated, heard

    seated, (told, also) = asyncio.run(evening())
    assert told == also
    assert revision_of(live_address(told)) == 8
    assert "csrfmiddlewaretoken" not in told
    assert "last-change" not in told
    assert all(card.split("/")[-2] in told for card in seated.cards)


def test_who_takes_gzip_reads_each_message_as_it_comes_and_gets_a_fifth_of_the_bytes(port):
    async def evening():
        seated = await sit_down(port, 3)
        address = stream_of((await seated.phones[1].get(f"{seated.play}/")).text)
        packed = Listener(seated.phones[1], address, encoding="gzip, br")
        async with packed, await listening(seated.phones[2], seated.play, tab="f" * 16) as plain:
            unpacking, sent, read = zlib.decompressobj(wbits=31), 0, b""
            for water in (3, 2):
                await save(seated, water=water)
                wanted = (await plain.hear('id="live"')).encode()
                async with asyncio.timeout(PATIENCE):
                    while wanted not in read:
                        some = await packed.messages.chunk()
                        sent += len(some)
                        read += unpacking.decompress(some)
            return packed.head, sent, len(read)

    head, sent, read = asyncio.run(evening())
    assert "Content-Encoding: gzip\r\n" in head
    assert read > 10_000
    assert sent < read / 4


def test_what_is_older_than_what_was_told_is_told_to_nobody():
    async def evening():
        its = Held()
        phone = await its.open(asked=time.monotonic(), is_shared=False)
        for revision in (3, 2, 3):
            its.hub.take({"kind": "new", "play": "1", "revision": revision})
        await asyncio.sleep(0)
        return phone.said

    # As the stream began, and of the third revision.
    assert asyncio.run(evening()) == ASK.plain * 2


@pytest.mark.long
def test_two_languages_are_told_in_their_own_words(port):
    async def evening():
        seated = await sit_down(port, 2)
        seated.phones[1].headers = {**seated.phones[1].headers, "Accept-Language": "de"}
        english = await listening(seated.phones[0], seated.play)
        german = await listening(seated.phones[1], seated.play, tab="a" * 16)
        async with english, german:
            await save(seated, water=2)
            return await english.hear('id="live"'), await german.hear('id="live"')

    english, german = asyncio.run(evening())
    assert "counted" in english
    assert "gezählt" in german


def test_who_may_not_see_a_play_gets_no_stream(port):
    async def evening():
        seated = await sit_down(port, 2)
        address = stream_of((await seated.phones[0].get(f"{seated.play}/")).text)
        async with Listener(Phone(port), address) as stranger:
            return stranger.head

    assert asyncio.run(evening()).startswith("HTTP/1.1 404")


def test_beyond_some_streams_of_one_person_in_a_worker_a_page_asks(port):
    async def evening():
        seated = await sit_down(port, 2)
        heads = []
        async with contextlib.AsyncExitStack() as all_open:
            for number in range(MOST_WORKERS * MOST_OF_ONE + 1):
                one = await listening(seated.phones[0], seated.play, tab=f"{number:016x}")
                heads.append((await all_open.enter_async_context(one)).head.split()[1])
                if heads[-1] != "200":
                    break
            async with await listening(seated.phones[1], seated.play) as other:
                return heads, other.head.split()[1]

    heads, other = asyncio.run(evening())
    assert heads[:MOST_OF_ONE] == ["200"] * MOST_OF_ONE
    assert (heads[-1], other) == ("204", "200")


def opened(addresses):
    """How many of the streams that are asked for one after the other are held, by the address they come from."""

    async def evening():
        its = Held()
        for address in addresses:
            address, _, link = address.partition(" ")
            await its.open(asked=time.monotonic(), address=address, link=link)
        return Counter(stream.address for stream in its.hub.tables["1"].streams)

    return asyncio.run(evening())


def test_watchers_of_one_address_cannot_take_all_streams_of_a_play(monkeypatch):
    monkeypatch.setattr(hub, "MOST_STRANGERS_OF_AN_ADDRESS", 3)
    assert opened(["192.0.2.1"] * 5 + ["192.0.2.2"] * 2) == {"192.0.2.1": 3, "192.0.2.2": 2}


def test_members_find_a_stream_where_watchers_have_taken_all_of_theirs(monkeypatch):
    monkeypatch.setattr(hub, "MOST_AT_A_PLAY", 6)
    monkeypatch.setattr(hub, "MOST_STRANGERS_OF_A_LINK", 4)
    watchers = [f"192.0.2.{number}" for number in range(6)]
    assert opened([*watchers, "", "", ""]) == {**dict.fromkeys(watchers[:4], 1), "": 2}


def test_watchers_from_many_addresses_leave_the_places_of_the_table(monkeypatch):
    monkeypatch.setattr(hub, "MOST_STRANGERS_OF_A_LINK", 4)
    watchers = [f"2001:db8::{number} watcher" for number in range(6)]
    assert opened([*watchers, "192.0.2.1 guest"]) == {
        **{f"2001:db8::{number}": 1 for number in range(4)},
        "192.0.2.1": 1,
    }


def test_both_links_of_a_play_leave_places_for_members():
    assert 2 * hub.MOST_STRANGERS_OF_A_LINK < hub.MOST_AT_A_PLAY


def test_where_a_cursor_is_the_others_see_and_it_goes_with_its_page(port):
    async def evening():
        seated = await sit_down(port, 2)
        number = seated.cards[1].split("/")[-2]
        async with await listening(seated.phones[0], seated.play, tab="c" * 16) as watching:
            async with await listening(seated.phones[1], seated.play, tab="d" * 16) as typing:
                await typing.hear("true")
                await watching.hear("true")
                await seated.phones[1].post(f"{seated.play}/cursor", tab="d" * 16, cell=f"{number} water")
                there = await watching.hear(number)
                # Where one is oneself one knows: what is told next is where the other one is.
                await seated.phones[0].post(f"{seated.play}/cursor", tab="c" * 16, cell=f"{number} gold")
                assert "gold" in await typing.hear(number)
            return there, await watching.hear('""'), await watching.hear("false")

    there, gone, alone = asyncio.run(evening())
    known = re.fullmatch(r'data: \["([0-9a-f]{16})", "\d+ water"\]\n\n', there)[1]
    assert gone == f'data: ["{known}", ""]\n\n'
    # By the id of a page its cursor is moved: the others do not learn it.
    assert known != "d" * 16
    assert alone == "data: [false]\n\n"


def test_a_cursor_that_is_none_is_told_to_nobody(port):
    async def evening():
        seated = await sit_down(port, 2)
        watching = await listening(seated.phones[0], seated.play, tab="c" * 16)
        async with watching, await listening(seated.phones[1], seated.play, tab="d" * 16):
            for cell, tab in (("<b>", "d" * 16), ("1 water", "e" * 16), ("1 \0", "d" * 16)):
                await seated.phones[1].post(f"{seated.play}/cursor", tab=tab, cell=cell)
            await save(seated, water=0)
            said = []
            while not said or b'id="live"' not in said[-1]:
                said.append(await watching.told())
        return said

    assert not any(word in each for each in asyncio.run(evening()) for word in (b"<b>", b"eeee", b"dddd"))


@pytest.mark.parametrize(("does", "leads"), [("rematch", "On to the next play"), long("reopen", "was reopened")])
def test_how_a_play_ended_is_told_when_the_table_goes_on(port, does, leads):
    async def evening():
        seated = await sit_down(port, 2)
        host, guest = seated.phones
        await host.post(f"{seated.play}/stop")
        ended = (await guest.get(f"{seated.play}/")).text
        async with Listener(guest, stream_of(ended)) as stream:
            await stream.hear("ask")
            await host.post(f"{seated.play}/{does}", played_on="2026-11-20")
            await stream.hear("ask")
            return (await guest.get(live_address(ended))).text

    assert leads in asyncio.run(evening())


@pytest.mark.long
def test_a_phone_that_takes_nothing_gets_what_is_newest_once_it_takes_again(port):
    async def evening():
        seated = await sit_down(port, 2)
        async with await listening(seated.phones[1], seated.play) as slow:
            slow.writer.transport.pause_reading()
            for water in (3, 2) * 25:
                await save(seated, water=water)
            last = revision_of(live_address((await seated.phones[0].get(f"{seated.play}/")).text))
            slow.writer.transport.resume_reading()
            await slow.hear(f"revision={last}&amp;")

    asyncio.run(evening())


@pytest.mark.long
def test_when_the_workers_are_killed_others_take_their_place_and_nothing_is_missed(tmp_path):
    """Phones come back by themselves, and ask."""
    with pytest.raises(AssertionError, match="SIGKILL"), serving(tmp_path) as server:

        async def evening():
            seated = await sit_down(server.port, 2)
            async with await listening(seated.phones[1], seated.play) as before:
                for worker in children_of(children_of(server.process.pid)[0]):
                    os.kill(worker, signal.SIGKILL)
                await before.end()
            await save(seated, water=3)
            async with await listening(seated.phones[1], seated.play) as after:
                await after.hear("ask")
                await save(seated, water=2)
                await after.hear("revision=7&amp;")

        asyncio.run(evening())


class TestTwoWorkers:
    """Phones of one table whose streams are at two hubs, which hear each other."""

    def hubs(self):
        """Two of them, and one that has taken the place of the second."""
        one, two, three = Held(name="1"), Held(name="2"), Held(name="3")
        one.hub.tell = two.hub.take
        for each in (two, three):
            each.hub.tell = one.hub.take
        return one, two, three

    def test_they_have_company_and_see_where_the_other_is(self):
        async def evening():
            one, two, _ = self.hubs()
            here = await one.open(asked=time.monotonic(), tab="a", is_shared=False)
            there = await two.open(asked=time.monotonic(), tab="b", is_shared=False)
            for its in (one.hub, two.hub):
                its.take({"kind": "at", "play": "1", "tab": "b", "cell": "1 water"})
            late = await one.open(asked=time.monotonic(), tab="c", is_shared=False)
            there.task.cancel()
            await asyncio.sleep(0.01)
            return here.said, there.said, late.said

        here, there, late = asyncio.run(evening())
        company, at, gone = company_of(is_there=True), cursor("b", "1 water").plain, cursor("b", "").plain
        assert here == ASK.plain + company + at + gone
        assert there == ASK.plain + company
        assert late == ASK.plain + company + at + gone

    def test_who_comes_to_another_worker_later_sees_where_the_others_are(self):
        async def evening():
            one, two, _ = self.hubs()
            await one.open(asked=time.monotonic(), tab="a")
            one.hub.take({"kind": "at", "play": "1", "tab": "a", "cell": "1 water"})
            late = await two.open(asked=time.monotonic(), tab="b")
            await asyncio.sleep(0)
            return late.said

        assert asyncio.run(evening()) == ASK.plain + company_of(is_there=True) + cursor("a", "1 water").plain

    def test_company_that_went_with_a_killed_worker_is_forgotten(self):
        async def evening():
            one, two, three = self.hubs()
            here = await one.open(asked=time.monotonic(), tab="a")
            await two.open(asked=time.monotonic(), tab="b")
            one.hub.tell = three.hub.take
            three.hub.greet()
            await asyncio.sleep(0)
            return here.said

        assert asyncio.run(evening()).endswith(company_of(is_there=True) + company_of(is_there=False))

    def test_a_cursor_of_a_page_at_no_worker_is_told_to_nobody(self):
        async def evening():
            one, _, _ = self.hubs()
            here = await one.open(asked=time.monotonic(), tab="a")
            one.hub.take({"kind": "at", "play": "1", "tab": "x", "cell": "1 water"})
            await asyncio.sleep(0)
            return here.said

        assert asyncio.run(evening()) == ASK.plain


def company_of(*, is_there) -> bytes:
    return company(is_there=is_there).plain
