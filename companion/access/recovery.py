"""The ways back for a phone that is not known any more: a recovery link, and a code made at the machine itself.

Their keys make somebody of a phone, so they stay on it for a quarter of an hour only, in a cookie of their own.
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


def lead(response, link):
    """Remember on this phone, for the page with the button, which way back it has opened."""
    cookies.set_signed(response, COOKIE, link.digest, max_age=GOOD_FOR, path=reverse("accounts:come_back"))


def opened_link(request) -> Link | None:
    """The way back that this phone opened a moment ago, if it is still one."""
    digest = cookies.signed(request, COOKIE, max_age=GOOD_FOR, path=reverse("accounts:come_back"))
    link = link_of_digest(digest) if digest else None
    return link if link and link.kind in KINDS else None


def forget(response):
    """Leave nothing of a way back on the phone."""
    cookies.forget(response, COOKIE, path=reverse("accounts:come_back"))


def unused():
    """The links to let in that are still good."""
    fresh = timezone.now() - GOOD_FOR
    return Link.objects.filter(kind=Link.Kind.LET_IN, used_at=None, created_at__gt=fresh)


def is_spent(link) -> bool:
    """Whether the link was good once, and is no longer."""
    return link.kind == Link.Kind.LET_IN and not unused().filter(pk=link.pk).exists()


def new_link_to_let_in() -> Link:
    """A key that makes one phone an owner of everything; those made before are worth nothing from now on."""
    Link.objects.filter(kind=Link.Kind.LET_IN).delete()
    return Link.objects.create(kind=Link.Kind.LET_IN, **fresh_key())


def use_up(link) -> bool:
    """Use a link to let in; False where another phone was faster, or it is too old."""
    return bool(unused().filter(pk=link.pk).update(used_at=timezone.now()))


def own_every_group(person):
    """Make the person an owner of every group there is, also of a deleted one, which they can then put back."""
    Member.objects.bulk_create(
        [Member(group=group, person=person, role=Member.Role.OWNER) for group in Group.objects.filter(staged=None)],
        update_conflicts=True,
        unique_fields=["group", "person"],
        update_fields=["role"],
    )
