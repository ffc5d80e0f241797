"""Sessions as Django keeps them, but under digests of their keys, and found by questions that are written here once.

Each poll asks them, and Django takes longer to write them anew than to have them answered.
"""

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.backends import BaseBackend
from django.contrib.sessions.backends import db
from django.db import DEFAULT_DB_ALIAS, connection
from django.utils import timezone

from .models import Person, Session, digest_of

FIND = "SELECT session_data FROM companion_session WHERE session_key = %s AND expire_date > %s"
# What is not asked for here, the person asks for when it is wanted.
FIELDS = ("id", "password", "name", "folded_name")
FIND_PERSON = f"SELECT {', '.join(FIELDS)} FROM companion_person WHERE id = %s"


class SessionStore(db.SessionStore):
    """Django's own, but for how a session is found and stored. The phone has its key, the table the key's digest."""

    @classmethod
    def get_model_class(cls):
        return Session

    def load(self):
        """What the session holds; nothing, and no key any more, where there is none or it has expired."""
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        if self.session_key and (found := first_row(FIND, digest_of(self.session_key), now)):
            return self.decode(found[0])
        self._session_key = None
        return {}

    def exists(self, session_key):
        return super().exists(digest_of(session_key))

    def create_model_instance(self, data):
        row = super().create_model_instance(data)
        row.session_key = digest_of(row.session_key)
        row.of_person = data.get(SESSION_KEY)
        return row

    def delete(self, session_key=None):
        if key := session_key or self.session_key:
            Session.objects.filter(session_key=digest_of(key)).delete()


class PersonOfSession(BaseBackend):
    """Finds the person of a session. Django's own backend checks passwords: if two did, each would be hashed twice."""

    def get_user(self, user_id):
        row = first_row(FIND_PERSON, user_id)
        return row and Person.from_db(DEFAULT_DB_ALIAS, FIELDS, row)


def first_row(sql, *values):
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchone()
