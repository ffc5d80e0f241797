"""How many parts a picture's file has, counted before a decoder keeps or walks over all of them."""

from collections.abc import Callable

# A camera makes some dozens of markers, and a large PNG some thousands of chunks. A decoder takes memory for each
# marker, and a step for each byte between two.
MOST_MARKERS, MOST_CHUNKS = 1_000, 10_000
JPEG, PNG = b"\xff\xd8", b"\x89PNG\r\n\x1a\n"
# A WebP is a RIFF file: its size stands between these two.
RIFF, WEBP = b"RIFF", b"WEBP"
START_OF_SCAN = 0xDA
# Markers without a length behind them.
BARE = frozenset({0x01, *range(0xD0, 0xDA)})
# The length, type and checksum around what is in a chunk of a PNG; type and length before one of a WebP.
AROUND, BEFORE = 12, 8


def has_too_many_parts(content: bytes) -> bool:
    """Return whether a JPEG, PNG or WebP has more parts than any picture of a camera; other files have none."""
    if content.startswith(JPEG):
        return has_too_many_markers(content)
    if content.startswith(RIFF) and content[8:12] == WEBP:
        return has_too_many_chunks(content, at=12, length=webp_chunk)
    return content.startswith(PNG) and has_too_many_chunks(content, at=len(PNG), length=png_chunk)


def has_too_many_markers(content: bytes) -> bool:
    """Return whether there are too many markers, or bytes that belong to none, before the first scan of a JPEG."""
    at = len(JPEG)
    for _step in range(MOST_MARKERS):
        if content[at : at + 1] != b"\xff" or (marker := content[at + 1 : at + 2]) in (b"\xff", b"\x00"):
            at += 1
        elif not marker or marker[0] == START_OF_SCAN:
            return False
        elif marker[0] in BARE:
            at += 2
        else:
            at += 2 + max(2, int.from_bytes(content[at + 2 : at + 4]))
        if at >= len(content):
            return False
    return True


def has_too_many_chunks(content: bytes, *, at: int, length: Callable[[bytes], int]) -> bool:
    """Return whether there are too many chunks, however little is in them.

    The first begins `at` this byte; `length` tells from its first eight bytes how long a chunk is in all.
    """
    for _step in range(MOST_CHUNKS):
        at += length(content[at : at + 8])
        if at >= len(content):
            return False
    return True


def png_chunk(head: bytes) -> int:
    """Return how long a chunk of a PNG is, which begins with the length of its content."""
    return AROUND + int.from_bytes(head[:4])


def webp_chunk(head: bytes) -> int:
    """Return how long a chunk of a WebP is, which begins with its type; a byte more makes an odd content even."""
    size = int.from_bytes(head[4:], "little")
    return BEFORE + size + size % 2
