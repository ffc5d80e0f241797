"""Request bodies, read whole before a thread is taken, and the answers to requests that Django never sees."""

import asyncio
import io
import tempfile
from typing import IO

from django.conf import settings

# Twice the largest file we take, so that a page can say that it is too large.
MOST_SENT = 40 * 1024 * 1024
# Every form is smaller. Larger bodies are stored on the disk, a few at the same time.
SMALL = 64 * 1024
LARGE_AT_ONCE = 4
# A body or an answer has this long, and longer by its length: as on the slowest connection that anyone plays with.
SECONDS_FOR_A_FORM = 20
BYTES_A_SECOND = 32 * 1024
# After an answer to a body that wasn't read, the client may send this much longer, or it would lose the answer.
SECONDS_TO_LEAVE, MOST_TO_IGNORE = 2, 64 * 1024
SENTENCES = {
    408: "This came too slowly. Nothing was changed.",
    411: "The length of this is missing. Nothing was changed.",
    500: "Something failed here.",
    503: "Too many files are on their way. Nothing was changed. Please come back in a minute.",
}
SECONDS_TO_WAIT = 60


class Refused(Exception):
    """A request that Django never sees, with the status of its answer."""

    def __init__(self, status):
        super().__init__(status)
        self.status = status


class Gone(Exception):
    """The client has closed the connection."""


def allowed_seconds(length) -> float:
    """Return how many seconds so many bytes may take."""
    return SECONDS_FOR_A_FORM + length / BYTES_A_SECOND


class Bodies:
    """Reads request bodies. Large ones that arrive at the same time are counted."""

    def __init__(self):
        self.large = 0

    async def read(self, headers: dict[bytes, bytes], receive) -> IO[bytes]:
        """Return the body as a file; an empty one if it is larger than any page takes.

        Raises Refused, or Gone.
        """
        length = read_length(headers)
        if not 0 < length <= MOST_SENT:
            return io.BytesIO()
        is_large = length > SMALL
        if is_large and self.large >= LARGE_AT_ONCE:
            raise Refused(503)
        self.large += is_large
        body: IO[bytes] = tempfile.TemporaryFile() if is_large else io.BytesIO()  # noqa: SIM115
        try:
            async with asyncio.timeout(allowed_seconds(length)):
                while (message := await receive()).get("more_body"):
                    body.write(message["body"])
        except TimeoutError:
            raise Refused(408) from None
        finally:
            self.large -= is_large
        if message["type"] != "http.request":
            raise Gone
        body.write(message["body"])
        body.seek(0)
        return body


def read_length(headers) -> int:
    """Return the announced length of a body. Raises Refused for one of unknown length, which Django doesn't read."""
    if b"transfer-encoding" in headers:
        raise Refused(411)
    return int(headers.get(b"content-length", 0))


def refusal(status) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Return the headers and the body of an answer without Django."""
    text = f"{SENTENCES[status]}\n".encode()
    headers = {
        # As Django's middleware sets them on other answers.
        "Content-Security-Policy": "default-src 'none'",
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
        "X-Content-Type-Options": "nosniff",
        "Connection": "close",
        "Cache-Control": "no-store",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Length": len(text),
    }
    if settings.HTTPS:
        headers["Strict-Transport-Security"] = f"max-age={settings.SECURE_HSTS_SECONDS}"
        headers["Cross-Origin-Opener-Policy"] = settings.SECURE_CROSS_ORIGIN_OPENER_POLICY
    if status == 503:
        headers["Retry-After"] = SECONDS_TO_WAIT
    return [(name.encode(), str(value).encode()) for name, value in headers.items()], text


async def ignore_rest(receive):
    """Read on for a moment, so that the client can read its answer before the connection is closed."""
    ignored = 0
    try:
        async with asyncio.timeout(SECONDS_TO_LEAVE):
            while ignored < MOST_TO_IGNORE and (message := await receive())["type"] == "http.request":
                ignored += len(message["body"])
    except TimeoutError:
        return
