"""A play as JSON text, in the play format, and files of them."""

import codecs
import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import IO, Any, NoReturn, Required, TypedDict, TypeGuard

from companion.rules.kit import LONGEST_ROLE, Number, Text, gettext, shortened
from companion.rules.kit.numbers import exact

# A JSON value that nobody has looked at yet: an object, a list, a text, a number, true, false or null.
type Json = Any

# No play is longer; a file's text is read so far ahead, so that no file fills the memory, whatever it holds.
MOST_SIGNS = 2**18
# The longest that can be cut in two and then looks wrong where the text ends: a letter written as two escapes.
LONGEST_SIGN = 12
NO_BLANK = re.compile(r"[^ \t\r\n]")
BLANKS = b" \t\r\n"
# People have one of so many colours.
COLOURS = 8


def is_colour(value: Json) -> TypeGuard[int]:
    """Whether this is the number of a colour of people."""
    return type(value) is int and 1 <= value <= COLOURS


def is_role(value: Json) -> TypeGuard[str]:
    """Return whether this can be a role of a player, or the variant of a play."""
    return isinstance(value, str) and bool(value.strip()) and len(value) <= LONGEST_ROLE


class PlaySeat(TypedDict, total=False):
    """A seat of a play as it came in: it has a player. What else it has is still to be looked at."""

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
    """A play as it came in, of which a game and seats are known to be there. What else it has is still to be looked at.

    What can be right of it is a `Table`, as `check` makes it.
    """

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
    """There is no play to speak of; `text` says why, and the message is that in English, for the log or a command."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def play_from(text: str | bytes) -> Json:
    """The JSON value of a text or bytes; raises NotAPlay where it is no JSON or names a key twice."""
    try:
        return DECODER.decode(text if isinstance(text, str) else text.decode().removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        why = error.text if isinstance(error, NotAPlay) else str(error)
        raise NotAPlay(gettext("invalid JSON: %(error)s", error=why)) from error


class Lines:
    """Reads lines one after the other, each as `play_from` does, in three quarters of the time.

    It only counts whether all keys of a line are in its objects, and reads it with care where that is not certain.
    """

    def __init__(self) -> None:
        self.keys = 0
        self.decoder = json.JSONDecoder(object_hook=self.counted, parse_float=number, parse_constant=refuse)

    def counted(self, read: dict[str, Json]) -> dict[str, Json]:
        """An object as it is, its keys counted."""
        self.keys += len(read)
        return read

    def play_from(self, line: bytes) -> Json:
        """The JSON value of a line; raises NotAPlay like the other."""
        self.keys = 0
        try:
            text = line.rstrip(BLANKS).decode()
            value, end = self.decoder.raw_decode(text)
        except (ValueError, RecursionError):
            return play_from(line)
        # There are no fewer colons than keys, as each has its own: with fewer keys in the objects, one may be lost.
        is_whole = end == len(text) and self.keys == line.count(b":")
        return value if is_whole and LONG_NUMBER not in line.translate(SAME_DIGITS) else play_from(line)


def plays_from(file: IO[bytes]) -> Iterator[Json]:
    """The JSON values in a binary file of plays, one after the other: those of a list, a single one, or one a line.

    Raises NotAPlay where it cannot be read; the reason names the line.
    """
    text = TextAhead(file)
    if text.passes("["):
        yield from listed(text)
        text.skip_blanks()
    else:
        yield text.value()
        while text.skip_blanks():
            yield text.value()
    if not text.is_at_end:
        raise NotAPlay(unreadable_from(text.line))


def listed(text: "TextAhead") -> Iterator[Json]:
    """The values of a list whose bracket has been passed, up to the other one."""
    if text.passes("]"):
        return
    yield text.value()
    while text.passes(","):
        yield text.value()
    if not text.passes("]"):
        raise NotAPlay(unreadable_from(text.line))


class TextAhead:
    """The text of a binary file from one place on, and no more of it than a play is long."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file, self.decoder = file, codecs.getincrementaldecoder("utf-8-sig")()
        self.text, self.at, self.is_all_read = "", 0, False
        self.lines_before, self.values = 0, 0

    @property
    def line(self) -> int:
        """The number of the line that is read now."""
        return self.lines_before + self.text.count("\n", 0, self.at) + 1

    @property
    def is_at_end(self) -> bool:
        """Whether all of the file is read."""
        return self.is_all_read and self.at == len(self.text)

    def read_on(self) -> None:
        """Have as much ahead as a play can be long, or all that is left."""
        if self.is_all_read or len(self.text) - self.at >= MOST_SIGNS:
            return
        self.lines_before = self.line - 1
        self.text, self.at = self.text[self.at :], 0
        while len(self.text) < MOST_SIGNS and not self.is_all_read:
            self.text += self.decoded(self.file.read(MOST_SIGNS))

    def decoded(self, some: bytes) -> str:
        """The text of the next bytes; of none, the file is at its end."""
        self.is_all_read = not some
        try:
            return self.decoder.decode(some, final=not some)
        except UnicodeDecodeError as error:
            before = self.lines_before + self.text.count("\n") + error.object.count(b"\n", 0, error.start)
            raise NotAPlay(unreadable_from(before + 1)) from error

    def skip_blanks(self) -> bool:
        """Go on to what is no blank; whether it is there, in a line after."""
        before = self.line
        self.read_on()
        while not (found := NO_BLANK.search(self.text, self.at)) and not self.is_all_read:
            self.at = len(self.text)
            self.read_on()
        self.at = found.start() if found else len(self.text)
        return not self.is_at_end and self.line > before

    def passes(self, sign: str) -> bool:
        """Go on after this sign, if it is what comes next; whether it is."""
        self.skip_blanks()
        found = self.text.startswith(sign, self.at)
        self.at += found
        return found

    def value(self) -> Json:
        """The JSON value that comes next. Raises NotAPlay where there is none, or where it is longer than a play."""
        self.skip_blanks()
        self.values += 1
        try:
            value, self.at = DECODER.raw_decode(self.text, self.at)
        except json.JSONDecodeError as error:
            if self.was_cut(error):
                text = gettext(
                    "play %(number)s, from line %(line)s on, is longer than a play can be",
                    number=self.values,
                    line=self.line,
                )
                raise NotAPlay(text) from error
            raise NotAPlay(unreadable_from(self.lines_before + error.lineno)) from error
        except RecursionError as error:
            raise NotAPlay(unreadable_from(self.line)) from error
        return value

    def was_cut(self, error: json.JSONDecodeError) -> bool:
        """Whether it is not the file that was wrong there, but that no more of it was read."""
        is_at_cut = error.msg.startswith("Unterminated string") or error.pos > len(self.text) - LONGEST_SIGN
        return is_at_cut and not self.is_all_read


def unreadable_from(line: int) -> Text:
    """The sentence for a file that is no JSON; its lines are numbered from 1."""
    return gettext("invalid JSON from line %(line)s on", line=line)


def whole(digits: str) -> Number | float:
    """A number written without a point; one too large for any field as a float."""
    return int(digits) if len(digits) < 16 else number(digits)


def number(digits: str) -> Number | float:
    """A whole number as an int, also where it is written 4.0; one too large for any field as a float."""
    value = float(digits)
    if value.is_integer():
        return int(value) if abs(value) < 1e15 else value
    return exact(digits)


def refuse(constant: str) -> NoReturn:
    """Raises NotAPlay for `NaN` or `Infinity`, which Python would read and JSON does not know."""
    raise NotAPlay(gettext("%(typed)s isn’t a number", typed=constant))


def object_of(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """The object of these pairs; of a key that is there twice, one value would be lost."""
    read = dict(pairs)
    if len(read) < len(pairs):
        [(key, _), *_] = Counter(key for key, _ in pairs).most_common(1)
        raise NotAPlay(gettext("“%(typed)s” appears twice in one object", typed=shortened(key)))
    return read


# Made once: `json.loads` with these would make one for each text.
DECODER = json.JSONDecoder(parse_int=whole, parse_float=number, parse_constant=refuse, object_pairs_hook=object_of)
SAME_DIGITS, LONG_NUMBER = bytes.maketrans(b"123456789", b"0" * 9), b"0" * 16
