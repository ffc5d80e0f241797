"""The disk with the data fills up, and later has free space again.

The disk is a small tmpfs that only this process sees, mounted with `unshare`. Most machines allow that without root.
"""

import asyncio
import contextlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.phone import Phone
from bench.site import ROOT, site
from faults.found import Found, LeftOut
from faults.writers import answers_of, check, check_answers, write_during, writers_at

PROMISE = "saves answer 503 with a message, no acknowledged save is lost, and all works again once there is free space"
PHONES, MEGABYTES, SECONDS, QUICK_SECONDS = 8, 24, 20, 4
MOUNT = 'mount -t tmpfs -o size={size}m none "$0" && exec "$@"'


def fill(path):
    """Write until the disk has no free byte."""
    with contextlib.suppress(OSError), path.open("ab", buffering=0) as file:
        while True:
            file.write(bytes(64 * 1024))
    with contextlib.suppress(OSError), path.open("ab", buffering=0) as file:
        while True:
            file.write(b"\0")


async def fill_and_clear(its, seconds, writers, say):
    """Fill the disk for some seconds. Return the statuses of pages meanwhile, and the number of saves afterwards."""
    looker = Phone(its.port, dict(writers[0].phone.cookies))
    page = writers[0].card.split("seats")[0]
    await asyncio.sleep(1)
    filler = its.folder / "filler"
    fill(filler)
    looks = []
    for second in range(seconds):
        say(f"disk full for {second} of {seconds} seconds")
        looks.append((await looker.answer(looker.request("GET", page))).status)
        await asyncio.sleep(1)
    filler.unlink()
    before = sum(len(writer.acknowledged) for writer in writers)
    await asyncio.sleep(3)
    after = sum(len(writer.acknowledged) for writer in writers)
    return looks, after - before


async def amid_writers(its, seconds, say):
    writers = await writers_at(its.port, PHONES, say)
    return writers, await write_during(writers, fill_and_clear(its, seconds, writers, say))


def inside(folder, seconds):
    """Cause the fault in a folder that is a small disk."""
    found = Found({"disk size in MB": MEGABYTES, "seconds full": seconds, "saving phones": PHONES})
    with site(folder=folder) as its:
        writers, (looks, afterwards) = asyncio.run(amid_writers(its, seconds, lambda text: None))
        found.figures |= {"saves answered 503": answers_of(writers)[503], "saves afterwards": afterwards}
        check(its, writers, found)
        check_answers(writers, found, allowed=(200, 503))
    found.expect(f"pages answered {set(looks)}", set(looks) == {200})
    found.expect("no save was made while the disk was full", answers_of(writers)[503])
    found.expect("no save worked once there was free space", afterwards)
    return found


def cause(*, quick, say) -> Found:
    seconds = QUICK_SECONDS if quick else SECONDS
    with tempfile.TemporaryDirectory(prefix="caravan-") as folder:
        namespace = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", MOUNT.format(size=MEGABYTES)]
        try:
            subprocess.run([*namespace, folder, "true"], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            raise LeftOut("this machine doesn't allow mounting a small disk (unshare --user --mount)") from None
        say("filling the disk")
        command = [*namespace, folder, sys.executable, "-m", "faults.full_disk", folder, str(seconds)]
        told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if told.returncode:
        return Found({}, [told.stderr.strip().splitlines()[-1]])
    return Found(**json.loads(told.stdout))


if __name__ == "__main__":
    its_found = inside(Path(sys.argv[1]), int(sys.argv[2]))
    print(json.dumps({"figures": its_found.figures, "broken": its_found.broken}))
