"""What a server and the tests need before they start, made once for all processes of a run."""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def template() -> Path:
    """A data folder as `manage.py prepare` makes it; whoever needs it first makes it, and the others wait."""
    folder = Path(os.environ["TESTS_TEMPLATE"])
    with (folder / "turn").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not (folder / "data").exists():
            # As open as most machines make it: what is prepared closes it.
            (folder / "unfinished").mkdir(mode=0o755, exist_ok=True)
            prepare(folder / "unfinished")
            (folder / "unfinished").rename(folder / "data")
    return folder / "data"


def prepare(folder: Path):
    """Let the site's own command prepare this folder, for SQLite."""
    surroundings = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    command = [sys.executable, "manage.py", "prepare"]
    subprocess.run(command, cwd=ROOT, env={**surroundings, "CARAVAN_DATA": str(folder)}, umask=0o022, check=True)


def copy_to(folder: Path, *parts):
    """Put copies of these parts of the template into a folder."""
    for part in parts:
        source, target = template() / part, folder / part
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        else:
            shutil.copy2(source, target)
