"""Two identities that turn out to be one person: everything that names the one names the other from then on."""

from django.db import transaction
from django.db.models import Exists, ForeignObjectRel, OuterRef

from companion.core.publishing import look_again_at_person
from companion.models import Link, Mark, Member, Person, Player


@transaction.atomic
def merge(person, *, into):
    """Move all that a person has to another one, and delete the person.

    Of two roles in a group the higher one stays. A group's name and a link that both have stay as they are `into`; of
    two like marks on a game one stays.
    """
    people = Person.objects.select_for_update().in_bulk([person.pk, into.pk])
    if len(people) < 2:
        # It was done already: a button was tapped twice.
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
    look_again_at_person(person)
    person.delete()


def foreign_keys_to_person():
    """(model, name of its field) for each foreign key to a person."""
    for relation in Person._meta.get_fields(include_hidden=True):
        if isinstance(relation, ForeignObjectRel) and relation.one_to_many:
            yield relation.related_model, relation.field.name


def merge_memberships(person, into):
    """Where both are members of a group, let one membership remain: with the higher role, since the first day."""
    theirs = {member.group_id: member for member in into.memberships.all()}
    for member in person.memberships.filter(group__in=theirs):
        its = theirs[member.group_id]
        if member.role == Member.Role.OWNER:
            its.role = member.role
        its.joined_at = min(its.joined_at, member.joined_at)
        its.save(update_fields=["role", "joined_at"])
        member.delete()
