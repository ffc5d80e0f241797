"""A table's link, its QR code, and the short code that leads to it for as long as somebody shows it.

And the address that a printed code carries, which must still be right when the paper is found again.
"""

import datetime
import functools
import secrets
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe

from .environment import LOOPBACK, lasting_name, own_address, own_addresses, serves_others
from .models import TableCode

# Signs that nobody takes for one another, spoken or written.
ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
LENGTH = 6
LONGEST = datetime.timedelta(minutes=15)
# The page says every 20 seconds that it is still open.
OPEN_WITHIN = datetime.timedelta(seconds=60)


def live_codes():
    """The codes that count now: shown less than a quarter of an hour ago, on a page that is still open."""
    now = timezone.now()
    return TableCode.objects.filter(created_at__gt=now - LONGEST, seen_at__gt=now - OPEN_WITHIN)


def show_code(link) -> TableCode:
    """The code of a link's open page: the one it shows already, as long as that counts, else a new one."""
    code = live_codes().filter(link=link).first()
    if code is None:
        TableCode.objects.filter(created_at__lte=timezone.now() - LONGEST).delete()
        signs = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        return TableCode.objects.create(code=signs, link=link)
    code.seen_at = timezone.now()
    code.save(update_fields=["seen_at"])
    return code


def link_of_code(signs):
    """The link that a code leads to now, or None."""
    code = live_codes().filter(code=signs, link__play__deleted_at__isnull=True).select_related("link__play").first()
    return code and code.link


def address(request, link) -> str:
    """What a phone opens for this link: the lasting address of the site, or the one of this visit.

    Somebody who visits from the machine itself (localhost) gets the number that phones reach it by.
    """
    path = reverse("table_link", args=[link.key])
    if settings.CARAVAN_URL:
        return settings.CARAVAN_URL + path
    visited = urlsplit(request.build_absolute_uri(path))
    if visited.hostname in LOOPBACK:
        port = f":{visited.port}" if visited.port else ""
        visited = visited._replace(netloc=own_address() + port)
    return visited.geturl()


def lasting_address(request, path) -> str:
    """A path of the site by an address that outlasts this evening: CARAVAN_URL, or NAME.local; nothing without either.

    The number that a router gave to this machine is no such address.
    """
    if settings.CARAVAN_URL:
        return settings.CARAVAN_URL + path
    visited = urlsplit(request.build_absolute_uri(path))
    if visited.hostname.endswith(".local"):
        return visited.geturl()
    is_this_machine = visited.hostname in (*LOOPBACK, *own_addresses())
    name = known_name() if is_this_machine and visited.scheme == "http" and serves_others() else ""
    port = f":{visited.port}" if visited.port else ""
    return visited._replace(netloc=name + port).geturl() if name else ""


# Looking the name up can take a second.
known_name = functools.cache(lasting_name)


def qr_code(text, *, border=4) -> str:
    """The text as a QR code, an SVG that takes the size of its place; on white paper its border may be smaller."""
    svg = segno.make(text, error="m").svg_inline(
        border=border, omitsize=True, svgclass="qr", lineclass=None, light="#fff"
    )
    return mark_safe(svg)  # noqa: S308  (segno writes paths and numbers only)
