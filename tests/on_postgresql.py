"""Runs tests on PostgreSQL instead of SQLite: `pytest -p tests.on_postgresql tests/cards`."""

import atexit
import contextlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.postgresql import a_database, a_server

ROOT = Path(__file__).resolve().parent.parent

# The processes of `-n` use the server of the process that started them, each with a database of its own. They are told
# of it by a name that `tests.surroundings` leaves alone.
if "PYTEST_XDIST_WORKER" not in os.environ:
    server = contextlib.ExitStack()
    os.environ["TESTS_POSTGRESQL"] = server.enter_context(a_server())
    atexit.register(server.close)
    # Each process copies the database that has gone through all migrations.
    os.environ["TESTS_POSTGRESQL_TEMPLATE"] = "migrated"
    migrated = {"DATABASE_URL": a_database(os.environ["TESTS_POSTGRESQL"], "migrated")}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=os.environ | migrated, check=True)
os.environ["DATABASE_URL"] = os.environ["TESTS_POSTGRESQL"]


def pytest_sessionstart():
    """End at once where the tests would run on anything else."""
    from django.db import connection

    if connection.vendor != "postgresql":
        raise pytest.UsageError(f"These tests were to run on PostgreSQL, and would on {connection.vendor}.")


def pytest_collection_modifyitems(config, items):
    """Leave out what only SQLite can be asked."""
    of_sqlite = [item for item in items if item.get_closest_marker("sqlite")]
    config.hook.pytest_deselected(items=of_sqlite)
    items[:] = [item for item in items if item not in of_sqlite]
