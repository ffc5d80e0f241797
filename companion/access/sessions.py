"""Django's sessions, stored under digests of their keys, and read together with their person."""

import json
from contextvars import ContextVar
from functools import lru_cache

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.backends import BaseBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import DEFAULT_DB_ALIAS
from django.utils import timezone

from companion.models import Person, Session, digest_of
from companion.models.figures import read_rows

PHONES_AT_ONCE = 2000
# Each poll reads its person. Django loads other fields when they are accessed.
PERSON_ALONG = "id", "password", "name", "folded_name"
PERSON_OF_SESSION = f"""
    SELECT {", ".join(f"person.{name}" for name in PERSON_ALONG)}, found.session_data
    FROM companion_session AS found JOIN companion_person AS person ON person.id = found.of_person
    WHERE found.session_key = %s AND found.expire_date > %s
"""
# The person of this thread's request, from reading the session until Django asks for them.
person_along: ContextVar[Person | None] = ContextVar("person_along", default=None)


def find_session_with_person(digest) -> tuple[Person, str] | None:
    """Return the person and the data of the session whose key has this digest; None for a session without a person."""
    rows = read_rows(PERSON_OF_SESSION, [digest, timezone.now()])
    if not rows:
        return None
    *values, session_data = rows[0]
    return Person.from_db(DEFAULT_DB_ALIAS, PERSON_ALONG, values), session_data


def find_session_data(digest) -> str | None:
    """Return the data of the session whose key has this digest, and remember its person; None if it has expired."""
    if found := find_session_with_person(digest):
        person, session_data = found
        person_along.set(person)
        return session_data
    sessions = Session.objects.using(DEFAULT_DB_ALIAS).filter(session_key=digest, expire_date__gt=timezone.now())
    return sessions.values_list("session_data", flat=True).first()


@lru_cache(PHONES_AT_ONCE)
def decode_session(session_data, *_keys) -> str:
    """Return a session's data as JSON. The cache saves checking the signature, made with these keys, for each poll."""
    return json.dumps(db.SessionStore().decode(session_data))


class SessionStore(db.SessionStore):
    """Django's database store, with digests instead of keys in the table. The phone has the key."""

    @classmethod
    def get_model_class(cls):
        return Session

    def load(self):
        """Return the session's data; {} and no key any more if it doesn't exist or has expired."""
        person_along.set(None)
        data = self.session_key and find_session_data(digest_of(self.session_key))
        if data:
            return self.decode(data)
        # As a new store without the key, which was accessed.
        super().__init__()
        self.accessed = True
        return {}

    def decode(self, session_data):
        """Return the data as a dict; {} if they weren't signed here."""
        return json.loads(decode_session(session_data, settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))

    def save(self, *how, **named):
        """Save as Django does, but raise the database's own error: Django would say that someone has signed out."""
        try:
            super().save(*how, **named)
        except UpdateError as error:
            cause = error.__context__
            raise error if cause is None or isinstance(cause, Session.NotUpdated) else cause from None

    def exists(self, session_key):
        return Session.objects.using(DEFAULT_DB_ALIAS).filter(session_key=digest_of(session_key)).exists()

    def create_model_instance(self, data):
        row = super().create_model_instance(data)
        row.session_key = digest_of(row.session_key)
        row.of_person = data.get(SESSION_KEY)  # type: ignore[attr-defined]  # a row of `get_model_class`
        return row

    def delete(self, session_key=None):
        if key := session_key or self.session_key:
            Session.objects.filter(session_key=digest_of(key)).delete()


class PersonOfSession(BaseBackend):
    """Finds the person of a session. Django's own backend checks passwords: if two did, each would be hashed twice."""

    def get_user(self, user_id):
        person = person_along.get()
        person_along.set(None)
        if person and person.pk == user_id:
            return person
        return Person.objects.using(DEFAULT_DB_ALIAS).filter(pk=user_id).first()
