"""Tell the IP numbers of the open internet from those of a network, a machine, or nobody."""

import ipaddress

# IPv4 numbers as a network translates them to IPv6.
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")


def is_public(number) -> bool:
    """Return whether an IP number is one of the open internet, also of an IPv4 number within an IPv6 one.

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
