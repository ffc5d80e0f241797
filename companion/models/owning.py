"""Whose a row is: every table that a group owns carries `group_id`, filled here and nowhere else.

A database that is spread over several servers by group finds by it where a row lies: `BY_GROUP` lets joins and
look-ups name it. These queries can't, and go to every server: a group or a play by its address, and the groups and open
plays of a person.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.expressions import Col
from django.db.models.fields.related_lookups import RelatedExact, RelatedIn
from django.db.models.lookups import Exact
from django.db.models.sql.where import WhereNode

from companion.server.prepared import ReadOften


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


class PartOf(models.ForeignKey):
    """A key to a row of the same group: where the database is spread by group, joins and look-ups name it as well."""

    def deconstruct(self):
        name, _, arguments, more = super().deconstruct()
        return name, "django.db.models.ForeignKey", arguments, more

    def get_extra_restriction(self, alias, related_alias):
        if not settings.BY_GROUP:
            return None
        here, there = (model._meta.get_field("group") for model in (self.model, self.related_model))
        columns = here.get_col(related_alias), there.get_col(alias)  # type: ignore[union-attr]  # both are keys
        return WhereNode([Exact(*columns)])  # type: ignore[list-item]  # the stubs know no look-up as a node

    def get_extra_descriptor_filter(self, instance):
        # A row that an older Caravan has written says nothing.
        return {"group": instance.group_id} if settings.BY_GROUP and instance.group_id else {}


def named_group(group) -> int | None:
    """The number of a group where questions about what it owns are to name it, else None."""
    return group if settings.BY_GROUP else None


def within(group, *paths) -> models.Q:
    """What says that a row, and those that it is joined with by these paths, are of this group; nothing for None."""
    named = {"group": group, **{f"{path}__group": group for path in paths}} if group else {}
    return models.Q(**named)


def locking(rows, group):
    """These rows of a group, which nobody else changes from when they are asked for to the end of the transaction.

    Where the database is spread by group, the question names it: rows are locked on one server only.
    """
    return rows.select_for_update().filter(within(named_group(group)))


def groups_of(rows) -> list[int]:
    """The groups of rows that something is looked up by; none where that is by their numbers, or one says nothing."""
    if not settings.BY_GROUP or not all(isinstance(row, models.Model) for row in rows):
        return []
    found = {row.group_id for row in rows}
    return [] if None in found else sorted(found)


def group_beside(column):
    """The column that says whose a row is, beside one of its others; None for what is no column of such a row."""
    fields = column.target.model._meta.fields if isinstance(column, Col) else ()
    return next((field.get_col(column.alias) for field in fields if field.name == "group"), None)


def naming(groups, lookup, sql, parameters, compiler):
    """A look-up through a `PartOf` that names the groups as well, or the group of the row around it, as SQL with its
    parameters.
    """
    column, _ = compiler.compile(group_beside(lookup.lhs))
    if settings.BY_GROUP and (outer := group_beside(lookup.rhs)):
        return f"({sql} AND {column} = {compiler.compile(outer)[0]})", parameters
    if not groups:
        return sql, parameters
    places = ", ".join(["%s"] * len(groups))
    return f"({sql} AND {column} IN ({places}))", (*parameters, *groups)


@PartOf.register_lookup
class ExactByGroup(RelatedExact):
    """The row that is pointed to, and its group."""

    def get_prep_lookup(self):
        self.groups = groups_of([self.rhs])
        return super().get_prep_lookup()

    def as_sql(self, compiler, connection):
        return naming(self.groups, self, *super().as_sql(compiler, connection), compiler)


@PartOf.register_lookup
class InByGroup(RelatedIn):
    """The rows that are pointed to, and their groups."""

    def get_prep_lookup(self):
        self.groups = groups_of(self.rhs) if isinstance(self.rhs, list | tuple | set) else []
        return super().get_prep_lookup()

    def as_sql(self, compiler, connection):
        return naming(self.groups, self, *super().as_sql(compiler, connection), compiler)


class Owned(ReadOften):
    """A row of a group's. Where the database is spread by group, saving it again names the group."""

    group_id: int | None

    class Meta:
        abstract = True

    def _do_update(self, base_qs, *its, **more):
        # Nothing that Django documents says more of the row to be saved than its key.
        if settings.BY_GROUP and self.group_id:
            base_qs = base_qs.filter(group=self.group_id)
        return super()._do_update(base_qs, *its, **more)
