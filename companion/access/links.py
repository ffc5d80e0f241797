"""Links that let people in: finding one by its key, showing it as an address and QR code, renewing it."""

import datetime
import functools
from urllib.parse import urljoin, urlsplit

import segno
from django.conf import settings
from django.contrib import messages
from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError
from django.db.models import Q
from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion.core.environment import LOOPBACK, lasting_name, own_addresses, served_host, serves_others
from companion.models import Link, digest_of, fresh_key
from companion.models.sealing import is_sealed_by_another, seal

INVITES_FOR = datetime.timedelta(days=30)


def link_for(kind, **target) -> Link:
    """The link of this kind to a `group`, `play`, `person` or `sheet`, made when it is first shared."""
    return Link.objects.get_or_create(kind=kind, **target, defaults=fresh_key())[0]


def demo_invitation() -> str:
    """Return the address of the invitation to the demo group in the reader's language; "" if the site is no demo."""
    if not settings.DEMO:
        return ""
    try:
        link = Link.objects.filter(kind=Link.Kind.INVITE, group__language=get_language()).order_by("pk").first()
    except (DatabaseError, InterfaceError):
        # This is the page which says that the database can't be reached.
        return ""
    return reverse("access:link", args=[link.key]) if link else ""


def link_of_key(key) -> Link | None:
    """The link that this key is of, unless what it leads to was deleted."""
    return link_of_digest(digest_of(key))


def link_of_kind(kind, key) -> Link | None:
    """The link of this kind that this key is of; None where there is none any more. A link of another kind is a 404."""
    link = link_of_key(key)
    if link is not None and link.kind != kind:
        raise Http404
    return link


def link_of_digest(digest) -> Link | None:
    """The link whose key has this digest, unless what it leads to was deleted."""
    links = Link.objects.using(DEFAULT_DB_ALIAS).select_related("group", "play__group", "person", "sheet")
    gone = (
        Q(play__deleted_at__isnull=False)
        | Q(play__group__deleted_at__isnull=False)
        | Q(group__deleted_at__isnull=False)
        | Q(sheet__group__deleted_at__isnull=False)
    )
    return links.exclude(gone).filter(digest=digest).first()


def ends_at(link) -> datetime.datetime:
    """When an invitation ends, unless it is renewed before."""
    return link.created_at + INVITES_FOR


def has_ended(link) -> bool:
    """Whether an invitation lets nobody in any more. The other links have no such end."""
    return link.kind == Link.Kind.INVITE and ends_at(link) <= timezone.now()


def renew(link):
    """Give the link another key: whoever has the old one has nothing, from this moment on."""
    link.codes.all().delete()
    changed = {**fresh_key(), "created_at": timezone.now()}
    for name, value in changed.items():
        setattr(link, name, value)
    link.save(update_fields=changed)


def address(request, link) -> str:
    """What a phone opens for this link: the lasting address of the site, or the one of this visit.

    Somebody who visits from the machine itself (localhost) gets the number that phones reach it by, if there is one.
    """
    path = reverse("access:link", args=[link.key])
    if settings.CARAVAN_URL:
        return urljoin(settings.CARAVAN_URL, path)
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
        return urljoin(settings.CARAVAN_URL, path)
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
    """A link as a page shows it to somebody who may share it: its address, and that as a QR code.

    One that was sealed with another secret key, before the database moved here, cannot be shown: there is a new one.
    """
    if link.key is None:
        renew(link)
        messages.warning(request, _("There is a new link. The old one no longer works."))
    elif is_sealed_by_another(link.sealed):
        link.sealed = seal(link.key)
        link.save(update_fields=["sealed"])
    url = address(request, link)
    return {"url": url, "qr": qr_code(url)}


def qr_code(text, *, border=4, error="m") -> str:
    """The text as a QR code, an SVG that takes the size of its place; on white paper its border may be smaller.

    `error`: how much of it may be covered, "l" least; then more text has room.
    """
    svg = segno.make(text, error=error).svg_inline(
        border=border, omitsize=True, svgclass="qr", lineclass=None, light="#fff"
    )
    return mark_safe(svg)  # noqa: S308  (segno writes paths and numbers only)
