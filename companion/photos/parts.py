"""Count the parts of a picture's file before a decoder stores or scans all of them."""

from collections.abc import Callable

# Cameras write some dozens of markers, and a large PNG has some thousands of chunks. A decoder needs memory for each
# marker, and a step for each byte between two.
MOST_MARKERS, MOST_CHUNKS = 1_000, 10_000
JPEG, PNG = b"\xff\xd8", b"\x89PNG\r\n\x1a\n"
# A WebP is a RIFF file, with its size between these two.
RIFF, WEBP = b"RIFF", b"WEBP"
START_OF_SCAN = 0xDA
# Markers that no length follows.
BARE = frozenset({0x01, *range(0xD0, 0xDA)})
# Bytes of length, type and checksum around a PNG chunk's content, and of type and length before a WebP chunk's.
AROUND, BEFORE = 12, 8


def has_too_many_parts(content: bytes) -> bool:
    """Return whether a JPEG, PNG or WebP has more parts than any camera writes; False for other files."""
    if content.startswith(JPEG):
        return has_too_many_markers(content)
    if content.startswith(RIFF) and content[8:12] == WEBP:
        return has_too_many_chunks(content, at=12, length=webp_chunk_length)
    return content.startswith(PNG) and has_too_many_chunks(content, at=len(PNG), length=png_chunk_length)


def has_too_many_markers(content: bytes) -> bool:
    """Return whether a JPEG has too many markers, or stray bytes, before its first scan."""
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
    """Return whether there are too many chunks, however small.

    `at`: where the first begins. `length` returns a chunk's whole length from its first eight bytes.
    """
    for _step in range(MOST_CHUNKS):
        at += length(content[at : at + 8])
        if at >= len(content):
            return False
    return True


def png_chunk_length(head: bytes) -> int:
    """Return the whole length of a PNG chunk, which starts with the length of its content."""
    return AROUND + int.from_bytes(head[:4])


def webp_chunk_length(head: bytes) -> int:
    """Return the whole length of a WebP chunk, which starts with its type; odd contents are padded by a byte."""
    size = int.from_bytes(head[4:], "little")
    return BEFORE + size + size % 2
