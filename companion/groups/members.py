"""Members of a group: joining, roles, leaving, removal, and claiming a name."""

from django.db import transaction
from django.db.models import Q

from companion.access import phones
from companion.access.groups import lock_plays
from companion.access.links import renew
from companion.core.publishing import end_streams_of_group, end_streams_of_play
from companion.core.refusal import Refusal
from companion.models import Link, Member, NotificationAddress, Person, Play, Player, Removal, Seat
from companion.rules.kit import Problem, gettext

from .founding import lock_group


def join(group, person) -> Member:
    """Add a member, unless the person is one already."""
    group.removals.filter(person=person).delete()
    return Member.objects.get_or_create(group=group, person=person)[0]


def is_last_owner(member) -> bool:
    """Return whether this member is the group's only owner."""
    others = member.group.members.filter(role=Member.Role.OWNER).exclude(pk=member.pk)
    return member.role == Member.Role.OWNER and not others.exists()


def refuse_without_owner(member):
    """Raise Refusal if this member is the group's only owner."""
    lock_group(member.group)
    if is_last_owner(member):
        text = gettext("A group needs an owner. Make someone else an owner first, or delete the group.")
        raise Refusal([Problem("no_owner", text)])


@transaction.atomic
def give_role(member, role):
    """Change a member's role. Raises Refusal if no owner would be left."""
    if role != Member.Role.OWNER:
        refuse_without_owner(member)
    member.role = role
    member.save(update_fields=["role"])


@transaction.atomic
def remove(member):
    """Remove a member: their seats and name are free, and all links of the group stop working.

    Raises Refusal if no owner would be left.
    """
    lock_plays([member.group])
    lock_group(member.group)
    # Waits for a sign-in that is merging this person into another.
    list(Person.objects.select_for_update().filter(pk=member.person_id))
    member.refresh_from_db()
    refuse_without_owner(member)
    group, person = member.group, member.person
    member.delete()
    group.players.filter(person=person).update(person=None)
    NotificationAddress.objects.filter(group=group, person=person).delete()
    group.links.all().delete()
    Link.objects.filter(Q(play__group=group) | Q(sheet__group=group)).delete()
    end_streams_of_group(group)
    free_seats(Seat.objects.filter(play__group=group, person=person))


def free_seats(seats):
    """Take these seats from their phones, and redraw the pages of their open plays."""
    plays = list(Play.objects.filter(seats__in=seats, state=Play.State.OPEN).distinct())
    seats.update(person=None)
    for play in plays:
        play.refresh_pages()


@transaction.atomic
def expel(member):
    """Remove another member, whose pages of the group then say so. Raises Refusal if no owner would be left."""
    remove(member)
    Removal.objects.create(group=member.group, person=member.person)


@transaction.atomic
def renew_link(play, kind):
    """Renew a play's table or watch link. Phones that only had the old one lose access at once."""
    link = play.links.filter(kind=kind).first()
    if link:
        renew(link)
    # Ended first, so that pages ask for permission before they get the change, as in `seats.take`.
    end_streams_of_play(play)
    if kind == Link.Kind.TABLE:
        free_seats(play.seats.exclude(person=None).exclude(person__in=play.group.members.values("person")))


@transaction.atomic
def claim_name(player, person):
    """Link a player to this person, and to no other. A former person gets a notice."""
    lock_group(player.group)
    before = Player.objects.filter(pk=player.pk).values_list("person", flat=True).first()
    player.group.players.filter(person=person).update(person=None)
    Player.objects.filter(pk=player.pk).update(person=person)
    if before not in (None, person.pk):
        phones.leave_notice(before, what="name", name=player.name)
        for play in Play.objects.filter(seats__player=player, state=Play.State.OPEN).distinct():
            play.refresh_pages()


def belongs_to_other(named, person) -> bool:
    """Return whether a player or seat belongs to another person."""
    return named.person_id is not None and named.person_id != (person and person.pk)


def is_home_of(seat, person) -> bool:
    """Return whether this person's phone entered a seat's column before any other phone took it over."""
    return person is not None and (seat.former_id or seat.person_id) == person.pk


def release_name(player, person):
    """Unlink a player from this person."""
    Player.objects.filter(pk=player.pk, person=person).update(person=None)


def name_of(member) -> str:
    """Return a member's name: their player's, else the one they sign in with, else ""."""
    player = next((player for player in member.person.players.all() if player.group_id == member.group_id), None)
    return player.name if player else member.person.name or ""
