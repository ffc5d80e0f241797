"""Who asks, where proxies stand before the server and write it down."""

import ipaddress
import re

from django.conf import settings

WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{8,64}")
WITH_PORT = re.compile(r"(?:\[(?P<six>[^]]+)\]|(?P<four>[0-9.]+)):[0-9]+")
# A household or a phone has so many IPv6 numbers that counting each would count nobody.
BITS_OF_A_HOUSEHOLD = 64
# Who orders a connection may get so many networks at once.
BITS_OF_A_CONNECTION = 48


def client(request) -> str:
    """The address a request came from: an IPv4 number, or the network of an IPv6 number.

    Each proxy adds the address it was asked from at the end of X-Forwarded-For. With PROXY=2 the second from the end
    is what our outermost proxy saw; what stands before it anybody may have written.
    """
    seen = [request.META.get("REMOTE_ADDR", "")]
    if settings.PROXY:
        seen = [*request.headers.get("X-Forwarded-For", "").split(","), *seen]
    return household(seen[max(-1 - settings.PROXY, -len(seen))].strip()) or seen[-1]


def household(address) -> str:
    """An IPv4 number as it is, of an IPv6 number its network; nothing where this is no address."""
    try:
        found = ipaddress.ip_address(without_port(address))
    except ValueError:
        return ""
    if found.version == 4:
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), BITS_OF_A_HOUSEHOLD), strict=False))


def without_port(address) -> str:
    """The number of an address, behind which some proxies write the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`."""
    found = WITH_PORT.fullmatch(address)
    return found["six"] or found["four"] if found else address


def connection_of(address) -> str:
    """The larger network that a network of `client` may be one of many of; of an IPv4 number the number itself."""
    if ":" not in address or "/" not in address:
        return address
    return str(ipaddress.ip_network(address).supernet(new_prefix=BITS_OF_A_CONNECTION))


def given_id(request) -> str:
    """The id that our proxy gave a request, if it is one; nothing otherwise."""
    said = request.headers.get("X-Request-ID", "") if settings.PROXY else ""
    return said if WELL_FORMED.fullmatch(said) else ""
