"""Prometheus metrics at /metrics, for clients with the token `METRICS_TOKEN`. Without a token there are no metrics.

The processes of a machine share files (`PROMETHEUS_MULTIPROC_DIR`), so each of them can answer for all. Labels never
have users' texts: a view is labelled with its URL's name, without the namespace.
"""

import contextlib
import shutil
import time

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpResponse
from django.utils.crypto import constant_time_compare
from django_tasks_db.models import DBTaskResult
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from .logs import read_method

PATH = "/metrics"
# The file in the data folder whose time says when everything was last written to a dump.
LAST_DUMP = "last_dump"
REQUESTS = Counter("caravan_requests", "Answered requests", ["view", "method", "status"])
SECONDS = Histogram(
    "caravan_request_seconds",
    "Response time in seconds",
    ["view"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
UNDER_WAY = Gauge("caravan_requests_under_way", "Requests in progress", multiprocess_mode="livesum")
SAVES = Counter("caravan_saves", "Saves of score sheet columns, by outcome", ["fate"])
QUERIES = Counter("caravan_database_questions", "Database queries")
QUERY_SECONDS = Counter("caravan_database_seconds", "Time spent on database queries, in seconds")
FAILED_QUERIES = Counter("caravan_database_failures", "Database queries that failed")


def metrics(get_response):
    """Count each request, and answer /metrics to clients with the token; for others, there is no such page."""

    def middleware(request):
        given, wanted = request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}"
        if request.path_info == PATH and constant_time_compare(given.encode(), wanted.encode()):
            return current_metrics()
        began = time.perf_counter()
        with UNDER_WAY.track_inprogress(), connection.execute_wrapper(count_query):
            response = get_response(request)
        match = getattr(request, "resolver_match", None)
        view = match.url_name or "other" if match else "none"
        REQUESTS.labels(view, read_method(request), response.status_code).inc()
        SECONDS.labels(view).observe(time.perf_counter() - began)
        if fate := getattr(request, "fate_of_save", None):
            SAVES.labels(fate).inc()
        return response

    return middleware


def count_query(execute, sql, parameters, many, context):
    """Run a query and count it."""
    began = time.perf_counter()
    try:
        return execute(sql, parameters, many, context)
    except DatabaseError:
        FAILED_QUERIES.inc()
        raise
    finally:
        QUERIES.inc()
        QUERY_SECONDS.inc(time.perf_counter() - began)


def current_metrics() -> HttpResponse:
    """Return what all processes of this machine have counted, and the state of the database and the disk."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    registry.register(DatabaseCollector())
    registry.register(DiskCollector())
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST, headers=headers)


class DatabaseCollector(Collector):
    """Metrics of the database: whether and how fast it answers, and its waiting tasks. Read for each request."""

    def collect(self):
        began = time.perf_counter()
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT count(*) FROM companion_import WHERE alive_at IS NOT NULL")
                imports = cursor.fetchone()[0]
            tasks = DBTaskResult.objects.ready().count()
            failed = DBTaskResult.objects.failed().count()
        except DatabaseError:
            yield GaugeMetricFamily("caravan_database_up", "1 if the database answers, 0 if not", value=0)
            return
        seconds = time.perf_counter() - began
        yield GaugeMetricFamily("caravan_database_up", "1 if the database answers, 0 if not", value=1)
        yield GaugeMetricFamily("caravan_database_answer_seconds", "Duration of this database check", value=seconds)
        yield GaugeMetricFamily("caravan_imports_under_way", "Imports in progress", value=imports)
        yield GaugeMetricFamily("caravan_tasks_waiting", "Background tasks waiting to start", value=tasks)
        yield GaugeMetricFamily("caravan_tasks_failed", "Background tasks that failed in the last week", value=failed)


class DiskCollector(Collector):
    """Metrics of the data folder: free disk space, and the time of the last dump."""

    def collect(self):
        free = shutil.disk_usage(settings.DATA).free
        yield GaugeMetricFamily("caravan_disk_free_bytes", "Free disk space for the data folder, in bytes", value=free)
        with contextlib.suppress(FileNotFoundError):
            at = (settings.DATA / LAST_DUMP).stat().st_mtime
            yield GaugeMetricFamily("caravan_backup_timestamp_seconds", "Unix time of the last dump", value=at)
