"""Decides who may see and change what. What a person may not see is a 404.

Each change of a play runs within `changing_play`. It checks the permission again once nobody else can change the play:
someone who loses access at that moment changes nothing. A failure because the play or the person was deleted meanwhile
is a 404 (`unless_gone`). `groups` does the same for groups.

Owners and members of a group see all its plays. A guest enters scores of one play, because this phone has opened its
table link or has a seat in it. A watcher sees one play, whose watch link this phone has opened.
"""

from contextlib import contextmanager
from functools import partial

from django.core.exceptions import ObjectDoesNotExist, ObjectNotUpdated
from django.db import DEFAULT_DB_ALIAS, IntegrityError, connection, transaction
from django.db.models import Q
from django.http import Http404

from companion.core import cookies
from companion.core.language.languages import activate_for_group
from companion.models import Group, Link, Member, Person, Play, Removal, Seat, digest_of
from companion.models.figures import as_uuid, columns, create_objects, read_rows

from .identity import known_person
from .visibility import GUEST, MEMBER, OWNER, WATCHER, plays_seen_with

GRANTS_COOKIE = "links"
MOST_GRANTS = 20
GRANTS_AGE = 90 * 24 * 3600
LENGTH_OF_DIGEST = 64
# Errors of a change if someone else deletes its object for good at the same moment.
LOST = ObjectDoesNotExist, ObjectNotUpdated, IntegrityError
# Each poll runs this query: Django would take longer to build it than the database takes to run it.
GROUP_SEEN = "id", "uuid", "name", "language", "time_zone"
PLAY_SEEN = f"""
    SELECT {columns(Play, "play")}, {", ".join(f"its_group.{name}" for name in GROUP_SEEN)},
        (SELECT role FROM companion_member WHERE group_id = play.group_id AND person_id = %s) AS member_role,
        EXISTS(
            SELECT 1 FROM companion_seat WHERE play_id = play.id AND person_id = %s AND removed_at IS NULL
        ) AS has_seat,
        (
            SELECT kind FROM companion_link WHERE play_id = play.id AND digest IN ({{keys}}) ORDER BY kind LIMIT 1
        ) AS link_kind
    FROM companion_play AS play JOIN companion_group AS its_group ON its_group.id = play.group_id
    WHERE play.uuid = %s AND its_group.deleted_at IS NULL
"""


class Removed(Http404):
    """A 404 for something of a group from which the person was removed; the page says only that."""


def build_not_found(request, **where) -> Http404:
    """Return the 404 for a request about a group, or something in it, which `where` finds."""
    person = known_person(request)
    removals = Removal.objects.filter(group__in=Group.objects.filter(**where), person=person)
    return Removed() if person and removals.exists() else Http404()


def require_person(request) -> Person:
    """Return the person who asks, for pages about themselves. Raises Http404 if there is none."""
    person = known_person(request)
    if person is None:
        raise Http404
    return person


def require_group_owner(request) -> Person:
    """Return the person who asks. Raises Http404 if they own no group."""
    person = require_person(request)
    if not person.memberships.filter(role=OWNER, group__deleted_at__isnull=True).exists():
        raise Http404
    return person


def granted_keys(request) -> list[str]:
    """Return the digests of the links that this phone has opened, from its signed cookie, the newest last."""
    return [as_digest(key) for key in cookies.signed(request, GRANTS_COOKIE).split()]


def grant(request, response, link):
    """Store in this phone's cookie that it has opened the link, so that no URL needs the key."""
    keys = [key for key in granted_keys(request) if key != link.digest] + [link.digest]
    cookies.set_signed(response, GRANTS_COOKIE, " ".join(keys[-MOST_GRANTS:]), max_age=GRANTS_AGE)


def as_digest(key) -> str:
    """Return a key of the cookie as a digest: cookies of earlier releases held the key itself."""
    return key if len(key) == LENGTH_OF_DIGEST else digest_of(key)


def visible_plays(request):
    """Return the plays that this phone may see."""
    is_visible = Q(member_role__isnull=False) | Q(has_seat=True) | Q(link_kind__isnull=False)
    return plays_seen_with(*find_credentials(request)).select_related("group").filter(is_visible)


def open_plays(request):
    """Return the open plays that this phone may see, in a query that starts from the person's own rows."""
    person, keys = known_person(request), granted_keys(request)
    # A seat has points once its play is finished, so these stay few.
    unfinished = Seat.objects.filter(person=person, points__isnull=True, removed_at__isnull=True)
    theirs = (
        Q(group__in=Member.objects.filter(person=person).values("group"))
        | Q(pk__in=Link.objects.filter(play__isnull=False, digest__in=keys).values("play"))
        | Q(pk__in=unfinished.filter(person__isnull=False).values("play"))
    )
    return visible_plays(request).filter(theirs, state=Play.State.OPEN, deleted_at__isnull=True)


def finished_plays_of_guest(request, *, since):
    """Return the plays of other groups that this phone took part in and that were finished or changed after `since`.

    The one changed last comes first.
    """
    person, keys = known_person(request), granted_keys(request)
    seats = Seat.objects.filter(person=person, person__isnull=False, removed_at__isnull=True)
    took_part = Q(
        pk__in=Link.objects.filter(play__isnull=False, kind=Link.Kind.TABLE, digest__in=keys).values("play")
    ) | Q(pk__in=seats.filter(play__changed_at__gt=since).values("play"))
    return (
        visible_plays(request)
        .filter(took_part, state=Play.State.FINISHED, deleted_at__isnull=True, changed_at__gt=since)
        .filter(member_role=None)
        .order_by("-changed_at")
    )


def find_credentials(request) -> tuple[int | None, list[str]]:
    """Return the id of the person (or None) and the digests of opened links, which decide what a phone may see."""
    person = known_person(request)
    return person and person.pk, granted_keys(request)


def role_in(play) -> str:
    """Return the role in which this phone sees a play of `plays_seen_with`; "" if it may not."""
    if play.member_role:
        return MEMBER
    if play.has_seat or play.link_kind == Link.Kind.TABLE:
        return GUEST
    return WATCHER if play.link_kind == Link.Kind.WATCH else ""


def is_unchanged(play, revision, *, watches) -> bool:
    """Return whether a page with this revision shows the play as it is now.

    `play` is what `find_play` returned. `watches`: the page is one for watching.
    """
    if play is None or play.deleted_at or revision != str(play.revision):
        return False
    return role_in(play) not in (("",) if watches else ("", WATCHER))


def find_play(request, uuid) -> Play | None:
    """Return the play of this uuid, annotated as in `plays_seen_with`, even if this phone may not see it; or None."""
    return find_play_seen_with(*find_credentials(request), uuid)


def find_play_seen_with(person, keys, uuid) -> Play | None:
    """Return the play of this uuid and its group, annotated as in `plays_seen_with`, even if deleted; or None.

    The group has only the fields GROUP_SEEN; Django loads others when they are accessed.
    """
    keys = keys or [None]
    sql = PLAY_SEEN.format(keys=", ".join(["%s"] * len(keys)))
    rows = read_rows(sql, [person, person, *keys, uuid.hex])
    if not rows:
        return None
    [play] = create_objects(Play, rows)
    pk, group_uuid, *rest, play.member_role, play.has_seat, play.link_kind = rows[0][len(Play._meta.concrete_fields) :]
    play.group = Group.from_db(DEFAULT_DB_ALIAS, GROUP_SEEN, [pk, as_uuid(group_uuid), *rest])
    return play


def play_to_watch(request, uuid, *, also_deleted=False) -> Play:
    """Return the play of this uuid with the `role` of the person who asks, for everyone who may see it.

    Raises Http404 for others, and for a deleted play unless `also_deleted`.
    """
    return check_access(request, uuid, find_play(request, uuid), also_deleted=also_deleted)


def check_access(request, uuid, play, *, also_deleted=False, entering=False) -> Play:
    """Return the play that `find_play` returned, with its `role`, or raise Http404. `entering`: also for watchers."""
    if play is None or (play.deleted_at and not also_deleted) or not role_in(play):
        raise build_not_found(request, plays__uuid=uuid)
    play.role = role_in(play)
    if entering and play.role == WATCHER:
        raise Http404
    activate_for_group(request, play.group)
    return play


def play_for(request, uuid) -> Play:
    """Return the play of this uuid for members and guests, who enter its scores. Raises Http404 for others."""
    return check_access(request, uuid, find_play(request, uuid), entering=True)


def play_for_member(request, uuid, *, also_deleted=False) -> Play:
    """Return the play of this uuid. Raises Http404 for anyone but members of its group."""
    play = play_to_watch(request, uuid, also_deleted=also_deleted)
    if play.role != MEMBER:
        raise Http404
    return play


def play_for_owner(request, uuid) -> Play:
    """Return the play of this uuid. Raises Http404 for anyone but owners of its group."""
    play = play_for_member(request, uuid)
    if play.member_role != OWNER:  # type: ignore[attr-defined]  # annotated
        raise Http404
    return play


@contextmanager
def unless_gone(request, find):
    """Raise Http404 if the block fails because someone else has deleted the person who asks, or what `find` finds.

    `find` raises the Http404 if it finds nothing any more. Other failures are raised as they are.
    """
    try:
        yield
    except LOST:
        person = known_person(request)
        if person and not Person.objects.filter(pk=person.pk).exists():
            raise Http404 from None
        find()
        raise


def lock_play(uuid):
    """Lock the play with this address until the end of the transaction; does nothing if it was deleted.

    SQLite locks no rows: a transaction has the whole database to itself from its start.
    """
    if connection.features.has_select_for_update:
        list(Play.objects.select_for_update().filter(uuid=uuid).values_list("pk"))


@contextmanager
def changing_play(find, request, uuid, **how):
    """Lock a play and yield what `find`, one of the functions above, returns for its uuid.

    Until the end of the block nobody else can change the play. Raises Http404 for someone who lost access before.
    Call `ensure_person` before, or after all checks: what the block has stored is rolled back if it fails.
    """
    with unless_gone(request, partial(find, request, uuid, **how)), transaction.atomic():
        lock_play(uuid)
        yield find(request, uuid, **how)
