"""Who belongs to a group: people join it, are given roles, leave or are removed, and say which name is theirs."""

from django.db import transaction
from django.db.models import Q

from companion.access import phones
from companion.access.groups import lock_plays
from companion.access.links import renew
from companion.core.publishing import end_streams_of_group, end_streams_of_play
from companion.core.refusal import Refusal
from companion.models import Link, Member, NotificationAddress, Person, Play, Player, Removal, Seat
from companion.rules.kit import Problem, gettext

from .founding import lock


def join(group, person) -> Member:
    """Make this person a member; who is one already stays what they are."""
    group.removals.filter(person=person).delete()
    return Member.objects.get_or_create(group=group, person=person)[0]


def is_last_owner(member) -> bool:
    """Whether the group would have no owner without this member."""
    others = member.group.members.filter(role=Member.Role.OWNER).exclude(pk=member.pk)
    return member.role == Member.Role.OWNER and not others.exists()


def refuse_without_owner(member):
    """Raise Refusal where nobody else of the group is an owner."""
    lock(member.group)
    if is_last_owner(member):
        text = gettext("A group needs an owner. Make someone else an owner first, or delete the group.")
        raise Refusal([Problem("no_owner", text)])


@transaction.atomic
def give_role(member, role):
    """Make a member an owner, or an owner a member. Raises Refusal where no owner would be left."""
    if role != Member.Role.OWNER:
        refuse_without_owner(member)
    member.role = role
    member.save(update_fields=["role"])


@transaction.atomic
def remove(member):
    """Take somebody out of the group at once: their seats and name are free, and no link they may know works.

    Raises Refusal where no owner would be left.
    """
    lock_plays([member.group])
    lock(member.group)
    # Who signs in at this moment becomes somebody else, with all that is theirs.
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
    free(Seat.objects.filter(play__group=group, person=person))


def free(seats):
    """Let no phone count these seats any more, and the pages of their open plays show that."""
    plays = list(Play.objects.filter(seats__in=seats, state=Play.State.OPEN).distinct())
    seats.update(person=None)
    for play in plays:
        play.refresh_pages()


@transaction.atomic
def shut_out(member):
    """Remove somebody else, who is told so where they ask for what is the group's. Raises Refusal as `remove` does."""
    remove(member)
    Removal.objects.create(group=member.group, person=member.person)


@transaction.atomic
def renew_link(play, kind):
    """Give a play another table or watch link; phones that only the old one let in are shut out at once."""
    link = play.links.filter(kind=kind).first()
    if link:
        renew(link)
    # Pages ask before they are sent what is new for all, as in `seats.take`.
    end_streams_of_play(play)
    if kind == Link.Kind.TABLE:
        free(play.seats.exclude(person=None).exclude(person__in=play.group.members.values("person")))


@transaction.atomic
def claim_name(player, person):
    """Say whose name a player is: this person's, from now on, and no other of the group. Who had it is told."""
    lock(player.group)
    before = Player.objects.filter(pk=player.pk).values_list("person", flat=True).first()
    player.group.players.filter(person=person).update(person=None)
    Player.objects.filter(pk=player.pk).update(person=person)
    if before not in (None, person.pk):
        phones.leave_notice(before, what="name", name=player.name)
        for play in Play.objects.filter(seats__player=player, state=Play.State.OPEN).distinct():
            play.refresh_pages()


def is_anothers(named, person) -> bool:
    """Whether somebody else has said of a player or seat that it is theirs."""
    return named.person_id is not None and named.person_id != (person and person.pk)


def is_home_of(seat, person) -> bool:
    """Return whether this person's phone entered a seat's column before any other phone took it over."""
    return person is not None and (seat.former_id or seat.person_id) == person.pk


def release_name(player, person):
    """Say that a player's name is this person's no longer."""
    Player.objects.filter(pk=player.pk, person=person).update(person=None)


def name_of(member) -> str:
    """What a member is called: by the name that is theirs, else the one they sign in with, else nothing."""
    player = next((player for player in member.person.players.all() if player.group_id == member.group_id), None)
    return player.name if player else member.person.name or ""
