"""Exact numbers: `int`, or `Decimal` with at most two decimals; never `float`."""

import json
from decimal import Decimal
from functools import partial
from typing import Any

type Number = int | Decimal

MOST_DECIMALS = 2
# A total has nine digits before the decimal point, the sum of many rounds a few more. SQLite stores 15 exactly.
DIGITS_OF_POINTS = 15
MOST_SCORED = 10 ** (DIGITS_OF_POINTS - MOST_DECIMALS) - 1
# Nobody writes a number with more characters than this.
LONGEST = 40


def plain(value: Number) -> Number:
    """Return a number as `int` if it is whole, else as `Decimal` without trailing zeros.

    >>> plain(Decimal("10.00")), plain(Decimal("10.50"))
    (10, Decimal('10.5'))
    """
    if isinstance(value, int):
        return value
    whole = int(value)
    return whole if whole == value else value.normalize()


def exact(digits: str) -> Number | float:
    """Return the number of a JSON literal: exact, or a `float` if it has an exponent or very many digits."""
    if len(digits) > LONGEST or "e" in digits or "E" in digits:
        return float(digits)
    return plain(Decimal(digits))


def decimals_of(value: Number) -> int:
    """Return the number of decimals.

    >>> decimals_of(10), decimals_of(Decimal("10.25"))
    (0, 2)
    """
    exponent = 0 if isinstance(value, int) else value.normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def json_number(value: Number) -> int | float:
    """Return a number for JSON. A float of so few digits is written with exactly these digits."""
    return value if isinstance(value, int) else float(value)


def as_json(value: object) -> float:
    """Return a `Decimal` as `float`: the `default` of `json.dumps`. Raises TypeError for anything else."""
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError(f"{type(value).__name__} is no JSON")


def with_floats(value: Any) -> Any:
    """Return a JSON value with floats for its exact numbers, like one that is read without `ExactDecoder`."""
    return json.loads(json.dumps(value, default=as_json))


class ExactEncoder(json.JSONEncoder):
    """JSON encoder that writes a `Decimal` as a number."""

    def default(self, o: Any) -> Any:
        return as_json(o)


# For the `decoder` of Django's JSONField: called without arguments, it returns a decoder of exact numbers.
ExactDecoder = partial(json.JSONDecoder, parse_float=exact)
