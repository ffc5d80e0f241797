"""What goes over a stream, as `EventSource` reads it."""

import json

# It says that the stream is open and that nobody between holds it back; the page asks once for what it has missed.
HELLO = b"event: hello\ndata:\n\n"
# So that the page knows that the line is there, and we that the phone is.
BEAT = b"event: beat\ndata:\n\n"
# Something is new, and the page is to ask for it itself.
ASK = b"event: ask\ndata:\n\n"
# This phone has too many streams open: this one ends, and its page asks from now on.
ENOUGH = b"event: enough\ndata:\n\n"
# Instead of a stream. A page that gets it asks.
NO_STREAM = b"HTTP/1.1 204 No Content\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"


def fragment(html: str, revision: int) -> bytes:
    """What a table's phones put in place, the same for all."""
    lines = "".join(f"data: {line}\n" for line in map(str.strip, html.splitlines()) if line)
    return f"id: {revision}\n{lines}\n".encode()


def company(*, is_there: bool) -> bytes:
    """Whether anybody else has the play open: without, nobody needs to know where the cursor is."""
    return f"event: company\ndata: {'1' if is_there else ''}\n\n".encode()


def cursor(tab: str, cell: str) -> bytes:
    """In which cell another page has its cursor; in none where that is empty."""
    return f"event: at\ndata: {json.dumps([tab, cell])}\n\n".encode()
