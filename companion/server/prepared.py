"""Prepared questions to the database: Django writes their SQL once, which takes it longer than the answer does."""

import copy
import datetime
import functools
from typing import Any, NamedTuple
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections


def prepared(ask):
    """Let Django compile a queryset once, and ask it from then on with the values of the moment.

    `ask` makes the queryset from numbers, texts, ids (UUID), moments and lists of them. It compares them with columns
    of these types and does not look at them, but for None, which it gets as it is: for each shape of values, that is
    their types and how long the lists are, there is a question of its own. The function that this gives takes values
    in their place and answers with a list of what the queryset holds: objects with all it annotates and selects along,
    or tuples. Raises TypeError where a value does not stand in the SQL as it is.
    """
    compiled = functools.cache(lambda shape: Question.of(ask, shape))

    @functools.wraps(ask)
    def answers(*values) -> list:
        return compiled(tuple(map(shape_of, values))).rows(flat(values))

    return answers


class Question(NamedTuple):
    """A queryset with its compiler and SQL, and the parameters with `blanks` where the values of the moment come."""

    queryset: Any
    compiler: Any
    sql: str
    parameters: tuple
    blanks: list

    @classmethod
    def of(cls, ask, shape):
        blanks = [blank_for(each, place) for place, each in enumerate(shape)]
        queryset = ask(*blanks).using(DEFAULT_DB_ALIAS)
        compiler = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
        sql, parameters = compiler.as_sql()
        blanks = [as_parameter(blank) for blank in flat(blanks)]
        if not set(blanks) <= set(parameters):
            raise TypeError(f"{ask.__qualname__} compares {shape} with columns of other types.")
        return cls(queryset, compiler, sql, parameters, blanks)

    def rows(self, values) -> list:
        filled = dict(zip(self.blanks, map(as_parameter, values), strict=True))
        asked = self.queryset.all()
        # Each thread has a connection of its own; what the compiler knows of the columns is read and never written.
        compiler = copy.copy(self.compiler)
        compiler.connection = connections[DEFAULT_DB_ALIAS]
        sql_and_parameters = self.sql, tuple(filled.get(each, each) for each in self.parameters)
        compiler.as_sql = lambda *_, **__: sql_and_parameters
        asked.query.get_compiler = lambda *_, **__: compiler
        return list(asked)


def shape_of(value):
    """What kind of question a value makes: its type, of a list also how long it is; None for None."""
    if isinstance(value, list | tuple):
        return tuple(map(shape_of, value))
    return None if value is None else type(value)


def blank_for(shape, place):
    """A value of this shape that no row has; of no other place, too."""
    if isinstance(shape, tuple):
        return [blank_for(each, f"{place}.{number}") for number, each in enumerate(shape)]
    return None if shape is None else BLANKS[shape](place)


# No row has a number below 0, nor a moment so long ago.
BLANKS = {
    int: lambda place: -1 - place,
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
