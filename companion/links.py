"""Links that let people in: finding one by its key, showing it as an address and QR code, renewing it."""

import functools
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe

from .environment import LOOPBACK, lasting_name, own_addresses, served_host, serves_others
from .models import Link, new_key


def link_for(kind, **target) -> Link:
    """The link of this kind to a `group`, `play` or `person`, made when it is first shared."""
    return Link.objects.get_or_create(kind=kind, **target)[0]


def link_of_key(key) -> Link | None:
    """The link that this key is of, unless what it leads to was deleted."""
    links = Link.objects.filter(key=key).select_related("group", "play", "person")
    gone = (
        Q(play__deleted_at__isnull=False)
        | Q(play__group__deleted_at__isnull=False)
        | Q(group__deleted_at__isnull=False)
    )
    return links.exclude(gone).first()


def renew(link):
    """Give the link another key: whoever has the old one has nothing, from this moment on."""
    link.codes.all().delete()
    link.key, link.created_at = new_key(), timezone.now()
    link.save(update_fields=["key", "created_at"])


def address(request, link) -> str:
    """What a phone opens for this link: the lasting address of the site, or the one of this visit.

    Somebody who visits from the machine itself (localhost) gets the number that phones reach it by, if there is one.
    """
    path = reverse("link", args=[link.key])
    if settings.CARAVAN_URL:
        return settings.CARAVAN_URL + path
    visited = urlsplit(request.build_absolute_uri(path))
    if visited.hostname in LOOPBACK and serves_others():
        port, host = f":{visited.port}" if visited.port else "", served_host()
        visited = visited._replace(netloc=(f"[{host}]" if ":" in host else host) + port)
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


def shared(request, link) -> dict:
    """A link as a page shows it to somebody who may share it: its address, and that as a QR code."""
    url = address(request, link)
    return {"url": url, "qr": qr_code(url)}


def qr_code(text, *, border=4) -> str:
    """The text as a QR code, an SVG that takes the size of its place; on white paper its border may be smaller."""
    svg = segno.make(text, error="m").svg_inline(
        border=border, omitsize=True, svgclass="qr", lineclass=None, light="#fff"
    )
    return mark_safe(svg)  # noqa: S308  (segno writes paths and numbers only)
