"""Answers as files of gzip, as Django makes them; with what many pages begin is compressed once."""

import secrets
import zlib
from functools import lru_cache

from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_vary_headers

PACKED = ("image/jpeg", "image/png", "application/zip")
# Up to the end of the styles within it (`styles.stylesheets`), half of a page is the same for all who count a stage.
END_OF_STYLES = b"</style>"
# Each takes 300 kB.
MOST_BEGINNINGS = 16
LEVEL, AS_GZIP = 6, 16 + zlib.MAX_WBITS
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
    head, compressor = begun(beginning)
    going_on, name = compressor.copy(), b"a" * secrets.randbelow(LONGEST_NAME) + b"\0"
    return HEAD + name + head[len(HEAD) :] + going_on.compress(rest) + going_on.flush()


@lru_cache(MOST_BEGINNINGS)
def begun(beginning):
    """The gzip file of a beginning as far as it is made, and the compressor that goes on from there."""
    compressor = zlib.compressobj(LEVEL, wbits=AS_GZIP)
    return compressor.compress(beginning), compressor
