"""How gunicorn serves Caravan. `manage.py serve` starts it; docs/host/configuration.md lists the variables."""

import contextlib
import os
import resource
import shutil
import socket
import sys

import django
from django.conf import settings
from gunicorn.glogging import Logger

from companion.checks import stop_if_misconfigured
from companion.core.announcement import announcement, describe_error
from companion.core.certificates import SITE, SITE_KEY
from companion.core.environment import create_data_folder, set_up_process
from companion.core.garbage_collection import collect_seldom
from companion.core.logs import Json, Plain
from companion.core.streams.stream import PATIENCE_SECONDS
from companion.core.supervisor import CERTIFICATE_PORT, READY

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
set_up_process()
# Metrics that the workers share. The Prometheus library reads the variable when a worker imports it.
COUNTED = settings.DATA / "metrics"
if settings.METRICS_TOKEN:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(COUNTED)
django.setup()
stop_if_misconfigured(include_deployment_checks=True)
create_data_folder(settings.DATA)


class OwnLogger(Logger):
    """Log in the format of Caravan's own log, which has no values of users."""

    def setup(self, cfg):
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(Json() if settings.LOGS == "json" else Plain())
            # Phones keep connections open, so there are some whenever a server stops.
            handler.addFilter(lambda record: not record.getMessage().startswith("Forcing close of "))


def listening() -> socket.socket:
    """Return the socket that phones connect to, or stop with one sentence; gunicorn would retry five times."""
    family = socket.AF_INET6 if ":" in settings.HOST else socket.AF_INET
    try:
        its = socket.create_server((settings.HOST, settings.PORT), family=family, backlog=2048)
    except OSError as error:
        sys.exit(describe_error(error, settings.HOST, settings.PORT))
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # Connections inherit this: a phone that acknowledges nothing for so long has gone.
        its.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, PATIENCE_SECONDS * 1000)
    return its


if settings.METRICS_TOKEN:
    # Metrics restart from zero.
    shutil.rmtree(COUNTED, ignore_errors=True)
    COUNTED.mkdir()

wsgi_app = "companion.asgi:application"
bind = f"fd://{listening().detach()}"
worker_class = "asgi"
if settings.CERTIFICATES:
    certfile, keyfile = f"{settings.CERTIFICATES}/{SITE}", f"{settings.CERTIFICATES}/{SITE_KEY}"
asgi_lifespan = "on"
# The cores this process may use; a container may have fewer than the machine.
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2
# SQLite has one writer at a time, so many workers don't help. Each worker keeps some connections to PostgreSQL.
workers = max(2, min(CORES, 16 if settings.ON_POSTGRESQL else 4))
# Workers share the memory of the code that is loaded before they start.
preload_app = True
# Each connection is an open file.
MOST_FILES = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
with contextlib.suppress(OSError, ValueError):
    resource.setrlimit(resource.RLIMIT_NOFILE, (MOST_FILES, MOST_FILES))
# A stream ends at once when its phone has gone. A request that has begun is still handled by its thread.
asgi_disconnect_grace_period = 0
# A worker without a heartbeat for this many seconds is killed.
timeout = 30
# Phones poll every 1.5 seconds, busy ones less often. The default of 2 would often close the connection too early.
keepalive = 20
# A worker that has to stop gets this many seconds to finish its requests.
graceful_timeout = 20
# The workers' heartbeat is a file. A slow disk would block them.
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
# gunicorn would create the socket in the home folder.
control_socket_disable = True
# Only PROXY decides which X-Forwarded-… headers are trusted.
forwarded_allow_ips = ""
logger_class = OwnLogger
loglevel = "warning"


def child_exit(server, worker):
    """Remove a dead worker's gauges from the metrics."""
    if settings.METRICS_TOKEN:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.pid)


def when_ready(server):
    """Print the address once it can be opened, and let the supervisor go on."""
    # The garbage collector ignores what is loaded until now, so that the workers go on sharing its memory.
    collect_seldom()
    # A site with HTTPS has a permanent name. At home, the router can assign another address.
    is_at_home = settings.CERTIFICATES or not settings.HTTPS
    text = announcement(
        settings.HOST,
        settings.PORT,
        lasting_address=settings.CARAVAN_URL,
        memory=settings.DATA / "address" if is_at_home else None,
        setup_port=int(os.environ[CERTIFICATE_PORT]) if settings.CERTIFICATES else None,
    )
    print(text, flush=True)
    if READY in os.environ:
        os.write(int(os.environ[READY]), b"1")
