"""The options that a group has agreed on, by game."""

from django.db import transaction

from companion.models import Group


@transaction.atomic(savepoint=False)
def remember_options(group, game, options):
    """Store the options for the group's next play of the game."""
    now = Group.objects.select_for_update(no_key=True).values_list("options", flat=True).get(pk=group.pk)
    group.options = {**now, game.slug: options}
    group.save(update_fields=["options"])


def forget_options(group, game):
    """Return to the printed options for the group's next play of the game."""
    group.options = {slug: options for slug, options in group.options.items() if slug != game.slug}
    group.save(update_fields=["options"])
