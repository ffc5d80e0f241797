"""Faults of a site with several servers: all of deploy/cluster/ on this machine, with saving phones.

In this order: a rolling upgrade from an earlier commit, a reload of the proxy, a killed and restarted pooler, a killed
app server, and a killed primary PostgreSQL.
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
# The proxy's own responses while a server is gone. Phones send their save again, as after any 503.
OF_THE_PROXY = (502, 503, 504, "503 without an explanation")


def earlier() -> str:
    """Return the commit to upgrade from: `BEFORE`, else the last release, else the commit before the newest migration.

    Raises LeftOut if git doesn't have it.
    """
    named = os.environ.get("BEFORE") or git("describe", "--tags", "--abbrev=0").decode().strip()
    newest = git("log", "-1", "--diff-filter=A", "--format=%H", "--", MIGRATIONS).decode().strip()
    commit = git("rev-parse", "--verify", "--short", f"{named or f'{newest}^'}^{{commit}}").decode().strip()
    if not commit:
        raise LeftOut("git has no earlier commit to upgrade from. Run: git fetch --tags --unshallow")
    return commit


@contextmanager
def tree_of(commit):
    """Check out a commit into a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="caravan-earlier-") as made:
        tree = Path(made) / "earlier"
        with tarfile.open(fileobj=BytesIO(git("archive", commit))) as archive:
            archive.extractall(tree, filter="data")
        yield tree


def git(*words) -> bytes:
    """Return git's output, empty if it fails."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=False).stdout


async def until(is_so, *, longest=LONGEST_AFTERWARDS):
    """Wait until `is_so()` is true. Return False after `longest` seconds."""
    began = time.monotonic()
    while not await asyncio.to_thread(is_so):
        if time.monotonic() > began + longest:
            return False
        await asyncio.sleep(0.1)
    return True


async def all_save_again(writers, found, what):
    """Note how long it takes until every phone has saved again."""
    before, began = [len(writer.acknowledged) for writer in writers], time.monotonic()
    saved = await until(lambda: all(len(w.acknowledged) > b for w, b in zip(writers, before, strict=True)))
    found.figures[f"seconds until all phones saved after {what}"] = time.monotonic() - began
    found.expect(f"a phone didn't save again after {what}", saved)


async def upgrade(cluster, writers, found, say):
    """Upgrade one app server after the other, so that both versions serve one database for a while."""
    for number, name in enumerate(("app1", "app2")):
        say(f"upgrading {name}")
        older, newer = cluster.apps[number], cluster.app(name)
        await asyncio.to_thread(older.stop)
        await asyncio.to_thread(newer.manage, "prepare")
        await asyncio.to_thread(newer.start)
        cluster.apps[number] = newer
        await until(lambda name=name: answer_of(f"http://{cluster.at(name)}/readyz") == 200)
        await all_save_again(writers, found, f"the upgrade of {name}")


async def reload_proxy(cluster, writers, found, say):
    say("reloading the proxy")
    cluster.parts["haproxy"].reload()
    await all_save_again(writers, found, "the proxy's reload")


async def restart_pooler(cluster, writers, found, say):
    say("killing and restarting the pooler")
    pooler = cluster.parts["pgbouncer"]
    await asyncio.to_thread(pooler.kill)
    pooler.start()
    await all_save_again(writers, found, "the pooler's restart")


async def kill_app(cluster, writers, found, say):
    say("killing an app server")
    app = cluster.apps[0]
    await asyncio.to_thread(app.kill)
    await all_save_again(writers, found, "an app server's death")
    await asyncio.to_thread(app.start)


async def kill_primary(cluster, writers, found, say):
    """Kill the primary PostgreSQL, and let it come back as a standby."""
    primary, standby = cluster.primary(), cluster.standby()
    found.expect("there was no synchronous standby", standby)
    say(f"killing the primary, {primary}")
    await asyncio.to_thread(cluster.parts[primary].kill_all_below)
    await all_save_again(writers, found, "the primary's death")
    found.expect("the standby didn't take over", await asyncio.to_thread(cluster.primary) == standby)
    say(f"starting {primary} again")
    cluster.parts[primary].start()
    came_back = await until(lambda: cluster.standby() == primary)
    found.expect("the former primary didn't come back as a standby", came_back)
    await all_save_again(writers, found, "its return as a standby")


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
        raise LeftOut(f"packages of the cluster are missing. Install them with: apt install {' '.join(missing)}")
    phones, commit = QUICK_PHONES if quick else PHONES, earlier()
    found = Found({"upgraded from": commit, "saving phones": phones})
    with tree_of(commit) as tree, running(say=say, tree=tree) as cluster:
        writers = asyncio.run(amid_writers(cluster, phones, found, say))
        found.figures |= {f"saves answered {sort}": count for sort, count in answers_of(writers).items() if sort != 200}
        found.figures |= {f"{error} in the logs": count for error, count in errors_in(cluster.logs()).items()}
        check(cluster.apps[1], writers, found)
        check_answers(writers, found, allowed=(200, *OF_THE_PROXY))
    return found
