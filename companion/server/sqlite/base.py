"""Django's way to SQLite, but that a question is put into SQLite's own words once, and not each time it is asked."""

import re
from functools import lru_cache

from django.db.backends.sqlite3 import base

AT_ONCE, LONGEST = 500, 5000


class Cursor(base.SQLiteCursorWrapper):
    def convert_query(self, query, *, param_names=None):
        if param_names is None and len(query) <= LONGEST:
            return converted(query)
        return super().convert_query(query, param_names=param_names)


class DatabaseWrapper(base.DatabaseWrapper):
    def create_cursor(self, name=None):
        return self.connection.cursor(factory=Cursor)


@lru_cache(AT_ONCE)
def converted(query) -> str:
    """A question with SQLite's blanks in place of Django's."""
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")


def with_constants(query, parameters) -> tuple[str, list]:
    """A question as Django has it with those texts and numbers in it that are always the same, and the parameters left.

    Each parameter is (itself, the place of the value that comes instead; None where it is always the same). Where an
    index holds only some rows, SQLite plans a question anew each time that a parameter comes along which may be theirs.
    """
    rest, left = iter(parameters), []

    def its(blank):
        if blank[0] == "%%":
            return blank[0]
        own, place = next(rest)
        if place is None and isinstance(own, str | int):
            return literal(own)
        left.append((own, place))
        return blank[0]

    return re.sub("%[s%]", its, query), left


def literal(value) -> str:
    """A text or a number as SQLite reads it, in a question as Django has it."""
    return "'" + value.replace("'", "''").replace("%", "%%") + "'" if isinstance(value, str) else str(int(value))
