"""What the two lanes share: `make test` tries a sample of what `make test-all` tries whole."""

import os

from hypothesis import settings

IS_LONG = os.environ.get("LANE") == "long"


def unhurried(examples, **more) -> settings:
    """A property's settings: the same examples in each run, so many in the long lane and a third of them every day."""
    most = examples if IS_LONG else examples // 3
    return settings(**{"deadline": None, "derandomize": True, "print_blob": False} | more, max_examples=most)
