"""How the processes of a machine tell its hubs what has changed: datagrams in a folder with a socket for each hub.

A message is a dict. `kind` names it:

- `new`: a `play` has another `revision`.
- `shut`: permissions changed for everything with this `tag`.
- `at`: the cursor of a `tab` moved to a `cell` of a `play`.
- `tabs`: the open pages of a `play` at another hub, with their cursors. The hub `asks` for those of the others, or not.
- `hello`: a new `hub` doesn't know yet which pages the others have.
- `lost`: earlier messages may be missing.
"""

import contextlib
import json
import os
import socket
import threading
from pathlib import Path

# The environment variable that names the folder. The supervisor sets it.
FOLDER = "CARAVAN_STREAMS"
# The channel of the same messages between machines that share a PostgreSQL (NOTIFY).
CHANNEL = "caravan"
MAX_BYTES = 128 * 1024
# A sender waits this many seconds if a hub is busy. After that, the hub has to look for itself.
PATIENCE_SECONDS = 0.05


def is_enabled() -> bool:
    """Return true if this process belongs to a server with live streams."""
    return FOLDER in os.environ


def encode(message: dict) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode()


class Line:
    """A connection to one hub."""

    def __init__(self, path: Path):
        self.has_lost = False
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            self.socket.connect(str(path))
        except OSError:
            self.socket.close()
            raise

    def put(self, data: bytes, patience: float):
        """Send a message. If the hub missed an earlier one, tell it so first. Raises OSError if the hub is gone."""
        self.socket.settimeout(0 if self.has_lost else patience)
        try:
            if self.has_lost:
                self.socket.send(encode({"kind": "lost"}))
            self.socket.send(data)
        except (BlockingIOError, TimeoutError):
            self.has_lost = True
        else:
            self.has_lost = False


class Wire:
    """The connections of this process to all hubs of the machine."""

    def __init__(self):
        self.lines: dict[str, Line] = {}
        self.lock = threading.Lock()

    def tell(self, message: dict, *, patience=PATIENCE_SECONDS):
        """Send a message to all hubs."""
        data, folder = encode(message), Path(os.environ[FOLDER])
        with self.lock:
            for path in folder.glob("*"):
                # A new process may have the number of one that was killed.
                if not self.reaches(path, data, patience):
                    self.reaches(path, data, patience)

    def reaches(self, path, data, patience) -> bool:
        """Send to one hub; return false if that failed. A connection that fails is forgotten, and so is a dead hub."""
        is_new = path.name not in self.lines
        try:
            if is_new:
                self.lines[path.name] = Line(path)
            self.lines[path.name].put(data, patience)
        except OSError:
            if line := self.lines.pop(path.name, None):
                line.socket.close()
            if is_new:
                path.unlink(missing_ok=True)
            return False
        return True


tell = Wire().tell


@contextlib.contextmanager
def open_socket(name: str):
    """Yield the socket of a hub with this name."""
    path = Path(os.environ[FOLDER], name)
    path.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as hub:
        hub.setblocking(False)
        hub.bind(str(path))
        try:
            yield hub
        finally:
            path.unlink(missing_ok=True)


def receive(hub: socket.socket) -> dict | None:
    """Return the next message, or None if there is none."""
    try:
        return json.loads(hub.recv(MAX_BYTES))
    except BlockingIOError:
        return None
