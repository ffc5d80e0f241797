"""The plays that a phone may see, with the role it has in each. `permissions` decides by that."""

from django.db.models import CharField, Exists, OuterRef, Subquery, Value

from companion.models import Link, Member, Play, Seat

OWNER, MEMBER, GUEST, WATCHER = "owner", "member", "guest", "watcher"


def plays_seen_with(person, keys):
    """All plays of groups that are there, each with what lets a person (their number; None: nobody known) with these
    keys (digests) see it: membership, a link that was opened, or a seat that was given to them.

    A seat lets a phone see its play without the table's code: so it goes on to a rematch, too (`seats.go_on`).
    """
    memberships = Member.objects.filter(group=OuterRef("group"), person=person)
    seats = Seat.objects.filter(play=OuterRef("pk"), person=person, removed_at__isnull=True)
    # A table link comes before a watch link.
    links = Link.objects.filter(play=OuterRef("pk"), digest__in=keys).order_by("kind")
    nothing = Value(None, output_field=CharField())
    return Play.objects.filter(group__deleted_at__isnull=True).annotate(
        member_role=Subquery(memberships.values("role")[:1]) if person else nothing,
        has_seat=Exists(seats) if person else Value(False),
        link_kind=Subquery(links.values("kind")[:1]) if keys else nothing,
    )
