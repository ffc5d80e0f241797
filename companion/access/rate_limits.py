"""How often something may be tried, counted in a table that all processes share."""

import datetime

from django.conf import settings
from django.db.models import Case, F, Q, When
from django.utils import timezone
from django.utils.crypto import salted_hmac

from companion.core.proxies import client, connection_of
from companion.models import Play, Tries
from companion.rules.scoring.checking import same_name

from . import devices

# How often a name and password may be wrong within a quarter of an hour: from one address, for one name; and for who is
# signed in already, or was on this phone.
WRONG_FROM_ONE_CLIENT = 30
WRONG_FOR_ONE_NAME = 10
# How often the code of a table: from one address, from one connection, from all the world. So many find the code of a
# table that shows one without a pause once in 25 years.
WRONG_CODES, WRONG_CODES_OF_A_CONNECTION, WRONG_CODES_OF_ALL = 10, 50, 1000
A_DAY = 24 * 60
# How many files a person may import in a day, and one address. Each is read to its end, whatever comes of it.
FILES_A_DAY = 100
FILES_FROM_ONE_CLIENT = 300
# How often a person may have the names and plays of a file matched anew in a day.
LOOKS_A_DAY = 500
# How many photos a person may bring in a day, and one address.
PHOTOS_A_DAY, PHOTOS_FROM_ONE_CLIENT = 300, 900
# Where somebody tried from is nobody's business any longer than it takes to count.
KEPT = datetime.timedelta(minutes=A_DAY)


def count_try(what, who, *, most, minutes, count=1) -> bool:
    """Count one try, or `count` of them; whether all are among the first `most` of this window of time."""
    key, now = f"{what}:{who}"[:100], timezone.now()
    Tries.objects.filter(started_at__lt=now - KEPT).delete()
    is_stale = Q(started_at__lt=now - datetime.timedelta(minutes=minutes))
    # Its row is locked: no two processes count the same try, and who comes just after does not use up this try too.
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
    """Count a try of a password; whether another one is allowed from this client and for this name.

    A phone on which this name signed in before has tries of its own, whatever strangers do. Once these are used up it
    is a stranger's too.
    """
    device = devices.of_name(request, name)
    if device and count_try("device", device, most=WRONG_FOR_ONE_NAME, minutes=15):
        return True
    if not count_try("sign-in", client(request), most=WRONG_FROM_ONE_CLIENT, minutes=15):
        return False
    return not name or count_try("name", disguised(name), most=WRONG_FOR_ONE_NAME, minutes=15)


def signed_in(request, name):
    """Let the last try not count after all, because it was a right one."""
    if device := devices.of_name(request, name):
        return take_back("device", device)
    take_back("sign-in", client(request))
    return take_back("name", disguised(name)) if name else None


def may_confirm(person) -> bool:
    """Count a try of somebody who is signed in to show it once more: strangers cannot use these up."""
    return count_try("confirm", person.pk, most=WRONG_FOR_ONE_NAME, minutes=15)


def confirmed(person):
    """Let the last try not count after all, because it was a right one."""
    take_back("confirm", person.pk)


def is_wrong_key_too_many(request, what) -> bool:
    """Count a wrong key; whether there were too many from this client. Nobody guesses right ones: these never count."""
    return not count_try(what, client(request), most=WRONG_FROM_ONE_CLIENT, minutes=15)


def may_try_code(request) -> bool:
    """Count a try of a table's code, which is short; whether another one is allowed from here, and at all."""
    # What is refused to one client counts for nobody else: a single one cannot use up what is everybody's.
    return all(count_try("code", who, most=most, minutes=15) for who, most in who_tries_codes(request))


def right_code(request):
    """Let the last try not count after all, because it was a right one."""
    for who, _most in who_tries_codes(request):
        take_back("code", who)


def who_tries_codes(request) -> list[tuple[str, int]]:
    """As whom a try of a code counts, and how many may be wrong: as this client, its connection, and the world."""
    its = client(request)
    # Of an IPv4 number both would be the same.
    larger = [(connection_of(its), WRONG_CODES_OF_A_CONNECTION)] if connection_of(its) != its else []
    return [(its, WRONG_CODES), *larger, ("everybody", WRONG_CODES_OF_ALL)]


def may_found(request, play) -> bool:
    """Count a group that is founded for the play of this uuid; whether one more is allowed from this client today.

    A play that is there already has its group, and counts no second time when its form is sent again.
    """
    if settings.FOUNDING is None or Play.objects.filter(uuid=play).exists():
        return True
    return settings.FOUNDING > 0 and count_try("found", client(request), most=settings.FOUNDING, minutes=A_DAY)


def may_import(request, person) -> bool:
    """Count a file that is to be imported; whether one more is allowed for this person and from this client today."""
    by_person = count_try("import", person.pk, most=FILES_A_DAY, minutes=A_DAY)
    return by_person and count_try("import from", client(request), most=FILES_FROM_ONE_CLIENT, minutes=A_DAY)


def may_look_again(person) -> bool:
    """Count that a file is matched once more; whether that is allowed for this person today."""
    return count_try("look", person.pk, most=LOOKS_A_DAY, minutes=A_DAY)


def may_bring_photos(request, person, count) -> bool:
    """Count so many photos that are sent; whether they are allowed for this person and from this client today."""
    by_person = count_try("photos", person.pk, most=PHOTOS_A_DAY, minutes=A_DAY, count=count)
    return by_person and count_try(
        "photos from", client(request), most=PHOTOS_FROM_ONE_CLIENT, minutes=A_DAY, count=count
    )


def may_import_plays(person, count) -> bool:
    """Count so many plays that come in with a file; whether they are allowed for this person today.

    Those that are not do not count: fewer may still come in.
    """
    if not count or count_try("plays", person.pk, most=settings.IMPORTED_PLAYS, minutes=A_DAY, count=count):
        return True
    take_back("plays", person.pk, count=count)
    return False


def disguised(name) -> str:
    """The same for all spellings of a name, and not to be read: people type passwords into the wrong field."""
    return salted_hmac("companion.limits", same_name(name), algorithm="sha256").hexdigest()


def take_back(what, who, *, count=1):
    """Let the last try, or `count` of them, not count after all."""
    Tries.objects.filter(key=f"{what}:{who}"[:100], count__gte=count).update(count=F("count") - count)
