"""Cause all faults, or those that are named, and print a line for each: `make faults`.

Ends with 1 if a promise did not hold.
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
    verdict = "BROKEN" if found.broken else "holds"
    text = f"{verdict:8} {name}: {promise}. {found.told()} ({seconds:.0f} s)"
    return "\n".join([text, *(f"         {sentence}" for sentence in found.broken)])


def caused(name, *, quick, say, out) -> dict:
    """Cause a fault and print its line to `out`; what is known of it, for machines."""
    fault, started = importlib.import_module(f"faults.{name}"), time.perf_counter()
    about = {"fault": name, "promise": fault.PROMISE}
    try:
        found = fault.cause(quick=quick, say=say)
    except LeftOut as lack:
        tqdm.write(f"LEFT OUT {name}: {lack}", file=out)
        return about | {"left_out": str(lack), "broken": []}
    except (Exception, SystemExit) as error:
        # A fault that stops its own script has broken what it promised, and the others are to be caused all the same.
        found = Found({}, [f"{type(error).__name__}: {error}"])
    seconds = time.perf_counter() - started
    tqdm.write(line_of(name, fault.PROMISE, found, seconds), file=out)
    # Whoever follows a log sees each fault as it is over.
    out.flush()
    return about | {"seconds": round(seconds, 1), "figures": found.figures, "broken": found.broken}


def main():
    parser = argparse.ArgumentParser(prog="python -m faults", description=__doc__.partition("\n")[0])
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=f"some of {', '.join(FAULTS)}; all if left out")
    parser.add_argument("--quick", action="store_true", help="few times and short")
    parser.add_argument("--json", action="store_true", help="what was found, for machines, on standard output")
    wanted = parser.parse_args()
    unknown = set(wanted.faults) - set(FAULTS)
    if unknown:
        parser.error(f"there is no fault {', '.join(sorted(unknown))}; there are {', '.join(FAULTS)}")
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
