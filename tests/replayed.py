"""What most tests begin with is done once by a process; from then on the rows it left are put in at once.

A play that the site's own functions start, close and finish takes a hundred questions. It leaves the same rows wherever
it begins with the same ones: with none, or after what was replayed before and nothing else. SQLite counts the rows that
a connection changes, which tells whether there was anything else.
"""

import functools
import uuid
from dataclasses import dataclass, field
from datetime import date, datetime

from django.apps import apps
from django.db import connection, models, transaction
from django.utils import timezone


@dataclass
class Known:
    """The `steps` that led to what the database holds, None where that is not known.

    `ids`: those that stand there now, by the ones of the first time.
    """

    steps: tuple[str, ...] | None = None
    until: datetime | None = None
    changes: int = -1
    ids: dict[str, str] = field(default_factory=dict)


@dataclass
class Step:
    """What came of it the first time: how the object is asked for, and rows that were new or changed, with their SQL.

    `ids`: those of new rows.
    """

    made: models.QuerySet
    since: datetime
    until: datetime
    ids: set[str] = field(default_factory=set)
    changes: list[tuple["Table", str, list[tuple]]] = field(default_factory=list)


class Table:
    """A table of Caravan's, in SQL, and at which places its rows have their key, their own ids and moments."""

    def __init__(self, model):
        fields = model._meta.concrete_fields
        columns = ", ".join(f'"{each.column}"' for each in fields)
        blanks = ", ".join("?" * len(fields))
        self.name, self.key = f'"{model._meta.db_table}"', fields.index(model._meta.pk)
        self.ids = [place for place, each in enumerate(fields) if isinstance(each, models.UUIDField)]
        self.moments = [place for place, each in enumerate(fields) if isinstance(each, models.DateTimeField)]
        self.select = f"SELECT {columns} FROM {self.name}"
        self.insert = f"INSERT INTO {self.name} ({columns}) VALUES ({blanks})"
        self.update = f'UPDATE {self.name} SET ({columns}) = ({blanks}) WHERE "{model._meta.pk.column}" = ?'

    def rows(self) -> dict:
        return {row[self.key]: row for row in connection.connection.execute(self.select)}


KNOWN, STEPS = Known(), {}


@functools.cache
def tables() -> list[Table]:
    return [Table(model) for model in apps.get_app_config("companion").get_models(include_auto_created=True)]


def forget():
    """A test begins: what the one before has left is gone."""
    KNOWN.changes = -1


def replayed(make):
    """Let what makes an object of the database do so once for each way to be called.

    What is there from then on is as new as it was then, and has ids of its own.
    """

    @functools.wraps(make)
    def made(*given, **named):
        if connection.vendor != "sqlite" or (before := steps_until_now()) is None:
            return make(*given, **named)
        steps = (*before, f"{make.__name__} {told(given)} {told(named)}")
        if steps in STEPS:
            its_object = once_more(STEPS[steps])
        else:
            its_object, STEPS[steps] = noted(functools.partial(make, *given, **named))
        KNOWN.steps, KNOWN.until, KNOWN.changes = steps, naive_now(), connection.connection.total_changes
        return its_object

    return made


def steps_until_now():
    connection.ensure_connection()
    if KNOWN.changes != connection.connection.total_changes:
        KNOWN.steps, KNOWN.until, KNOWN.ids = () if is_empty() else None, None, {}
    return KNOWN.steps


def naive_now():
    """Now, as SQLite has moments."""
    return timezone.now().replace(tzinfo=None)


def is_empty() -> bool:
    anything = " OR ".join(f"EXISTS(SELECT 1 FROM {table.name})" for table in tables())
    return connection.connection.execute(f"SELECT {anything}").fetchone() == (0,)


def told(value) -> str:
    """A value in words that tell it from every other."""
    if isinstance(value, models.Model):
        return f"{type(value).__name__} {value.pk}"
    if isinstance(value, dict):
        return str({key: told(each) for key, each in value.items()})
    return str([told(each) for each in value]) if isinstance(value, list | tuple) else repr(value)


def noted(make) -> tuple[models.Model, Step]:
    """Do it, and note what that changed."""
    before, earlier, since = [table.rows() for table in tables()], {None, *KNOWN.ids}, naive_now()
    made = make()
    along = list(made._state.fields_cache) or [None]
    step = Step(type(made)._base_manager.filter(pk=made.pk).select_related(*along), since, naive_now())
    of_the_first_time = {now: first for first, now in KNOWN.ids.items()}
    for table, old in zip(tables(), before, strict=True):
        rows = table.rows()
        assert old.keys() <= rows.keys(), "What deletes rows cannot be replayed."
        changed = {
            key: tuple(of_the_first_time.get(value, value) for value in row)
            for key, row in rows.items()
            if old.get(key) != row
        }
        new = [row for key, row in changed.items() if key not in old]
        others = [(*row, key) for key, row in changed.items() if key in old]
        step.changes += [(table, sql, its) for sql, its in ((table.insert, new), (table.update, others)) if its]
        step.ids |= {row[place] for row in new for place in table.ids}
    step.ids -= earlier
    KNOWN.ids |= {each: each for each in step.ids}
    return made, step


def once_more(step):
    """What came of it then, as if it came of it now."""
    KNOWN.ids |= {each: uuid.uuid4().hex for each in step.ids}
    clock = Clock(step)
    with transaction.atomic():
        for table, sql, its in step.changes:
            connection.connection.executemany(sql, [as_of_now(table, row, clock) for row in its])
    return step.made.get()


class Clock:
    """Tells which moments are those of a step that ends now, but began after whatever was before it."""

    def __init__(self, step):
        self.step, now = step, naive_now()
        self.later, took = now - step.until, step.until - step.since
        self.since = max(now - took, KNOWN.until or now - took)
        self.pace = (now - self.since) / took

    def then(self, moment):
        is_older = moment < self.step.since
        return moment + self.later if is_older else self.since + (moment - self.step.since) * self.pace


def as_of_now(table, row, clock):
    """A row with the ids and moments of now."""
    row = [KNOWN.ids.get(value, value) for value in row]
    for place in table.moments:
        row[place] = row[place] and clock.then(row[place])
    return [str(value) if isinstance(value, date) else value for value in row]
