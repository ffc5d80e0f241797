"""Who may see and change what: the one place that decides. Whatever somebody may not see is a 404.

Whatever changes a play is done within `changing_play`: it asks once more when nobody else can change the play any
longer, so that somebody who was shut out in this moment changes nothing and takes no place; and what fails because it,
or who asks, was deleted meanwhile is a 404 (`unless_gone`). The same of groups stands in `groups`.

An owner and a member of a group see all its plays. A guest enters the holdings of one play, whose table link was
opened on this phone or a seat of which was given to it. A watcher sees one play, whose watch link was opened.
"""

from contextlib import contextmanager
from functools import partial

from django.core.exceptions import ObjectDoesNotExist, ObjectNotUpdated
from django.db import DEFAULT_DB_ALIAS, IntegrityError, connection, transaction
from django.db.models import Q
from django.http import Http404

from companion.core import cookies
from companion.core.language.languages import settle_in
from companion.models import Group, Link, Member, Person, Play, Removal, Seat, digest_of
from companion.models.figures import as_uuid, columns, made_of, read_rows

from .identity import known_person
from .visibility import GUEST, MEMBER, OWNER, WATCHER, plays_seen_with

GRANTS_COOKIE = "links"
MOST_GRANTS = 20
GRANTS_AGE = 90 * 24 * 3600
LENGTH_OF_DIGEST = 64
# How a change fails of what somebody else has deleted for good at the same moment.
LOST = ObjectDoesNotExist, ObjectNotUpdated, IntegrityError
# Each poll asks this: Django would take longer to write it than the database takes to answer.
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
    """Somebody asks for what is a group's from which they were removed. They are told so, and nothing else."""


def nothing_here(request, **where) -> Http404:
    """The 404 for whoever asks about a group, or something in it, found by `where`."""
    person = known_person(request)
    removals = Removal.objects.filter(group__in=Group.objects.filter(**where), person=person)
    return Removed() if person and removals.exists() else Http404()


def own_identity(request) -> Person:
    """The person asking, for pages about themselves, else a 404."""
    person = known_person(request)
    if person is None:
        raise Http404
    return person


def owners_identity(request) -> Person:
    """The person asking, if a group is theirs, else a 404."""
    person = own_identity(request)
    if not person.memberships.filter(role=OWNER, group__deleted_at__isnull=True).exists():
        raise Http404
    return person


def granted_keys(request) -> list[str]:
    """The keys of the links this phone has opened, as digests, from its signed cookie, the newest last."""
    return [as_digest(key) for key in cookies.signed(request, GRANTS_COOKIE).split()]


def grant(request, response, link):
    """Remember on this phone that it opened the link, so that the key need not stay in any address."""
    keys = [key for key in granted_keys(request) if key != link.digest] + [link.digest]
    cookies.set_signed(response, GRANTS_COOKIE, " ".join(keys[-MOST_GRANTS:]), max_age=GRANTS_AGE)


def as_digest(key) -> str:
    """A key in a cookie as it is stored: the cookies of earlier releases held the key itself."""
    return key if len(key) == LENGTH_OF_DIGEST else digest_of(key)


def visible_plays(request):
    """The plays this phone may see."""
    let_in = Q(member_role__isnull=False) | Q(has_seat=True) | Q(link_kind__isnull=False)
    return plays_seen_with(*who_asks(request)).select_related("group").filter(let_in)


def open_plays(request):
    """The open ones of the plays this phone may see, found from what is theirs instead of among all there are."""
    person, keys = known_person(request), granted_keys(request)
    # A seat has points once its play is finished: these are few, however much somebody has played.
    unfinished = Seat.objects.filter(person=person, points__isnull=True, removed_at__isnull=True)
    theirs = (
        Q(group__in=Member.objects.filter(person=person).values("group"))
        | Q(pk__in=Link.objects.filter(play__isnull=False, digest__in=keys).values("play"))
        | Q(pk__in=unfinished.filter(person__isnull=False).values("play"))
    )
    return visible_plays(request).filter(theirs, state=Play.State.OPEN, deleted_at__isnull=True)


def finished_plays_of_guest(request, *, since):
    """The finished plays of others' groups in which this phone took part since a moment, those changed last first."""
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


def who_asks(request) -> tuple[int | None, list[str]]:
    """What lets a phone see a play: its person, by their number, and the keys of the links it has opened."""
    person = known_person(request)
    return person and person.pk, granted_keys(request)


def role_in(play) -> str:
    """As what this phone sees a play of `plays_seen_with`; empty if it may not."""
    if play.member_role:
        return MEMBER
    if play.has_seat or play.link_kind == Link.Kind.TABLE:
        return GUEST
    return WATCHER if play.link_kind == Link.Kind.WATCH else ""


def is_unchanged(play, revision, *, watches) -> bool:
    """Return whether a page with this revision shows the play as it is now.

    `play` is what `seen_by` returned. `watches`: the page is one for watching.
    """
    if play is None or play.deleted_at or revision != str(play.revision):
        return False
    return role_in(play) not in (("",) if watches else ("", WATCHER))


def seen_by(request, uuid) -> Play | None:
    """The play of this address with what lets whoever asks see it, which may be nothing; None where there is none."""
    return find_play_seen_with(*who_asks(request), uuid)


def find_play_seen_with(person, keys, uuid) -> Play | None:
    """Return the play of this address as `plays_seen_with` has it, with its group, deleted ones too; None for none.

    Of the group it has the fields GROUP_SEEN; others are read when they are asked for.
    """
    keys = keys or [None]
    sql = PLAY_SEEN.format(keys=", ".join(["%s"] * len(keys)))
    rows = read_rows(sql, [person, person, *keys, uuid.hex])
    if not rows:
        return None
    [play] = made_of(Play, rows)
    number, its_uuid, *its, play.member_role, play.has_seat, play.link_kind = rows[0][len(Play._meta.concrete_fields) :]
    play.group = Group.from_db(DEFAULT_DB_ALIAS, GROUP_SEEN, [number, as_uuid(its_uuid), *its])
    return play


def play_to_watch(request, uuid, *, also_deleted=False) -> Play:
    """The play of this address, with the `role` of whoever asks, or a 404. A deleted one only where wanted."""
    return let_in(request, uuid, seen_by(request, uuid), also_deleted=also_deleted)


def let_in(request, uuid, play, *, also_deleted=False, entering=False) -> Play:
    """The same for what was `seen_by` whoever asks at this address; `entering`: watchers get a 404 as well."""
    if play is None or (play.deleted_at and not also_deleted) or not role_in(play):
        raise nothing_here(request, plays__uuid=uuid)
    play.role = role_in(play)
    if entering and play.role == WATCHER:
        raise Http404
    settle_in(request, play.group)
    return play


def play_for(request, uuid) -> Play:
    """The play of this address for those who enter its holdings: members and guests; else a 404."""
    return let_in(request, uuid, seen_by(request, uuid), entering=True)


def play_for_member(request, uuid, *, also_deleted=False) -> Play:
    """The play of this address for a member of its group, else a 404."""
    play = play_to_watch(request, uuid, also_deleted=also_deleted)
    if play.role != MEMBER:
        raise Http404
    return play


def play_for_owner(request, uuid) -> Play:
    """The play of this address for an owner of its group, else a 404."""
    play = play_for_member(request, uuid)
    if play.member_role != OWNER:  # type: ignore[attr-defined]  # what it was annotated with
        raise Http404
    return play


@contextmanager
def unless_gone(request, find):
    """What fails in the block because somebody else has deleted who asks, or what `find` finds, is a 404.

    `find` raises it where it finds nothing any more. What fails otherwise fails.
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
def changing_play(ask, request, uuid, **how):
    """The play that `ask`, one of the functions above, finds at this address; until the end of the block it is this
    one's alone to change, and whoever was shut out before it began gets a 404.

    Who asks is made somebody (`person_of`) before, or after all that can be refused: what the block has begun goes if
    it fails.
    """
    with unless_gone(request, partial(ask, request, uuid, **how)), transaction.atomic():
        lock_play(uuid)
        yield ask(request, uuid, **how)
