"""Answers as files of gzip, as Django makes them; with what many pages begin is compressed once."""

import secrets
import struct
import zlib
from functools import lru_cache

from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_vary_headers

PACKED = ("image/jpeg", "image/png", "application/zip")
# Up to the end of the styles within it (`styles.stylesheets`), half of a page is the same for all who count a stage.
END_OF_STYLES = b"</style>"
# Each takes 40 kB.
MOST_BEGINNINGS = 64
# Deflate without a head of its own, and how far back it refers to what was said before.
BARE, LEVEL, FURTHEST = -zlib.MAX_WBITS, 5, 2**zlib.MAX_WBITS
# A file that has a name. It is of a random length: nobody learns from the length of an answer what it holds.
HEAD, LONGEST_NAME = b"\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\xff", GZipMiddleware.max_random_bytes


class GzipWhatIsNotPacked(GZipMiddleware):
    """Django's, but for files that are packed by themselves: they would cost time and become no smaller.

    A page with styles within it is compressed from the end of these on.
    """

    def process_response(self, request, response):
        kind = response.headers.get("Content-Type", "")
        if kind.startswith(PACKED):
            return response
        is_page = kind.startswith("text/html") and not response.streaming
        beginning, end, rest = response.content.partition(END_OF_STYLES) if is_page else (b"", b"", b"")
        if not end or not re_accepts_gzip.search(request.META.get("HTTP_ACCEPT_ENCODING", "")):
            return super().process_response(request, response)
        patch_vary_headers(response, ("Accept-Encoding",))
        response.content = packed(beginning, end + rest)
        response.headers["Content-Length"] = str(len(response.content))
        response.headers["Content-Encoding"] = "gzip"
        return response


def packed(beginning, rest) -> bytes:
    """The gzip file of a beginning that many have, and the rest."""
    packed_beginning, checksum = begun(beginning)
    name = b"a" * secrets.randbelow(LONGEST_NAME) + b"\0"
    compressor = zlib.compressobj(LEVEL, wbits=BARE, zdict=beginning[-FURTHEST:])
    end = struct.pack("<II", zlib.crc32(rest, checksum), len(beginning) + len(rest))
    return b"".join([HEAD, name, packed_beginning, compressor.compress(rest), compressor.flush(), end])


@lru_cache(MOST_BEGINNINGS)
def begun(beginning) -> tuple[bytes, int]:
    """A beginning compressed as well as can be, so that anything can follow it, and its checksum."""
    compressor = zlib.compressobj(zlib.Z_BEST_COMPRESSION, wbits=BARE)
    return compressor.compress(beginning) + compressor.flush(zlib.Z_SYNC_FLUSH), zlib.crc32(beginning)
