"""What reaches a phone over its stream from a server that runs: at once, the same for all, only who may see it."""

import asyncio
import contextlib
import os
import re
import secrets
import signal
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from bench.phone import Phone, card_revision, live_address, revision_of, sit_down
from companion.streams.holding import MOST_OF_ONE
from tests.browser.server import serving
from tests.postgresql import a_database, a_server

# Nothing takes so long, however busy the machine is.
PATIENCE = 30


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("streams")) as server:
        yield server.port


class Listener:
    """A phone's open stream."""

    def __init__(self, phone, address):
        self.phone, self.address = phone, address

    async def __aenter__(self):
        reader, self.writer = await asyncio.open_connection("127.0.0.1", self.phone.port)
        self.reader = reader
        self.writer.write(self.phone.request("GET", self.address))
        self.head = (await self.told()).decode()
        return self

    async def __aexit__(self, *_error):
        self.writer.close()

    async def told(self) -> bytes:
        """The next block of lines; nothing once the stream has ended."""
        try:
            return await self.reader.readuntil((b"\n\n", b"\r\n\r\n"))
        except (asyncio.IncompleteReadError, ConnectionError):
            return b""

    async def hear(self, word) -> str:
        """What is told next with this word in it; fails where the stream ends first."""
        async with asyncio.timeout(PATIENCE):
            while told := await self.told():
                if word in told.decode():
                    return told.decode()
        pytest.fail(f"The stream ended without {word}.")

    async def end(self) -> list[bytes]:
        """All that is told until the stream ends."""
        said = []
        async with asyncio.timeout(PATIENCE):
            while told := await self.told():
                said.append(told)
        return said


def stream_of(html, tab="0123456789abcdef"):
    """The address of the stream of a page."""
    return re.sub(r"live\?revision=\d+", f"stream?tab={tab}", live_address(html))


async def listening(phone, play, tab="0123456789abcdef"):
    return Listener(phone, stream_of((await phone.get(f"{play}/")).text, tab))


async def save(seated, place=0, **held):
    """Change a card, whatever it holds now."""
    phone, card = seated.phones[place], seated.cards[place]
    page = (await phone.get(f"{seated.play}/")).text
    number = re.search(r"seats/(\d+)/", card)[1]
    revision = re.search(rf'id="mark-{number}".*?name="revision" value="(\d+)"', page, re.DOTALL)[1]
    answer = await phone.post(card, revision=revision, save_id=secrets.token_hex(16), **held)
    return card_revision(answer.text)


def holder(server) -> int:
    """The process that holds the streams: the one that nobody can connect to."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return int(min(children, key=lambda pid: len(Path(f"/proc/{pid}/maps").read_text())))


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


def test_a_member_who_is_removed_hears_no_more_and_the_others_come_back(port):
    async def evening():
        seated = await sit_down(port, 2)
        host = seated.phones[0]
        home = (await host.get("/")).text
        group = re.search(r"/groups/[0-9a-f-]{36}", home)[0]
        invitation = re.search(r"/t/[\w-]+", (await host.get(f"{group}/people")).text)[0]
        member = Phone(port)
        joined = await member.get(invitation)
        await member.get(joined.headers["location"])
        await member.post(f"{group}/join")
        people = (await host.get(f"{group}/people")).text
        number = max(map(int, re.findall(r"people/(\d+)/remove", people)))
        async with await listening(member, seated.play) as removed, await listening(host, seated.play, tab="b" * 16):
            await removed.hear("ask")
            began = time.monotonic()
            await host.post(f"{group}/people/{number}/remove")
            said = await removed.end()
            took = time.monotonic() - began
            again = Listener(member, removed.address)
            async with again:
                refused = again.head
            async with await listening(host, seated.play, tab="b" * 16) as stays:
                return said, took, refused, stays.head

    said, took, refused, stays = asyncio.run(evening())
    assert said[-1] == b"data: ask\n\n"
    assert took < PATIENCE
    assert refused.startswith("HTTP/1.1 404")
    assert stays.startswith("HTTP/1.1 200")


def test_a_new_table_link_ends_the_streams_of_those_who_came_by_the_old_one(port):
    async def evening():
        seated = await sit_down(port, 2)
        async with await listening(seated.phones[1], seated.play) as guest:
            await seated.phones[0].post(f"{seated.play}/links/table/renew")
            await guest.end()
            async with Listener(guest.phone, guest.address) as again:
                return again.head

    assert asyncio.run(evening()).startswith("HTTP/1.1 404")


def test_beyond_some_streams_of_one_person_a_page_asks(port):
    async def evening():
        seated = await sit_down(port, 2)
        heads = []
        async with contextlib.AsyncExitStack() as all_open:
            for number in range(MOST_OF_ONE + 2):
                one = await listening(seated.phones[0], seated.play, tab=f"{number:016x}")
                heads.append((await all_open.enter_async_context(one)).head.split()[1])
            async with await listening(seated.phones[1], seated.play) as other:
                heads.append(other.head.split()[1])
        return heads

    assert asyncio.run(evening()) == ["200"] * MOST_OF_ONE + ["204"] * 2 + ["200"]


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
                assert "c" * 16 in await typing.hear(number)
            return there, await watching.hear("dddd"), await watching.hear("false")

    there, gone, alone = asyncio.run(evening())
    assert re.fullmatch(r'data: \["d{16}", "\d+ water"\]\n\n', there)
    assert gone == f'data: ["{"d" * 16}", ""]\n\n'
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


def test_when_the_process_that_holds_them_is_killed_another_takes_its_place_and_nothing_is_missed(tmp_path):
    """Phones come back by themselves, and ask."""
    with pytest.raises(AssertionError, match="SIGKILL"), serving(tmp_path) as server:

        async def evening():
            seated = await sit_down(server.port, 2)
            async with await listening(seated.phones[1], seated.play) as before:
                os.kill(holder(server), signal.SIGKILL)
                await before.end()
            await save(seated, water=3)
            async with await listening(seated.phones[1], seated.play) as after:
                await after.hear("ask")
                await save(seated, water=2)
                await after.hear("revision=7&amp;")

        asyncio.run(evening())


def test_a_save_on_one_machine_is_on_the_streams_of_another(tmp_path):
    with a_server() as postgresql, ExitStack() as site:
        shared = {"DATABASE_URL": a_database(postgresql, "caravan"), "SECRET_KEY": secrets.token_urlsafe(48)}
        one, other = (site.enter_context(serving(tmp_path / name, **shared)) for name in ("one", "other"))

        async def evening():
            seated = await sit_down(one.port, 2)
            phone = Phone(other.port, dict(seated.phones[1].cookies))
            async with await listening(phone, seated.play) as there:
                await there.hear("ask")
                await save(seated, water=3)
                await there.hear("revision=6&amp;")
                await seated.phones[0].post(f"{seated.play}/links/table/renew")
                await there.end()

        asyncio.run(evening())
