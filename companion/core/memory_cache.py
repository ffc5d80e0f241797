"""An in-process LRU cache for results that take long to compute."""

from collections import OrderedDict
from collections.abc import Hashable
from functools import partial, wraps
from threading import Lock


class Cache:
    """A dict of results for each of the `most` keys used last.

    Two threads may compute the same result at once; either is right.
    """

    def __init__(self, most: int):
        self.most, self.lock = most, Lock()
        self.found: OrderedDict[Hashable, dict] = OrderedDict()

    def of(self, key) -> dict:
        """Return the dict of a key, to read and extend."""
        with self.lock:
            results = self.found.setdefault(key, {})
            self.found.move_to_end(key)
            if len(self.found) > self.most:
                self.found.popitem(last=False)
            return results


def once(work, *, within="known"):
    """Cache a function's result in its first argument's dict `known`, for each combination of the others.

    Arguments are identified by their `key`, else their `pk`, else themselves. Nobody may change the shared results.
    """

    @wraps(work)
    def known(of, *about):
        found, key = getattr(of, within), (work.__name__, *map(identify, about))
        if key not in found:
            found[key] = work(of, *about)
        return found[key]

    return known


# Caches in the dict `lasting`, for results that don't change with a play's revision.
once_for_all = partial(once, within="lasting")


def identify(about):
    """Return what identifies an argument: its key, its primary key, or itself."""
    key = getattr(about, "key", None)
    return getattr(about, "pk", about) if key is None else key
