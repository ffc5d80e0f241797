"""Which evening a moment belongs to."""

import datetime

from django.utils import timezone

# What begins before this hour belongs to the evening before.
DAY_BEGINS = datetime.timedelta(hours=5)


def evening_of(moment) -> datetime.date:
    """The day whose evening it is at a moment, by the clock that is active: before five it is still yesterday's."""
    return (timezone.localtime(moment).replace(tzinfo=None) - DAY_BEGINS).date()


def this_evening() -> datetime.date:
    """The day that a play is proposed for which starts now."""
    return evening_of(timezone.now())
