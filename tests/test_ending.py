"""A PostgreSQL that was started for tests goes with whoever started it."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# It is gone in a second; a machine that does much else takes longer.
PATIENCE = 60
STARTS_ONE = """
from tests.postgresql import running
with running() as server:
    print(server.get_pid(), server.pgdata, flush=True)
    input()
"""


def is_there(postmaster) -> bool:
    return subprocess.run(["ps", "-p", str(postmaster)], capture_output=True, check=False).returncode == 0


@pytest.mark.long
def test_it_is_gone_once_its_process_was_killed():
    alone = {name: value for name, value in os.environ.items() if name != "TESTS_TEMPLATE"}
    command = [sys.executable, "-c", STARTS_ONE]
    with subprocess.Popen(command, cwd=ROOT, env=alone, stdin=-1, stdout=-1, text=True) as starts:
        postmaster, folder = starts.stdout.readline().split()
        assert is_there(postmaster)
        starts.kill()
    until = time.monotonic() + PATIENCE
    while (is_there(postmaster) or Path(folder).exists()) and time.monotonic() < until:
        time.sleep(0.1)
    assert not is_there(postmaster)
    assert not Path(folder).exists()
