"""What goes over a stream, as a page's `EventSource` reads it: html to be put in place, `ask`, or JSON of others."""

import json


def message(*lines: str) -> bytes:
    return "".join(f"data: {line}\n" for line in lines).encode() + b"\n"


# The page is to ask for itself: something is new that is not the same for all, or something may have gone by.
ASK = message("ask")
# So that the page knows that the line is there, and we that the phone is.
BEAT = message("")
# Instead of a stream. Its page asks, and tries again later.
NO_STREAM = b"HTTP/1.1 204 No Content\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"


def fragment(html: str) -> bytes:
    """What a table's phones put in place, the same for all."""
    return message(*filter(None, map(str.strip, html.splitlines())))


def company(*, is_there: bool) -> bytes:
    """Whether anybody else has the play open: without, nobody needs to know where the cursor is."""
    return message(json.dumps([is_there]))


def cursor(tab: str, cell: str) -> bytes:
    """In which cell another page has its cursor; in none where that is empty."""
    return message(json.dumps([tab, cell]))
