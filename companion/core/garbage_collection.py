"""Garbage collection in processes that answer requests."""

import gc


def collect_seldom():
    """Exempt all objects loaded so far from garbage collection, and run it rarely.

    Statistics pages create thousands of small objects without reference cycles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
