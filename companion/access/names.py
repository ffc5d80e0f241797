"""Access to a player of a group, and to making them anonymous."""

from django.db.models import Exists, OuterRef
from django.shortcuts import get_object_or_404

from companion.models import CardSave, Player, Seat

from .groups import group_for
from .identity import known_person
from .visibility import OWNER


def player_for(request, uuid, number) -> Player:
    """Return the player of this number in the group of this uuid. Raises Http404 for non-members."""
    return get_object_or_404(Player.objects.select_related("group"), group=group_for(request, uuid), pk=number)


def may_make_anonymous(request, group, player) -> bool:
    """Return whether the person may remove this name from all plays: its group's owners, and the player themselves."""
    person = known_person(request)
    if group.role == OWNER or person is None:
        return group.role == OWNER
    return player.person_id == person.pk and is_of_one_phone(player, person)


def is_of_one_phone(player, person) -> bool:
    """Return whether this person's phone alone entered the player's scores in all plays, and no other player's.

    Anyone can say "this is me" of a name, but nobody can claim afterwards to have entered its scores.
    """
    cards = CardSave.objects.filter(seat=OuterRef("pk"))
    others = CardSave.objects.filter(seat__play=OuterRef("play"), person=person).exclude(seat=OuterRef("pk"))
    alone = Exists(cards.filter(person=person)), ~Exists(cards.exclude(person=person)), ~Exists(others)
    return not Seat.objects.filter(player=player).exclude(*alone).exists()
