"""Post a message to an address of the web: one request, no redirect, and only so long and so much.

The connection goes to the IP number that was checked, whatever the name leads to a moment later.
"""

import re
import socket
import ssl
import time
from contextlib import closing

from .targets import Failure, Target, numbers_of, target_of

SECONDS = 10
MOST_NUMBERS = 3
# The status stands at the beginning; what follows is never read.
MOST_READ = 4096
INTERIM = rb"(?:HTTP/1\.[01] 1\d\d[^\n]*\n(?:[^\r\n]+\r?\n)*\r?\n)*"
STATUS = re.compile(INTERIM + rb"HTTP/1\.[01] ([2-5]\d\d)\b")
# These answers may be others a while later.
PASSING = {408, 425, 429, *range(500, 600)}


def post(address, content: bytes):
    """Send JSON to an address. Raises Failure if it doesn't arrive."""
    target, ends = target_of(address), time.monotonic() + SECONDS
    try:
        with closing(connected(target, ends)) as connection:
            connection.settimeout(left(ends))
            connection.sendall(request_of(target, content))
            status = status_in(connection, ends)
    except TimeoutError as error:
        raise Failure("timeout", may_pass=True) from error
    except ssl.SSLError as error:
        raise Failure("certificate", may_pass=True) from error
    except OSError as error:
        raise Failure("unreachable", may_pass=True) from error
    if 300 <= status < 400:
        raise Failure("redirect", status)
    if status >= 400:
        raise Failure("status", status, may_pass=status in PASSING)


def left(ends) -> float:
    """Return the seconds until a moment. Raises TimeoutError if there are none."""
    seconds = ends - time.monotonic()
    if seconds <= 0:
        raise TimeoutError
    return seconds


def connected(target: Target, ends) -> socket.socket:
    """Return a connection to the first IP number of a target that answers."""
    numbers = numbers_of(target)[:MOST_NUMBERS]
    for number in numbers:
        try:
            connection = socket.create_connection((number, target.port), left(ends) / len(numbers))
            break
        except OSError:
            if number == numbers[-1]:
                raise
    if target.scheme == "http":
        return connection
    try:
        connection.settimeout(left(ends))
        return ssl.create_default_context().wrap_socket(connection, server_hostname=target.host)
    except OSError:
        connection.close()
        raise


def request_of(target: Target, content: bytes) -> bytes:
    """Return the request as it is sent."""
    lines = [
        f"POST {target.path} HTTP/1.1",
        f"Host: {target.netloc}",
        "User-Agent: Caravan",
        "Content-Type: application/json; charset=utf-8",
        f"Content-Length: {len(content)}",
        "Connection: close",
    ]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + content


def status_in(connection, ends) -> int:
    """Return the status of the answer. Raises Failure if none comes within so many bytes."""
    read = b""
    while len(read) < MOST_READ:
        connection.settimeout(left(ends))
        piece = connection.recv(MOST_READ - len(read))
        read += piece
        if found := STATUS.match(read):
            return int(found[1])
        if not piece:
            break
    raise Failure("no_http", may_pass=True)
