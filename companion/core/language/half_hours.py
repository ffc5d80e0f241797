"""Until when an evening lasts: the half hours from now on, by the clock that is active."""

import datetime

from django.utils import timezone
from django.utils.formats import time_format

HALF_AN_HOUR = datetime.timedelta(minutes=30)
# Six hours: nobody knows more of an evening.
MOST = 12


def half_hours(now) -> dict[str, tuple[str, int]]:
    """The next half hours that are more than half an hour away: "23:00" as it is sent, to how it is read and how many
    minutes are left. Where a clock is set back, an hour that comes twice is the first of them.
    """
    begun = timezone.localtime(now).minute % 30
    first = now.replace(second=0, microsecond=0) + HALF_AN_HOUR * 2 - datetime.timedelta(minutes=begun)
    found: dict[str, tuple[str, int]] = {}
    for place in range(MOST):
        moment = first + HALF_AN_HOUR * place
        at = timezone.localtime(moment).time()
        found.setdefault(f"{at:%H:%M}", (time_format(at), int((moment - now).total_seconds() // 60)))
    return found
