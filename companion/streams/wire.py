"""What the workers tell the process that holds the streams, over one socket that they inherit when the server starts.

A message is a dict, of which `kind` says what it is about:

- `open`: a connection comes along, to be held from now on: `head` (what is sent first), `play` (its id), `tags` (what
  may shut it out), `asked` (when it was asked for, by the machine's monotonic clock), `who` (the person, or nothing),
  `address` (the client's network address, empty for members of the group),
  `tab` (the page's own id), `view` (what it shows, as the query by which that is asked for), `is_shared` (whether that
  is the same on all phones) and `is_packed` (whether it takes gzip, as `head` says then).
- `new`: a `play` has another `revision`.
- `shut`: something changed who may see what has this `tag`.
- `at`: the cursor of a `tab` is in a `cell` of a `play` now.
- `lost`: something could not be told before.

What is told while that process is away waits in the socket for the next one, as far as there is room.
"""

import functools
import json
import os
import select
import socket
from array import array

PLACES, SECRET = "CARAVAN_STREAMS", "CARAVAN_INSIDE"
LONGEST = 128 * 1024
# Where PostgreSQL carries the same from machine to machine (NOTIFY).
CHANNEL = "caravan"
# So long whoever has saved waits for room; who is told nothing asks by and by.
MILLISECONDS = 50


def lay(secret: str):
    """Make the socket, and the secret by which the holding process asks for what it sends on. Once, by the master."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    os.environ[PLACES] = f"{ours.detach()} {theirs.detach()}"
    os.environ[SECRET] = secret


def is_laid() -> bool:
    """Whether this process belongs to a server with streams."""
    return PLACES in os.environ


def end(place) -> socket.socket:
    return socket.socket(fileno=int(os.environ[PLACES].split()[place]))


@functools.cache
def told_by() -> socket.socket:
    """The end of the workers."""
    return end(0)


@functools.cache
def heard_by() -> socket.socket:
    """The end of the process that holds the streams."""
    return end(1)


class Telling:
    """What this process could not tell is made up for as soon as it can tell anything again."""

    has_lost = False

    def tell(self, message: dict, *descriptors: int) -> bool:
        """Tell this, with files that are given away; whether there was room for it."""
        if self.has_lost and not self.put({"kind": "lost"}, wait=False):
            return False
        self.has_lost = not self.put(message, *descriptors, wait=not self.has_lost)
        return not self.has_lost

    def put(self, message, *descriptors, wait) -> bool:
        data = json.dumps(message, separators=(",", ":")).encode()
        along = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", descriptors))] if descriptors else []
        for is_last in (not wait, True):
            try:
                told_by().sendmsg([data], along, socket.MSG_DONTWAIT)
            except BlockingIOError:
                if is_last:
                    return False
                room = select.poll()
                room.register(told_by(), select.POLLOUT)
                room.poll(MILLISECONDS)
            except OSError:
                return False
            else:
                return True
        return False


tell = Telling().tell


def heard() -> tuple[dict, int | None] | None:
    """The next message, with the connection that came along; None where there is none now."""
    # `socket.send_fds` and `recv_fds` would do, but they take no notice of their flags: they wait.
    room_for_one = socket.CMSG_LEN(array("i").itemsize)
    try:
        data, along, _, _ = heard_by().recvmsg(LONGEST, room_for_one, socket.MSG_DONTWAIT)
    except BlockingIOError:
        return None
    return json.loads(data), array("i", along[0][2])[0] if along else None
