"""Every test of pages has a database."""

import pytest


@pytest.fixture(autouse=True)
def _database(db):
    """Tests that need several threads are marked `django_db(transaction=True)`."""
