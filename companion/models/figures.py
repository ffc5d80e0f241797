"""Model fields for exact points and figures, and fast raw queries.

`create_objects` builds the objects of the most frequent queries. `Manager.raw` accepts columns in any order, and takes
several times as long to match them.
"""

import datetime
import json
from functools import cache
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection, models

from companion.rules.kit.numbers import DIGITS_OF_POINTS, MOST_DECIMALS, ExactDecoder, ExactEncoder, plain


class PointsField(models.DecimalField):
    """Points of a play: an `int` if they are whole, else a `Decimal`; None if unknown."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **{"max_digits": DIGITS_OF_POINTS, "decimal_places": MOST_DECIMALS, **kwargs})

    def from_db_value(self, value, expression, connection):
        return None if value is None else plain(value)


# Most stored values are empty, and decoding them takes as long as others.
EMPTY = {"{}": dict, "[]": list}


class FiguresField(models.JSONField):
    """JSON with exact numbers."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **{"encoder": ExactEncoder, "decoder": ExactDecoder, **kwargs})

    def from_db_value(self, value, expression, connection):
        empty = EMPTY.get(value)
        return empty() if empty else super().from_db_value(value, expression, connection)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        # They belong to the class, not to the migration.
        return name, path, args, {key: value for key, value in kwargs.items() if key not in ("encoder", "decoder")}


def columns(model, table) -> str:
    """Return the SQL columns of a model in the order of its fields, for `create_objects`."""
    return ", ".join(f"{table}.{field.column}" for field in model._meta.concrete_fields)


def read_rows(sql, values) -> list[tuple]:
    """Run an SQL query and return its rows."""
    with connection.cursor() as cursor:
        cursor.execute(sql.strip(), values)
        return cursor.fetchall()


def create_objects(model, rows) -> list:
    """Return the objects of rows that begin with all `columns` of a model."""
    names, converted = fields_of(model)
    found = []
    for row in rows:
        values = list(row[: len(names)])
        for at, convert in converted:
            if values[at] is not None:
                values[at] = convert(values[at])
        found.append(model.from_db(DEFAULT_DB_ALIAS, names, values))
    return found


@cache
def fields_of(model) -> tuple[list[str], list[tuple]]:
    """Return a model's field names, and (index, converter) of each field whose database value needs conversion."""
    fields = model._meta.concrete_fields
    # A foreign key is stored as what it points to.
    types = [type(field.target_field if field.is_relation else field) for field in fields]
    converted = [(at, AS_PYTHON[each]) for at, each in enumerate(types) if each in AS_PYTHON]
    return [field.attname for field in fields], converted


# PostgreSQL returns these types; SQLite returns texts, numbers and naive datetimes. Both return JSON as text.


def as_uuid(value) -> UUID:
    return value if isinstance(value, UUID) else UUID(value)


def as_moment(value) -> datetime.datetime:
    return value if value.tzinfo else value.replace(tzinfo=datetime.UTC)


def as_points(value):
    return plain(POINTS.to_python(value))


def from_json(value):
    return EMPTY[value]() if value in EMPTY else json.loads(value)


def from_figures(value):
    return EMPTY[value]() if value in EMPTY else FIGURES.decode(value)


POINTS, FIGURES = PointsField(), ExactDecoder()
AS_PYTHON = {
    models.DateTimeField: as_moment,
    models.JSONField: from_json,
    models.UUIDField: as_uuid,
    FiguresField: from_figures,
    PointsField: as_points,
}
