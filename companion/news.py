"""Whether a play has changed since a phone last asked: all of them ask every moment, and mostly nothing has."""

from .sight import WATCHER, role_in


def is_unchanged(seen, revision, *, watches) -> bool:
    """Whether this is the revision of a play that is seen so; `watches`: on a page for those who only watch."""
    if seen is None or seen.deleted_at or revision != str(seen.revision):
        return False
    return role_in(seen) not in (("",) if watches else ("", WATCHER))
