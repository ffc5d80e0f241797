"""Sessions and their people as Django keeps them, found by questions that are written here once.

Each poll asks them, and Django takes longer to write them anew than to have them answered.
"""

from django.contrib.auth.backends import BaseBackend
from django.contrib.sessions.backends import db
from django.db import DEFAULT_DB_ALIAS, connection
from django.utils import timezone

from .models import Person

FIND = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s"
# What is not asked for here, the person asks for when it is wanted.
FIELDS = ("id", "password", "name", "folded_name")
FIND_PERSON = f"SELECT {', '.join(FIELDS)} FROM companion_person WHERE id = %s"


class SessionStore(db.SessionStore):
    """Django's own, but for how a session is found."""

    def load(self):
        """What the session holds; nothing, and no key any more, where there is none or it has expired."""
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        if found := first_row(FIND, self.session_key, now):
            return self.decode(found[0])
        self._session_key = None
        return {}


class PersonOfSession(BaseBackend):
    """Finds the person of a session. Django's own backend checks passwords: if two did, each would be hashed twice."""

    def get_user(self, user_id):
        row = first_row(FIND_PERSON, user_id)
        return row and Person.from_db(DEFAULT_DB_ALIAS, FIELDS, row)


def first_row(sql, *values):
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchone()
