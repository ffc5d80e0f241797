"""What takes long to work out and is asked again soon: kept in the process, until so many others were asked for."""

from collections import OrderedDict
from collections.abc import Hashable
from functools import partial, wraps
from threading import Lock


class Kept:
    """A dict for each of the `most` keys that were asked for last, to keep in it what follows from the key alone.

    Two threads may work out the same at once; then either answer is right.
    """

    def __init__(self, most: int):
        self.most, self.lock = most, Lock()
        self.found: OrderedDict[Hashable, dict] = OrderedDict()

    def of(self, key) -> dict:
        """What is kept for a key, to be read and added to."""
        with self.lock:
            kept = self.found.setdefault(key, {})
            self.found.move_to_end(key)
            if len(self.found) > self.most:
                self.found.popitem(last=False)
            return kept


def once(work, *, within="known"):
    """Keep in an object's dict `known` what this comes to that is asked of it, and of which things of it, if any.

    A thing is told apart from others by its `key`, else its `pk`, else itself. What was worked out is given to many,
    and changed by nobody.
    """

    @wraps(work)
    def known(of, *about):
        found, key = getattr(of, within), (work.__name__, *map(name_of, about))
        if key not in found:
            found[key] = work(of, *about)
        return found[key]

    return known


# The same in its dict `lasting`, which outlasts what changes from one revision to the next.
once_for_all = partial(once, within="lasting")


def name_of(about):
    """What tells one from another: the key of what has one, the number of a row, else itself."""
    key = getattr(about, "key", None)
    return getattr(about, "pk", about) if key is None else key
