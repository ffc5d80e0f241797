"""A request on its way in: how much of it is there, and how much is still to come."""

import io
import re
import tempfile
from typing import IO

END_OF_HEAD = b"\r\n\r\n"
# Browsers keep all cookies of a site well below it.
LONGEST_HEAD = 32 * 1024
# Twice the largest file we take, so that its own page can say that it is too large.
MOST_SENT = 40 * 1024 * 1024
# Every form is smaller; what is larger waits on the disk.
SMALL = 64 * 1024
LENGTH = re.compile(rb"(?im)^content-length[ \t]*:[ \t]*([0-9]+)[ \t]*\r$")
ENCODING = re.compile(rb"(?im)^transfer-encoding[ \t]*:")
EXPECTATION = re.compile(rb"(?im)^expect[ \t]*:[ \t]*100-continue")
HEAD_TOO_LONG, LENGTH_MISSING = 431, 411


class Arrival:
    """One request: its bytes are given to `take` as they come, and read by `recv`, as from a socket, once it is whole.

    `refused` is the status of the answer to one that is not read to its end. One that announces more than any page
    takes `is_cut` after its head, which says enough to be refused by its page. `rest` is what came after its end.
    """

    def __init__(self):
        self.head = bytearray()
        self.body: IO[bytes] = None  # type: ignore[assignment]  # until the head is whole
        self.length = self.missing = 0
        self.refused, self.is_cut, self.rest = None, False, b""
        self.waits_for_a_word = False

    @property
    def has_begun(self) -> bool:
        """Whether the head of a request is there."""
        return bool(self.head)

    @property
    def is_whole(self) -> bool:
        """Whether all of the request is there, its body too."""
        return self.body is not None and not self.missing

    @property
    def is_large(self) -> bool:
        """Whether its body is larger than forms are, as that of a photo or a file."""
        return self.length > SMALL

    @property
    def room(self) -> int:
        """How many bytes may be taken next; of a body not one too many, because the next request stands behind it."""
        return min(self.missing, 256 * 1024) or LONGEST_HEAD

    def take(self, data: bytes):
        """Add what has come."""
        if self.body is not None:
            return self.keep(data)
        searched = max(0, len(self.head) - len(END_OF_HEAD) + 1)
        self.head += data
        end = self.head.find(END_OF_HEAD, searched)
        if end >= 0:
            return self.begin_body(end + len(END_OF_HEAD))
        if len(self.head) > LONGEST_HEAD:
            self.refused = HEAD_TOO_LONG
        return None

    def begin_body(self, start):
        """Read from the head how long the body is, whose first bytes may have come with it."""
        head, begun = bytes(self.head[:start]), bytes(self.head[start:])
        announced = [int(digits[:20]) for digits in LENGTH.findall(head)]
        self.length = max(announced, default=0)
        if ENCODING.search(head):
            # Django reads bodies of a known length alone.
            self.refused = LENGTH_MISSING
        if self.length > MOST_SENT:
            self.is_cut, self.length, begun = True, 0, b""
        self.body = tempfile.TemporaryFile() if self.is_large else io.BytesIO()  # noqa: SIM115
        self.body.write(head)
        self.missing = self.length
        self.waits_for_a_word = bool(EXPECTATION.search(head))
        self.rest = begun[self.length :]
        self.keep(begun[: self.length])

    def keep(self, data):
        """Add to the body; once it is whole it can be read from its beginning."""
        self.body.write(data)
        self.missing -= len(data)
        if not self.missing:
            self.body.seek(0)

    def recv(self, size) -> bytes:
        """The next bytes; none beyond the end of the request."""
        return self.body.read(size)
