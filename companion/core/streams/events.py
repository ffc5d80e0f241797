"""What goes over a stream, as a page's `EventSource` reads it: html to be put in place, `ask`, or JSON of others."""

import functools
import hashlib
import json
import zlib

# How every gzip begins. What follows is packed a message at a time, each without regard to those before: so one message
# is the same for all who take gzip, and no stream needs a compressor of its own.
GZIP_BEGINS = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
WITHOUT_HEADER = -zlib.MAX_WBITS


class Message:
    """Some bytes, as they are and packed; the latter is worked out when the first phone wants it."""

    def __init__(self, plain: bytes):
        self.plain = plain

    @functools.cached_property
    def packed(self) -> bytes:
        its = zlib.compressobj(wbits=WITHOUT_HEADER)
        return its.compress(self.plain) + its.flush(zlib.Z_FULL_FLUSH)


def message(*lines: str) -> Message:
    return Message("".join(f"data: {line}\n" for line in lines).encode() + b"\n")


# The page is to ask for itself: something is new that is not the same for all, or something may have gone by.
ASK = message("ask")
# So that the page knows that the line is there, and we that the phone is.
BEAT = message("")


def fragment(html: str) -> Message:
    """What a table's phones put in place, the same for all."""
    return message(*filter(None, map(str.strip, html.splitlines())))


def company(*, is_there: bool) -> Message:
    """Whether anybody else has the play open: without, nobody needs to know where the cursor is."""
    return message(json.dumps([is_there]))


def cursor(tab: str, cell: str) -> Message:
    """In which cell another page has its cursor; in none where that is empty.

    The others tell pages apart by a digest: by its own id a page moves its cursor.
    """
    return message(json.dumps([hashlib.blake2s(tab.encode(), digest_size=8).hexdigest(), cell]))
