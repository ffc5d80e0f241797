"""Sessions as Django keeps them, but under digests of their keys, and found by prepared questions: each poll asks."""

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.backends import BaseBackend
from django.contrib.sessions.backends import db
from django.utils import timezone

from companion.server.prepared import prepared

from .models import Person, Session, digest_of


@prepared
def session_of(digest, now):
    """What the session of a key (its digest) holds, if it has not expired."""
    return Session.objects.filter(session_key=digest, expire_date__gt=now).values_list("session_data")


@prepared
def person_of(number):
    """The person of this number, with what a page asks of them; the rest they ask for when it is wanted."""
    return Person.objects.filter(pk=number).only("password", "name", "folded_name")


class SessionStore(db.SessionStore):
    """Django's own, but for how a session is found and stored. The phone has its key, the table the key's digest."""

    @classmethod
    def get_model_class(cls):
        return Session

    def load(self):
        """What the session holds; nothing, and no key any more, where there is none or it has expired."""
        if self.session_key and (found := session_of(digest_of(self.session_key), timezone.now())):
            return self.decode(found[0][0])
        self._session_key = None
        return {}

    def exists(self, session_key):
        return super().exists(digest_of(session_key))

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
        return next(iter(person_of(user_id)), None)
