"""How much longer the pages of a large group take than those of a small one."""

import tempfile
from pathlib import Path

from bench.history import build, percentiles, visits


def measured(*, small, large, copies, times, say) -> dict:
    """`{page: {"median": seconds in the large group, "times": how many times as long 95 of 100 take there}}`."""
    with tempfile.TemporaryDirectory(prefix="caravan-") as folder:
        folders = Path(folder) / "small", Path(folder) / "large"
        say(f"a group of {small:,} plays")
        build(folders[0], plays=small)
        say(f"a group of {large:,} among {copies}")
        build(folders[1], plays=large, copies=copies)
        say("its pages")
        found = visits(*folders, times=times)
    return {page: compared(*both) for page, both in found.items()}


def compared(small, large) -> dict:
    by_clock, by_processor = ((percentiles(small, by), percentiles(large, by)) for by in ("clock", "processor"))
    ratios = [in_large[1] / in_small[1] for in_small, in_large in (by_clock, by_processor)]
    # What one of both clocks does not see was done by something else on the machine.
    return {"median": by_clock[1][0], "times": min(ratios)}
