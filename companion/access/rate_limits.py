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
KEPT = datetime.timedelta(minutes=A_DAY)


def count_try(what, who, *, most, minutes, count=1) -> bool:
    """Count `count` attempts, and return whether all are among the first `most` of this window of `minutes`."""
    key, now = f"{what}:{who}"[:100], timezone.now()
    Tries.objects.filter(started_at__lt=now - KEPT).delete()
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
    device = devices.of_name(request, name)
    if device and count_try("device", device, most=WRONG_FOR_ONE_NAME, minutes=15):
        return True
    if not count_try("sign-in", client(request), most=WRONG_FROM_ONE_CLIENT, minutes=15):
        return False
    return not name or count_try("name", disguised(name), most=WRONG_FOR_ONE_NAME, minutes=15)


def signed_in(request, name):
    """Take the last attempt to sign in off the count, because it succeeded."""
    if device := devices.of_name(request, name):
        return take_back("device", device)
    take_back("sign-in", client(request))
    return take_back("name", disguised(name)) if name else None


def may_confirm(person) -> bool:
    """Count an attempt of a signed-in person to confirm who they are. Strangers can't use these up."""
    return count_try("confirm", person.pk, most=WRONG_FOR_ONE_NAME, minutes=15)


def confirmed(person):
    """Take the last attempt to confirm off the count, because it succeeded."""
    take_back("confirm", person.pk)


def is_wrong_key_too_many(request, what) -> bool:
    """Count a wrong key, and return whether this client has sent too many. Valid keys never count."""
    return not count_try(what, client(request), most=WRONG_FROM_ONE_CLIENT, minutes=15)


def may_try_code(request) -> bool:
    """Count an attempt at a table's code, which is short, and return whether it is allowed."""
    # An attempt refused to one client doesn't count for others, so that no client can use up the total.
    return all(count_try("code", who, most=most, minutes=15) for who, most in who_tries_codes(request))


def right_code(request):
    """Take the last attempt at a code off the count, because it succeeded."""
    for who, _most in who_tries_codes(request):
        take_back("code", who)


def who_tries_codes(request) -> list[tuple[str, int]]:
    """Return (key, limit) for all that an attempt at a code counts for: this client, its connection, and everyone."""
    ip = client(request)
    # For IPv4 both are the same.
    larger = [(connection_of(ip), WRONG_CODES_OF_A_CONNECTION)] if connection_of(ip) != ip else []
    return [(ip, WRONG_CODES), *larger, ("everybody", WRONG_CODES_OF_ALL)]


def may_found(request, play) -> bool:
    """Count a new group for the play of this uuid, and return whether this client may create one more today.

    An existing play already has its group, so its form can be sent again.
    """
    if settings.FOUNDING is None or Play.objects.filter(uuid=play).exists():
        return True
    return settings.FOUNDING > 0 and count_try("found", client(request), most=settings.FOUNDING, minutes=A_DAY)


def may_import(request, person) -> bool:
    """Count a file to import, and return whether this person and this client may import one more today."""
    by_person = count_try("import", person.pk, most=FILES_A_DAY, minutes=A_DAY)
    return by_person and count_try("import from", client(request), most=FILES_FROM_ONE_CLIENT, minutes=A_DAY)


def may_look_again(person) -> bool:
    """Count a repeated matching of a file, and return whether this person may have one more today."""
    return count_try("look", person.pk, most=LOOKS_A_DAY, minutes=A_DAY)


def may_bring_photos(request, person, count) -> bool:
    """Count this many photos, and return whether this person and this client may send them today."""
    by_person = count_try("photos", person.pk, most=PHOTOS_A_DAY, minutes=A_DAY, count=count)
    return by_person and count_try(
        "photos from", client(request), most=PHOTOS_FROM_ONE_CLIENT, minutes=A_DAY, count=count
    )


def may_import_plays(person, count) -> bool:
    """Count this many plays of a file, and return whether this person may import them today.

    Plays above the limit don't count, so a smaller file may still be imported.
    """
    if not count or count_try("plays", person.pk, most=settings.IMPORTED_PLAYS, minutes=A_DAY, count=count):
        return True
    take_back("plays", person.pk, count=count)
    return False


def disguised(name) -> str:
    """Return a hash, the same for all spellings of a name: people type passwords into the wrong field."""
    return salted_hmac("companion.limits", same_name(name), algorithm="sha256").hexdigest()


def take_back(what, who, *, count=1):
    """Take the last attempt, or `count` of them, off the count."""
    Tries.objects.filter(key=f"{what}:{who}"[:100], count__gte=count).update(count=F("count") - count)
