"""Who may see and change what: the one place that decides. Whatever somebody may not see is a 404."""

from django.db.models import Exists, OuterRef, Q, Subquery
from django.http import Http404

from .identity import known_person
from .models import Group, Link, Member, Play, Seat

MEMBER, GUEST = "member", "guest"
GRANTS_COOKIE = "tables"
MOST_GRANTS = 20
GRANTS_AGE = 90 * 24 * 3600


def granted_keys(request) -> list[str]:
    """The keys of the table links this phone has opened, from its signed cookie, the newest last."""
    return request.get_signed_cookie(GRANTS_COOKIE, default="").split()


def grant(request, response, link):
    """Remember on this phone that it opened the link, so that the key need not stay in any address."""
    keys = [key for key in granted_keys(request) if key != link.key] + [link.key]
    response.set_signed_cookie(
        GRANTS_COOKIE,
        " ".join(keys[-MOST_GRANTS:]),
        max_age=GRANTS_AGE,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )


def visible_plays(request):
    """The plays this phone may see, with what lets it: membership, the table's link, or a seat it was given there.

    A seat lets the phones of a table go on to its rematch without scanning its code again.
    """
    person, keys = known_person(request), granted_keys(request)
    memberships = Member.objects.filter(group=OuterRef("group"), person=person)
    links = Link.objects.filter(play=OuterRef("pk"), kind=Link.Kind.TABLE, key__in=keys)
    seats = Seat.objects.filter(play=OuterRef("pk"), person=person, person__isnull=False, removed_at__isnull=True)
    return (
        Play.objects.annotate(
            member_role=Subquery(memberships.values("role")[:1]),
            is_guest=Exists(links) | Exists(seats),
        )
        .filter(Q(member_role__isnull=False) | Q(is_guest=True))
        .select_related("group")
    )


def open_plays(request):
    """The open ones of the plays this phone may see, found from what is theirs instead of among all there are."""
    person, keys = known_person(request), granted_keys(request)
    # A seat has points once its play is finished: these are few, however much somebody has played.
    unfinished = Seat.objects.filter(person=person, points__isnull=True, removed_at__isnull=True)
    theirs = (
        Q(group__in=Member.objects.filter(person=person).values("group"))
        | Q(pk__in=Link.objects.filter(kind=Link.Kind.TABLE, key__in=keys).values("play"))
        | Q(pk__in=unfinished.filter(person__isnull=False).values("play"))
    )
    return visible_plays(request).filter(theirs, state=Play.State.OPEN, deleted_at__isnull=True)


def play_for(request, uuid, *, deleted=False) -> Play:
    """The play of this address, with the `role` of whoever asks, or a 404. A deleted one only where wanted."""
    play = visible_plays(request).filter(uuid=uuid, deleted_at__isnull=not deleted).first()
    if play is None:
        raise Http404
    play.role = MEMBER if play.member_role else GUEST
    return play


def play_for_member(request, uuid, *, deleted=False) -> Play:
    """The play of this address for a member of its group, else a 404."""
    play = play_for(request, uuid, deleted=deleted)
    if play.role != MEMBER:
        raise Http404
    return play


def groups_of(request):
    """The groups of whoever asks, the newest member's last."""
    person = known_person(request)
    return Group.objects.filter(members__person=person).order_by("-pk") if person else Group.objects.none()


def group_for(request, uuid) -> Group:
    """The group of this address for one of its members, else a 404."""
    group = groups_of(request).filter(uuid=uuid).first()
    if group is None:
        raise Http404
    return group
