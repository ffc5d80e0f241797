"""How gunicorn serves Caravan. `make run` starts it; the README lists the variables."""

import errno
import os
import random
import socket
import sys

from gunicorn.glogging import Logger

from companion.announcement import announcement
from companion.configuration import text
from companion.settings import CARAVAN_URL, DATA, HTTPS, PORT

HOST = text("HOST", "0.0.0.0")


class NamelessLogger(Logger):
    """Paths hold keys, so neither they nor what somebody sent as a request come into the log."""

    def warning(self, msg, *args, **kwargs):
        if msg.startswith("Invalid request"):
            msg = "Invalid request"
        super().warning(msg, *args, **kwargs)

    def exception(self, msg, *args, **kwargs):
        if msg.startswith("Error handling request"):
            msg, args = "Error handling a request", ()
        super().exception(msg, *args, **kwargs)


wsgi_app = "companion.wsgi"
bind = f"[{HOST}]:{PORT}" if ":" in HOST else f"{HOST}:{PORT}"
worker_class = "gthread"
# SQLite has one writer at a time: many cores gain nothing.
workers = max(2, min(os.cpu_count() or 2, 4))
threads = 4
# A phone asks every second and a half, a busy one later; the default of two would often close just then.
keepalive = 20
# While there is little to do, one worker accepts nearly all phones, and they would stay with it for the evening. After
# so many requests, on average, a phone connects anew, which is to whichever worker has time.
REQUESTS_A_CONNECTION = 20
graceful_timeout = 10
# The workers' heartbeat is a file, which on a slow disk would halt them.
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
# It would be written into the home folder.
control_socket_disable = True
logger_class = NamelessLogger
loglevel = "warning"


def pre_request(worker, request):
    """Close some connections after their answer, so that the phones spread over the workers."""
    if random.random() * REQUESTS_A_CONNECTION < 1:
        request.force_close()


def on_starting(server):
    """Say in one sentence why this port cannot be had; gunicorn alone would try five times, loudly."""
    try:
        [(family, kind, _, _, place), *_] = socket.getaddrinfo(HOST, PORT, type=socket.SOCK_STREAM)
        with socket.socket(family, kind) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(place)
    except OSError as error:
        sys.exit(why_not(error))


def why_not(error):
    """The sentence for an address that cannot be listened on."""
    if error.errno == errno.EADDRINUSE:
        return f"Port {PORT} is taken. Does Caravan run already? Another port: make run PORT={PORT + 1}"
    if error.errno == errno.EACCES:
        return f"Port {PORT} is not open to everybody on this computer. Another port: make run PORT=8000"
    return f"Caravan cannot listen on {HOST}, port {PORT}: {error.strerror}."


def when_ready(server):
    """Print the address once it can be opened."""
    # Behind https stands a site with a name of its own; only at home does a router give out another number.
    memory = None if HTTPS else DATA / "address"
    print(announcement(HOST, PORT, lasting_address=CARAVAN_URL, memory=memory), flush=True)
