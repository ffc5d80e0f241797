"""Whoever sends or reads slowly, or sends what is no request, keeps nobody else waiting."""

import contextlib
import http.client
import select
import socket
import time

import pytest

from companion.core.requests import MOST_SENT
from tests.browser.server import free_port, serving
from tests.lanes import long
from tests.proxy import CADDYFILE, a_proxy

# More than all workers have threads.
MANY = 40
HEAD = b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
SAFE = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}


@contextlib.contextmanager
def lines_with(port, begun: bytes):
    """So many connections, each of which has sent this and goes no further."""
    with contextlib.ExitStack() as lines:
        opened = [lines.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60)) for _ in range(MANY)]
        for line in opened:
            line.sendall(begun)
        yield opened


def answer_of(port, *parts: bytes):
    """What is answered to these parts, sent one after the other."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        for part in parts:
            line.sendall(part)
        return read_answer(line)


def read_answer(line):
    answer = http.client.HTTPResponse(line)
    answer.begin()
    answer.text = answer.read().decode()
    return answer


def see_that_others_are_answered(port):
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    for path in ("/healthz", "/"):
        line.request("GET", path)
        answer = line.getresponse()
        answer.read()
        assert answer.status == 200
    line.close()


BEGUN = {
    "nothing": b"",
    "half a head": HEAD,
    "half a body": HEAD + b"Content-Length: 1000\r\n\r\ncode=",
    "half a file": HEAD.replace(b"/join", b"/nonesuch") + b"Content-Length: 60000\r\n\r\n" + b"x" * 30000,
}
# A file that the server has among its static ones.
LARGE = "large.bin"
DAILY = ("half a head", "half a file")


@pytest.mark.parametrize("begun", [sent if name in DAILY else long(sent) for name, sent in BEGUN.items()], ids=BEGUN)
def test_while_many_send_slowly_others_are_answered(server, begun):
    with lines_with(server.port, begun):
        see_that_others_are_answered(server.port)


@pytest.mark.long
def test_more_large_files_than_a_few_are_told_to_come_back(server):
    begun = HEAD.replace(b"/join", b"/nonesuch") + b"Content-Length: 100000\r\n\r\nx"
    with lines_with(server.port, begun) as lines:
        refused, _, _ = select.select(lines, [], [], 10)
        assert read_answer(refused[0]).status == 503
        see_that_others_are_answered(server.port)


@pytest.mark.long
@pytest.mark.needs("proxy")
@pytest.mark.parametrize("begun", BEGUN.values(), ids=BEGUN)
def test_so_they_are_behind_a_proxy(server, begun, tmp_path):
    proxy = free_port()
    with a_proxy(tmp_path, f"http://:{proxy}", [server.port]), lines_with(proxy, begun):
        see_that_others_are_answered(proxy)
        see_that_others_are_answered(server.port)


@pytest.mark.long
@pytest.mark.needs("proxy")
def test_a_head_that_does_not_end_is_hung_up_on_by_the_proxy(server, tmp_path):
    proxy = free_port()
    with (
        a_proxy(tmp_path, f"http://:{proxy}", [server.port]),
        socket.create_connection(("127.0.0.1", proxy), timeout=60) as line,
    ):
        line.sendall(HEAD)
        while line.recv(1000):
            pass


@pytest.mark.long
@pytest.mark.needs("proxy")
def test_a_body_that_does_not_end_is_hung_up_on_by_the_proxy_alone(server, tmp_path):
    proxy = free_port()
    with (
        a_proxy(tmp_path, f"http://:{proxy}", [server.port], read_body="1s"),
        socket.create_connection(("127.0.0.1", proxy), timeout=60) as line,
    ):
        line.sendall(BEGUN["half a body"])
        said = b""
        while part := line.recv(1000):
            said += part
    # The server waits longer, and would say so.
    assert b"408" not in said


@pytest.mark.long
@pytest.mark.needs("proxy")
def test_the_proxy_takes_as_much_as_the_server_which_says_itself_what_is_too_much(server, tmp_path):
    assert f"max_size {MOST_SENT >> 20}MiB\n" in CADDYFILE.read_text()
    proxy, body = free_port(), b"x" * 41_000_000
    with a_proxy(tmp_path, f"http://:{proxy}", [server.port]):
        answer = answer_of(proxy, HEAD + b"Content-Length: %d\r\n\r\n" % len(body), body)
    assert answer.status == 413
    assert "Too large" in answer.text


@pytest.fixture(scope="module")
def impatient(tmp_path_factory):
    folder, large = tmp_path_factory.mktemp("impatient"), tmp_path_factory.mktemp("large") / LARGE
    large.write_bytes(b"x" * TestDeadlines.LARGE_LENGTH)
    with serving(folder, large, GUNICORN_CMD_ARGS="--config tests/short_deadlines.py") as its_server:
        yield its_server


@pytest.mark.long
class TestDeadlines:
    """Those of `short_deadlines.py`: two seconds, and one more for each 20,000 bytes."""

    LENGTH = 40_000
    # More than the machine's buffers and gunicorn's hold.
    LARGE_LENGTH = 160_000
    BEGUN = HEAD + b"Content-Length: %d\r\n\r\ncode=" % LENGTH
    # Within the time that its length gives, and beyond all the others.
    LATE, TOO_LATE = 3, 12

    def test_a_form_that_does_not_end_is_hung_up_on(self, impatient):
        answer = answer_of(impatient.port, self.BEGUN)
        assert (answer.status, answer.headers["Connection"]) == (408, "close")

    @pytest.mark.long
    def test_a_long_one_has_time_by_its_length(self, impatient):
        with socket.create_connection(("127.0.0.1", impatient.port), timeout=60) as line:
            line.sendall(self.BEGUN)
            time.sleep(self.LATE)
            line.sendall(b"x" * (self.LENGTH - len(b"code=")))
            assert read_answer(line).status == 403

    def whole_answer(self, port, *, after):
        """Ask for a long answer, read nothing of it for so many seconds, and then all there is."""
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.settimeout(60)
            line.connect(("127.0.0.1", port))
            line.sendall(f"GET /static/{LARGE} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            time.sleep(after)
            answer = http.client.HTTPResponse(line)
            answer.begin()
            return answer.read()

    @pytest.mark.long
    def test_who_reads_an_answer_late_gets_it_by_its_length(self, impatient):
        assert len(self.whole_answer(impatient.port, after=self.LATE)) == self.LARGE_LENGTH

    def test_who_does_not_read_it_is_hung_up_on(self, impatient):
        with pytest.raises((http.client.IncompleteRead, ConnectionResetError)):
            self.whole_answer(impatient.port, after=self.TOO_LATE)


class TestWhatIsNoRequest:
    @pytest.mark.parametrize(
        ("sent", "status"),
        [
            (b"rubbish\r\n\r\n", 400),
            (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: x\r\n\r\n", 400),
            (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nBad Name: x\r\n\r\n", 400),
            (b"GET /" + b"x" * 5000 + b" HTTP/1.1\r\n\r\n", 414),
            (b"GET / HTTP/1.1\r\nX: " + b"x" * 40_000, 431),
        ],
    )
    def test_gunicorn_refuses_it_and_closes(self, server, sent, status):
        answer = answer_of(server.port, sent)
        assert (answer.status, answer.headers["Connection"]) == (status, "close")
        assert answer.headers["Content-Type"] == "text/plain"

    def test_nothing_is_logged_of_what_cannot_be_read(self, server):
        for sent in (b"rubbish\r\n\r\n", b"\x16\x03\x01\r\n\r\n", b"GET / HTTP/1.1\r\nHost\r\n\r\n"):
            assert answer_of(server.port, sent).status == 400
        see_that_others_are_answered(server.port)
        assert (server.said.parent / "log").read_text() == ""
        assert "nvalid" not in server.said.read_text()

    def test_a_body_of_unknown_length_is_refused_with_the_headers_of_a_safe_site(self, server):
        answer = answer_of(server.port, HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
        assert (answer.status, answer.headers["Connection"]) == (411, "close")
        assert "Nothing was changed." in answer.text
        for name, said in SAFE.items():
            assert answer.headers[name] == said
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]

    def test_more_than_any_page_takes_is_refused_unread(self, server):
        answer = answer_of(server.port, HEAD + f"Content-Length: {MOST_SENT + 1}\r\n\r\ncode=".encode())
        assert (answer.status, answer.headers["Connection"]) == (413, "close")


class TestWhatIsOne:
    BODY = b"code=" + b"x" * 500

    def test_a_form_in_many_pieces_is_read_whole(self, server):
        whole = HEAD + b"Content-Length: %d\r\n\r\n" % len(self.BODY) + self.BODY
        assert answer_of(server.port, *[whole[place : place + 50] for place in range(0, len(whole), 50)]).status == 403

    def test_a_large_one_comes_by_the_disk(self, server):
        body = b"code=" + b"x" * 500_000
        assert answer_of(server.port, HEAD + b"Content-Length: %d\r\n\r\n" % len(body), body).status == 403

    def test_who_asks_whether_to_go_on_is_told_so(self, server):
        head = HEAD + b"Content-Length: %d\r\nExpect: 100-continue\r\n\r\n" % len(self.BODY)
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
            line.sendall(head)
            assert line.recv(25).startswith(b"HTTP/1.1 100 Continue")
            line.sendall(self.BODY)
            assert read_answer(line).status == 403

    @pytest.mark.long
    def test_two_in_one_breath_are_both_answered(self, server):
        said = two_in_one_breath(server)
        # One connection of twenty is closed after its answer, so that phones spread over the workers.
        while b"Connection: close" in said.partition(b"\r\n\r\n")[0]:
            said = two_in_one_breath(server)
        assert said.count(b"HTTP/1.1 200 OK") == 2


def two_in_one_breath(server) -> bytes:
    """What is said on a line on which two requests came at once."""
    asked = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    said = b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
        line.sendall(asked + asked.replace(b"Host", b"Connection: close\r\nHost"))
        while part := line.recv(10_000):
            said += part
    return said
