"""The plays that a phone may see, annotated with what `permissions` decides by."""

from django.db.models import CharField, Exists, OuterRef, Subquery, Value

from companion.models import Link, Member, Play, Seat

OWNER, MEMBER, GUEST, WATCHER = "owner", "member", "guest", "watcher"


def plays_seen_with(person, keys):
    """Return all plays of existing groups, annotated with what lets a person see each one: membership, seat or link.

    `person` is an id or None, `keys` are digests of opened links. With a seat a phone sees its play without the table's
    code, and so a rematch too (`seats.go_on`).
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
