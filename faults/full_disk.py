"""The disk with the data is full, and later has room again.

A small file system in memory is mounted for it, visible to this process alone (`unshare`, which needs no root where
the machine allows it).
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

PROMISE = "a save is answered 503 with a sentence, nothing acknowledged is lost, and all goes on once there is room"
PHONES, MEGABYTES, SECONDS, QUICK_SECONDS = 8, 24, 20, 4
MOUNT = 'mount -t tmpfs -o size={size}m none "$0" && exec "$@"'


def fill(path):
    """Write until there is no room left for a byte."""
    with contextlib.suppress(OSError), path.open("ab", buffering=0) as file:
        while True:
            file.write(bytes(64 * 1024))
    with contextlib.suppress(OSError), path.open("ab", buffering=0) as file:
        while True:
            file.write(b"\0")


async def fill_and_clear(its, seconds, writers, say):
    """Fill the disk for so long; how looks at a play were answered meanwhile, and how many saves came through later."""
    looker = Phone(its.port, dict(writers[0].phone.cookies))
    page = writers[0].card.split("seats")[0]
    await asyncio.sleep(1)
    filler = its.folder / "filler"
    fill(filler)
    looks = []
    for second in range(seconds):
        say(f"full for {second} of {seconds} seconds")
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
    """Cause it in a folder that is a small disk of its own."""
    found = Found({"megabytes": MEGABYTES, "seconds full": seconds, "phones saving": PHONES})
    with site(folder=folder) as its:
        writers, (looks, afterwards) = asyncio.run(amid_writers(its, seconds, lambda text: None))
        found.figures |= {"saves answered 503": answers_of(writers)[503], "saves after it": afterwards}
        check(its, writers, found)
        check_answers(writers, found, allowed=(200, 503))
    found.expect(f"a look at the play was answered {set(looks)}", set(looks) == {200})
    found.expect("no save met the full disk", answers_of(writers)[503])
    found.expect("nothing could be saved once there was room again", afterwards)
    return found


def cause(*, quick, say) -> Found:
    seconds = QUICK_SECONDS if quick else SECONDS
    with tempfile.TemporaryDirectory(prefix="caravan-") as folder:
        namespace = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", MOUNT.format(size=MEGABYTES)]
        try:
            subprocess.run([*namespace, folder, "true"], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            raise LeftOut("this machine lets nobody mount a small disk (unshare --user --mount)") from None
        say("the disk fills")
        command = [*namespace, folder, sys.executable, "-m", "faults.full_disk", folder, str(seconds)]
        told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if told.returncode:
        return Found({}, [told.stderr.strip().splitlines()[-1]])
    return Found(**json.loads(told.stdout))


if __name__ == "__main__":
    its_found = inside(Path(sys.argv[1]), int(sys.argv[2]))
    print(json.dumps({"figures": its_found.figures, "broken": its_found.broken}))
