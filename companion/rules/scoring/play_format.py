"""Parsing of plays from JSON: a single play, and files of plays."""

import codecs
import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import IO, Any, NoReturn, Required, TypedDict, TypeGuard

from companion.rules.kit import LONGEST_ROLE, Number, Text, gettext, shortened
from companion.rules.kit.numbers import exact

# An unchecked JSON value.
type Json = Any

# The longest possible play; reading no further ahead keeps any file from filling the memory.
MOST_CHARACTERS = 2**18
# The longest sequence that becomes invalid when the text ends in it: a character written as two escapes.
LONGEST_ESCAPE = 12
NON_SPACE = re.compile(r"[^ \t\r\n]")
SPACES = b" \t\r\n"
# The number of players' colours.
COLOURS = 8


def is_colour(value: Json) -> TypeGuard[int]:
    """Return whether a value is the number of a player's colour."""
    return type(value) is int and 1 <= value <= COLOURS


def is_role(value: Json) -> TypeGuard[str]:
    """Return whether a value can be the role of a player, or the variant of a play."""
    return isinstance(value, str) and bool(value.strip()) and len(value) <= LONGEST_ROLE


class PlaySeat(TypedDict, total=False):
    """An unchecked seat of a play, which has at least a player."""

    player: Required[str]
    stages: Json
    points: Json
    rank: Json
    winner: Json
    team: Json
    first: Json
    colour: Json
    role: Json
    done: Json
    uncounted: Json


class Play(TypedDict, total=False):
    """An unchecked play, which has at least a game and seats. `check` makes a `Table` of its valid parts."""

    game: Required[str]
    seats: Required[list[PlaySeat]]
    options: Json
    format: Json
    id: Json
    totals: Json
    version: Json
    played_on: Json
    began: Json
    state: Json
    place: Json
    variant: Json
    minutes: Json
    notes: Json
    closed: Json
    rounds_over: Json
    by_row: Json
    events: Json
    photos: Json
    origin: Json
    after: Json
    left: Json
    struck: Json


class NotAPlay(ValueError):
    """The input isn't a play. `text` has the reason; the message is the reason in English, for logs and commands."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def play_from(text: str | bytes) -> Json:
    """Return the JSON value of a text or bytes. Raises NotAPlay if it isn't JSON or repeats a key in an object."""
    try:
        return DECODER.decode(text if isinstance(text, str) else text.decode().removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        why = error.text if isinstance(error, NotAPlay) else str(error)
        raise NotAPlay(gettext("invalid JSON: %(error)s", error=why)) from error


class Lines:
    """Parser of lines of JSON, like `play_from` but in three quarters of the time.

    It only counts the keys of the objects; if one may be missing, it parses the line again with `play_from`.
    """

    def __init__(self) -> None:
        self.keys = 0
        self.decoder = json.JSONDecoder(object_hook=self.count_keys, parse_float=parse_number, parse_constant=reject)

    def count_keys(self, read: dict[str, Json]) -> dict[str, Json]:
        """Count the keys of an object and return it."""
        self.keys += len(read)
        return read

    def play_from(self, line: bytes) -> Json:
        """Return the JSON value of a line. Raises NotAPlay like the function."""
        self.keys = 0
        try:
            text = line.rstrip(SPACES).decode()
            value, end = self.decoder.raw_decode(text)
        except (ValueError, RecursionError):
            return play_from(line)
        # Each key has a colon: if there are more colons than keys in the objects, a repeated key may be lost.
        is_whole = end == len(text) and self.keys == line.count(b":")
        return value if is_whole and LONG_NUMBER not in line.translate(SAME_DIGITS) else play_from(line)


def plays_from(file: IO[bytes]) -> Iterator[Json]:
    """Yield the JSON values of a binary file: those of a list, a single one, or one a line.

    Raises NotAPlay with the number of the line if it can't be read.
    """
    text = TextAhead(file)
    if text.skip("["):
        yield from list_values(text)
        text.skip_spaces()
    else:
        yield text.value()
        while text.skip_spaces():
            yield text.value()
    if not text.is_at_end:
        raise NotAPlay(invalid_json(text.line))


def list_values(text: "TextAhead") -> Iterator[Json]:
    """Yield the values of a list, after its opening bracket."""
    if text.skip("]"):
        return
    yield text.value()
    while text.skip(","):
        yield text.value()
    if not text.skip("]"):
        raise NotAPlay(invalid_json(text.line))


class TextAhead:
    """The text of a binary file, read ahead only as far as the longest possible play."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file, self.decoder = file, codecs.getincrementaldecoder("utf-8-sig")()
        self.text, self.at, self.is_all_read = "", 0, False
        self.lines_before, self.values = 0, 0

    @property
    def line(self) -> int:
        """The number of the current line."""
        return self.lines_before + self.text.count("\n", 0, self.at) + 1

    @property
    def is_at_end(self) -> bool:
        """True if the whole file is read."""
        return self.is_all_read and self.at == len(self.text)

    def read_on(self) -> None:
        """Read ahead as far as a play can be long, or to the end of the file."""
        if self.is_all_read or len(self.text) - self.at >= MOST_CHARACTERS:
            return
        self.lines_before = self.line - 1
        self.text, self.at = self.text[self.at :], 0
        while len(self.text) < MOST_CHARACTERS and not self.is_all_read:
            self.text += self.decode(self.file.read(MOST_CHARACTERS))

    def decode(self, data: bytes) -> str:
        """Return the text of the next bytes; no bytes mean the end of the file."""
        self.is_all_read = not data
        try:
            return self.decoder.decode(data, final=not data)
        except UnicodeDecodeError as error:
            before = self.lines_before + self.text.count("\n") + error.object.count(b"\n", 0, error.start)
            raise NotAPlay(invalid_json(before + 1)) from error

    def skip_spaces(self) -> bool:
        """Skip spaces and line breaks; return whether more text follows on a later line."""
        before = self.line
        self.read_on()
        while not (found := NON_SPACE.search(self.text, self.at)) and not self.is_all_read:
            self.at = len(self.text)
            self.read_on()
        self.at = found.start() if found else len(self.text)
        return not self.is_at_end and self.line > before

    def skip(self, character: str) -> bool:
        """Skip this character if it comes next after spaces; return whether it did."""
        self.skip_spaces()
        found = self.text.startswith(character, self.at)
        self.at += found
        return found

    def value(self) -> Json:
        """Return the next JSON value. Raises NotAPlay if there is none, or if it is longer than a play can be."""
        self.skip_spaces()
        self.values += 1
        try:
            value, self.at = DECODER.raw_decode(self.text, self.at)
        except json.JSONDecodeError as error:
            if self.is_cut_off(error):
                text = gettext(
                    "play %(number)s, from line %(line)s on, is longer than a play can be",
                    number=self.values,
                    line=self.line,
                )
                raise NotAPlay(text) from error
            raise NotAPlay(invalid_json(self.lines_before + error.lineno)) from error
        except RecursionError as error:
            raise NotAPlay(invalid_json(self.line)) from error
        return value

    def is_cut_off(self, error: json.JSONDecodeError) -> bool:
        """Return whether the error comes from the end of the text read so far, not from the file."""
        is_at_cut = error.msg.startswith("Unterminated string") or error.pos > len(self.text) - LONGEST_ESCAPE
        return is_at_cut and not self.is_all_read


def invalid_json(line: int) -> Text:
    """Return the message for invalid JSON; lines are counted from 1."""
    return gettext("invalid JSON from line %(line)s on", line=line)


def parse_int(digits: str) -> Number | float:
    """Return an integer, or a float if it is too large for any field."""
    return int(digits) if len(digits) < 16 else parse_number(digits)


def parse_number(digits: str) -> Number | float:
    """Return a number, as an int if it is whole (also 4.0), or as a float if it is too large for any field."""
    value = float(digits)
    if value.is_integer():
        return int(value) if abs(value) < 1e15 else value
    return exact(digits)


def reject(constant: str) -> NoReturn:
    """Raise NotAPlay for `NaN` or `Infinity`, which Python accepts but JSON doesn't have."""
    raise NotAPlay(gettext("%(typed)s isn’t a number", typed=constant))


def build_object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """Return the object of these pairs. Raises NotAPlay if a key is repeated."""
    read = dict(pairs)
    if len(read) < len(pairs):
        [(key, _), *_] = Counter(key for key, _ in pairs).most_common(1)
        raise NotAPlay(gettext("“%(typed)s” appears twice in one object", typed=shortened(key)))
    return read


# Created once: `json.loads` with these arguments would create one for each text.
DECODER = json.JSONDecoder(
    parse_int=parse_int, parse_float=parse_number, parse_constant=reject, object_pairs_hook=build_object
)
SAME_DIGITS, LONG_NUMBER = bytes.maketrans(b"123456789", b"0" * 9), b"0" * 16
