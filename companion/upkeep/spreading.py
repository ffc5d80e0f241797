"""A PostgreSQL that is spread over several servers by group: what its tables need for that, as SQL.

Citus asks that every key of a table that is spread has the column in it by which it is spread. Django goes on taking a
row's number for its key, which is unique everywhere: the numbers come from one sequence.
"""

from django.apps import apps
from django.db import connection

from companion.models import Group
from companion.models.filling import PARTS

# They are found by a key or six signs alone, whatever group they lead to, so that all servers have all of them.
EVERYWHERE = ("Link", "TableCode")
KEYS = """
    SELECT conname, contype FROM pg_constraint
    WHERE conrelid = %s::regclass AND contype IN ('f', 'p') ORDER BY contype, conname
"""
UNIQUE = """
    SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid), coalesce(conname, '')
    FROM pg_index LEFT JOIN pg_constraint ON conindid = indexrelid AND contype = 'u'
    WHERE indrelid = %s::regclass AND indisunique AND NOT indisprimary ORDER BY 1
"""


def spread_models() -> list:
    """The models whose rows lie where their group does, the group itself first."""
    models = [model for model in apps.get_app_config("companion").get_models() if model.__name__ not in EVERYWHERE]
    return [Group, *(each for each in models if any(field.name == "group" for field in each._meta.fields))]


def other_models() -> list:
    """The models whose rows are on all servers."""
    return [each for each in apps.get_app_config("companion").get_models() if each not in spread_models()]


def without_group() -> dict[str, int]:
    """How many rows of a table do not say whose they are, by table: where there are some, nothing can be spread."""
    models = [apps.get_model("companion", name) for name in {name for name, *_ in PARTS if name not in EVERYWHERE}]
    counts = {model._meta.db_table: model._base_manager.filter(group=None).count() for model in models}
    return {table: count for table, count in counts.items() if count}


def statements(*, citus) -> list[str]:
    """The SQL that changes the keys; with `citus` also what spreads the tables. To be run once, in one transaction."""
    spread = [model._meta.db_table for model in spread_models()]
    everywhere = [model._meta.db_table for model in other_models()]
    with connection.cursor() as cursor:
        # A key of one table may need another's: those that point go first.
        changed = [line for table in (*spread, *everywhere) for line in without_references(cursor, table)]
        changed += list(unique_within(cursor, spread[0], "id"))
        changed += [line for table in spread[1:] for line in keyed_by_group(cursor, table)]
    if citus:
        changed += [f"SELECT create_reference_table('{table}');" for table in everywhere]
        changed += [f"SELECT create_distributed_table('{spread[0]}', 'id');"]
        changed += [
            f"SELECT create_distributed_table('{table}', 'group_id', colocate_with => '{spread[0]}');"
            for table in spread[1:]
        ]
    return changed


def without_references(cursor, table):
    """Django itself sees to what points where; a server cannot watch over rows that another has."""
    cursor.execute(KEYS, [table])
    return [f'ALTER TABLE {table} DROP CONSTRAINT "{name}";' for name, kind in cursor.fetchall() if kind == "f"]


def keyed_by_group(cursor, table):
    """The group becomes a part of all that is unique."""
    cursor.execute(KEYS, [table])
    [primary] = [name for name, kind in cursor.fetchall() if kind == "p"]
    yield f"ALTER TABLE {table} ALTER COLUMN group_id SET NOT NULL;"
    yield f'ALTER TABLE {table} DROP CONSTRAINT "{primary}", ADD CONSTRAINT "{primary}" PRIMARY KEY (group_id, id);'
    yield from unique_within(cursor, table, "group_id")


def unique_within(cursor, table, column):
    """What is unique is so together with this column alone, by which the table is spread."""
    cursor.execute(UNIQUE, [table])
    for index, definition, constraint in cursor.fetchall():
        head, _, columns = definition.partition("(")
        if column not in columns.partition(")")[0].split(", "):
            yield f'ALTER TABLE {table} DROP CONSTRAINT "{constraint}";' if constraint else f"DROP INDEX {index};"
            yield f"{head}({column}, {columns};"
