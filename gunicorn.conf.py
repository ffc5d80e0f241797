"""How gunicorn serves Caravan. `make run` starts it; docs/host/configuration.md lists the variables."""

import contextlib
import errno
import os
import random
import resource
import secrets
import shutil
import socket
import sys
import time

from gunicorn.glogging import Logger

from companion.server.announcement import announcement
from companion.server.collector import collect_seldom
from companion.server.configuration import Misconfigured, text
from companion.server.logs import Json, Plain
from companion.server.worker import BESIDE
from companion.settings import CARAVAN_URL, DATA, HTTPS, LOGS, METRICS_TOKEN, ON_POSTGRESQL, PORT, PROXY
from companion.streams import wire

HOST = text("HOST", "0.0.0.0")
# Where the workers count together; read by the library once a worker loads it.
COUNTED = DATA / "metrics"
if METRICS_TOKEN:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(COUNTED)


class NamelessLogger(Logger):
    """Log neither paths, which hold keys, nor what was sent as a request, and at most one bad request a minute."""

    seconds_between, next_at, left_out = 60, 0.0, 0

    def setup(self, cfg):
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(Json() if LOGS == "json" else Plain())

    def warning(self, msg, *args, **kwargs):
        if msg.startswith("Invalid request"):
            self.invalid_request()
            return
        super().warning(msg, *args, **kwargs)

    def invalid_request(self):
        """Log that something other than a request was sent, with how many more since the last such line."""
        if time.monotonic() < self.next_at:
            self.left_out += 1
            return
        more = f" ({self.left_out} more since the last such line)" if self.left_out else ""
        self.next_at, self.left_out = time.monotonic() + self.seconds_between, 0
        super().warning(f"Invalid request{more}")

    def exception(self, msg, *args, **kwargs):
        if msg.startswith("Error handling request"):
            msg, args = "Error handling a request", ()
        super().exception(msg, *args, **kwargs)


wsgi_app = "companion.wsgi"
bind = f"[{HOST}]:{PORT}" if ":" in HOST else f"{HOST}:{PORT}"
worker_class = "companion.server.worker.PatientWorker"
# Those this process may use, which in a container are fewer than there are.
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2
# SQLite has one writer at a time: many cores gain nothing. Each worker holds some connections to PostgreSQL.
ANSWERING = max(2, min(CORES, 16 if ON_POSTGRESQL else 4))
# And one that holds the streams of the phones, and one that does what no request waits for.
workers = ANSWERING + len(BESIDE)
threads = 4
# Phones keep their connections open; beyond so many a worker hangs up after each answer.
MOST_FILES = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
with contextlib.suppress(OSError, ValueError):
    resource.setrlimit(resource.RLIMIT_NOFILE, (MOST_FILES, MOST_FILES))
# Each is a file to the machine, and some are needed besides.
worker_connections = 4000 if MOST_FILES == resource.RLIM_INFINITY else max(100, min(4000, MOST_FILES - 200))
# Static files go through the line that nobody waits for, as everything else.
sendfile = False
# A worker that says nothing for so long is ended, with what it was doing.
timeout = 30
# A phone asks every second and a half, a busy one later; the default of two would often close just then.
keepalive = 20
# While there is little to do, one worker accepts nearly all phones, and they would stay with it for the evening. After
# so many requests, on average, a phone connects anew, which is to whichever worker has time.
REQUESTS_A_CONNECTION = 20
# What is under way when a worker is to go is finished first; nobody waits longer for a page.
graceful_timeout = 20
# The workers' heartbeat is a file, which on a slow disk would halt them.
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
# It would be written into the home folder.
control_socket_disable = True
# Whom to believe about the address and https is what PROXY says, and nothing else.
forwarded_allow_ips = ""
logger_class = NamelessLogger
loglevel = "warning"


def pre_request(worker, request):
    """Close some connections after their answer, so that the phones spread over the workers."""
    if random.random() * REQUESTS_A_CONNECTION < 1:
        request.force_close()


def pre_fork(server, worker):
    """Let one worker hold the streams, and one work: the next one, where none of the youngest does.

    After a reload the youngest are those that stay.
    """
    youngest = sorted(server.WORKERS.values(), key=lambda each: -each.age)[: server.num_workers - 1]
    done = {each.does for each in youngest}
    worker.does = next((each for each in BESIDE if each not in done), "") if wire.is_laid() else ""


def post_fork(server, worker):
    """Let each worker read our code as it is now, which a reload takes up. New libraries need a restart: many stay."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "companion"]:
        del sys.modules[name]


def child_exit(server, worker):
    """Take what lasts no longer than its worker out of what is counted."""
    if METRICS_TOKEN:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.pid)


def post_worker_init(worker):
    """Have each worker collect seldom."""
    collect_seldom()


def on_starting(server):
    """Say in one sentence why this port cannot be had; gunicorn alone would try five times, loudly."""
    if HTTPS and not PROXY:
        raise Misconfigured(
            "PROXY is missing: https is spoken by a proxy before Caravan, as PROXY=1 says. Plain http at home: HTTPS=0."
        )
    if METRICS_TOKEN:
        # Counting begins anew with each start.
        shutil.rmtree(COUNTED, ignore_errors=True)
        COUNTED.mkdir()
    try:
        [(family, kind, _, _, place), *_] = socket.getaddrinfo(HOST, PORT, type=socket.SOCK_STREAM)
        with socket.socket(family, kind) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(place)
    except OSError as error:
        sys.exit(why_not(error))
    wire.lay(secrets.token_urlsafe(32))


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
