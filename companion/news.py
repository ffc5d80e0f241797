"""Whether a play has changed since a phone last asked: all of them ask every moment, and mostly nothing has."""

from .access import granted_keys
from .identity import known_person
from .sight import WATCHER, role_in, seen_now


def is_unchanged(request, uuid, revision, *, watches) -> bool:
    """Whether this is the revision of a play that the phone may see; `watches`: on a page for those who only watch."""
    seen = seen_now(known_person(request), granted_keys(request), uuid)
    if seen is None or seen.deleted_at or revision != str(seen.revision):
        return False
    return role_in(seen) not in (("",) if watches else ("", WATCHER))
