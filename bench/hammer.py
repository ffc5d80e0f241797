"""A load generator: connections that each send the next request after a response.

It uses bare sockets in one loop, because a client library needs as much CPU time per request as Django. The figures
include its own CPU time, to show whether it was the bottleneck.
"""

import selectors
import socket
import time
from dataclasses import dataclass, field
from itertools import repeat
from statistics import median, quantiles

# As many as two workers have threads.
CONNECTIONS = 8
READ = 256 * 1024


@dataclass
class Line:
    """One connection, and the requests that go over it, one after the other."""

    port: int
    requests: object
    selector: selectors.BaseSelector
    wire: socket.socket | None = None
    answer: bytes = b""
    request: bytes = b""
    asked: float = 0.0
    seconds: list = field(default_factory=list)

    def ask(self):
        self.request = next(self.requests, b"")
        if not self.request:
            self.hang_up()
            return
        self.asked = time.perf_counter()
        self.send()

    def send(self):
        if self.wire is None:
            self.wire = socket.create_connection(("127.0.0.1", self.port))
            self.wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.selector.register(self.wire, selectors.EVENT_READ, self)
        self.answer = b""
        self.wire.sendall(self.request)

    def read(self, statuses):
        """Take in what has come; the next request as soon as the answer is whole."""
        try:
            got = self.wire.recv(READ)
        except ConnectionError:
            got = b""
        if not got:
            # The server closed a connection that was idle: what was sent meanwhile goes over another one.
            self.hang_up()
            self.send()
            return
        self.answer += got
        head, found, body = self.answer.partition(b"\r\n\r\n")
        if not found or len(body) < length_of(head):
            return
        self.seconds.append(time.perf_counter() - self.asked)
        statuses.add(int(head[9:12]))
        if b"onnection: close" in head:
            self.hang_up()
        self.ask()

    def hang_up(self):
        if self.wire:
            self.selector.unregister(self.wire)
            self.wire.close()
        self.wire = None


def length_of(head) -> int:
    """How many bytes follow this head."""
    _, found, rest = head.lower().partition(b"\r\ncontent-length: ")
    return int(rest.partition(b"\r\n")[0]) if found else 0


def hammer(port, lines, *, seconds) -> dict:
    """Ask for so long; `lines` has an iterator of requests for each connection, `port` is one for all or one for each.

    Gives how many `requests` were answered, those a second (`rate`), `median` and `p95` of the answers' times in
    seconds, the share of one core that this took itself (`generator`), and the statuses of the answers.
    """
    statuses, selector = set(), selectors.DefaultSelector()
    ports = repeat(port) if isinstance(port, int) else port
    all_lines = [Line(its_port, requests, selector) for its_port, requests in zip(ports, lines, strict=False)]
    processor, started = time.process_time(), time.perf_counter()
    for line in all_lines:
        line.ask()
    while time.perf_counter() < started + seconds:
        for key, _ in selector.select(timeout=1):
            key.data.read(statuses)
    passed = time.perf_counter() - started
    for line in all_lines:
        line.requests = iter(())
    # What is under way would meet what the next measurement sends.
    while selector.get_map():
        for key, _ in selector.select(timeout=1):
            key.data.read(statuses)
    times = sorted(second for line in all_lines for second in line.seconds)
    return {
        "requests": len(times),
        "rate": len(times) / passed,
        "median": median(times),
        "p95": quantiles(times, n=20, method="inclusive")[-1],
        "generator": (time.process_time() - processor) / passed,
        "statuses": sorted(statuses),
    }
