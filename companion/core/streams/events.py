"""Messages of a stream, as a page's `EventSource` reads them: HTML of a fragment, `ask`, or JSON."""

import functools
import hashlib
import json
import zlib

# The header of gzip. Each message is compressed independently, so it is the same for all phones that accept gzip, and
# no stream needs its own compressor.
GZIP_BEGINS = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
WITHOUT_HEADER = -zlib.MAX_WBITS


class Message:
    """A message's bytes, plain and gzipped; the latter are computed when the first phone needs them."""

    def __init__(self, plain: bytes):
        self.plain = plain

    @functools.cached_property
    def packed(self) -> bytes:
        compressor = zlib.compressobj(wbits=WITHOUT_HEADER)
        return compressor.compress(self.plain) + compressor.flush(zlib.Z_FULL_FLUSH)


def message(*lines: str) -> Message:
    return Message("".join(f"data: {line}\n" for line in lines).encode() + b"\n")


# The page must poll: something new isn't the same for all, or messages may be missing.
ASK = message("ask")
# Shows the page and us that the connection works.
BEAT = message("")


def fragment(html: str) -> Message:
    """Return a message with a fragment of a page, the same for all phones."""
    return message(*filter(None, map(str.strip, html.splitlines())))


def company(*, is_there: bool) -> Message:
    """Return a message that says whether others have the play open: if not, no page sends its cursor."""
    return message(json.dumps([is_there]))


def cursor(tab: str, cell: str) -> Message:
    """Return a message that says in which cell another page has its cursor; in none if that is "".

    Pages know each other by a digest, because a page's own id allows to move its cursor.
    """
    return message(json.dumps([hashlib.blake2s(tab.encode(), digest_size=8).hexdigest(), cell]))
