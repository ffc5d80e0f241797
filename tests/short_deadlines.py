"""How gunicorn serves Caravan, but for deadlines that a test can wait for, and lines that hold little at a time."""

import runpy
import socket

from companion.server import worker

served = runpy.run_path("gunicorn.conf.py")
globals().update({name: value for name, value in served.items() if not name.startswith("__")})
# Of a phone that has asked nothing yet.
keepalive = 1
worker.SECONDS_FOR_A_HEAD = 1
worker.SECONDS_FOR_A_FORM = 2
worker.BYTES_A_SECOND = 20_000


def when_ready(server):
    # What a phone does not read has to wait here, instead of in the machine's own buffers.
    for listener in server.LISTENERS:
        listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    served["when_ready"](server)
