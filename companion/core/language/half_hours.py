"""The half hours from now on, until which a game night may last."""

import datetime

from django.utils import timezone
from django.utils.formats import time_format

HALF_AN_HOUR = datetime.timedelta(minutes=30)
# Six hours.
MOST = 12


def half_hours(now) -> dict[str, tuple[str, int]]:
    """Return the next half hours that are more than 30 minutes away, as {"23:00": (localized time, minutes left)}.

    If a clock change repeats an hour, its first occurrence counts.
    """
    minutes_past = timezone.localtime(now).minute % 30
    first = now.replace(second=0, microsecond=0) + HALF_AN_HOUR * 2 - datetime.timedelta(minutes=minutes_past)
    found: dict[str, tuple[str, int]] = {}
    for place in range(MOST):
        moment = first + HALF_AN_HOUR * place
        at = timezone.localtime(moment).time()
        found.setdefault(f"{at:%H:%M}", (time_format(at), int((moment - now).total_seconds() // 60)))
    return found
