"""Who may see a name of a group, and who may take it out of all plays."""

from django.db.models import Exists, OuterRef
from django.shortcuts import get_object_or_404

from companion.models import CardSave, Player, Seat

from .groups import group_for
from .identity import known_person
from .visibility import OWNER


def player_for(request, uuid, number) -> Player:
    """A player of the group of this address for one of its members, else a 404."""
    return get_object_or_404(Player.objects.select_related("group"), group=group_for(request, uuid), pk=number)


def may_make_anonymous(request, group, player) -> bool:
    """Whether somebody may take this name out of all plays of `group_for`: its owners, and whose name it is."""
    person = known_person(request)
    if group.role == OWNER or person is None:
        return group.role == OWNER
    return player.person_id == person.pk and is_of_one_phone(player, person)


def is_of_one_phone(player, person) -> bool:
    """Whether at all its tables this person's phone alone entered for the player, and for nobody else.

    "This is me" can be said of any name; what was entered with whose phone cannot be claimed afterwards.
    """
    cards = CardSave.objects.filter(seat=OuterRef("pk"))
    others = CardSave.objects.filter(seat__play=OuterRef("play"), person=person).exclude(seat=OuterRef("pk"))
    alone = Exists(cards.filter(person=person)), ~Exists(cards.exclude(person=person)), ~Exists(others)
    return not Seat.objects.filter(player=player).exclude(*alone).exists()
