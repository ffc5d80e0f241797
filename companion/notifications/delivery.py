"""Post a message to a web address: one request, no redirects, with limits on time and size.

The connection goes to the IP number that was checked, even if the name resolves differently a moment later.
"""

import re
import socket
import ssl
import time
from contextlib import closing

from .targets import Failure, Target, parse_target, resolve

SECONDS = 10
MOST_NUMBERS = 3
# Only the status is needed, which comes first.
MOST_READ = 4096
INTERIM = rb"(?:HTTP/1\.[01] 1\d\d[^\n]*\n(?:[^\r\n]+\r?\n)*\r?\n)*"
STATUS = re.compile(INTERIM + rb"HTTP/1\.[01] ([2-5]\d\d)\b")
# Statuses that may be temporary.
TEMPORARY = {408, 425, 429, *range(500, 600)}


def post(address, content: bytes):
    """Post JSON to an address. Raise Failure if it doesn't arrive."""
    target, ends = parse_target(address), time.monotonic() + SECONDS
    try:
        with closing(connect(target, ends)) as connection:
            connection.settimeout(seconds_left(ends))
            connection.sendall(build_request(target, content))
            status = read_status(connection, ends)
    except TimeoutError as error:
        raise Failure("timeout", may_pass=True) from error
    except ssl.SSLError as error:
        raise Failure("certificate", may_pass=True) from error
    except OSError as error:
        raise Failure("unreachable", may_pass=True) from error
    if 300 <= status < 400:
        raise Failure("redirect", status)
    if status >= 400:
        raise Failure("status", status, may_pass=status in TEMPORARY)


def seconds_left(ends) -> float:
    """Return the seconds until this moment. Raise TimeoutError if it has passed."""
    seconds = ends - time.monotonic()
    if seconds <= 0:
        raise TimeoutError
    return seconds


def connect(target: Target, ends) -> socket.socket:
    """Return a connection to the first IP number of a target that answers."""
    numbers = resolve(target)[:MOST_NUMBERS]
    for number in numbers:
        try:
            connection = socket.create_connection((number, target.port), seconds_left(ends) / len(numbers))
            break
        except OSError:
            if number == numbers[-1]:
                raise
    if target.scheme == "http":
        return connection
    try:
        connection.settimeout(seconds_left(ends))
        return ssl.create_default_context().wrap_socket(connection, server_hostname=target.host)
    except OSError:
        connection.close()
        raise


def build_request(target: Target, content: bytes) -> bytes:
    """Return the HTTP request as bytes."""
    lines = [
        f"POST {target.path} HTTP/1.1",
        f"Host: {target.netloc}",
        "User-Agent: Caravan",
        "Content-Type: application/json; charset=utf-8",
        f"Content-Length: {len(content)}",
        "Connection: close",
    ]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + content


def read_status(connection, ends) -> int:
    """Return the status of the response. Raise Failure if it doesn't start like HTTP."""
    read = b""
    while len(read) < MOST_READ:
        connection.settimeout(seconds_left(ends))
        piece = connection.recv(MOST_READ - len(read))
        read += piece
        if found := STATUS.match(read):
            return int(found[1])
        if not piece:
            break
    raise Failure("no_http", may_pass=True)
