"""Keys by which a program reads what their person may see: made, renewed, withdrawn, and told from wrong ones."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from companion.models import ApiKey, Person, digest_of, new_key

from .rate_limits import count_try

# Written in any case, as RFC 9110 has it.
SCHEME = "bearer"
MOST_KEYS = 20
# How often a program may ask within a quarter of an hour, with whichever of its person's keys.
MOST_ASKED, MINUTES = 900, 15


@transaction.atomic
def make(person, name, *, uuid: UUID) -> tuple[ApiKey | None, str | None]:
    """A new key and its text. The form of this uuid makes one once: sent again, there is no text any more.

    None for both where the person has as many as anybody may have, or the uuid is of somebody else's.
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
    """Another text for a key: whoever has the old one has nothing, from this moment on."""
    key = new_key()
    api_key.digest, api_key.created_at, api_key.used_at = digest_of(key), timezone.now(), None
    api_key.save(update_fields=["digest", "created_at", "used_at"])
    return key


def key_in(request) -> ApiKey | None:
    """The key that a request brings in its head, if it is one; cookies have no part in it."""
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != SCHEME:
        return None
    return ApiKey.objects.select_related("person").filter(digest=digest_of(key.strip())).first()


def may_ask(api_key) -> bool:
    """Count a question of a program; whether one more is allowed now. Notes once a day that the key is in use."""
    now = timezone.now()
    if api_key.used_at is None or api_key.used_at.date() != now.date():
        ApiKey.objects.filter(pk=api_key.pk).update(used_at=now)
    return count_try("api", api_key.person_id, most=MOST_ASKED, minutes=MINUTES)
