"""What goes wrong where several machines serve one site: all of deploy/cluster/ on this machine, amid saving phones.

One after the other: a rolling upgrade from an earlier state of the code, the proxy is reloaded, the pooler is killed
and comes back, an app machine is killed, and then the primary PostgreSQL.
"""

import asyncio
import os
import subprocess
import tarfile
import tempfile
import time
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from deploy.cluster.here import ROOT, lacks, running
from deploy.cluster.parts import answer_of
from faults.found import Found, LeftOut
from faults.writers import answers_of, check, check_answers, errors_in, write_during, writers_at

PROMISE = "no acknowledged save is lost, none is stored twice, and every phone saves again by itself"
PHONES, QUICK_PHONES = 32, 8
# Until every phone has saved again.
LONGEST_AFTERWARDS = 90
MIGRATIONS = "companion/migrations/0*.py"
# What a proxy answers by itself where a machine is gone; a phone sends again then, as after 503.
OF_THE_PROXY = (502, 503, 504, "503 without a sentence")


def earlier() -> str:
    """The commit that the upgrade comes from: what `BEFORE` names, else the last release, else the last commit before
    the newest migration.
    """
    named = os.environ.get("BEFORE") or git("describe", "--tags", "--abbrev=0").decode().strip()
    newest = git("log", "-1", "--diff-filter=A", "--format=%H", "--", MIGRATIONS).decode().strip()
    commit = git("rev-parse", "--verify", "--short", f"{named or f'{newest}^'}^{{commit}}").decode().strip()
    if not commit:
        raise LeftOut("this copy of the code knows nothing earlier to come from (git fetch --tags --unshallow)")
    return commit


@contextmanager
def tree_of(commit):
    """A tree of the code as it was then."""
    with tempfile.TemporaryDirectory(prefix="caravan-earlier-") as made:
        tree = Path(made) / "earlier"
        with tarfile.open(fileobj=BytesIO(git("archive", commit))) as archive:
            archive.extractall(tree, filter="data")
        yield tree


def git(*words) -> bytes:
    """What git prints; nothing where it fails."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=False).stdout


async def until(is_so, *, longest=LONGEST_AFTERWARDS):
    """Wait for something; whether it came to be."""
    began = time.monotonic()
    while not await asyncio.to_thread(is_so):
        if time.monotonic() > began + longest:
            return False
        await asyncio.sleep(0.1)
    return True


async def all_save_again(writers, found, what):
    """Note how long it takes until every phone has saved once more."""
    before, began = [len(writer.acknowledged) for writer in writers], time.monotonic()
    saved = await until(lambda: all(len(w.acknowledged) > b for w, b in zip(writers, before, strict=True)))
    found.figures[f"s until all saved again after {what}"] = time.monotonic() - began
    found.expect(f"after {what} a phone did not save again", saved)


async def upgrade(cluster, writers, found, say):
    """One app machine after the other gets the new code; meanwhile both versions serve one database."""
    for number, name in enumerate(("app1", "app2")):
        say(f"{name} is upgraded")
        older, newer = cluster.apps[number], cluster.app(name)
        await asyncio.to_thread(older.stop)
        await asyncio.to_thread(newer.manage, "prepare")
        await asyncio.to_thread(newer.start)
        cluster.apps[number] = newer
        await until(lambda name=name: answer_of(f"http://{cluster.at(name)}/readyz") == 200)
        await all_save_again(writers, found, f"{name} had the new code")


async def reload_proxy(cluster, writers, found, say):
    say("the proxy is reloaded")
    cluster.parts["haproxy"].reload()
    await all_save_again(writers, found, "the proxy was reloaded")


async def restart_pooler(cluster, writers, found, say):
    say("the pooler is killed and started again")
    pooler = cluster.parts["pgbouncer"]
    await asyncio.to_thread(pooler.kill)
    pooler.start()
    await all_save_again(writers, found, "the pooler was killed")


async def kill_app(cluster, writers, found, say):
    say("an app machine is killed")
    app = cluster.apps[0]
    await asyncio.to_thread(app.kill)
    await all_save_again(writers, found, "an app machine was killed")
    await asyncio.to_thread(app.start)


async def kill_primary(cluster, writers, found, say):
    """The machine of the primary is gone, and comes back as a standby."""
    primary, standby = cluster.primary(), cluster.standby()
    found.expect("there was no synchronous standby", standby)
    say(f"{primary}, the primary, is killed")
    await asyncio.to_thread(cluster.parts[primary].kill_all_below)
    await all_save_again(writers, found, "the primary was killed")
    found.expect("the standby did not take over", await asyncio.to_thread(cluster.primary) == standby)
    say(f"{primary} comes back")
    cluster.parts[primary].start()
    came_back = await until(lambda: cluster.standby() == primary)
    found.expect("the former primary did not come back as a standby", came_back)
    await all_save_again(writers, found, "it was a standby")


EVENTS = (upgrade, reload_proxy, restart_pooler, kill_app, kill_primary)


async def one_after_the_other(cluster, writers, found, say):
    for event in EVENTS:
        await asyncio.sleep(1)
        await event(cluster, writers, found, say)


async def amid_writers(cluster, phones, found, say):
    writers = await writers_at(cluster.port, phones, say)
    await write_during(writers, one_after_the_other(cluster, writers, found, say))
    return writers


def cause(*, quick, say) -> Found:
    if missing := lacks():
        raise LeftOut(f"this machine lacks parts of the cluster: apt install {' '.join(missing)}")
    phones, commit = QUICK_PHONES if quick else PHONES, earlier()
    found = Found({"is what it was upgraded from": commit, "phones saving": phones})
    with tree_of(commit) as tree, running(say=say, tree=tree) as cluster:
        writers = asyncio.run(amid_writers(cluster, phones, found, say))
        found.figures |= {f"answered {sort}": count for sort, count in answers_of(writers).items() if sort != 200}
        found.figures |= {f"{error} in the logs": count for error, count in errors_in(cluster.logs()).items()}
        check(cluster.apps[1], writers, found)
        check_answers(writers, found, allowed=(200, *OF_THE_PROXY))
    return found
