"""The group of rows that are parts of what a group owns."""

from typing import Any

from django.db import models


class GroupOf(models.ForeignKey):
    """The group of a row, which is that of the first of these rows (`of`, names of fields) that it points to.

    A migration sees an ordinary key. A row that an older Caravan has written, while both served one database, has none
    until `fill` comes by.
    """

    def __init__(self, to, on_delete, *, of=(), **more):
        super().__init__(to, on_delete, **more)
        self.of = of

    def deconstruct(self):
        name, _, arguments, more = super().deconstruct()
        return name, "django.db.models.ForeignKey", arguments, more

    def pre_save(self, model_instance, add):
        if add and getattr(model_instance, self.attname) is None:
            setattr(model_instance, self.attname, self.owner_of(model_instance))
        return super().pre_save(model_instance, add)

    def owner_of(self, row) -> int | None:
        """The number of the group that a row belongs to; None where it is nobody's."""
        for name in self.of:
            if getattr(row, f"{name}_id") is not None:
                return owner_of(getattr(row, name))
        return None


def owner_of(row) -> int | None:
    """The number of the group that a row belongs to; None where it is nobody's."""
    field = row._meta.get_field("group")
    return row.group_id or (field.owner_of(row) if isinstance(field, GroupOf) else None)


# Of a key that is only noted: nothing is asked through it, and the database does not watch it.
NOTED: dict[str, Any] = {
    "on_delete": models.DO_NOTHING,
    "null": True,
    "blank": True,
    "editable": False,
    "related_name": "+",
    "db_constraint": False,
    "db_index": False,
}


def part_of_a_group(*of):
    """The key of a table whose rows are parts of what a group owns."""
    return GroupOf("companion.Group", of=of, **NOTED)
