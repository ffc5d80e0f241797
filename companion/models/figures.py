"""Columns for points and for what is entered: exact, with at most two digits after the point."""

from django.db import models

from companion.rules.kit.numbers import MOST_DECIMALS, ExactDecoder, ExactEncoder, plain

# A total has nine digits before the point, and a sum of many such rounds a few more. SQLite keeps 15 exactly.
DIGITS_OF_POINTS = 15


class PointsField(models.DecimalField):
    """Points of a play: an `int` where they are whole, else a `Decimal`; None where nobody knows any."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **{"max_digits": DIGITS_OF_POINTS, "decimal_places": MOST_DECIMALS, **kwargs})

    def from_db_value(self, value, expression, connection):
        return None if value is None else plain(value)


# Most of what is stored is empty, which takes as long to decode as what is not.
EMPTY = {"{}": dict, "[]": list}


class FiguresField(models.JSONField):
    """JSON with exact numbers in it."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **{"encoder": ExactEncoder, "decoder": ExactDecoder, **kwargs})

    def from_db_value(self, value, expression, connection):
        empty = EMPTY.get(value)
        return empty() if empty else super().from_db_value(value, expression, connection)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        # They belong to the class, and say nothing to a database.
        return name, path, args, {key: value for key, value in kwargs.items() if key not in ("encoder", "decoder")}
