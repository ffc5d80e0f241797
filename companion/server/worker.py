"""The worker of gunicorn that serves Caravan: its threads never wait for a network.

A worker's loop waits for all connections at once. It reads a request until it is whole before a thread gets it, and
sends on what a phone did not take at once, so whoever is slow, or pretends to be, keeps nobody else waiting.
"""

import errno
import os
import selectors
import socket
import time
from functools import partial

import django
from gunicorn.http import RequestParser
from gunicorn.http.errors import (
    ExpectationFailed,
    InvalidResponseHeader,
    InvalidResponseHeaderName,
    LimitRequestHeaders,
    LimitRequestLine,
    ParseException,
    UnsupportedTransferCoding,
)
from gunicorn.workers.gthread import STOP_KEEPALIVE_LINGER, TConn, ThreadWorker

from .arrivals import Arrival
from .bare_answers import bare_answer
from .lines import Line

# From its first byte to the end of its head.
SECONDS_FOR_A_HEAD = 10
# A body, or an answer, gets so long, and longer by its length: as on the slowest line that anybody plays with.
SECONDS_FOR_A_FORM = 20
BYTES_A_SECOND = 32 * 1024
# Files that come in at the same time. Whoever sends one more is told to come back.
LARGE_AT_ONCE = 4
# Until a phone has heard that its connection is closed.
SECONDS_TO_LEAVE = 2
MOST_TO_IGNORE = 64 * 1024
# What is done in the place of answering: to hold the streams of all phones; to do what no request waits for.
BESIDE = STREAMS, WORK = "streams", "work"
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
PASSING = (errno.EAGAIN, errno.EWOULDBLOCK, errno.ECONNABORTED, errno.EMFILE, errno.ENFILE)
STATUS_OF = {
    LimitRequestLine: 414,
    ExpectationFailed: 417,
    LimitRequestHeaders: 431,
    UnsupportedTransferCoding: 501,
    InvalidResponseHeader: 500,
    InvalidResponseHeaderName: 500,
}


class Connection(TConn):
    """A phone's connection, whose requests come from an `Arrival` instead of from the network."""

    def __init__(self, cfg, sock, client, server):
        super().__init__(cfg, Line(sock), client, server)
        self.arrival, self.stays, self.ignored = Arrival(), False, 0
        self.parser = RequestParser(cfg, self, client)
        self.initialized = self.data_ready = True

    def recv(self, size) -> bytes:
        return self.arrival.recv(size)


class PatientWorker(ThreadWorker):
    """A worker with threads that answer, and a loop that reads and sends."""

    # Some of them do something else instead, one each of `BESIDE`; the configuration says which.
    does = ""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.waiting, self.looked_at = set(), 0.0

    def load_wsgi(self):
        if not self.does:
            super().load_wsgi()

    def run(self):
        # As it is now, after a reload too.
        if self.does == STREAMS:
            from companion.streams import process

            process.run(self)
        elif self.does == WORK:
            os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
            django.setup()
            from companion.server import working

            working.run(self)
        else:
            super().run()

    # Waiting for a connection

    def wait(self, conn, event, then, *, seconds):
        """Call `then` with the connection whenever it is ready for this event, for so many seconds."""
        conn.timeout = time.monotonic() + seconds
        self.waiting.add(conn)
        self.poller.register(conn.sock, event, lambda _sock: then(conn))

    def wait_no_more(self, conn):
        if conn in self.waiting:
            self.waiting.remove(conn)
            self.poller.unregister(conn.sock)

    def hang_up(self, conn):
        self.wait_no_more(conn)
        self.nr_conns -= 1
        conn.close()

    def murder_pending(self):
        """Hang up on those who are too slow; gunicorn's loop asks for it after each event."""
        now = time.monotonic()
        if now - self.looked_at < 0.5:
            return
        self.looked_at = now
        for conn in [conn for conn in self.waiting if conn.timeout < now]:
            if conn.arrival.has_begun and not conn.arrival.is_whole and not conn.arrival.refused:
                self.refuse(conn, 408)
            else:
                self.hang_up(conn)

    def _cap_keepalive(self, deadline):
        """Let nobody who asks nothing delay the end of this worker."""
        super()._cap_keepalive(deadline)
        for conn in self.waiting:
            if not conn.arrival.has_begun:
                conn.timeout = min(conn.timeout, deadline)

    # Reading

    def set_accept_enabled(self, enabled):
        """Take connections or not. At the end take those that are there, and let who comes later hear of it at once."""
        super().set_accept_enabled(enabled)
        if not enabled and not self.alive:
            for listener in self.sockets:
                while self.accept(listener):
                    pass
                listener.close()

    def accept(self, listener) -> bool:
        """Take a connection; False where there is none."""
        try:
            sock, address = listener.accept()
        except OSError as error:
            if error.errno not in PASSING:
                raise
            return False
        self.nr_conns += 1
        conn = Connection(self.cfg, sock, address, listener.getsockname())
        self.wait(conn, selectors.EVENT_READ, self.read, seconds=self.cfg.keepalive)
        return True

    def on_client_socket_readable(self, conn, client):
        """A phone that has been here before asks again."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self.wait(conn, selectors.EVENT_READ, self.read, seconds=SECONDS_FOR_A_HEAD)
        self.read(conn)

    def read(self, conn):
        """Take what has come of a request."""
        try:
            data = conn.sock.recv(conn.arrival.room)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self.take(conn, data)
        else:
            self.hang_up(conn)

    def take(self, conn, data):
        """Let a thread answer once the request is whole; a new part of it gets time of its own."""
        arrival, had_begun, had_body = conn.arrival, conn.arrival.has_begun, conn.arrival.body is not None
        arrival.take(data)
        if arrival.refused:
            self.refuse(conn, arrival.refused)
        elif arrival.is_whole:
            self.wait_no_more(conn)
            self.enqueue_req(conn)
        elif not had_body and arrival.body is not None:
            self.begin_body(conn)
        elif not had_begun:
            conn.timeout = time.monotonic() + SECONDS_FOR_A_HEAD

    def begin_body(self, conn):
        """Wait for the body of a request whose head is there, unless too many large ones are on their way."""
        if conn.arrival.is_large and sum(other.arrival.is_large for other in self.waiting) > LARGE_AT_ONCE:
            self.refuse(conn, 503)
            return
        conn.timeout = time.monotonic() + seconds_for(conn.arrival.length)
        if conn.arrival.waits_for_a_word:
            conn.sock.sendall(CONTINUE)

    # Answering

    def handle_request(self, req, conn):
        if conn.arrival.is_cut:
            req.force_close()
        return super().handle_request(req, conn)

    def finish_request(self, conn, fs):
        """Send what the phone has not taken yet, and then go on with its next request or let it go."""
        if conn.sock.is_given_away:
            # It stays open there.
            self.hang_up(conn)
            return
        try:
            conn.stays = not fs.cancelled() and bool(fs.result()) and not conn.arrival.is_cut
        except Exception:
            self.hang_up(conn)
            return
        self.send_the_rest(conn)

    def send_the_rest(self, conn):
        """Send on what the phone has not taken yet, as soon as it takes more."""
        if conn.sock.behind:
            conn.sock.turn()
            self.wait(conn, selectors.EVENT_WRITE, self.send, seconds=seconds_for(conn.sock.behind))
        else:
            self.answered(conn)

    def send(self, conn):
        try:
            conn.sock.go_on()
        except OSError:
            self.hang_up(conn)
            return
        if not conn.sock.behind:
            self.wait_no_more(conn)
            self.answered(conn)

    def answered(self, conn):
        """Wait for the next request, which may have come already."""
        if not conn.stays:
            self.let_go(conn)
            return
        rest, conn.arrival = conn.arrival.rest, Arrival()
        if rest:
            self.wait(conn, selectors.EVENT_READ, self.read, seconds=SECONDS_FOR_A_HEAD)
            self.take(conn, rest)
            return
        conn.timeout = time.monotonic() + (self.cfg.keepalive if self.alive else STOP_KEEPALIVE_LINGER)
        self.keepalived_conns.append(conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self.on_client_socket_readable, conn))

    def refuse(self, conn, status):
        """Answer without a thread, and close."""
        self.wait_no_more(conn)
        conn.stays, conn.arrival.refused = False, status
        try:
            conn.sock.sendall(bare_answer(status))
        except OSError:
            self.hang_up(conn)
            return
        self.send_the_rest(conn)

    def let_go(self, conn):
        """Close once the phone has: what it still sends would otherwise make it forget the answer."""
        try:
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self.hang_up(conn)
            return
        self.wait(conn, selectors.EVENT_READ, self.ignore, seconds=SECONDS_TO_LEAVE)

    def ignore(self, conn):
        """Read on and keep nothing, up to a limit, so that the phone comes to read the answer."""
        try:
            ignored = len(conn.sock.recv(MOST_TO_IGNORE))
        except BlockingIOError:
            return
        except OSError:
            ignored = 0
        conn.ignored += ignored
        if not ignored or conn.ignored > MOST_TO_IGNORE:
            self.hang_up(conn)

    def handle_error(self, req, client, addr, exc):
        """Answer what is no request, or failed before it came to us, with the headers of every other answer."""
        status = STATUS_OF.get(type(exc), 400) if isinstance(exc, ParseException) else 500
        if status == 500:
            self.log.exception("Error handling a request")
        else:
            self.log.warning("Invalid request")
        try:
            client.sendall(bare_answer(status))
        except OSError:
            self.log.debug("The client closed the connection after an invalid request.")


def seconds_for(length) -> float:
    """How long so many bytes may take on their way."""
    return SECONDS_FOR_A_FORM + length / BYTES_A_SECOND
