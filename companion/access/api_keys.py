"""API keys: a program reads with one what its person may see."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from companion.models import ApiKey, Person, digest_of, new_key

from .rate_limits import count_attempt

# Written in any case, as RFC 9110 has it.
SCHEME = "bearer"
MOST_KEYS = 20
# Requests of a person's programs in MINUTES, with all their keys together.
MOST_ASKED, MINUTES = 900, 15


@transaction.atomic
def create(person, name, *, uuid: UUID) -> tuple[ApiKey | None, str | None]:
    """Create an API key and return it with its text, or (key, None) if the form with this uuid has already made one.

    Returns (None, None) if the person has MOST_KEYS keys, or if the uuid is that of another person's key.
    """
    # Two forms in the same moment count each other's keys.
    list(Person.objects.select_for_update().filter(pk=person.pk).values_list("pk"))
    made = ApiKey.objects.filter(uuid=uuid).first()
    if made is not None:
        return (made, None) if made.person_id == person.pk else (None, None)
    if person.api_keys.count() >= MOST_KEYS:
        return None, None
    key = new_key()
    return person.api_keys.create(uuid=uuid, name=name, digest=digest_of(key)), key


def renew(api_key) -> str:
    """Give the API key a new text and return it. The old one stops working at once."""
    key = new_key()
    api_key.digest, api_key.created_at, api_key.used_at = digest_of(key), timezone.now(), None
    api_key.save(update_fields=["digest", "created_at", "used_at"])
    return key


def find_api_key(request) -> ApiKey | None:
    """Return the API key in a request's Authorization header; None if there isn't a valid one. Cookies don't count."""
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != SCHEME:
        return None
    return ApiKey.objects.select_related("person").filter(digest=digest_of(key.strip())).first()


def may_ask(api_key) -> bool:
    """Count a program's request, and return whether it is within the limit. Store once a day that the key is in use."""
    now = timezone.now()
    if api_key.used_at is None or api_key.used_at.date() != now.date():
        ApiKey.objects.filter(pk=api_key.pk).update(used_at=now)
    return count_attempt("api", api_key.person_id, most=MOST_ASKED, minutes=MINUTES)
