"""A process of the cluster, and what is answered to whoever asks one."""

import contextlib
import json
import os
import signal
import subprocess
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

# PostgreSQL does not run as root, and PgBouncer does not either.
USER = "postgres"
AS_USER = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"] if os.geteuid() == 0 else []
# Debian's Patroni needs Debian's Python.
PATH = "/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin"


@dataclass
class Part:
    """A process, with its children in a session of its own, so that all of it can be killed at one blow."""

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
        """Kill all of it (SIGKILL), as when its machine loses power."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def kill_all_below(self):
        """The same where it has started processes that are in sessions of their own, as PostgreSQL's are."""
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
        """What systemd does for HAProxy's reload."""
        self.process.send_signal(signal.SIGUSR2)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self.kill_all_below()


def children_of(pid) -> list[int]:
    """The processes that one has started."""
    with contextlib.suppress(OSError):
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def told_by(address):
    """What is answered as JSON; None where nothing is."""
    try:
        with urllib.request.urlopen(address, timeout=2) as answer:
            return json.load(answer)
    except (OSError, ValueError):
        return None


def answer_of(address) -> int | None:
    """The status of an answer; None where there is none."""
    try:
        with urllib.request.urlopen(address, timeout=2) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return None
