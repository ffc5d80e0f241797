"""Django's SQLite backend, which converts the placeholders of each query only once."""

from functools import lru_cache

from django.db.backends.sqlite3 import base, features

AT_ONCE, LONGEST = 500, 5000


class Cursor(base.SQLiteCursorWrapper):
    def convert_query(self, query, *, param_names=None):
        if param_names is None and len(query) <= LONGEST:
            return convert_placeholders(query)
        return super().convert_query(query, param_names=param_names)


class Features(features.DatabaseFeatures):
    # Django would ask the database, which `manage.py check` must do without before the first start.
    supports_json_field = True


class DatabaseWrapper(base.DatabaseWrapper):
    features_class = Features

    def create_cursor(self, name=None):
        return self.connection.cursor(factory=Cursor)


@lru_cache(AT_ONCE)
def convert_placeholders(query) -> str:
    """Return a query with SQLite's placeholders instead of Django's."""
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")
