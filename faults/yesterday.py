"""Caravan with a clock that is a day behind: patch every clock that Python code reads.

Libraries that fake the clock of a process break Python's own timeouts.
"""

import datetime
import time

DAY = datetime.timedelta(days=1)
real_time = time.time


class Yesterday(datetime.datetime):
    """A datetime whose `now` is a day ago."""

    @classmethod
    def now(cls, tz=None):
        return super().now(tz) - DAY


time.time = lambda: real_time() - DAY.total_seconds()
datetime.datetime = Yesterday

import django.utils.timezone  # noqa: E402

# gunicorn's settings have imported it before.
django.utils.timezone.datetime = Yesterday

from companion.asgi import application  # noqa: E402, F401
