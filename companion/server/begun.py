"""Answers that begin as many others do: their beginning is compressed once, and not with each of them."""

import secrets
import struct
import zlib
from functools import cached_property

from django.http import HttpResponse

# Deflate without a head of its own: what goes into a gzip file piece by piece.
BARE = -zlib.MAX_WBITS
# Of a beginning so much is looked through for what the rest says again: more costs more than it saves.
LOOKED_THROUGH = 16_384
# A file of gzip that has a name. That is of a random length, as Django makes it: so nobody learns from the length of an
# answer what it holds.
HEAD, LONGEST_NAME = b"\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\xff", 100


class Beginning:
    """With what many answers begin."""

    def __init__(self, text: str):
        self.content = text.encode()

    @cached_property
    def packed(self) -> bytes:
        """It is compressed so that anything can follow."""
        return deflated(self.content, level=9, end=zlib.Z_SYNC_FLUSH)

    @cached_property
    def checksum(self) -> int:
        """The CRC-32 of the beginning, from which that of a whole answer goes on."""
        return zlib.crc32(self.content)


class Begun(HttpResponse):
    """An answer that goes on after a `Beginning`."""

    def __init__(self, beginning: Beginning, rest: str, **how):
        self.beginning, self.rest = beginning, rest.encode()
        super().__init__(beginning.content + self.rest, **how)

    def packed(self) -> bytes:
        """All of it as a file of gzip."""
        begun, name = self.beginning, b"a" * secrets.randbelow(LONGEST_NAME) + b"\x00"
        rest = deflated(self.rest, level=9, end=zlib.Z_FINISH, before=begun.content[-LOOKED_THROUGH:])
        length = len(begun.content) + len(self.rest)
        return HEAD + name + begun.packed + rest + struct.pack("<II", zlib.crc32(self.rest, begun.checksum), length)


def deflated(content, *, level, end, before=b"") -> bytes:
    """The content compressed, `before` which this has come."""
    compressing = zlib.compressobj(level, zlib.DEFLATED, BARE, zdict=before)
    return compressing.compress(content) + compressing.flush(end)
