"""How often a process that answers looks for circles among what is in its memory."""

import gc


def collect_seldom():
    """Let the collector leave alone what was loaded, which stays: it would look at all of it again and again.

    It comes seldom besides: pages of statistics make thousands of small things that hold no circles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
