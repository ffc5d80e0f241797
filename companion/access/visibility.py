"""What lets somebody see a play, asked with every page of a play and every poll.

Django takes ten times as long to write this question as the database takes to answer it, so for one play it is written
once, for somebody who does not exist, and asked with who is asking in their place.
"""

import datetime
import functools
from typing import NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import CharField, Exists, OuterRef, Subquery, Value

from companion.models import Link, Member, Person, Play, Seat

OWNER, MEMBER, GUEST, WATCHER = "owner", "member", "guest", "watcher"
NOBODY, NO_PLAY = Person(pk=-1), UUID(int=0)
PLAY_ID = Play._meta.get_field("uuid")


class Seen(NamedTuple):
    """A play's revision, when it was deleted, and what lets somebody see it, as `role_in` reads it."""

    revision: int
    deleted_at: datetime.datetime | str | None
    member_role: str | None
    has_seat: bool
    link_kind: str | None


def plays_seen_with(person, keys):
    """All plays of groups that are there, each with what lets a person (None: nobody known) with these keys (digests)
    see it: membership, a link that was opened, or a seat that was given to them.

    A seat lets the phones of a table go on to its rematch without scanning its code again.
    """
    memberships = Member.objects.filter(group=OuterRef("group"), person=person)
    seats = Seat.objects.filter(play=OuterRef("pk"), person=person, removed_at__isnull=True)
    # A table link comes before a watch link.
    links = Link.objects.filter(play=OuterRef("pk"), digest__in=keys).order_by("kind")
    nothing = Value(None, output_field=CharField())
    # Each phone asks every moment whether its play has changed: nothing is asked for that cannot be.
    return Play.objects.filter(group__deleted_at__isnull=True).annotate(
        member_role=Subquery(memberships.values("role")[:1]) if person else nothing,
        has_seat=Exists(seats) if person else Value(False),
        link_kind=Subquery(links.values("kind")[:1]) if keys else nothing,
    )


def role_in(play) -> str:
    """As what this phone sees a play of `plays_seen_with`, or as `Seen`; empty if it may not."""
    if play.member_role:
        return MEMBER
    if play.has_seat or play.link_kind == Link.Kind.TABLE:
        return GUEST
    return WATCHER if play.link_kind == Link.Kind.WATCH else ""


def is_unchanged(seen, revision, *, watches) -> bool:
    """Whether this is the revision of a play that is seen so; `watches`: on a page for those who only watch."""
    if seen is None or seen.deleted_at or revision != str(seen.revision):
        return False
    return role_in(seen) not in (("",) if watches else ("", WATCHER))


def seen_now(person, keys, uuid) -> Seen | None:
    """A play as somebody sees it, deleted ones too; None for one there is not."""
    sql, blanks = question(is_known=person is not None, keys=len(keys))
    values = dict(zip(map(blank_key, range(len(keys))), keys, strict=True))
    values[PLAY_ID.get_db_prep_value(NO_PLAY, connection)] = PLAY_ID.get_db_prep_value(uuid, connection)
    if person:
        values[NOBODY.pk] = person.pk
    with connection.cursor() as cursor:
        cursor.execute(sql, [values.get(blank, blank) for blank in blanks])
        row = cursor.fetchone()
    return row and Seen(*row)


@functools.cache
def question(*, is_known, keys) -> tuple[str, tuple]:
    """The SQL, and its parameters with blanks to be filled in."""
    plays = plays_seen_with(NOBODY if is_known else None, [blank_key(number) for number in range(keys)])
    return plays.filter(uuid=NO_PLAY).values_list(*Seen._fields).query.sql_with_params()


def blank_key(number) -> str:
    """What stands for a key, and is none."""
    return f"key {number}"
