"""Links that grant access: finds them by key, shows them as a URL and QR code, renews them."""

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
from companion.models.sealing import is_sealed_with_other_key, seal

INVITES_FOR = datetime.timedelta(days=30)


def link_for(kind, **target) -> Link:
    """Return the link of this kind to a `group`, `play`, `person` or `sheet`; create it if there is none."""
    return Link.objects.get_or_create(kind=kind, **target, defaults=fresh_key())[0]


def demo_invitation() -> str:
    """Return the URL of the invitation to the demo group in the reader's language; "" without DEMO."""
    if not settings.DEMO:
        return ""
    try:
        link = Link.objects.filter(kind=Link.Kind.INVITE, group__language=get_language()).order_by("pk").first()
    except (DatabaseError, InterfaceError):
        # This page says that the database can't be reached.
        return ""
    return reverse("access:link", args=[link.key]) if link else ""


def link_of_key(key) -> Link | None:
    """Return the link of this key; None if there is none, or if its target was deleted."""
    return link_of_digest(digest_of(key))


def link_of_kind(kind, key) -> Link | None:
    """Return the link of this key; None if there is none. Raises Http404 if it is of another kind."""
    link = link_of_key(key)
    if link is not None and link.kind != kind:
        raise Http404
    return link


def link_of_digest(digest) -> Link | None:
    """Return the link whose key has this digest; None if there is none, or if its target was deleted."""
    links = Link.objects.using(DEFAULT_DB_ALIAS).select_related("group", "play__group", "person", "sheet")
    gone = (
        Q(play__deleted_at__isnull=False)
        | Q(play__group__deleted_at__isnull=False)
        | Q(group__deleted_at__isnull=False)
        | Q(sheet__group__deleted_at__isnull=False)
    )
    return links.exclude(gone).filter(digest=digest).first()


def ends_at(link) -> datetime.datetime:
    """Return the moment at which an invitation ends, unless it is renewed before."""
    return link.created_at + INVITES_FOR


def has_ended(link) -> bool:
    """Return whether an invitation has ended. Other links never end."""
    return link.kind == Link.Kind.INVITE and ends_at(link) <= timezone.now()


def renew(link):
    """Give the link a new key and delete its table codes. The old key stops working at once."""
    link.codes.all().delete()
    changed = {**fresh_key(), "created_at": timezone.now()}
    for name, value in changed.items():
        setattr(link, name, value)
    link.save(update_fields=changed)


def link_url(request, link) -> str:
    """Return the URL of a link: below CARAVAN_URL if that is set, else below the host of this request.

    For a request from this machine (localhost), it has the address at which phones reach the machine, if there is one.
    """
    path = reverse("access:link", args=[link.key])
    if settings.CARAVAN_URL:
        return urljoin(settings.CARAVAN_URL, path)
    visited = urlsplit(request.build_absolute_uri(path))
    if visited.hostname in LOOPBACK and serves_others():
        port, host = f":{visited.port}" if visited.port else "", served_host()
        visited = visited._replace(netloc=(f"[{host}]" if ":" in host else host) + port)
    return visited.geturl()


def lasting_url(request, path) -> str:
    """Return the URL of a path that stays valid: below CARAVAN_URL, or below NAME.local; "" if there is neither.

    A router may give this machine another IP address at any time.
    """
    if settings.CARAVAN_URL:
        return urljoin(settings.CARAVAN_URL, path)
    visited = urlsplit(request.build_absolute_uri(path))
    if visited.hostname.endswith(".local"):
        return visited.geturl()
    is_this_machine = visited.hostname in (*LOOPBACK, *own_addresses())
    name = cached_lasting_name() if is_this_machine and visited.scheme == "http" and serves_others() else ""
    port = f":{visited.port}" if visited.port else ""
    return visited._replace(netloc=name + port).geturl() if name else ""


# The lookup can take a second.
cached_lasting_name = functools.cache(lasting_name)


def link_context(request, link) -> dict:
    """Return the URL of a link and its QR code, for someone who may share it.

    A link that was sealed with another secret key can't be shown, and gets a new key.
    """
    if link.key is None:
        renew(link)
        messages.warning(request, _("There is a new link. The old one no longer works."))
    elif is_sealed_with_other_key(link.sealed):
        link.sealed = seal(link.key)
        link.save(update_fields=["sealed"])
    url = link_url(request, link)
    return {"url": url, "qr": qr_code(url)}


def qr_code(text, *, border=4, error="m") -> str:
    """Return the text as a QR code, an SVG that fills its container; on white paper its `border` may be smaller.

    `error` is the error correction level, "l" for the lowest: a lower one allows more text.
    """
    svg = segno.make(text, error=error).svg_inline(
        border=border, omitsize=True, svgclass="qr", lineclass=None, light="#fff"
    )
    return mark_safe(svg)  # noqa: S308  (segno writes paths and numbers only)
