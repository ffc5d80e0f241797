"""Exact numbers: whole ones are `int`, the others `Decimal` with at most two digits after the point, never `float`."""

import json
from decimal import Decimal
from functools import partial
from typing import Any

type Number = int | Decimal

MOST_DECIMALS = 2
# A total has nine digits before the point, and a sum of many such rounds a few more. SQLite keeps 15 exactly.
DIGITS_OF_POINTS = 15
MOST_SCORED = 10 ** (DIGITS_OF_POINTS - MOST_DECIMALS) - 1
# Nobody writes a number with more characters than this.
LONGEST = 40


def plain(value: Number) -> Number:
    """Return a number as an `int` where it is whole, else as a `Decimal` without zeros at its end.

    >>> plain(Decimal("10.00")), plain(Decimal("10.50"))
    (10, Decimal('10.5'))
    """
    if isinstance(value, int):
        return value
    whole = int(value)
    return whole if whole == value else value.normalize()


def exact(digits: str) -> Number | float:
    """Return the number that JSON writes with these digits; one with an exponent or very many digits as a `float`."""
    if len(digits) > LONGEST or "e" in digits or "E" in digits:
        return float(digits)
    return plain(Decimal(digits))


def decimals_of(value: Number) -> int:
    """Return how many digits a number has after its point.

    >>> decimals_of(10), decimals_of(Decimal("10.25"))
    (0, 2)
    """
    exponent = 0 if isinstance(value, int) else value.normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def json_number(value: Number) -> int | float:
    """Return a number as JSON has it: a float of so few digits is written with just these digits."""
    return value if isinstance(value, int) else float(value)


def as_json(value: object) -> float:
    """Return what stands in JSON for a `Decimal`; `default` of `json.dumps`. Raises TypeError for anything else."""
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError(f"{type(value).__name__} is no JSON")


def with_floats(value: Any) -> Any:
    """Return a value of JSON with floats for its exact numbers, as a field without a decoder is read again."""
    return json.loads(json.dumps(value, default=as_json))


class ExactEncoder(json.JSONEncoder):
    """Writes a `Decimal` as a JSON number."""

    def default(self, o: Any) -> Any:
        return as_json(o)


# Made with a `decoder` of Django's in mind: called without anything it gives one that reads exact numbers.
ExactDecoder = partial(json.JSONDecoder, parse_float=exact)
