"""How gunicorn serves Caravan, but for deadlines that a test can wait for, and connections that hold little."""

import os
import runpy
import socket

from companion.core import requests

served = runpy.run_path("gunicorn.conf.py")
globals().update({name: value for name, value in served.items() if not name.startswith("__")})
requests.SECONDS_FOR_A_FORM = 2
requests.BYTES_A_SECOND = 20_000
# What a phone does not read has to wait here, instead of in the machine's own buffers.
with socket.socket(fileno=os.dup(int(served["bind"].removeprefix("fd://")))) as listener:
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
