"""What a phone is known by."""

from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


class Session(AbstractBaseSession):
    """A session, stored under the digest of its key: whoever reads the table can be nobody in it.

    `of_person` is the number of the person it is of, as its data say, so that somebody's phones are found.
    """

    session_key = models.CharField(max_length=64, primary_key=True)
    of_person = models.BigIntegerField(null=True, blank=True, db_index=True)

    @classmethod
    def get_session_store_class(cls):
        from companion.access.sessions import SessionStore

        return SessionStore
