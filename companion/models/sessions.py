"""Sessions of phones."""

from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


class Session(AbstractBaseSession):
    """A session, stored under the digest of its key, so that nobody who reads the table can use it.

    `of_person` is the id of its person, to find a person's phones.
    """

    session_key = models.CharField(max_length=64, primary_key=True)
    of_person = models.BigIntegerField(null=True, blank=True, db_index=True)

    @classmethod
    def get_session_store_class(cls):
        from companion.access.sessions import SessionStore

        return SessionStore
