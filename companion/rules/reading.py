"""A play as JSON text, in the play format, and files of them."""

import json
from collections import Counter

from .checking import NotAPlay
from .fields import shortened
from .kit import Text, gettext


def play_from(text):
    """The JSON value of a text or bytes; raises NotAPlay where it is no JSON or names a key twice."""
    try:
        return DECODER.decode(text if isinstance(text, str) else text.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        why = error.text if isinstance(error, NotAPlay) else str(error)
        raise NotAPlay(gettext("this cannot be read as JSON: %(error)s", error=why)) from error


def plays_from(file: bytes) -> list:
    """The JSON values in a file of plays: a list of them, a single one, or one a line.

    Raises NotAPlay where it cannot be read; the reason names the line.
    """
    try:
        text = file.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotAPlay(unreadable_from(1 + file.count(b"\n", 0, error.start))) from error
    try:
        value = DECODER.decode(text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data" and text.lstrip().startswith("{"):
            return plays_by_line(text)
        raise NotAPlay(unreadable_from(error.lineno)) from error
    except RecursionError as error:
        raise NotAPlay(unreadable_from(1)) from error
    return value if isinstance(value, list) else [value]


def plays_by_line(text: str) -> list:
    """The JSON values of a text that has one a line; blank lines are passed over."""
    plays = []
    for number, line in enumerate(text.split("\n"), 1):
        try:
            plays += [DECODER.decode(line)] if line.strip() else []
        except (json.JSONDecodeError, RecursionError) as error:
            raise NotAPlay(unreadable_from(number)) from error
    return plays


def unreadable_from(line: int) -> Text:
    return gettext("it cannot be read as JSON from line %(line)s on", line=line)


def whole(digits):
    """A number written without a point; one too large for any field as a float."""
    return int(digits) if len(digits) < 16 else number(digits)


def number(digits):
    """A whole number as an int, also where it is written 4.0; one too large for any field as a float."""
    value = float(digits)
    return int(value) if value.is_integer() and abs(value) < 1e15 else value


def refuse(constant):
    raise NotAPlay(gettext("%(typed)s is no number", typed=constant))


def object_of(pairs):
    """The object of these pairs; of a key that is there twice, one value would be lost."""
    read = dict(pairs)
    if len(read) < len(pairs):
        [(key, _), *_] = Counter(key for key, _ in pairs).most_common(1)
        raise NotAPlay(gettext("“%(typed)s” stands twice in one object", typed=shortened(key)))
    return read


# Made once: `json.loads` with these would make one for each text.
DECODER = json.JSONDecoder(parse_int=whole, parse_float=number, parse_constant=refuse, object_pairs_hook=object_of)
