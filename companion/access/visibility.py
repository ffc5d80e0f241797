"""What lets a phone see a play: asked with every page of a play and every poll. What follows is in `permissions`."""

from uuid import UUID

from django.db import DEFAULT_DB_ALIAS
from django.db.models import CharField, Exists, OuterRef, Subquery, Value

from companion.models import Group, Link, Member, Play, Seat

OWNER, MEMBER, GUEST, WATCHER = "owner", "member", "guest", "watcher"
# With every poll: Django takes longer to write this than the database to answer it.
PLAY_SEEN = """
    SELECT play.*, its_group.uuid AS group_uuid, its_group.name AS group_name,
        its_group.language AS group_language, its_group.time_zone AS group_time_zone,
        (SELECT role FROM companion_member WHERE group_id = play.group_id AND person_id = %s) AS member_role,
        EXISTS(
            SELECT 1 FROM companion_seat WHERE play_id = play.id AND person_id = %s AND removed_at IS NULL
        ) AS has_seat,
        (
            SELECT kind FROM companion_link WHERE play_id = play.id AND digest IN ({keys}) ORDER BY kind LIMIT 1
        ) AS link_kind
    FROM companion_play AS play JOIN companion_group AS its_group ON its_group.id = play.group_id
    WHERE play.uuid = %s AND its_group.deleted_at IS NULL
"""
GROUP_SEEN = "id", "uuid", "name", "language", "time_zone"


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


def find_play_seen_with(person, keys, uuid) -> Play | None:
    """Return the play of this address as `plays_seen_with` has it, with its group, deleted ones too; None for none.

    Of the group it has the fields GROUP_SEEN; others are read when they are asked for.
    """
    keys = keys or [None]
    sql = PLAY_SEEN.format(keys=", ".join(["%s"] * len(keys)))
    for play in Play.objects.raw(sql, [person, person, *keys, uuid.hex], using=DEFAULT_DB_ALIAS):
        # SQLite has ids as texts.
        its = play.group_id, UUID(str(play.group_uuid)), play.group_name, play.group_language, play.group_time_zone
        play.group = Group.from_db(DEFAULT_DB_ALIAS, GROUP_SEEN, its)
        return play
    return None
