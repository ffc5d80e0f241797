"""Merges two identities of one person."""

from django.db import transaction
from django.db.models import Exists, ForeignObjectRel, OuterRef

from companion.core.publishing import end_streams_of_person
from companion.models import Link, Mark, Member, Person, Player


@transaction.atomic
def merge(person, *, into):
    """Move everything of a person to another one, and delete the first.

    In groups of both, the higher role stays. Where both have a name in a group, a link of a kind or a mark on a game,
    that of `into` stays.
    """
    people = Person.objects.select_for_update().in_bulk([person.pk, into.pk])
    if len(people) < 2:
        # A button was tapped twice.
        return
    person, into = people[person.pk], people[into.pk]
    merge_memberships(person, into)
    Player.objects.filter(person=person, group__in=into.players.values("group")).update(person=None)
    same = Mark.objects.filter(
        person=into, group=OuterRef("group"), game_slug=OuterRef("game_slug"), kind=OuterRef("kind")
    )
    Mark.objects.filter(Exists(same), person=person).delete()
    Link.objects.filter(person=person, kind__in=into.links.values("kind")).delete()
    for model, name in foreign_keys_to_person():
        model._base_manager.filter(**{name: person}).update(**{name: into})
    end_streams_of_person(person)
    person.delete()


def foreign_keys_to_person():
    """Yield (model, field name) of each foreign key to a person."""
    for relation in Person._meta.get_fields(include_hidden=True):
        if isinstance(relation, ForeignObjectRel) and relation.one_to_many:
            yield relation.related_model, relation.field.name


def merge_memberships(person, into):
    """Merge the memberships in groups of both: the higher role, and the earlier date of joining."""
    theirs = {member.group_id: member for member in into.memberships.all()}
    for member in person.memberships.filter(group__in=theirs):
        remaining = theirs[member.group_id]
        if member.role == Member.Role.OWNER:
            remaining.role = member.role
        remaining.joined_at = min(remaining.joined_at, member.joined_at)
        remaining.save(update_fields=["role", "joined_at"])
        member.delete()
