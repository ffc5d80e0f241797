"""Ends a PostgreSQL once whoever started it is gone, however they went: `python tests/ending.py FILE FOLDER`.

They hold the file locked as long as they live, whoever goes last; the folder is that of the server, and goes with it.
"""

import contextlib
import fcntl
import functools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# So long one that is being started may take to write its number down, and one that ends to be gone, in seconds.
PATIENCE, PAUSE = 5, 0.1


def hold(path):
    """Lock the file of this path, which may be new, until this process ends; others may hold it as well."""
    fcntl.flock(os.open(path, os.O_RDWR | os.O_CREAT), fcntl.LOCK_SH)


@functools.cache
def held() -> str:
    """The path of a file that is held: in a test run by its first process, else by this one."""
    if "TESTS_TEMPLATE" in os.environ:
        return f"{os.environ['TESTS_TEMPLATE']}/held"
    path = tempfile.mkstemp(prefix="caravan-held-")[1]
    hold(path)
    return path


def end_with_us(folder):
    """Let the server of this folder end with whoever holds the file: who is killed stops nothing any more."""
    nowhere = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    # Ctrl+C is for us alone.
    subprocess.Popen([sys.executable, "-IS", __file__, held(), folder], start_new_session=True, **nowhere)


def wait_for(path):
    """Return once nobody holds this file; it may be gone with whoever did."""
    with contextlib.suppress(FileNotFoundError), path.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        path.unlink()


def end(folder):
    """Shut the server of this folder down at once, if it is there still, and delete all that it has."""
    until = time.monotonic() + PATIENCE
    while folder.exists() and time.monotonic() < until:
        with contextlib.suppress(OSError, ValueError):
            postmaster = (folder / "postmaster.pid").read_text().split()[0]
            told = subprocess.run(["ps", "-o", "args=", "-p", postmaster], capture_output=True, text=True, check=False)
            # Where it was killed its number may be that of somebody else by now.
            if str(folder) not in told.stdout:
                break
            os.kill(int(postmaster), signal.SIGQUIT)
        time.sleep(PAUSE)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    its_file, its_folder = map(Path, sys.argv[1:])
    wait_for(its_file)
    end(its_folder)
