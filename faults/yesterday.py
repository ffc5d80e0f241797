"""Caravan on a computer whose clock is a day behind: every clock that Python code can read is turned back first.

No library that fakes the clock beneath a process gets along with Python's own timeouts.
"""

import datetime
import time

DAY = datetime.timedelta(days=1)
real_time = time.time


class Yesterday(datetime.datetime):
    """A moment as ever, but for `now`."""

    @classmethod
    def now(cls, tz=None):
        return super().now(tz) - DAY


time.time = lambda: real_time() - DAY.total_seconds()
datetime.datetime = Yesterday

import django.utils.timezone  # noqa: E402

# gunicorn's settings have loaded it before.
django.utils.timezone.datetime = Yesterday

from companion.wsgi import application  # noqa: E402, F401
