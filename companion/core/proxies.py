"""Client addresses and request ids behind proxies."""

import ipaddress
import re

from django.conf import settings

WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{8,64}")
WITH_PORT = re.compile(r"(?:\[(?P<six>[^]]+)\]|(?P<four>[0-9.]+)):[0-9]+")
# A household or a phone has a whole /64 of IPv6 addresses.
BITS_OF_A_HOUSEHOLD = 64
# A customer's connection may have a whole /48.
BITS_OF_A_CONNECTION = 48


def client(request) -> str:
    """Return the address of a request's client: an IPv4 address, or the network of an IPv6 address.

    Each proxy appends its own client's address to X-Forwarded-For. With PROXY=2, the second from the end is what our
    outermost proxy saw; anyone may have written what is before it.
    """
    seen = [request.META.get("REMOTE_ADDR", "")]
    if settings.PROXY:
        seen = [*request.headers.get("X-Forwarded-For", "").split(","), *seen]
    return normalize_address(seen[max(-1 - settings.PROXY, -len(seen))].strip()) or seen[-1]


def normalize_address(address) -> str:
    """Return an IPv4 address as it is, the network of an IPv6 address, and "" for anything else."""
    try:
        found = ipaddress.ip_address(strip_port(address))
    except ValueError:
        return ""
    if found.version == 4:
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), BITS_OF_A_HOUSEHOLD), strict=False))


def strip_port(address) -> str:
    """Return an address without the port that some proxies append: `192.0.2.1:4711`, `[2001:db8::1]:4711`."""
    found = WITH_PORT.fullmatch(address)
    return found["six"] or found["four"] if found else address


def connection_of(address) -> str:
    """Return the larger network that contains a network of `client`; an IPv4 address as it is."""
    if ":" not in address or "/" not in address:
        return address
    return str(ipaddress.ip_network(address).supernet(new_prefix=BITS_OF_A_CONNECTION))


def find_request_id(request) -> str:
    """Return the id that our proxy gave a request; "" if there is none, or if it isn't well-formed."""
    request_id = request.headers.get("X-Request-ID", "") if settings.PROXY else ""
    return request_id if WELL_FORMED.fullmatch(request_id) else ""
