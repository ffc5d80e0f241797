"""Rows that say nothing of their group get it from what they are parts of. Named by a migration: it stays here.

Such are those from before the column, and those that an older Caravan writes while both serve one database.
"""

from django.db import transaction
from django.db.models import OuterRef, Subquery

# So many numbers of rows are looked at in one transaction, which others wait for.
PIECE = 5000
# A table, what its rows are parts of, and where that stands; what stands later needs what stands earlier.
PARTS = [
    ("SheetVersion", "sheet", "OwnSheet", "group"),
    ("Seat", "play", "Play", "group"),
    ("Event", "play", "Play", "group"),
    ("Photo", "play", "Play", "group"),
    ("Holdings", "seat", "Seat", "play__group"),
    ("Arrival", "upload", "Upload", "group"),
    ("Link", "play", "Play", "group"),
    ("Link", "sheet", "OwnSheet", "group"),
    ("TableCode", "link", "Link", "group"),
]


def fill(model_of, alias, *, say=lambda table, done: None) -> int:
    """Fill in the group of all rows that have none, in pieces; how many there were.

    `model_of` gives a table's model by its name. What waits to come into a group stays as it is. One that was broken
    off is gone on with.
    """
    staging = list(model_of("Import").objects.using(alias).values_list("staging", flat=True))
    filled = 0
    for name, key, whole, path in PARTS:
        model, owner = model_of(name), model_of(whole).objects.using(alias)
        group = owner.filter(pk=OuterRef(f"{key}_id")).exclude(**{f"{path}__in": staging}).values(path)
        for rows in pieces(model.objects.using(alias)):
            with transaction.atomic(using=alias):
                without = rows.filter(group=None, **{f"{key}__isnull": False})
                filled += without.filter(pk__in=parts(without, key, path, staging)).update(group=Subquery(group))
            say(name, filled)
    return filled


def parts(rows, key, path, staging):
    """Those of the rows that are parts of what a group has."""
    return rows.filter(**{f"{key}__{path}__isnull": False}).exclude(**{f"{key}__{path}__in": staging}).values("pk")


def pieces(rows):
    """The rows of a table, some at a time where they are numbered."""
    first, last = (rows.order_by(by).values_list("pk", flat=True).first() for by in ("pk", "-pk"))
    if not isinstance(first, int):
        yield rows
        return
    for start in range(first, last + 1, PIECE):
        yield rows.filter(pk__gte=start, pk__lt=start + PIECE)
