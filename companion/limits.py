"""How often something may be tried, counted in a table that all processes share."""

import datetime

from django.conf import settings
from django.db.models import Case, F, Value, When
from django.utils import timezone
from django.utils.crypto import salted_hmac

from .models import Play, Tries
from .proxies import client
from .rules.checking import same_name

# How often a name and password, or a passkey, may be wrong within a quarter of an hour: from one address, for one name.
WRONG_FROM_ONE_CLIENT = 30
WRONG_FOR_ONE_NAME = 10
A_DAY = 24 * 60
# How many files a person may import in a day, and one address. Each is read to its end, whatever comes of it.
FILES_A_DAY = 100
FILES_FROM_ONE_CLIENT = 300
# Where somebody tried from is nobody's business any longer than it takes to count.
KEPT = datetime.timedelta(minutes=A_DAY)


def allow(what, who, *, most, minutes, count=1) -> bool:
    """Count one try, or `count` of them; whether all are among the first `most` of this window of time."""
    key, now = f"{what}:{who}"[:100], timezone.now()
    stale = now - datetime.timedelta(minutes=minutes)
    Tries.objects.filter(started_at__lt=now - KEPT).delete()
    Tries.objects.get_or_create(key=key)
    # One UPDATE, so that no two processes count the same try.
    Tries.objects.filter(key=key).update(
        count=Case(When(started_at__lt=stale, then=Value(count)), default=F("count") + count),
        started_at=Case(When(started_at__lt=stale, then=Value(now)), default=F("started_at")),
    )
    return Tries.objects.get(key=key).count <= most


def may_sign_in(request, name="") -> bool:
    """Count a try to show who one is; whether another one is allowed from this client and for this name."""
    if not allow("sign-in", client(request), most=WRONG_FROM_ONE_CLIENT, minutes=15):
        return False
    return not name or allow("name", disguised(name), most=WRONG_FOR_ONE_NAME, minutes=15)


def may_found(request, play) -> bool:
    """Count a group that is founded for the play of this uuid; whether one more is allowed from this client today.

    A play that is there already has its group, and counts no second time when its form is sent again.
    """
    if settings.FOUNDING is None or Play.objects.filter(uuid=play).exists():
        return True
    return settings.FOUNDING > 0 and allow("found", client(request), most=settings.FOUNDING, minutes=A_DAY)


def may_import(request, person) -> bool:
    """Count a file that is to be imported; whether one more is allowed for this person and from this client today."""
    by_person = allow("import", person.pk, most=FILES_A_DAY, minutes=A_DAY)
    return by_person and allow("import from", client(request), most=FILES_FROM_ONE_CLIENT, minutes=A_DAY)


def may_import_plays(person, count) -> bool:
    """Count so many plays that come in with a file; whether they are allowed for this person today.

    Those that are not do not count: fewer may still come in.
    """
    if not count or allow("plays", person.pk, most=settings.IMPORTED_PLAYS, minutes=A_DAY, count=count):
        return True
    take_back("plays", person.pk, count=count)
    return False


def signed_in(request, name=""):
    """Let the last try not count after all, because it was a right one."""
    take_back("sign-in", client(request))
    if name:
        take_back("name", disguised(name))


def disguised(name) -> str:
    """The same for all spellings of a name, and not to be read: people type passwords into the wrong field."""
    return salted_hmac("companion.limits", same_name(name), algorithm="sha256").hexdigest()


def is_used_up(what, who, *, most, minutes) -> bool:
    """Whether nothing more may be tried in this window of time; counts nothing."""
    fresh = timezone.now() - datetime.timedelta(minutes=minutes)
    return Tries.objects.filter(key=f"{what}:{who}"[:100], started_at__gte=fresh, count__gte=most).exists()


def take_back(what, who, *, count=1):
    """Let the last try, or `count` of them, not count after all."""
    Tries.objects.filter(key=f"{what}:{who}"[:100], count__gte=count).update(count=F("count") - count)
