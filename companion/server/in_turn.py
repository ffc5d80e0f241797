"""Answers that take seconds of a processor: a process makes one at a time, so that its other threads are there for all.

Whoever comes meanwhile is not kept waiting, since that would keep a thread as well: they are asked to come again.
"""

import threading
from functools import wraps

from .views.errors import busy

at_work = threading.Lock()


class Turn:
    """The pieces of an answer; after the last of them, or once nobody wants more, somebody else may have theirs."""

    def __init__(self, pieces, lock):
        self.pieces, self.lock, self.is_over = iter(pieces), lock, False

    def __iter__(self):
        return self

    def __next__(self):
        try:
            return next(self.pieces)
        except BaseException:
            self.close()
            raise

    def close(self):
        if not self.is_over:
            self.is_over = True
            self.lock.release()


def in_turn(view):
    """Let the view answer where no other of these is at work in this process."""

    @wraps(view)
    def its(request, *arguments, **named):
        lock = at_work
        if not lock.acquire(blocking=False):
            return busy(request)
        try:
            response = view(request, *arguments, **named)
        except BaseException:
            lock.release()
            raise
        if response.streaming:
            response.streaming_content = Turn(response.streaming_content, lock)
        else:
            lock.release()
        return response

    return its
