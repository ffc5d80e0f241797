"""The options a group has agreed on, by game."""

from django.db import transaction

from companion.models import Group


@transaction.atomic(savepoint=False)
def remember_options(group, game, options):
    """Propose these options when the group starts its next play of the game."""
    now = Group.objects.select_for_update(no_key=True).values_list("options", flat=True).get(pk=group.pk)
    group.options = {**now, game.slug: options}
    group.save(update_fields=["options"])


def forget_options(group, game):
    """Propose what is printed when the group starts its next play of the game."""
    group.options = {slug: options for slug, options in group.options.items() if slug != game.slug}
    group.save(update_fields=["options"])
