"""A play as JSON text, in the play format."""

import json
from collections import Counter

from .checking import NotAPlay
from .fields import shortened


def play_from(text):
    """The JSON value of a text or bytes; raises NotAPlay where it is no JSON or names a key twice."""
    try:
        return DECODER.decode(text if isinstance(text, str) else text.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise NotAPlay(f"this cannot be read as JSON: {error}") from error


def whole(digits):
    """A number written without a point; one too large for any field as a float."""
    return int(digits) if len(digits) < 16 else number(digits)


def number(digits):
    """A whole number as an int, also where it is written 4.0; one too large for any field as a float."""
    value = float(digits)
    return int(value) if value.is_integer() and abs(value) < 1e15 else value


def refuse(constant):
    raise ValueError(f"{constant} is no number")


def object_of(pairs):
    """The object of these pairs; of a key that is there twice, one value would be lost."""
    read = dict(pairs)
    if len(read) < len(pairs):
        [(key, _), *_] = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"“{shortened(key)}” stands twice in one object")
    return read


# Made once: `json.loads` with these would make one for each text.
DECODER = json.JSONDecoder(parse_int=whole, parse_float=number, parse_constant=refuse, object_pairs_hook=object_of)
