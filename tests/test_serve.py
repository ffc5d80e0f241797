"""`manage.py serve` on a system that lacks what Unix alone has, such as Windows."""

import asyncio
import os
import re
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from bench.phone import sit_down
from tests.browser.server import free_port
from tests.prepared import copy_to

ROOT = Path(__file__).resolve().parent.parent
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


@contextmanager
def started(folder, port):
    """Start `serve` on a port, with the data of this folder, and yield its process."""
    copy_to(folder, "caravan.sqlite3", "made", "bundled", "static", "static.stamp")
    own = {"CARAVAN_DATA": str(folder), "HTTPS": "0", "HOST": "127.0.0.1", "PORT": str(port)}
    process = subprocess.Popen(
        [sys.executable, "-c", WITHOUT_UNIX, "serve"],
        cwd=ROOT,
        env=os.environ | own,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=60)


async def save_and_read(port):
    """Start a play, enter a column, and return the page that shows it."""
    seated = await sit_down(port, 2)
    return (await seated.phones[0].get(seated.cards[0])).text


def test_serve_starts_and_saves_without_what_unix_alone_has(tmp_path):
    port = free_port()
    with started(tmp_path, port) as server:
        said = []
        assert any(f"http://127.0.0.1:{port}" in line for line in server.stdout if not said.append(line)), said
        assert re.search(r'name="gold"[^>]*value="2"', asyncio.run(save_and_read(port)))


def test_serve_without_what_unix_alone_has_explains_that_its_port_is_taken(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with started(tmp_path, port) as server:
            assert f"Port {port} is taken." in server.stdout.read()
