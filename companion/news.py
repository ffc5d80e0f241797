"""Whether a play has changed since a phone last asked: all of them ask every moment, and mostly nothing has.

The question is that of `access`. Django takes ten times as long to write it as the database takes to answer it, so it
is written once, for somebody who does not exist, and asked with who is asking in their place.
"""

import functools
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from .access import WATCHER, granted_keys, plays_seen_with, role_in
from .identity import known_person
from .models import Person, Play

NOBODY, NO_PLAY = Person(pk=-1), UUID(int=0)
PLAY_ID = Play._meta.get_field("uuid")


class Seen(NamedTuple):
    """A play's revision, and what lets somebody see it, as `access.role_in` reads it."""

    revision: int
    member_role: str | None
    has_seat: bool
    link_kind: str | None


def is_unchanged(request, uuid, revision, *, watches) -> bool:
    """Whether this is the revision of a play that the phone may see; `watches`: on a page for those who only watch."""
    seen = seen_now(known_person(request), granted_keys(request), uuid)
    if seen is None or revision != str(seen.revision):
        return False
    return role_in(seen) not in (("",) if watches else ("", WATCHER))


def seen_now(person, keys, uuid) -> Seen | None:
    """A play as somebody sees it; None for one there is not, or that is deleted."""
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
    its_play = plays.filter(uuid=NO_PLAY, deleted_at__isnull=True)
    return its_play.values_list(*Seen._fields).query.sql_with_params()


def blank_key(number) -> str:
    """What stands for a key, and is none."""
    return f"key {number}"
