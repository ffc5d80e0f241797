"""Who may see and change what: the one place that decides. Whatever somebody may not see is a 404.

An owner and a member of a group see all its plays. A guest enters the holdings of one play, whose table link was
opened on this phone or a seat of which was given to it. A watcher sees one play, whose watch link was opened.
"""

from django.db.models import Exists, OuterRef, Q, Subquery
from django.http import Http404

from .identity import known_person
from .locales import settle_in
from .models import Group, Link, Member, Person, Play, Seat

OWNER, MEMBER, GUEST, WATCHER = "owner", "member", "guest", "watcher"
GRANTS_COOKIE = "links"
MOST_GRANTS = 20
GRANTS_AGE = 90 * 24 * 3600


def own_identity(request) -> Person:
    """The person asking, for pages about themselves, else a 404."""
    person = known_person(request)
    if person is None:
        raise Http404
    return person


def owners_identity(request) -> Person:
    """The person asking, if a group is theirs, else a 404."""
    person = own_identity(request)
    if not person.memberships.filter(role=OWNER).exists():
        raise Http404
    return person


def granted_keys(request) -> list[str]:
    """The keys of the links this phone has opened, from its signed cookie, the newest last."""
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
    """The plays this phone may see, with what lets it: membership, a link it opened, or a seat it was given there.

    A seat lets the phones of a table go on to its rematch without scanning its code again.
    """
    person, keys = known_person(request), granted_keys(request)
    memberships = Member.objects.filter(group=OuterRef("group"), person=person)
    links = Link.objects.filter(play=OuterRef("pk"), key__in=keys)
    seats = Seat.objects.filter(play=OuterRef("pk"), person=person, person__isnull=False, removed_at__isnull=True)
    return (
        Play.objects.annotate(
            member_role=Subquery(memberships.values("role")[:1]),
            is_guest=Exists(links.filter(kind=Link.Kind.TABLE)) | Exists(seats),
            is_watcher=Exists(links.filter(kind=Link.Kind.WATCH)),
        )
        .filter(Q(member_role__isnull=False) | Q(is_guest=True) | Q(is_watcher=True))
        .select_related("group")
    )


def play_to_watch(request, uuid, *, deleted=False) -> Play:
    """The play of this address, with the `role` of whoever asks, or a 404. A deleted one only where wanted."""
    play = visible_plays(request).filter(uuid=uuid, deleted_at__isnull=not deleted).first()
    if play is None:
        raise Http404
    play.role = MEMBER if play.member_role else GUEST if play.is_guest else WATCHER
    settle_in(request, play.group)
    return play


def play_for(request, uuid) -> Play:
    """The play of this address for those who enter its holdings: members and guests; else a 404."""
    play = play_to_watch(request, uuid)
    if play.role == WATCHER:
        raise Http404
    return play


def play_for_member(request, uuid, *, deleted=False) -> Play:
    """The play of this address for a member of its group, else a 404."""
    play = play_to_watch(request, uuid, deleted=deleted)
    if play.role != MEMBER:
        raise Http404
    return play


def play_for_owner(request, uuid) -> Play:
    """The play of this address for an owner of its group, else a 404."""
    play = play_for_member(request, uuid)
    if play.member_role != OWNER:
        raise Http404
    return play


def groups_of(request):
    """The groups of whoever asks with their `role` in each, the newest member's last."""
    person = known_person(request)
    if person is None:
        return Group.objects.none()
    own = Member.objects.filter(group=OuterRef("pk"), person=person)
    return Group.objects.annotate(role=Subquery(own.values("role")[:1])).filter(role__isnull=False).order_by("-pk")


def group_for(request, uuid) -> Group:
    """The group of this address, with the `role` of whoever asks, for one of its members, else a 404."""
    group = groups_of(request).filter(uuid=uuid).first()
    if group is None:
        raise Http404
    settle_in(request, group)
    return group


def group_for_owner(request, uuid) -> Group:
    """The group of this address for one of its owners, else a 404."""
    group = group_for(request, uuid)
    if group.role != OWNER:
        raise Http404
    return group


def group_to_join(request, uuid) -> Group:
    """The group of this address for a phone that has opened its invitation, else a 404."""
    links = Link.objects.filter(kind=Link.Kind.INVITE, key__in=granted_keys(request), group__uuid=uuid)
    link = links.select_related("group").first()
    if link is None:
        raise Http404
    settle_in(request, link.group)
    return link.group
