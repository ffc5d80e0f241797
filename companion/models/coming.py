"""What comes with an import is its group's from the start, and hidden from everyone until all of it is there."""

from django.db import models


def import_it_comes_with():
    """The key to the import a row comes with, of which it knows nothing any more once it is there."""
    return models.ForeignKey(
        "companion.Import",
        models.DO_NOTHING,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )


class Here(models.Manager):
    """The rows that are there already."""

    def get_queryset(self):
        return super().get_queryset().filter(coming_with=None)
