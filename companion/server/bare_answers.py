"""What the server answers where Django is not asked: to what is no request, too slow or too much."""

import functools
from http import HTTPStatus

from companion import settings

from .headers import fixed_headers

SENTENCES = {
    408: "This came too slowly. Nothing was changed.",
    411: "The length of this is missing. Nothing was changed.",
    431: "The head of this is too long. Nothing was changed.",
    500: "Something failed here.",
    503: "Too many files are on their way. Nothing was changed. Please come back in a minute.",
}
UNREADABLE = "This cannot be read. Nothing was changed."
SECONDS_TO_WAIT = 60


@functools.cache
def bare_answer(status: int) -> bytes:
    """A whole answer with this status, after which the connection ends."""
    text = f"{SENTENCES.get(status, UNREADABLE)}\n".encode()
    headers = fixed_headers(settings, by_https=settings.HTTPS) | {
        "Connection": "close",
        "Cache-Control": "no-store",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Length": len(text),
    }
    if status == 503:
        headers["Retry-After"] = SECONDS_TO_WAIT
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", *(f"{name}: {said}" for name, said in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode() + text
