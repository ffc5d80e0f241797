"""Rows of an import in progress: in their group from the start, and hidden until all of them are stored."""

from django.db import models


def import_it_comes_with():
    """Return the foreign key to the import in progress that a row belongs to, None afterwards."""
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
    """Manager of the rows that don't belong to an import in progress."""

    def get_queryset(self):
        return super().get_queryset().filter(coming_with=None)
