"""Ways back for a phone that was signed out: a recovery link, and a code made on the host's machine.

Their keys sign a phone in, so they stay on it for 15 minutes only, in a cookie of their own.
"""

import datetime

from django.urls import reverse
from django.utils import timezone

from companion.core import cookies
from companion.models import Group, Link, Member, fresh_key

from .links import link_of_digest

KINDS = (Link.Kind.RECOVERY, Link.Kind.LET_IN)
COOKIE = "way_back"
GOOD_FOR = datetime.timedelta(minutes=15)


def store_opened_link(response, link):
    """Store the opened link in a cookie, for the page with the button."""
    cookies.set_signed(response, COOKIE, link.digest, max_age=GOOD_FOR, path=reverse("accounts:come_back"))


def find_opened_link(request) -> Link | None:
    """Return the way back that this phone has just opened; None if there is none, or if it is no longer valid."""
    digest = cookies.signed(request, COOKIE, max_age=GOOD_FOR, path=reverse("accounts:come_back"))
    link = link_of_digest(digest) if digest else None
    return link if link and link.kind in KINDS else None


def forget_opened_link(response):
    """Delete the cookie of `store_opened_link`."""
    cookies.forget(response, COOKIE, path=reverse("accounts:come_back"))


def unused_links():
    """Return the links of kind LET_IN that are still valid."""
    fresh = timezone.now() - GOOD_FOR
    return Link.objects.filter(kind=Link.Kind.LET_IN, used_at=None, created_at__gt=fresh)


def is_spent(link) -> bool:
    """Return whether the link was used or has expired."""
    return link.kind == Link.Kind.LET_IN and not unused_links().filter(pk=link.pk).exists()


def create_let_in_link() -> Link:
    """Create a link that makes one phone an owner of all groups. Earlier ones stop working."""
    Link.objects.filter(kind=Link.Kind.LET_IN).delete()
    return Link.objects.create(kind=Link.Kind.LET_IN, **fresh_key())


def use_up(link) -> bool:
    """Mark a link of kind LET_IN as used; return False if another phone was faster, or if it has expired."""
    return bool(unused_links().filter(pk=link.pk).update(used_at=timezone.now()))


def own_every_group(person):
    """Make the person an owner of all groups, including deleted ones, which they can then restore."""
    Member.objects.bulk_create(
        [Member(group=group, person=person, role=Member.Role.OWNER) for group in Group.objects.filter(staged=None)],
        update_conflicts=True,
        unique_fields=["group", "person"],
        update_fields=["role"],
    )
