"""Sessions and their people as Django keeps them, found by questions that are written here once.

Each poll asks them, and Django takes three times as long to write them anew.
"""

from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends import db
from django.utils import timezone

from .models import Person

FIND = "SELECT * FROM django_session WHERE session_key = %s"
FIND_PERSON = "SELECT * FROM companion_person WHERE id = %s"


class SessionStore(db.SessionStore):
    """Django's own, but for how a session is found."""

    def load(self):
        """What the session holds; nothing, and no key any more, where there is none or it has expired."""
        found = next(iter(self.model.objects.raw(FIND, [self.session_key])), None)
        if found and found.expire_date > timezone.now():
            return self.decode(found.session_data)
        self._session_key = None
        return {}


class PersonOfSession(ModelBackend):
    """Django's own, but for how the person of a session is found."""

    def get_user(self, user_id):
        return next(iter(Person.objects.raw(FIND_PERSON, [user_id])), None)
