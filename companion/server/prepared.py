"""Prepared questions to the database: Django writes their SQL once, which takes it longer than the answer does."""

import datetime
import functools
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any, Protocol, override
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, QuerySet
from django.db.models.base import ModelState
from django.db.models.query import ModelIterable, ValuesListIterable, get_related_populators
from django.db.models.sql import InsertQuery, UpdateQuery


class Prepared(Protocol):
    """A prepared question, which is asked by calling it."""

    outlines: Callable[..., list["Outline"]]

    def __call__(self, *values) -> list[Any]: ...


def prepared(ask: Callable[..., QuerySet]) -> Prepared:
    """Let Django compile a queryset once, and ask it from then on with the values of the moment.

    `ask` makes the queryset from numbers, texts, ids (UUID), moments and lists of them. It compares them with columns
    of these types and does not look at them, but for None, which it gets as it is: for each shape of values, that is
    their types and how long the lists are, there is a question of its own. The function that this gives takes values
    in their place and answers with a list of what the queryset holds: objects with all it annotates and selects along,
    or tuples; its `outlines` answers with an `Outline` of each object. Raises TypeError where a value does not stand in
    the SQL as it is, or one question does not answer it.
    """
    return answering(ask, for_rows)


def prepared_once(most) -> Callable[[Callable[..., QuerySet]], Prepared]:
    """The same for what nobody changes: the object of a row is made once and given to all who find that row as it is.

    So many of them are kept, those that were asked for last.
    """
    return lambda ask: answering(ask, for_rows, most)


def prepared_update(*returned) -> Callable[[Callable[..., tuple[QuerySet, dict]]], Callable[..., list[Any]]]:
    """The same for an UPDATE: `ask` gives the queryset and what its fields are to hold, by name.

    What it gives changes the rows and answers with a tuple of these `returned` fields for each of them.
    """
    return lambda ask: answering(ask, functools.partial(for_update, returned=returned))


def prepared_insert(model) -> Callable[[Any], None]:
    """Let Django write once how an object of a model is stored; the function that this gives stores one, which is new.

    As `save(force_insert=True)` does, but that there are no signals, and that a field with a `db_default` gets that.
    """
    insert = functools.cache(lambda: Insert(model))
    return lambda its_object: insert().store(its_object)


def answering(ask, compiled_by, most=0):
    """The function that asks: it has a `Question` for each shape of values, compiled when it first comes."""
    compiled = functools.cache(lambda shape: Question(ask, shape, compiled_by, most))

    def question(values) -> Question:
        return compiled(tuple(map(shape_of, values)))

    @functools.wraps(ask)
    def answers(*values) -> list[Any]:
        return question(values).rows(flat(values))

    # To types a function has no attributes; `Prepared` says that this one has.
    answers.outlines = lambda *values: question(values).outlines(flat(values))  # type: ignore[attr-defined]
    return answers


class Outline:
    """An object of which only a little may be wanted: that is told as the database has it, by the names of its columns
    and annotations, and the object itself made on demand, which takes longer than to ask for it.
    """

    def __init__(self, question, row):
        self._question, self._row = question, row

    def __getattr__(self, name):
        return self._row[self._question.reader.places[name]]

    def whole(self):
        """The object itself, made anew each time."""
        return self._question.made_of(self._row)


class Question:
    """What Django compiled, as its SQL, which of the values of the moment come where, and how rows are read."""

    def __init__(self, ask, shape, compiled_by, most):
        # One that is never opened: it only knows how the database writes values.
        self.connection = connections.create_connection(DEFAULT_DB_ALIAS)
        values = blank_for(shape, count())
        compiler, columns, self.reader = compiled_by(ask(*values), ask.__qualname__)
        sql, parameters = compiler.as_sql()
        blanks = {as_parameter(blank, self.connection): place for place, blank in enumerate(flat(values))}
        if not set(blanks) <= set(parameters):
            raise TypeError(f"{ask.__qualname__} compares {shape} with columns of other types.")
        # What stays stands in the SQL: SQLite plans anew whenever it is given a value that an index's condition names.
        its = tuple("%s" if each in blanks else self.quoted(each) for each in parameters)
        self.sql = sql.replace("%%", "%%%%") % its
        self.places = [blanks[each] for each in parameters if each in blanks]
        self.converters = converters_of(compiler, columns)
        # The object of a row as it came from the database.
        self.made_of = functools.lru_cache(most)(self.made_anew) if most else self.made_anew

    def rows(self, values) -> list:
        """What the database answers to these values, in place of the blanks."""
        return [self.made_of(row) for row in self.asked(values)]

    def outlines(self, values) -> list[Outline]:
        """What it answers to these values, as outlines."""
        return [Outline(self, row) for row in self.asked(values)]

    def asked(self, values) -> list[tuple]:
        given = [as_parameter(value, self.connection) for value in values]
        # Each thread has a connection of its own.
        return asked(connections[DEFAULT_DB_ALIAS], self.sql, [given[at] for at in self.places])

    def quoted(self, value) -> str:
        """A value as it is written in SQL, in which what is asked is filled in by `%`."""
        return self.connection.schema_editor().quote_value(value).replace("%", "%%")

    def made_anew(self, row):
        """The object of a row, or its tuple."""
        row = converted(row, self.converters, self.connection)
        return row if self.reader is None else self.reader.read(row)


def for_rows(queryset, name):
    """The compiler of a queryset, the columns it asks for, and the reader of a row of them, if it is not a tuple."""
    queryset = queryset.using(DEFAULT_DB_ALIAS)
    if queryset._prefetch_related_lookups or queryset._iterable_class not in (ModelIterable, ValuesListIterable):
        raise TypeError(f"{name} is not answered with objects or tuples by one question.")
    compiler = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
    # What is selected is told by what follows from it.
    compiler.as_sql()
    is_of_tuples = queryset._iterable_class is ValuesListIterable
    reader = None if is_of_tuples else Reader(queryset, compiler)
    return compiler, [column for column, _, _ in compiler.select], reader


def for_update(changes, _name, *, returned):
    """The compiler of an UPDATE and the columns it answers with."""
    queryset, values = changes
    query = queryset.query.chain(UpdateQuery)
    query.add_update_values(values)
    compiler = query.get_compiler(DEFAULT_DB_ALIAS)
    compiler.returning_fields = [queryset.model._meta.get_field(name) for name in returned]
    return compiler, columns_of(compiler.returning_fields), None


class Insert:
    """How objects of a model are stored: the SQL, the fields it holds, and those that the database fills in."""

    def __init__(self, model):
        meta = model._meta
        self.returned = meta.db_returning_fields
        self.fields = [field for field in meta.local_concrete_fields if field not in self.returned]
        query = InsertQuery(model)
        query.insert_values(self.fields, [model()])
        compiler = query.get_compiler(DEFAULT_DB_ALIAS)
        compiler.returning_fields = self.returned
        [(self.sql, _)] = compiler.as_sql()
        self.converters = converters_of(compiler, columns_of(self.returned))

    def store(self, its_object):
        """Insert an object's row, and give the object what the database made for it, as its number."""
        connection = connections[DEFAULT_DB_ALIAS]
        values = [field.get_db_prep_save(field.pre_save(its_object, True), connection) for field in self.fields]
        [row] = asked(connection, self.sql, values)
        for field, value in zip(self.returned, converted(row, self.converters, connection), strict=True):
            setattr(its_object, field.attname, value)
        its_object._state.adding, its_object._state.db = False, DEFAULT_DB_ALIAS


def asked(connection, sql, parameters) -> list[tuple]:
    """The rows with which the database answers."""
    with connection.cursor() as cursor:
        cursor.execute(sql, tuple(parameters))
        return cursor.fetchall()


def columns_of(fields) -> list:
    return [field.get_col(field.model._meta.db_table) for field in fields]


def converters_of(compiler, columns) -> list:
    """(place, (converters, column)) of each of these columns whose values are not Python's as they come."""
    return list(compiler.get_converters(columns).items())


NOTHING: dict[Any, type] = {"{}": dict, "[]": list}


def converted(row, converters, connection) -> tuple:
    """A row with its columns as Python's values."""
    row = list(row)
    for place, (its_converters, column) in converters:
        # None stays; and most JSON that is stored is empty, which takes Django's way as long as any other.
        if row[place] is None or row[place] in NOTHING:
            row[place] = NOTHING[row[place]]() if row[place] else None
            continue
        for convert in its_converters:
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
        self.places = {name: place for place, name in enumerate(names, places[0])} | compiler.annotation_col_map
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


class ReadOften(Model):
    """Of what pages read by the dozen an object is made in less than half of the time that Django takes.

    Its values are put where Django puts them, one by one and with a signal before and after, to which nobody listens.
    """

    class Meta:
        abstract = True

    @override
    @classmethod
    def from_db(cls, db, field_names, values, *, fetch_mode=None):
        new = cls.__new__(cls)
        new._state = ModelState()
        new._state.adding, new._state.db = False, db
        if fetch_mode is not None:
            new._state.fetch_mode = fetch_mode
        new.__dict__.update(zip(field_names, values, strict=True))
        return new


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


def as_parameter(value, connection):
    """A value as Django gives it to the database."""
    if isinstance(value, datetime.datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, UUID) and not connection.features.has_native_uuid_field:
        return value.hex
    return value
