"""Caravan as it is served in use, by gunicorn on a free port: to be measured, killed, and started again."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.browser.server import ROOT, copied, free_port

CARAVAN = "companion.asgi"
# Several machines that serve one database sign cookies with the same key.
SECRET_KEY = "a-key-for-measuring-that-signs-nothing-anybody-keeps-0123456789"
LONGEST_START = 60
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Site:
    """A site with a data folder of its own; `settings` are environment variables beside the usual ones.

    `tree` is where its code lies.
    """

    folder: Path
    settings: dict = field(default_factory=dict)
    app: str = CARAVAN
    port: int = field(default_factory=free_port)
    process: subprocess.Popen | None = None
    tree: Path = ROOT

    @property
    def surroundings(self):
        usual = {"CARAVAN_DATA": str(self.folder), "HTTPS": "0", "HOST": "127.0.0.1", "PORT": str(self.port)}
        return {**os.environ, **usual, "ALLOWED_HOSTS": "127.0.0.1", "PYTHONPATH": str(self.tree), **self.settings}

    @property
    def log(self):
        return self.folder / "log"

    @property
    def database(self):
        return self.folder / "caravan.sqlite3"

    def manage(self, *arguments, check=True):
        """Run a command of manage.py on this site's data."""
        command = [sys.executable, self.tree / "manage.py", *map(str, arguments)]
        return subprocess.run(command, env=self.surroundings, check=check, capture_output=True, text=True)

    def start(self) -> float:
        """Start it and wait until its address can be opened; the seconds that took."""
        command, started = [sys.executable, "-m", *started_by(self.app)], time.perf_counter()
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                command,
                cwd=self.tree,
                env=self.surroundings,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        if not any(str(self.port) in line for line in self.process.stdout):
            raise RuntimeError(self.log.read_text())
        return time.perf_counter() - started

    def gunicorn(self) -> int:
        """The process id of gunicorn's master."""
        return self.process.pid if self.app != CARAVAN else children_of(self.process.pid)[0]

    def task_worker(self) -> int | None:
        """The process id of what runs the background tasks."""
        return next(iter(children_of(self.process.pid)[1:]), None)

    def workers(self) -> list[int]:
        """The process ids of the workers that answer."""
        return children_of(self.gunicorn())

    def processes(self) -> list[int]:
        """The process ids of all there are, each after what started it."""
        found = [self.process.pid]
        for pid in found:
            found += children_of(pid)
        return found

    def processor_time(self) -> float:
        """The seconds that the workers have taken of the processor so far, those of the kernel for them among it."""
        fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self.workers()]
        return sum(int(ticks) for each in fields for ticks in each[11:13]) / TICKS

    def memory(self) -> int:
        """The bytes that master and workers take, what they share counted once (PSS)."""
        return memory_of(self.processes())

    def kill(self):
        """Kill all processes (SIGKILL): nothing is finished, nothing is said goodbye to."""
        for pid in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=30)
        self.process.stdout.close()


def started_by(app) -> list[str]:
    """The module that starts a site, with its arguments."""
    return ["companion.core.supervisor"] if app == CARAVAN else ["gunicorn", f"{app}:application"]


def children_of(pid) -> list[int]:
    """The process ids of what a process has started, the oldest first; none once it has ended."""
    try:
        return list(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))
    except FileNotFoundError:
        return []


def memory_of(processes) -> int:
    """The bytes that processes take, what they share counted once or, with others, in part (PSS)."""
    sums = [Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in processes]
    return sum(int(re.search(r"^Pss:\s+(\d+) kB", text, re.M)[1]) for text in sums) * 1024


def settings_for(postgresql) -> dict:
    """The settings of a site that keeps everything in this PostgreSQL."""
    return {"DATABASE_URL": postgresql.get_uri(), "SECRET_KEY": SECRET_KEY}


@contextlib.contextmanager
def site(*, folder=None, started=True, app=CARAVAN, **settings):
    """A site that is prepared and, unless said otherwise, runs; killed and removed in the end."""
    with tempfile.TemporaryDirectory(prefix="caravan-") as made:
        its = Site(Path(folder or made), settings, app)
        # Within the tests there is one that is prepared.
        if app == CARAVAN and not copied(its.folder, its.surroundings):
            its.manage("prepare")
        try:
            if started:
                its.start()
            yield its
        finally:
            if its.process and its.process.poll() is None:
                its.kill()
