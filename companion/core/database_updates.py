"""Update the database before the server starts: check that it can be done, and answer requests meanwhile."""

import contextlib
import datetime
import http.server
import re
import socket
import threading
from http import HTTPStatus
from typing import TextIO

from django.db import connection
from django.db.migrations.executor import MigrationExecutor

# Texts of the page while an existing database is updated, or a new one created.
UPDATING = {
    "title": "Caravan is being updated",
    "en": "Nothing is lost. This page reloads by itself.",
    "de": "Caravan wird gerade aktualisiert. Nichts geht verloren. Diese Seite lädt von selbst neu.",
    "ja": "Caravanを更新しています。記録は失われません。このページは自動的に再読み込みされます。",
}
STARTING = {
    "title": "Caravan is starting",
    "en": "This page reloads by itself.",
    "de": "Caravan startet gerade. Diese Seite lädt von selbst neu.",
    "ja": "Caravanを起動しています。このページは自動的に再読み込みされます。",
}
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<noscript><meta http-equiv="refresh" content="5"></noscript>
<title>%(title)s</title>
<h1>%(title)s</h1>
<p>%(en)s</p>
<p lang="de">%(de)s</p>
<p lang="ja">%(ja)s</p>
<script>
setInterval(async () => {
  // Between the update and the start of the server nobody answers.
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer && answer.status !== 503) location.reload();
}, 2000);
</script>
"""


# Django's `migrate` begins each migration with its name.
BEGINS = re.compile(r"Applying (\S+)\.\.\.")
REPORT_SECONDS = 60


class NewerDatabase(Exception):
    """The database was updated by a newer version of Caravan than this one."""


def migrations_to_apply() -> tuple[list[str], bool]:
    """Return the names of the migrations that the database lacks, in order, and whether it has none at all yet.

    Raises NewerDatabase if the database has migrations of ours that this code doesn't know, and OperationalError
    if the database can't be reached.
    """
    executor = MigrationExecutor(connection)
    loader = executor.loader
    newer = sorted(loader.applied_migrations.keys() - loader.disk_migrations.keys())
    unknown = [name for app, name in newer if app == "companion"]
    if unknown:
        raise NewerDatabase(
            f"A newer version of Caravan has updated this database ({unknown[-1]}). Start that version again, or load "
            "a dump from before the update into an empty database: docs/host/upgrade-and-rollback.md."
        )
    plan = executor.migration_plan(loader.graph.leaf_nodes())
    return [str(migration) for migration, _backwards in plan], not loader.applied_migrations


class Progress:
    """The output of `migrate`, which it passes on, and the migration that is being applied."""

    def __init__(self, out: TextIO):
        self.out, self.running = out, ""

    def write(self, text: str):
        """Write some output, and note which migration begins with it, and when."""
        if begins := BEGINS.search(text):
            now = datetime.datetime.now(datetime.UTC)
            self.running = f"{begins[1]} since {now:%Y-%m-%d %H:%M:%S} UTC"
        self.out.write(text)

    def flush(self):
        """Write what waits."""
        self.out.flush()

    @contextlib.contextmanager
    def reported(self, every: float = REPORT_SECONDS):
        """Write which migration is running, every so many seconds while the block runs."""
        is_over = threading.Event()

        def report():
            while not is_over.wait(every):
                if self.running:
                    self.out.write(f"\n  Still applying {self.running}\n")
                    self.out.flush()

        reporter = threading.Thread(target=report, daemon=True)
        reporter.start()
        try:
            yield
        finally:
            is_over.set()
            reporter.join()


class Answer(http.server.BaseHTTPRequestHandler):
    """Answer every request while the database is being updated: 200 for the liveness probe, else 503."""

    words = UPDATING
    progress: Progress | None = None

    def do_GET(self):
        is_probe = self.path in ("/healthz", "/readyz")
        running = self.progress and self.progress.running
        answer = f"migrating\n{running}\n" if running else "migrating\n"
        body = (answer if is_probe else PAGE % self.words).encode()
        self.send_response(HTTPStatus.OK if self.path == "/healthz" else HTTPStatus.SERVICE_UNAVAILABLE)
        self.send_header("Content-Type", f"text/{'plain' if is_probe else 'html'}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Retry-After", "5")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_HEAD = do_POST = do_GET  # noqa: N815 – the names that http.server looks for.

    def log_message(self, format, *args):
        """Log nothing: addresses can hold keys."""


@contextlib.contextmanager
def answering_meanwhile(host: str, port: int, *, is_new: bool = False, progress: Progress | None = None):
    """Answer requests to this address while the block runs; if it can't be bound, nobody is answered.

    `is_new`: the database is made, not updated, so nothing could be lost. Probes get the `progress`, too.
    """
    handler = type("Handler", (Answer,), {"words": STARTING if is_new else UPDATING, "progress": progress})
    try:
        (family, _kind, _protocol, _name, address), *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        server = type("Server", (http.server.ThreadingHTTPServer,), {"address_family": family})(address[:2], handler)
    except OSError:
        yield
        return
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
