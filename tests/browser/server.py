"""Caravan as it runs in use, on a free port of this machine and with a data folder of its own."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

from tests.postgresql import is_migrated
from tests.prepared import copy_to

ROOT = Path(__file__).resolve().parent.parent.parent
# A name that is not localhost: phones come by one, and what browsers grant to localhost alone is not there.
HOST = "caravan.test"
# And one by which a site is still found next year, so that it may stand on paper.
LASTING_HOST = "caravan.local"
# Run `manage.py` without the modules and names that Python doesn't have on Windows.
WITHOUT_UNIX = """
import os, select, signal, socket, sys
sys.modules.update(dict.fromkeys(["fcntl", "grp", "pwd", "resource", "termios"]))
for module, names in {
    os: ["fork", "geteuid", "getppid", "sched_getaffinity"],
    select: ["poll"],
    signal: ["SIGKILL", "SIGHUP", "SIGQUIT"],
    socket: ["AF_UNIX", "CMSG_LEN", "MSG_DONTWAIT", "SCM_RIGHTS"],
}.items():
    for name in names:
        delattr(module, name)
from companion.__main__ import main
main()
"""
# What `scripts/test_wheel` sets: the environment of a wheel, whose server the tests start instead of this one.
INSTALLED, AS_ON_WINDOWS = os.environ.get("INSTALLED", ""), os.environ.get("AS_ON_WINDOWS") == "1"
# The data folders of the servers that run, by their ports.
FOLDERS: dict[int, Path] = {}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@dataclass
class Server:
    """A server that runs: its port, its process, and the file with what it says once its address can be opened."""

    port: int
    process: subprocess.Popen
    said: Path


@contextlib.contextmanager
def running(folder: Path):
    """Start it as `make run` does, yield its port, and end it."""
    with serving(folder) as server:
        yield server.port


@contextlib.contextmanager
def serving(folder: Path, *beside: Path, **settings):
    """Start it with these settings, yield it, and end it; whatever it complained about is an error.

    `beside`: files it serves among its static ones, too.

    Within the tests a folder in which nothing is yet gets a copy of one that is prepared.
    """
    folder.mkdir(exist_ok=True)
    port, log = int(settings.get("PORT") or free_port()), folder / "log"
    own = {
        "CARAVAN_DATA": str(folder),
        "HTTPS": "0",
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "ALLOWED_HOSTS": f"{HOST} {LASTING_HOST} 127.0.0.1 localhost",
        **settings,
    }
    start = installed(folder, beside, own) if INSTALLED else of_repository(folder, beside, own)
    # To its end: a test that expects a complaint cuts it off.
    with log.open("a") as complaints:
        process = subprocess.Popen(**start, stdout=subprocess.PIPE, stderr=complaints, text=True)
        try:
            # It prints its address once that can be opened.
            address = settings.get("CARAVAN_URL") or str(port)
            assert any(address in line for line in process.stdout), log.read_text()
            writing = threading.Thread(target=write_down, args=[process.stdout, folder / "said"], daemon=True)
            writing.start()
            FOLDERS[port] = folder
            yield Server(port, process, folder / "said")
        finally:
            process.terminate()
            process.wait(timeout=30)
            writing.join(timeout=10)
    assert not log.read_text(), log.read_text()


def of_repository(folder, beside, own) -> dict:
    """Prepare the folder; how to start the server there with the code that is here."""
    surroundings = os.environ | own
    if not copied(folder, surroundings):
        subprocess.run([sys.executable, "manage.py", "prepare"], cwd=ROOT, env=surroundings, check=True)
    for file in beside:
        shutil.copy2(file, folder / "static")
    return {"args": [sys.executable, "-m", "companion.core.supervisor"], "cwd": ROOT, "env": surroundings}


def installed(folder, beside, own) -> dict:
    """How to start the wheel's server from an empty folder with an empty home, and nothing of what is here."""
    there, home = Path(INSTALLED), folder / "home"
    [static] = there.glob("lib/*/site-packages/companion/wheel/static")
    for file in beside:
        shutil.copy2(file, static)
    home.mkdir(exist_ok=True)
    caravan = [there / "bin/python", "-c", WITHOUT_UNIX] if AS_ON_WINDOWS else [there / "bin/caravan"]
    return {"args": [*caravan, "serve"], "cwd": home, "env": {"PATH": os.environ["PATH"], "HOME": home, **own}}


def copied(folder: Path, surroundings) -> bool:
    """Whether the folder got all it needs from the tests' template: not outside of tests, nor where there is more.

    A database elsewhere is still to be prepared, where it is no copy of one that is; the static files are there all the
    same.
    """
    if "TESTS_TEMPLATE" not in surroundings or any(folder.iterdir()):
        return False
    copy_to(folder, "made", "bundled", "static", "static.stamp")
    if elsewhere := surroundings.get("DATABASE_URL"):
        return is_migrated(elsewhere)
    copy_to(folder, "caravan.sqlite3")
    return True


def write_down(lines, path):
    """Keep what a server says: a pipe that nobody reads would halt it."""
    with path.open("w", buffering=1) as file:
        file.writelines(lines)
