"""What comes with an import is its group's from the start, and seen by nobody until all of it is there."""

import datetime

from django.db import models

# When a play was deleted that is not there yet: so long ago that no page, no count and no older Caravan finds it.
NOT_YET = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


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
