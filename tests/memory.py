"""How much memory something takes, whatever has run before it."""

import tracemalloc
from contextlib import contextmanager


@contextmanager
def measured():
    """Yield what tells the most bytes that Python has held at once since then; a library in C may hold more."""
    tracemalloc.start()
    try:
        yield lambda: tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
