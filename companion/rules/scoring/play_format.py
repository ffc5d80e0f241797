"""A play as JSON text, in the play format, and files of them."""

import codecs
import json
import re
from collections import Counter

from companion.rules.kit import Text, gettext, shortened

from .checking import NotAPlay

# No play is longer; a file's text is read so far ahead, so that no file fills the memory, whatever it holds.
MOST_SIGNS = 2**16
# The longest that can be cut in two and then looks wrong where the text ends: a letter written as two escapes.
LONGEST_SIGN = 12
BLANKS = re.compile(r"[ \t\r\n]*")


def play_from(text):
    """The JSON value of a text or bytes; raises NotAPlay where it is no JSON or names a key twice."""
    try:
        return DECODER.decode(text if isinstance(text, str) else text.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        why = error.text if isinstance(error, NotAPlay) else str(error)
        raise NotAPlay(gettext("this cannot be read as JSON: %(error)s", error=why)) from error


def plays_from(file):
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


def listed(text):
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

    def __init__(self, file):
        self.file, self.decoder = file, codecs.getincrementaldecoder("utf-8-sig")()
        self.text, self.at, self.is_all_read = "", 0, False
        self.lines_before, self.values = 0, 0

    @property
    def line(self) -> int:
        """The number of the line that is read now."""
        return self.lines_before + self.text.count("\n", 0, self.at) + 1

    @property
    def is_at_end(self) -> bool:
        return self.is_all_read and self.at == len(self.text)

    def read_on(self):
        """Have as much ahead as a play can be long, or all that is left."""
        if self.is_all_read or len(self.text) - self.at >= MOST_SIGNS:
            return
        self.lines_before = self.line - 1
        self.text, self.at = self.text[self.at :], 0
        while len(self.text) < MOST_SIGNS and not self.is_all_read:
            self.text += self.decoded(self.file.read(MOST_SIGNS))

    def decoded(self, some) -> str:
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
        while (end := BLANKS.match(self.text, self.at).end()) == len(self.text) and not self.is_all_read:
            self.at = end
            self.read_on()
        self.at = end
        return not self.is_at_end and self.line > before

    def passes(self, sign) -> bool:
        """Go on after this sign, if it is what comes next; whether it is."""
        self.skip_blanks()
        found = self.text.startswith(sign, self.at)
        self.at += found
        return found

    def value(self):
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

    def was_cut(self, error) -> bool:
        """Whether it is not the file that was wrong there, but that no more of it was read."""
        is_at_cut = error.msg.startswith("Unterminated string") or error.pos > len(self.text) - LONGEST_SIGN
        return is_at_cut and not self.is_all_read


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
