"""The day to which a game night belongs."""

import datetime

from django.utils import timezone

# A play before this hour belongs to the day before.
DAY_BEGINS = datetime.timedelta(hours=5)


def evening_of(moment) -> datetime.date:
    """Return the day of a moment in the active time zone; before DAY_BEGINS that is still the day before."""
    return (timezone.localtime(moment).replace(tzinfo=None) - DAY_BEGINS).date()


def this_evening() -> datetime.date:
    """Return the day proposed for a play that starts now."""
    return evening_of(timezone.now())
