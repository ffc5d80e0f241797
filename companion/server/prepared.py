"""Prepared questions to the database: Django writes their SQL once, which takes it longer than the answer does."""

import datetime
import functools
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet
from django.db.models.query import ModelIterable, ValuesListIterable, get_related_populators


def prepared(ask: Callable[..., QuerySet]) -> Callable[..., list[Any]]:
    """Let Django compile a queryset once, and ask it from then on with the values of the moment.

    `ask` makes the queryset from numbers, texts, ids (UUID), moments and lists of them. It compares them with columns
    of these types and does not look at them, but for None, which it gets as it is: for each shape of values, that is
    their types and how long the lists are, there is a question of its own. The function that this gives takes values
    in their place and answers with a list of what the queryset holds: objects with all it annotates and selects along,
    or tuples. Raises TypeError where a value does not stand in the SQL as it is, or one question does not answer it.
    """
    compiled = functools.cache(lambda shape: Question(ask, shape))

    @functools.wraps(ask)
    def answers(*values) -> list[Any]:
        return compiled(tuple(map(shape_of, values))).rows(flat(values))

    return answers


class Question:
    """A queryset as its SQL, the parameters with blanks where the values of the moment come, and how rows are read."""

    def __init__(self, ask, shape):
        blanks = blank_for(shape, count())
        queryset = ask(*blanks).using(DEFAULT_DB_ALIAS)
        if queryset._prefetch_related_lookups or queryset._iterable_class not in (ModelIterable, ValuesListIterable):
            raise TypeError(f"{ask.__qualname__} is not answered with objects or tuples by one question.")
        compiler = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
        self.sql, self.parameters = compiler.as_sql()
        self.blanks = [as_parameter(blank) for blank in flat(blanks)]
        if not set(self.blanks) <= set(self.parameters):
            raise TypeError(f"{ask.__qualname__} compares {shape} with columns of other types.")
        self.converters = list(compiler.get_converters([column for column, _, _ in compiler.select]).items())
        is_of_tuples = queryset._iterable_class is ValuesListIterable
        self.read = None if is_of_tuples else Reader(queryset, compiler).read

    def rows(self, values) -> list:
        """What the database answers to these values, in place of the blanks."""
        filled = dict(zip(self.blanks, map(as_parameter, values), strict=True))
        # Each thread has a connection of its own.
        connection = connections[DEFAULT_DB_ALIAS]
        with connection.cursor() as cursor:
            cursor.execute(self.sql, tuple([filled.get(each, each) for each in self.parameters]))
            rows = cursor.fetchall()
        rows = [self.converted(row, connection) for row in rows]
        return rows if self.read is None else [self.read(row) for row in rows]

    def converted(self, row, connection) -> tuple:
        """A row with its columns as Python's values."""
        row = list(row)
        for place, (converters, column) in self.converters:
            for convert in converters:
                row[place] = convert(row[place], column, connection)
        return tuple(row)


class Reader:
    """Makes objects of rows as Django's own `ModelIterable` does: with what was selected along, and annotated."""

    def __init__(self, queryset, compiler):
        selected, described = compiler.select, compiler.klass_info
        places = described["select_fields"]
        columns = slice(places[0], places[-1] + 1)
        names = [column.target.attname for column, _, _ in selected[columns]]
        self.columns = columns
        self.object_of = partial(described["model"].from_db, DEFAULT_DB_ALIAS, names, fetch_mode=queryset._fetch_mode)
        self.along = get_related_populators(described, selected, DEFAULT_DB_ALIAS, queryset._fetch_mode)
        self.annotated = list(compiler.annotation_col_map.items())

    def read(self, row):
        """The object of a row, whose columns are converted."""
        found = self.object_of(row[self.columns])
        for populator in self.along:
            populator.populate(row, found)
        for name, place in self.annotated:
            setattr(found, name, row[place])
        return found


def shape_of(value):
    """What kind of question a value makes: its type, of a list also how long it is; None for None."""
    if isinstance(value, list | tuple):
        return tuple(map(shape_of, value))
    return None if value is None else type(value)


def blank_for(shape, places):
    """A value of this shape that stands in no query, and in no other of these places."""
    if isinstance(shape, tuple):
        return [blank_for(each, places) for each in shape]
    return None if shape is None else BLANKS[shape](next(places))


# No query names such a number, text or moment itself, and each is one that its column could hold: what no column can
# hold Django does not ask for.
BLANKS = {
    int: lambda place: 2**31 - 1 - place,
    str: lambda place: f"blank {place}",
    UUID: lambda place: UUID(int=place),
    datetime.datetime: lambda place: datetime.datetime(1, 1, 1 + place, tzinfo=datetime.UTC),
}


def flat(values) -> list:
    """The values and those of the lists among them, without None."""
    nested = [flat(value) if isinstance(value, list | tuple) else [value] for value in values if value is not None]
    return [value for each in nested for value in each]


def as_parameter(value):
    """A value as Django gives it to the database."""
    connection = connections[DEFAULT_DB_ALIAS]
    if isinstance(value, datetime.datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, UUID) and not connection.features.has_native_uuid_field:
        return value.hex
    return value
