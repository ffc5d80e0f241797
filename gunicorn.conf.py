"""How gunicorn serves Caravan. `manage.py serve` starts it; docs/host/configuration.md lists the variables."""

import contextlib
import os
import random
import resource
import secrets
import shutil
import socket
import sys
import time

from gunicorn.glogging import Logger

from companion.server.announcement import announcement, why_not
from companion.server.collector import collect_seldom
from companion.server.configuration import Misconfigured, text
from companion.server.logs import Json, Plain
from companion.server.worker import BESIDE
from companion.settings import CARAVAN_URL, DATA, HTTPS, LOGS, METRICS_TOKEN, ON_POSTGRESQL, PORT, PROXY
from companion.streams import wire

HOST = text("HOST", "0.0.0.0")
# Metrics that the workers share. The Prometheus library reads the variable when a worker imports it.
COUNTED = DATA / "metrics"
if METRICS_TOKEN:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(COUNTED)


class NamelessLogger(Logger):
    """Log no paths, because they contain keys, no request contents, and at most one invalid request per minute."""

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
        """Log an invalid request, with the number of those not logged since the last one."""
        if time.monotonic() < self.next_at:
            self.left_out += 1
            return
        more = f" ({self.left_out} more since the last one)" if self.left_out else ""
        self.next_at, self.left_out = time.monotonic() + self.seconds_between, 0
        super().warning(f"Invalid request{more}")

    def exception(self, msg, *args, **kwargs):
        if msg.startswith("Error handling request"):
            msg, args = "Error handling a request", ()
        super().exception(msg, *args, **kwargs)


wsgi_app = "companion.wsgi"
bind = f"[{HOST}]:{PORT}" if ":" in HOST else f"{HOST}:{PORT}"
worker_class = "companion.server.worker.PatientWorker"
# The cores this process may use; a container may have fewer than the machine.
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2
# SQLite has one writer at a time, so many workers don't help. Each worker keeps some connections to PostgreSQL.
ANSWERING = max(2, min(CORES, 16 if ON_POSTGRESQL else 4))
# Plus one worker for the live streams and one for background tasks.
workers = ANSWERING + len(BESIDE)
threads = 4
# Phones keep their connections open. Beyond this limit, a worker closes each one after its response.
MOST_FILES = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
with contextlib.suppress(OSError, ValueError):
    resource.setrlimit(resource.RLIMIT_NOFILE, (MOST_FILES, MOST_FILES))
# Each connection is an open file, and 200 more are reserved for other files.
worker_connections = 4000 if MOST_FILES == resource.RLIM_INFINITY else max(100, min(4000, MOST_FILES - 200))
# Static files also use the non-blocking writer.
sendfile = False
# A worker without a heartbeat for this many seconds is killed.
timeout = 30
# Phones poll every 1.5 seconds, busy ones less often. The default of 2 would often close the connection too early.
keepalive = 20
# At low load, one worker accepts nearly all phones and would keep them for the whole game night. After this many
# requests, on average, a phone reconnects to whichever worker is free.
REQUESTS_A_CONNECTION = 20
# A worker that has to stop gets this many seconds to finish its requests.
graceful_timeout = 20
# The workers' heartbeat is a file. A slow disk would block them.
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
# gunicorn would create the socket in the home folder.
control_socket_disable = True
# Only PROXY decides which X-Forwarded-… headers are trusted.
forwarded_allow_ips = ""
logger_class = NamelessLogger
loglevel = "warning"


def pre_request(worker, request):
    """Close some connections after their response, so that phones spread over the workers."""
    if random.random() * REQUESTS_A_CONNECTION < 1:
        request.force_close()


def pre_fork(server, worker):
    """Choose the role of a new worker: streams, background tasks, or requests if other workers have these roles.

    Only the youngest workers count, because a reload ends the others.
    """
    youngest = sorted(server.WORKERS.values(), key=lambda each: -each.age)[: server.num_workers - 1]
    done = {each.does for each in youngest}
    worker.does = next((each for each in BESIDE if each not in done), "") if wire.is_laid() else ""


def post_fork(server, worker):
    """Make each worker import our current code, so that a reload picks it up. New libraries need a restart."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "companion"]:
        del sys.modules[name]


def child_exit(server, worker):
    """Remove a dead worker's gauges from the metrics."""
    if METRICS_TOKEN:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.pid)


def post_worker_init(worker):
    """Make each worker collect garbage rarely."""
    collect_seldom()


def on_starting(server):
    """Check settings and port, and stop with one sentence if they don't work; gunicorn would retry five times."""
    if HTTPS and not PROXY:
        raise Misconfigured(
            "PROXY is missing. With HTTPS, Caravan runs behind a proxy: set PROXY=1. "
            "For plain HTTP at home, set HTTPS=0."
        )
    if METRICS_TOKEN:
        # Metrics restart from zero.
        shutil.rmtree(COUNTED, ignore_errors=True)
        COUNTED.mkdir()
    try:
        [(family, kind, _, _, place), *_] = socket.getaddrinfo(HOST, PORT, type=socket.SOCK_STREAM)
        with socket.socket(family, kind) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(place)
    except OSError as error:
        sys.exit(why_not(error, HOST, PORT))
    wire.lay(secrets.token_urlsafe(32))


def when_ready(server):
    """Print the address once it can be opened."""
    # A site with HTTPS has a permanent name. At home, the router can assign another address.
    memory = None if HTTPS else DATA / "address"
    print(announcement(HOST, PORT, lasting_address=CARAVAN_URL, memory=memory), flush=True)
