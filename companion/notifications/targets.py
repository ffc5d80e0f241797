"""Parse web addresses, and decide which IP numbers messages may go to."""

import socket
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from django.conf import settings

from .ip_numbers import is_public

PORTS = {"http": 80, "https": 443}
# Lower ports are for servers of other protocols.
LOWEST_PORT = 1024
UNQUOTED = "%/:@!$&'()*+,;=~-._?"


class Failure(Exception):
    """Raised if a message didn't arrive: `code` is the reason, `status` that of the response. Never has the address."""

    def __init__(self, code, status=None, *, may_pass=False):
        super().__init__(code)
        self.code, self.status, self.may_pass = code, status, may_pass


class Target(NamedTuple):
    """The parts of a web address: `path` with the query, `netloc` with the port unless it is the default."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def netloc(self) -> str:
        """The value of the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def parse_target(address) -> Target:
    """Return the parts of an HTTP or HTTPS address. Raise ValueError for anything else."""
    parts = urlsplit(address)
    if parts.scheme not in PORTS or not parts.hostname or parts.username is not None:
        raise ValueError
    port = parts.port or PORTS[parts.scheme]
    if port not in PORTS.values() and port < LOWEST_PORT:
        raise ValueError
    host = parts.hostname if ":" in parts.hostname else parts.hostname.encode("idna").decode()
    path = quote(parts.path or "/", safe=UNQUOTED) + (f"?{quote(parts.query, safe=UNQUOTED)}" if parts.query else "")
    return Target(parts.scheme, host, port, path)


def may_reach(number) -> bool:
    """Return whether messages may go to this IP number."""
    return settings.NOTIFY_PRIVATE or is_public(number)


def resolve(target) -> list[str]:
    """Return the IP numbers of a target. Raise Failure if there are none, or if one of them isn't allowed."""
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise Failure("unknown", may_pass=True) from error
    numbers = list(dict.fromkeys(str(address[0]) for *_, address in found))
    if not numbers or not all(map(may_reach, numbers)):
        raise Failure("private")
    return numbers
