"""Runs tests on PostgreSQL instead of SQLite: `pytest -p tests.on_postgresql tests/web`."""

import atexit
import contextlib
import os

from tests.postgresql import a_server

# The processes of `-n` use the server of the process that started them, each with a database of its own.
if "PYTEST_XDIST_WORKER" not in os.environ:
    server = contextlib.ExitStack()
    os.environ["DATABASE_URL"] = server.enter_context(a_server())
    atexit.register(server.close)
