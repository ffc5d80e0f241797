"""Runs tests on PostgreSQL instead of SQLite: `pytest -p tests.on_postgresql tests/cards`."""

import os

import pytest

from tests.postgresql import shared_server

# All processes use one server, each with a copy of the database that has gone through all migrations.
os.environ["DATABASE_URL"] = shared_server()


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
