"""Sessions as Django keeps them, but under digests of their keys, and found by prepared questions: each poll asks."""

import json
from contextvars import ContextVar
from functools import lru_cache

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.backends import BaseBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db.models import Subquery
from django.utils import timezone

from companion.server.prepared import prepared

from .models import Person, Session, digest_of

PHONES_AT_ONCE = 2000
NEEDED = "password", "name", "folded_name"
# Who the session of this thread's request is of, from reading the session until Django asks for them.
person_along = ContextVar("person_along", default=None)


@prepared
def session_with_person(digest, now):
    """The person that the session of a key (its digest) is of, if it has not expired, with its `session_data`."""
    session = Session.objects.filter(session_key=digest, expire_date__gt=now)
    of_person, data = (Subquery(session.values(name)[:1]) for name in ("of_person", "session_data"))
    return Person.objects.filter(pk=of_person).annotate(session_data=data).only(*NEEDED)


@prepared
def session_of(digest, now):
    """What such a session holds, whoever it is of."""
    return Session.objects.filter(session_key=digest, expire_date__gt=now).values_list("session_data")


@prepared
def session_there(digest):
    """The session of a key, which nobody else may get, though it may have expired."""
    return Session.objects.filter(session_key=digest).values_list("session_key")


@prepared
def person_of(number):
    """The person of this number, with what a page asks of them; the rest they ask for when it is wanted."""
    return Person.objects.filter(pk=number).only(*NEEDED)


def read(digest) -> str | None:
    """The data of a session that has not expired; who it is of comes along, where they are somebody."""
    now = timezone.now()
    for person in session_with_person(digest, now):
        person_along.set(person)
        return person.session_data
    return next((data for (data,) in session_of(digest, now)), None)


@lru_cache(PHONES_AT_ONCE)
def checked(session_data, *_keys) -> str:
    """A session's data as JSON; their signature is checked once a process, with these keys, and not with each poll."""
    return json.dumps(db.SessionStore().decode(session_data))


class SessionStore(db.SessionStore):
    """Django's own, but for how a session is found and stored. The phone has its key, the table the key's digest."""

    @classmethod
    def get_model_class(cls):
        return Session

    def load(self):
        """What the session holds; nothing, and no key any more, where there is none or it has expired."""
        person_along.set(None)
        data = self.session_key and read(digest_of(self.session_key))
        if data:
            return self.decode(data)
        self._session_key = None
        return {}

    def decode(self, session_data):
        """What such data say: nothing, where they were not signed here."""
        return json.loads(checked(session_data, settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))

    def save(self, *how, **named):
        """As Django does, which tells whatever the database says as if somebody had signed out meanwhile."""
        try:
            super().save(*how, **named)
        except UpdateError as error:
            cause = error.__context__
            raise error if cause is None or isinstance(cause, Session.NotUpdated) else cause from None

    def exists(self, session_key):
        return bool(session_there(digest_of(session_key)))

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
        return person if person and person.pk == user_id else next(iter(person_of(user_id)), None)
