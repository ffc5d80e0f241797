"""Run all benchmarks or the named ones, and print their tables: `make bench`.

`--quick` only checks that they run; its figures mean nothing. `--write` puts each table into a page, between the two
marks of its benchmark.
"""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

from tqdm import tqdm

from bench import (
    first_paint,
    growth,
    machines,
    phones,
    photos,
    score_lines,
    speed,
    start,
    statistics_pages,
    steps,
    streams,
    taps,
)
from bench.tables import table_of

FULL = {
    "speed": lambda say: speed.measured(seconds=10, rounds=3, savers=160, say=say),
    "phones_500": lambda say: phones.measured(phones=500, say=say),
    "phones_1000": lambda say: phones.measured(phones=1000, say=say),
    "phones_2000": lambda say: phones.measured(phones=2000, say=say),
    "phones_3500": lambda say: phones.measured(phones=3500, say=say),
    "streams_1000": lambda say: streams.measured(phones=1000, rate=20, say=say),
    "streams_5000": lambda say: streams.measured(phones=5000, rate=20, say=say),
    "streams_10000": lambda say: streams.measured(phones=10_000, rate=40, say=say),
    "streams_two_machines": lambda say: streams.measured(phones=1000, rate=20, where=streams.two_machines, say=say),
    "streams_cluster": lambda say: streams.measured(phones=1000, rate=20, where=streams.a_cluster, say=say),
    "start": lambda say: start.measured(times=5, say=say),
    "first_paint": lambda say: first_paint.measured(times=7, say=say),
    "taps": lambda say: taps.measured(taps=taps.TAPS, say=say),
    "machines": lambda say: machines.measured(seconds=10, say=say),
    "steps": lambda say: steps.measured(seconds=10, say=say),
    "photos": lambda say: photos.measured(files=10, photos=10, pause=10, say=say),
    "scoring": lambda say: scoring(say, number=score_lines.PLAYS, times=3),
    "statistics": lambda say: statistics(plays=statistics_pages.PLAYS),
    "growth": lambda say: growth.measured(small=1000, large=100_000, copies=10, times=200, say=say),
}
QUICK = {
    "speed": lambda say: speed.measured(seconds=1, rounds=1, savers=8, say=say),
    "phones_500": lambda say: phones.measured(phones=10, seconds=4, every=1, say=say),
    "phones_1000": lambda say: phones.measured(phones=15, seconds=4, every=1, say=say),
    "phones_2000": lambda say: phones.measured(phones=20, seconds=4, every=1, say=say),
    "phones_3500": lambda say: phones.measured(phones=25, seconds=4, every=1, say=say),
    "streams_1000": lambda say: streams.measured(phones=10, rate=2, seconds=3, say=say),
    "streams_5000": lambda say: streams.measured(phones=15, rate=2, seconds=3, say=say),
    "streams_10000": lambda say: streams.measured(phones=20, rate=2, seconds=3, say=say),
    "streams_two_machines": lambda say: streams.measured(
        phones=20, rate=2, seconds=3, where=streams.two_machines, say=say
    ),
    "streams_cluster": lambda say: streams.measured(phones=20, rate=2, seconds=3, where=streams.a_cluster, say=say),
    "start": lambda say: start.measured(times=1, say=say),
    "first_paint": lambda say: first_paint.measured(times=1, say=say),
    "taps": lambda say: taps.measured(taps=4, say=say),
    "machines": lambda say: machines.measured(seconds=1, say=say),
    "steps": lambda say: steps.measured(seconds=1, say=say),
    "photos": lambda say: photos.measured(files=2, of=50, photos=2, pause=0, say=say),
    "scoring": lambda say: scoring(say, number=50, times=1),
    "statistics": lambda say: statistics(plays=60),
    "growth": lambda say: growth.measured(small=30, large=40, copies=3, times=2, say=say),
}
BEGIN, END = "<!-- figures of {}: begin -->", "<!-- figures of {}: end -->"


def scoring(say, *, number, times) -> dict:
    """Return plays per second by language and without explanations, each without and with Python's start."""
    found = {}
    for way, begun, whole in score_lines.measured(number=number, times=times):
        say(way)
        found[way] = {"rate": number / (whole - begun), "with the start": number / whole}
    return found


def statistics(*, plays) -> list[str]:
    """Run the benchmark of statistics pages in its own process, and return its lines."""
    command = [sys.executable, statistics_pages.__file__, "--plays", str(plays)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[1:]


def machine() -> str:
    """Describe this machine."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    name = f"{os.cpu_count()} cores of {score_lines.processor()}, {memory:.0f} GB, {platform.system()}"
    return f"{name} {platform.release().partition('-')[0]}, {python()}"


def python() -> str:
    """Describe this Python. One configured with --enable-optimizations is about a fifth faster.

    Debian's Python is optimized too, but doesn't say so.
    """
    is_optimized = "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "")
    return f"Python {platform.python_version()}{'' if is_optimized else ' (without --enable-optimizations)'}"


def with_its_place(name, found) -> str:
    """Return a benchmark's table with a line about date and machine."""
    head = f"Measured on {found['day']}: {found['machine']}; load before the run {found['load before']}."
    return f"{head}\n\n{table_of(name, found[name])}"


def write_into(path: Path, name, text):
    """Write a benchmark's table into a page, between its marks."""
    page, begin, end = path.read_text(), BEGIN.format(name), END.format(name)
    if page.count(begin) != 1 or page.count(end) != 1:
        sys.exit(f"{path} has no marks for the table of {name}. Add {begin} and {end}.")
    path.write_text(re.sub(f"{begin}.*{end}", lambda _: f"{begin}\n{text}\n{end}", page, flags=re.DOTALL))


def main():
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.partition("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"any of {', '.join(FULL)} (default: all)")
    parser.add_argument("--quick", action="store_true", help="use tiny sizes, only to check that it runs")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument(
        "--write", type=Path, metavar="PAGE", help="write the tables into this page, for example docs/benchmarks.md"
    )
    wanted = parser.parse_args()
    if unknown := set(wanted.parts) - set(FULL):
        parser.error(f"unknown benchmark: {', '.join(sorted(unknown))}. Choose from {', '.join(FULL)}.")
    found = {"machine": machine(), "load before": round(os.getloadavg()[0], 2), "day": time.strftime("%Y-%m-%d")}
    with tqdm(wanted.parts or FULL, disable=None, leave=False, bar_format="{n_fmt}/{total_fmt} {desc}") as bar:
        for name in bar:
            found[name] = (QUICK if wanted.quick else FULL)[name](
                lambda text, name=name: bar.set_description_str(f"{name}: {text}")
            )
            if wanted.write:
                write_into(wanted.write, name, with_its_place(name, found))
    text = "\n\n".join(with_its_place(name, found) for name in FULL if name in found)
    print(json.dumps(found, indent=1) if wanted.json else text)


if __name__ == "__main__":
    main()
