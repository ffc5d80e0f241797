"""Somebody deletes their own identity: what goes with it, what stays, and when it cannot be."""

from django.db import transaction
from django.db.models import Count, Exists, OuterRef

from .groups import delete as delete_group
from .membership import remove
from .models import Group, Member


def groups_left_alone(person):
    """The groups that nobody but this person belongs to, with their number of `plays`: they go along."""
    return _groups_counted(person).filter(people_in=1).annotate(number_of_plays=Count("plays", distinct=True))


def groups_in_need(person):
    """The groups with other members of which this person is the only owner: they need another one first."""
    other_owners = Member.objects.filter(group=OuterRef("pk"), role=Member.Role.OWNER).exclude(person=person)
    mine = Member.objects.filter(group=OuterRef("pk"), role=Member.Role.OWNER, person=person)
    return _groups_counted(person).filter(Exists(mine), ~Exists(other_owners), people_in__gt=1)


def _groups_counted(person):
    groups = Group.objects.filter(pk__in=person.memberships.values("group"))
    counted = groups.annotate(people_in=Count("members", distinct=True))
    return counted.prefetch_related("players").order_by("-pk")


@transaction.atomic
def delete(person):
    """Delete the person. What they have played stays with their groups, as nobody's; groups of theirs alone go.

    Raises Refusal where a group would be left with members and no owner.
    """
    alone = list(groups_left_alone(person))
    others = person.memberships.exclude(group__in=alone).order_by("group")
    for member in others.select_related("group", "person"):
        remove(member)
    for group in alone:
        delete_group(group)
    person.delete()
