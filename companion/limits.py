"""How often something may be tried, counted in a table that all processes share."""

import datetime

from django.db.models import Case, F, Value, When
from django.utils import timezone

from .models import Tries


def client(request) -> str:
    """The address a request came from."""
    return request.META.get("REMOTE_ADDR", "")


def allow(what, who, *, most, minutes) -> bool:
    """Count one try; whether it is among the first `most` of this window of time."""
    key, now = f"{what}:{who}"[:100], timezone.now()
    stale = now - datetime.timedelta(minutes=minutes)
    Tries.objects.get_or_create(key=key)
    # One UPDATE, so that no two processes count the same try.
    Tries.objects.filter(key=key).update(
        count=Case(When(started_at__lt=stale, then=Value(1)), default=F("count") + 1),
        started_at=Case(When(started_at__lt=stale, then=Value(now)), default=F("started_at")),
    )
    return Tries.objects.get(key=key).count <= most


def is_used_up(what, who, *, most, minutes) -> bool:
    """Whether nothing more may be tried in this window of time; counts nothing."""
    fresh = timezone.now() - datetime.timedelta(minutes=minutes)
    return Tries.objects.filter(key=f"{what}:{who}"[:100], started_at__gte=fresh, count__gte=most).exists()


def take_back(what, who):
    """Let the last try not count after all, because it was a right one."""
    Tries.objects.filter(key=f"{what}:{who}"[:100], count__gt=0).update(count=F("count") - 1)
