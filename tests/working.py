"""What no request waits for waits in the database, until a test lets it be done."""

import pytest

from companion.server import working


@pytest.fixture(autouse=True)
def beside(settings, monkeypatch):
    """In modules that import this, tasks wait for a process that does them, which is `done` here."""
    settings.TASKS = {"default": {"BACKEND": settings.IN_THE_DATABASE}}
    # The connection has the transaction of the test.
    monkeypatch.setattr("django_tasks_db.management.commands.db_worker.close_old_connections", lambda: None)


def done():
    working.Hands().run()
