"""A phone as the server sees it: cookies, one connection that is kept open, and what it asks for; and a table of them.

Written on bare connections, because a client library takes more time for a request than Caravan does, on the cores
that Caravan needs.
"""

import asyncio
import gzip
import re
from dataclasses import dataclass, field
from urllib.parse import urlencode

NAMES = ("Anna", "Ben", "Chris", "Dora", "Emil")
GAME, STAGE = "tuareg", "1"
# Of what is read as it comes: to be asked for unpacked.
AS_IT_IS = {"Accept-Encoding": "identity"}
LOST = (ConnectionError, asyncio.IncompleteReadError)


@dataclass
class Answer:
    """What came back: the status, the headers by their small names, and the text."""

    status: int
    headers: dict
    text: str


@dataclass
class Phone:
    """A browser with its cookies and one connection, which it keeps open as browsers do."""

    port: int
    cookies: dict = field(default_factory=dict)
    headers: dict = field(default_factory=dict)
    line: tuple | None = None
    retries: int = 0
    seconds: list = field(default_factory=list)

    async def get(self, path):
        return await self.send("GET", path)

    async def post(self, path, **fields):
        return await self.send("POST", path, urlencode(fields, doseq=True).encode())

    async def post_file(self, path, field, name, content: bytes):
        """Send a form that holds a file of this name in a field, and nothing else."""
        head = f'--xyz\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'
        kind = {"Content-Type": "multipart/form-data; boundary=xyz"}
        return await self.send("POST", path, head.encode() + content + b"\r\n--xyz--\r\n", **kind)

    async def send(self, method, path, body=b"", **headers):
        """Send a request and return its response. Raises SystemExit if a phone wouldn't expect its status."""
        answer = await self.answer(self.request(method, path, body, **headers))
        if answer.status not in (200, 204, 302):
            raise SystemExit(f"The run stopped, because {method} {path} answered {answer.status}.")
        return answer

    def request(self, method, path, body=b"", **more) -> bytes:
        """A request as it goes over the wire; headers beside the usual ones by name."""
        headers = {
            "Host": f"127.0.0.1:{self.port}",
            "Accept-Encoding": "gzip",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            # The forms of columns are sent by htmx; other forms are sent as pages.
            "HX-Request": "true" if method == "GET" or re.search(r"/seats/\d+/|/cursor$", path) else "",
            "X-CSRFToken": self.cookies.get("csrftoken", ""),
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": len(body),
            **self.headers,
            **more,
        }
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        return head.encode() + b"\r\n" + body

    async def answer(self, request):
        """Send these bytes, a second time on a new connection where the server has just closed the old one."""
        for is_last_try in (self.line is None, True):
            if self.line is None:
                self.line = await asyncio.open_connection("127.0.0.1", self.port)
            try:
                self.line[1].write(request)
                return await self.read(self.line[0])
            except LOST:
                self.hang_up()
                if is_last_try:
                    raise
                self.retries += 1
        return None

    async def read(self, reader):
        """Read one answer, and keep its cookies."""
        top, *rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").strip().split("\r\n")
        headers = {}
        for name, _, value in (line.partition(": ") for line in rest):
            headers[name.lower()] = value
            if name.lower() == "set-cookie":
                cookie, _, content = value.partition(";")[0].partition("=")
                self.cookies[cookie] = content
        if headers.get("transfer-encoding") == "chunked":
            body = await chunks(reader)
        else:
            body = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        if headers.get("connection") == "close":
            self.hang_up()
        return Answer(int(top.split()[1]), headers, body.decode())

    def hang_up(self):
        if self.line:
            self.line[1].close()
        self.line = None


async def chunks(reader) -> bytes:
    """The body of an answer that comes in pieces, each after its length."""
    body = b""
    while size := int(await reader.readuntil(b"\r\n"), 16):
        body += await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readexactly(2)
    return body


class Messages:
    """The messages of a stream, whose answer comes in chunks; nothing once it has ended."""

    def __init__(self, reader):
        self.reader, self.unread = reader, b""

    async def chunk(self) -> bytes:
        """The next chunk."""
        try:
            length = int(await self.reader.readuntil(b"\r\n"), 16)
            return (await self.reader.readexactly(length + 2))[:-2]
        except (asyncio.IncompleteReadError, ConnectionError):
            return b""

    async def next(self) -> bytes:
        """The next message, with its empty line."""
        while b"\n\n" not in self.unread:
            if not (chunk := await self.chunk()):
                return b""
            self.unread += chunk
        message, end, self.unread = self.unread.partition(b"\n\n")
        return message + end


@dataclass
class Seated:
    """A play whose cards are all in, each entered on a phone of its own."""

    play: str
    phones: list
    cards: list


async def sit_down(port, seats, headers=None) -> Seated:
    """Start a play on one phone, let the others in by the table's link, and enter everybody's card."""
    host = Phone(port, headers=headers or {})
    await host.get(f"/games/{GAME}")
    values = {"points_water": 6, "points_gold": 5, "points_salt": 4, "points_millet": 3}
    switches = {"maps": "once", "tie_break": "hand-sum", "played_on": "2026-11-20", "group": "", "start": 1}
    started = await host.post(f"/games/{GAME}", player=NAMES[:seats], **values, **switches)
    play = re.match(r"/plays/[0-9a-f-]{36}", started.headers["location"])[0]
    link = re.search(r"/t/[\w-]+", (await host.get(f"{play}/table")).text)[0]
    phones = [host, *(Phone(port, headers=host.headers) for _ in range(seats - 1))]
    for phone in phones[1:]:
        await phone.get(link)
    numbers = re.findall(r'name="seat" value="(\d+)"', (await host.get(f"{play}/seats/mine")).text)
    cards = [f"{play}/seats/{number}/{STAGE}" for number in numbers]
    for phone, number, card in zip(phones, numbers, cards, strict=True):
        await phone.get(f"{play}/seats/mine")
        await phone.post(f"{play}/seats/mine", seat=number)
        await phone.post(card, revision=0, done=1, water=1, gold=2, salt=1, millet=2)
    return Seated(play, phones, cards)


def live_address(html):
    """Where a page or a fragment of it asks next."""
    return re.search(r'hx-get="([^"]*/live[^"]*)"', html)[1].replace("&amp;", "&")


def revision_of(place):
    """The revision that such an address names."""
    return int(re.search(r"revision=(\d+)", place)[1])


def card_revision(html):
    """The revision of the card in the answer to its save."""
    return int(re.search(r'name="revision" value="(\d+)"', html)[1])
