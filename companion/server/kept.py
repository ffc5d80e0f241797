"""What takes long to work out and is asked again soon: kept in the process, until so many others were asked for."""

from collections import OrderedDict
from threading import Lock


class Kept:
    """A dict for each of the `most` keys that were asked for last, to keep in it what follows from the key alone.

    Two threads may work out the same at once; then either answer is right.
    """

    def __init__(self, most: int):
        self.most, self.found, self.lock = most, OrderedDict(), Lock()

    def of(self, key) -> dict:
        """What is kept for a key, to be read and added to."""
        with self.lock:
            kept = self.found.setdefault(key, {})
            self.found.move_to_end(key)
            if len(self.found) > self.most:
                self.found.popitem(last=False)
            return kept

    def forget(self):
        with self.lock:
            self.found.clear()
