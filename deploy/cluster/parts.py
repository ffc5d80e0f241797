"""Processes of the cluster, and HTTP requests to them."""

import contextlib
import json
import os
import signal
import subprocess
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

# PostgreSQL and PgBouncer refuse to run as root.
USER = "postgres"
AS_USER = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"] if os.geteuid() == 0 else []
# Debian's Patroni needs Debian's own Python.
PATH = "/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin"


@dataclass
class Part:
    """A process in its own session, so that it can be killed together with its children."""

    name: str
    command: list
    folder: Path
    surroundings: dict = field(default_factory=dict)
    process: subprocess.Popen | None = None

    @property
    def log(self):
        return self.folder / f"{self.name}.log"

    def start(self):
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                list(map(str, self.command)),
                cwd=self.folder,
                env={"PATH": PATH, "LANG": "C.UTF-8", "HOME": str(self.folder), **self.surroundings},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill(self):
        """Kill the whole session (SIGKILL), as if its server lost power."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def kill_all_below(self):
        """Kill it with all descendants, also those in other sessions, such as PostgreSQL's."""
        below = [self.process.pid]
        for pid in below:
            below += children_of(pid)
        with contextlib.suppress(FileNotFoundError):
            postmaster = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
            below += [postmaster, *children_of(postmaster)]
        for pid in below:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def reload(self):
        """Reload HAProxy as systemd does it."""
        self.process.send_signal(signal.SIGUSR2)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self.kill_all_below()


def children_of(pid) -> list[int]:
    """Return the IDs of a process's children."""
    with contextlib.suppress(OSError):
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def told_by(address):
    """Return the JSON of a response, or None without one."""
    try:
        with urllib.request.urlopen(address, timeout=2) as answer:
            return json.load(answer)
    except (OSError, ValueError):
        return None


def answer_of(address) -> int | None:
    """Return the status of a response, or None without one."""
    try:
        with urllib.request.urlopen(address, timeout=2) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return None
