"""An update of the database: what is logged, what is answered meanwhile, what is refused, and how it is stopped."""

import http.client
import io
import os
import re
import shutil
import signal
import socket
import subprocess
import threading
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from companion.core.database_updates import Progress, answering_meanwhile
from tests.browser.server import free_port

ROOT = Path(__file__).resolve().parent.parent.parent


def answer_of(port, path, method="GET"):
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    line.request(method, path)
    answer = line.getresponse()
    return answer.status, answer.read().decode()


class Heard(io.StringIO):
    """An output that tells when words were written twice."""

    def __init__(self, words):
        super().__init__()
        self.words, self.twice = words, threading.Event()

    def write(self, text):
        super().write(text)
        if self.getvalue().count(self.words) > 1:
            self.twice.set()


class TestAnswersMeanwhile:
    def test_health_says_migrating_and_pages_say_updated(self):
        port = free_port()
        with answering_meanwhile("127.0.0.1", port):
            assert answer_of(port, "/healthz") == (200, "migrating\n")
            assert answer_of(port, "/readyz") == (503, "migrating\n")
            status, page = answer_of(port, "/plays/some-play/")
            assert (status, "being updated" in page) == (503, True)
            assert answer_of(port, "/plays/some-play/seats/1/", method="POST")[0] == 503
            assert answer_of(port, "/", method="HEAD") == (503, "")

    def test_health_names_the_migration_that_is_running(self):
        port, progress = free_port(), Progress(io.StringIO())
        progress.write("  Applying companion.0028_fill...")
        with answering_meanwhile("127.0.0.1", port, progress=progress):
            said, name, end = answer_of(port, "/healthz")[1].split("\n")
        assert (said, end) == ("migrating", "")
        assert re.fullmatch(r"companion\.0028_fill since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", name)

    def test_first_start_says_that_it_starts(self):
        port = free_port()
        with answering_meanwhile("127.0.0.1", port, is_new=True):
            status, page = answer_of(port, "/")
        assert status == 503
        assert "Caravan is starting" in page
        assert "updated" not in page

    def test_port_is_free_afterwards(self):
        port = free_port()
        with answering_meanwhile("127.0.0.1", port):
            assert answer_of(port, "/healthz")[0] == 200
        with socket.create_server(("127.0.0.1", port)):
            pass

    def test_taken_port_does_not_stop_the_update(self):
        with socket.create_server(("127.0.0.1", 0)) as other, answering_meanwhile("127.0.0.1", other.getsockname()[1]):
            pass


@pytest.mark.django_db(transaction=True)
class TestDatabase:
    def test_each_migration_is_logged(self, capsys):
        executor = MigrationExecutor(connection)
        newest = [node for node in executor.loader.graph.leaf_nodes() if node[0] == "companion"]
        [before] = executor.loader.get_migration(*newest[0]).dependencies[:1]
        try:
            executor.migrate([before])
            capsys.readouterr()
            call_command("prepare")
            log = capsys.readouterr().out
        finally:
            call_command("migrate", verbosity=0)
        assert "Updating the database. Migrations to apply: 1." in log
        assert f"Applying companion.{newest[0][1]}... OK" in log

    def test_long_migration_is_named_again_and_again(self):
        executor, out = MigrationExecutor(connection), Heard("Still applying")
        [newest] = [node for node in executor.loader.graph.leaf_nodes() if node[0] == "companion"]
        [before] = executor.loader.get_migration(*newest).dependencies[:1]
        progress = Progress(out)
        try:
            executor.migrate([before])
            call_command("migrate", stdout=progress)
        finally:
            call_command("migrate", verbosity=0)
        with progress.reported(every=0.01):
            assert out.twice.wait(timeout=30)
        assert f"Still applying companion.{newest[1]} since 20" in out.getvalue()

    def test_nothing_is_logged_without_an_update(self, capsys):
        call_command("prepare")
        assert capsys.readouterr().out == ""

    def test_newer_database_is_refused(self):
        recorder = MigrationRecorder(connection)
        recorder.record_applied("companion", "9999_of_the_future")
        try:
            with pytest.raises(CommandError, match=r"A newer version of Caravan .* \(9999_of_the_future\)"):
                call_command("prepare")
        finally:
            recorder.record_unapplied("companion", "9999_of_the_future")


@pytest.mark.parametrize("script", ["serve", "run"])
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_signal_ends_the_preparation_at_once(tmp_path, script, sent):
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / script, tmp_path / "scripts")
    for path, commands in {
        "scripts/setup": "exit 0",
        # It would go on for longer than a test may, and serve afterwards.
        ".venv/bin/python": 'echo "$2"; exec sleep 600',
    }.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"#!/bin/sh\n{commands}\n")
        file.chmod(0o755)
    started = subprocess.Popen([tmp_path / "scripts" / script], stdout=subprocess.PIPE, text=True, env=os.environ)
    assert started.stdout.readline() == "prepare\n"
    started.send_signal(sent)
    assert started.wait(timeout=30) == 143
    # The preparation is gone, too: nobody holds the other end of its output any more.
    assert started.stdout.read() == ""


@pytest.mark.parametrize(("host", "asked"), [("", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("127.0.0.2", "127.0.0.2")])
def test_liveness_script_asks_the_host_that_is_served(host, asked):
    port = free_port()
    # `scripts/alive` runs Caravan's own Python.
    with answering_meanwhile(asked, port):
        alive = subprocess.run([ROOT / "scripts" / "alive"], env={**os.environ, "HOST": host, "PORT": str(port)})
    assert alive.returncode == 0
