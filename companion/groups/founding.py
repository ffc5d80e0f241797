"""Creates, fills, deletes and restores groups."""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from companion.access.groups import lock_plays
from companion.core.language.discs import give_colours
from companion.core.publishing import end_streams_of_group
from companion.models import Group, Member, Photo, Player, Seat, SentPhoto
from companion.models.people import UNDO_DELETE_WITHIN
from companion.rules.scoring.checking import same_name


def create_group(person, *, name="", language="", time_zone="") -> Group:
    """Create a group owned by this person."""
    group = Group.objects.create(name=name, language=language, time_zone=time_zone)
    Member.objects.create(group=group, person=person, role=Member.Role.OWNER)
    return group


def lock_group(group):
    """Lock the group's row, after those of its plays. Raises `Group.DoesNotExist` if it is gone."""
    Group.objects.select_for_update(no_key=True).only("pk").get(pk=group.pk)


@transaction.atomic(savepoint=False)
def ensure_players(group, names, colours=()) -> list[Player]:
    """Return the group's players of these names, in this order; unknown names become new players.

    `colours` are those chosen with the names, 0 for none.
    """
    lock_group(group)
    known = {player.folded_name: player for player in group.players.all()}
    new: dict[str, Player] = {}
    for name, colour in zip(names, [*colours, *[0] * len(names)], strict=False):
        folded = same_name(name)
        if folded not in known:
            new.setdefault(folded, Player(group=group, name=name.strip(), folded_name=folded, colour=colour))
    give_colours(new.values(), known.values())
    for player in Player.objects.bulk_create(new.values()):
        player.is_new = True
        known[player.folded_name] = player
    return [known[same_name(name)] for name in names]


def seat_players(group, names, colours=()) -> list[Player]:
    """Return the group's players of these names for a new play, and unhide the hidden ones."""
    players = ensure_players(group, names, colours)
    back = [player.pk for player in players if player.is_hidden and not player.is_anonymous]
    group.players.filter(pk__in=back).update(is_hidden=False)
    return players


@dataclass(frozen=True)
class Contents:
    """The numbers of rows that are deleted with a group; `deleted` are plays that were deleted before."""

    plays: int
    deleted: int
    players: int
    members: int


def count_contents(group) -> Contents:
    """Return what would be deleted with the group."""
    plays = group.plays.here()
    deleted = plays.filter(deleted_at__isnull=False).count()
    return Contents(plays.count() - deleted, deleted, group.players.count(), group.members.count())


@transaction.atomic
def delete(group) -> Contents:
    """Delete the group, and return its contents. Its owners can restore it for 30 days."""
    lock_group(group)
    Group.objects.filter(pk=group.pk, deleted_at=None).update(deleted_at=timezone.now())
    end_streams_of_group(group)
    return count_contents(group)


def restore(group):
    """Restore a deleted group."""
    Group.objects.filter(pk=group.pk).update(deleted_at=None)


def expired_groups():
    """Return the groups that were deleted too long ago to be restored."""
    return Group.objects.filter(deleted_at__lte=timezone.now() - UNDO_DELETE_WITHIN)


@transaction.atomic
def delete_for_good(group) -> Contents:
    """Delete the group for good, and return its contents. People stay."""
    lock_plays([group])
    Group.objects.select_for_update().get(pk=group.pk)
    went = count_contents(group)
    for under_way in group.imports.select_related("staging"):
        delete_for_good(under_way.staging)
    # A player can't be deleted while they have a seat.
    Photo.objects.filter(play__group=group).delete_for_good()
    SentPhoto.objects.filter(play__group=group).delete_for_good()
    Seat.objects.filter(play__group=group).delete()
    end_streams_of_group(group)
    group.delete()
    return went
