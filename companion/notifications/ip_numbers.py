"""Find out whether an IP number belongs to the public internet."""

import ipaddress

# The prefix of IPv4 numbers translated to IPv6 (NAT64).
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")


def is_public(number) -> bool:
    """Return whether an IP number is public; for an IPv6 number with an IPv4 number in it, whether that is.

    >>> [is_public(each) for each in ("9.9.9.9", "10.0.0.1", "::ffff:127.0.0.1", "64:ff9b::a00:1")]
    [True, False, False, False]
    """
    ip = ipaddress.ip_address(number.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        within = ip.ipv4_mapped or ip.sixtofour
        within = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF) if ip in TRANSLATED else within
        if within:
            return is_public(str(within))
        if ip.teredo or ip.is_site_local:
            return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved
