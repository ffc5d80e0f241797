"""What the two lanes share: `make test` tries a sample of what `make test-all` tries whole."""

import os

import pytest
from hypothesis import HealthCheck, settings

IS_LONG = os.environ.get("LANE") == "long"


def long(*values):
    """A case of a parametrized test that the long lane alone tries."""
    return pytest.param(*values, marks=pytest.mark.long)


def unhurried(examples, *, unchecked=()) -> settings:
    """A property's settings: the same examples in each run, so many in the long lane and a quarter every day.

    `unchecked`: of Hypothesis's health checks those that do not matter there; that a machine is slow never does.
    """
    return settings(
        max_examples=examples if IS_LONG else examples // 4,
        deadline=None,
        derandomize=True,
        print_blob=False,
        suppress_health_check=[HealthCheck.too_slow, *unchecked],
    )
