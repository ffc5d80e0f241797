"""Cause all faults or the named ones, and print a line for each: `make faults`.

The exit status is 1 if Caravan broke a promise.
"""

import argparse
import importlib
import json
import sys
import time

from tqdm import tqdm

from faults.found import Found, LeftOut

FAULTS = (
    "killed_server",
    "killed_worker",
    "stopped_exports",
    "killed_streams",
    "removed_while_streaming",
    "restarted_postgresql",
    "many_writers",
    "locked_database",
    "full_disk",
    "lost_postgresql",
    "clock_set_back",
    "random_requests",
    "broken_files",
    "cluster",
)


def line_of(name, promise, found, seconds) -> str:
    verdict = "FAILED" if found.broken else "passed"
    text = f"{verdict:8} {name}: {promise}. {found.told()} ({seconds:.0f} s)"
    return "\n".join([text, *(f"         {sentence}" for sentence in found.broken)])


def caused(name, *, quick, say, out) -> dict:
    """Cause a fault and print its line to `out`. Return the result as JSON data."""
    fault, started = importlib.import_module(f"faults.{name}"), time.perf_counter()
    about = {"fault": name, "promise": fault.PROMISE}
    try:
        found = fault.cause(quick=quick, say=say)
    except LeftOut as lack:
        tqdm.write(f"{'skipped':8} {name}: {lack}", file=out)
        return about | {"left_out": str(lack), "broken": []}
    except (Exception, SystemExit) as error:
        # An error in one fault counts as a failure and doesn't stop the others.
        found = Found({}, [f"{type(error).__name__}: {error}"])
    seconds = time.perf_counter() - started
    tqdm.write(line_of(name, fault.PROMISE, found, seconds), file=out)
    # Show each result at once, also in a log file.
    out.flush()
    return about | {"seconds": round(seconds, 1), "figures": found.figures, "broken": found.broken}


def main():
    parser = argparse.ArgumentParser(prog="python -m faults", description=__doc__.partition("\n")[0])
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=f"any of {', '.join(FAULTS)} (default: all)")
    parser.add_argument("--quick", action="store_true", help="cause each fault fewer times and for a shorter time")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    wanted = parser.parse_args()
    unknown = set(wanted.faults) - set(FAULTS)
    if unknown:
        parser.error(f"unknown fault: {', '.join(sorted(unknown))}. Choose from {', '.join(FAULTS)}.")
    results, out = [], sys.stderr if wanted.json else sys.stdout
    with tqdm(wanted.faults or FAULTS, disable=None, leave=False, bar_format="{n_fmt}/{total_fmt} {desc}") as bar:
        for name in bar:
            say = lambda text, name=name: bar.set_description_str(f"{name}: {text}")  # noqa: E731
            results.append(caused(name, quick=wanted.quick, say=say, out=out))
    if wanted.json:
        print(json.dumps(results, indent=1))
    sys.exit(any(result["broken"] for result in results))


if __name__ == "__main__":
    main()
