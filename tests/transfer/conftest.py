"""The group that plays come into."""

import pytest

from tests.phones import an_empty_group


@pytest.fixture
def group():
    """A group in which nobody has played yet."""
    return an_empty_group()
