"""Rate limits, counted in a table that all processes share."""

import datetime

from django.conf import settings
from django.db.models import Case, F, Q, When
from django.utils import timezone
from django.utils.crypto import salted_hmac

from companion.core.proxies import client, connection_of
from companion.models import Play, Tries
from companion.rules.scoring.checking import same_name

from . import devices

# Wrong passwords in 15 minutes: from one client, and for one name, also where it has signed in before.
WRONG_FROM_ONE_CLIENT = 30
WRONG_FOR_ONE_NAME = 10
# Wrong table codes in 15 minutes: from one client, from one connection, and in total. At the total rate, the code of a
# table that always shows one is guessed once in 25 years.
WRONG_CODES, WRONG_CODES_OF_A_CONNECTION, WRONG_CODES_OF_ALL = 10, 50, 1000
A_DAY = 24 * 60
# Imported files a day: by one person, and from one client. Each is read to its end, even if it is refused.
FILES_A_DAY = 100
FILES_FROM_ONE_CLIENT = 300
# Repeated matchings of the names and plays of a file, by one person in a day.
LOOKS_A_DAY = 500
# Photos a day: by one person, and from one client.
PHOTOS_A_DAY, PHOTOS_FROM_ONE_CLIENT = 300, 900
# For privacy, an attempt's client is stored only as long as it counts.
STORED_FOR = datetime.timedelta(minutes=A_DAY)


def count_attempt(what, who, *, most, minutes, count=1) -> bool:
    """Count `count` attempts, and return whether all are among the first `most` of this window of `minutes`."""
    key, now = f"{what}:{who}"[:100], timezone.now()
    Tries.objects.filter(started_at__lt=now - STORED_FOR).delete()
    is_stale = Q(started_at__lt=now - datetime.timedelta(minutes=minutes))
    # Its row is locked, so that concurrent attempts are counted one after another.
    tries, _is_new = Tries.objects.update_or_create(
        key=key,
        defaults={
            "count": Case(When(is_stale, then=count), default=F("count") + count),
            "started_at": Case(When(is_stale, then=now), default=F("started_at")),
        },
        create_defaults={"count": count, "started_at": now},
    )
    return tries.count <= most


def may_sign_in(request, name) -> bool:
    """Count an attempt to sign in with a password, and return whether this client and this name may try again.

    A phone on which this name signed in before has attempts of its own. After them, those of strangers count.
    """
    device = devices.find_device_key(request, name)
    if device and count_attempt("device", device, most=WRONG_FOR_ONE_NAME, minutes=15):
        return True
    if not count_attempt("sign-in", client(request), most=WRONG_FROM_ONE_CLIENT, minutes=15):
        return False
    return not name or count_attempt("name", hash_name(name), most=WRONG_FOR_ONE_NAME, minutes=15)


def uncount_sign_in(request, name):
    """Take the last attempt to sign in off the count, because it succeeded."""
    if device := devices.find_device_key(request, name):
        return uncount("device", device)
    uncount("sign-in", client(request))
    return uncount("name", hash_name(name)) if name else None


def may_confirm(person) -> bool:
    """Count an attempt of a signed-in person to confirm who they are. Strangers can't use these up."""
    return count_attempt("confirm", person.pk, most=WRONG_FOR_ONE_NAME, minutes=15)


def uncount_confirm(person):
    """Take the last attempt to confirm off the count, because it succeeded."""
    uncount("confirm", person.pk)


def has_too_many_wrong_keys(request, what) -> bool:
    """Count a wrong key, and return whether this client has sent too many. Valid keys never count."""
    return not count_attempt(what, client(request), most=WRONG_FROM_ONE_CLIENT, minutes=15)


def may_try_code(request) -> bool:
    """Count an attempt at a table's code, which is short, and return whether it is allowed."""
    # An attempt refused to one client doesn't count for others, so that no client can use up the total.
    return all(count_attempt("code", who, most=most, minutes=15) for who, most in code_limits(request))


def uncount_code(request):
    """Take the last attempt at a code off the count, because it succeeded."""
    for who, _most in code_limits(request):
        uncount("code", who)


def code_limits(request) -> list[tuple[str, int]]:
    """Return (key, limit) for all that an attempt at a code counts for: this client, its connection, and everyone."""
    ip = client(request)
    # For IPv4 both are the same.
    larger = [(connection_of(ip), WRONG_CODES_OF_A_CONNECTION)] if connection_of(ip) != ip else []
    return [(ip, WRONG_CODES), *larger, ("everybody", WRONG_CODES_OF_ALL)]


def may_create_group(request, play) -> bool:
    """Count a new group for the play of this uuid, and return whether this client may create one more today.

    An existing play already has its group, so its form can be sent again.
    """
    if settings.FOUNDING is None or Play.objects.filter(uuid=play).exists():
        return True
    return settings.FOUNDING > 0 and count_attempt("found", client(request), most=settings.FOUNDING, minutes=A_DAY)


def may_import(request, person) -> bool:
    """Count a file to import, and return whether this person and this client may import one more today."""
    by_person = count_attempt("import", person.pk, most=FILES_A_DAY, minutes=A_DAY)
    return by_person and count_attempt("import from", client(request), most=FILES_FROM_ONE_CLIENT, minutes=A_DAY)


def may_match_again(person) -> bool:
    """Count a repeated matching of a file, and return whether this person may have one more today."""
    return count_attempt("look", person.pk, most=LOOKS_A_DAY, minutes=A_DAY)


def may_send_photos(request, person, count) -> bool:
    """Count this many photos, and return whether this person and this client may send them today."""
    by_person = count_attempt("photos", person.pk, most=PHOTOS_A_DAY, minutes=A_DAY, count=count)
    return by_person and count_attempt(
        "photos from", client(request), most=PHOTOS_FROM_ONE_CLIENT, minutes=A_DAY, count=count
    )


def may_import_plays(person, count) -> bool:
    """Count this many plays of a file, and return whether this person may import them today.

    Plays above the limit don't count, so a smaller file may still be imported.
    """
    if not count or count_attempt("plays", person.pk, most=settings.IMPORTED_PLAYS, minutes=A_DAY, count=count):
        return True
    uncount("plays", person.pk, count=count)
    return False


def hash_name(name) -> str:
    """Return a hash, the same for all spellings of a name: people type passwords into the wrong field."""
    return salted_hmac("companion.limits", same_name(name), algorithm="sha256").hexdigest()


def uncount(what, who, *, count=1):
    """Take the last attempt, or `count` of them, off the count."""
    Tries.objects.filter(key=f"{what}:{who}"[:100], count__gte=count).update(count=F("count") - count)
