"""Deletes a person's identity, and what belongs only to them."""

from django.db import transaction
from django.db.models import Count, Exists, OuterRef

from companion.core.publishing import end_streams_of_person
from companion.groups.founding import delete_for_good
from companion.groups.members import remove
from companion.models import Group, Member, Person


def solo_groups(person):
    """Return the groups whose only member is this person, with `number_of_plays`: they are deleted along."""
    alone = _groups_counted(person).filter(people_in=1, deleted_at=None)
    return alone.annotate(number_of_plays=Count("plays", distinct=True))


def unrestorable_groups(person):
    """Return the deleted groups whose only owner is this person: nobody could restore them."""
    return _owned_alone(person).filter(deleted_at__isnull=False)


def groups_needing_owner(person):
    """Return the groups with other members whose only owner is this person: they need another one first."""
    return _owned_alone(person).filter(people_in__gt=1, deleted_at=None)


def _owned_alone(person):
    owners = Member.objects.filter(group=OuterRef("pk"), role=Member.Role.OWNER)
    return _groups_counted(person).filter(Exists(owners.filter(person=person)), ~Exists(owners.exclude(person=person)))


def _groups_counted(person):
    groups = Group.objects.filter(pk__in=person.memberships.values("group"))
    counted = groups.annotate(people_in=Count("members", distinct=True))
    return counted.prefetch_related("players").order_by("-pk")


@transaction.atomic
def delete(person):
    """Delete the person, their photos and the groups of theirs alone. Their plays stay in other groups.

    Raises Refusal if a group would be left with members and no owner.
    """
    alone = [*solo_groups(person), *unrestorable_groups(person)]
    others = person.memberships.exclude(group__in=alone).order_by("group")
    for member in others.select_related("group", "person"):
        remove(member)
    for group in alone:
        delete_for_good(group)
    # Waits for another phone of theirs that is sending a photo.
    list(Person.objects.select_for_update().filter(pk=person.pk).values_list("pk"))
    person.photos.delete_for_good()
    person.sent_photos.delete_for_good()
    end_streams_of_person(person)
    person.delete()
