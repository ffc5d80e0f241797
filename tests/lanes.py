"""What the two lanes share: `make test` tries a sample of what `make test-all` tries whole."""

import os
from itertools import chain, count

import pytest
from hypothesis import HealthCheck, settings

IS_LONG = os.environ.get("LANE") == "long"


def long(*values):
    """A case of a parametrized test that the long lane alone tries."""
    return pytest.param(*values, marks=pytest.mark.long)


def in_the_long_lane(*values):
    """These values in the long lane, and every day none of them."""
    return values if IS_LONG else ()


def long_walk(walk):
    """A walk past pages, or a part of one, that the long lane alone goes."""
    return walk if IS_LONG else lambda *_: ()


def each_third(values):
    """These values; every day each third of them."""
    return values if IS_LONG else list(values)[::3]


def chosen(values, *, daily):
    """These values; every day those of them that matter most, which are named."""
    values = list(values)
    assert set(daily) <= set(values), set(daily) - set(values)
    return values if IS_LONG else [value for value in values if value in daily]


def moments():
    """The moments at which a request can be overtaken: 1, 2, 3 and on; every day 1, 2, 8, 16, 24 and on.

    A member is known at the first, and at the second, mostly, that they may; of a guest that is known at the first.
    """
    return count(1) if IS_LONG else chain([1, 2], count(8, 8))


def unhurried(examples, *, unchecked=()) -> settings:
    """A property's settings: the same examples in each run, so many in the long lane and an eighth of them every day.

    `unchecked`: of Hypothesis's health checks those that do not matter there; that a machine is slow never does.
    """
    return settings(
        max_examples=examples if IS_LONG else max(3, examples // 8),
        deadline=None,
        derandomize=True,
        print_blob=False,
        suppress_health_check=[HealthCheck.too_slow, *unchecked],
    )
