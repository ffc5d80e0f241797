"""What a file is, found by what stands in it: unpacked, decoded, and given to the reader of its format."""

import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

from companion.rules.kit import Text, gettext

from . import bgg, bgstats
from .records import Book, Json, Unreadable
from .table import Grid, grid_of

MEGABYTE = 2**20
MOST_BYTES = 20 * MEGABYTE
# An archive that a program of plays makes holds one file, and pictures perhaps.
MOST_MEMBERS = 10_000
ZIPPED, NAMED_THERE = b"PK\x03\x04", b"PK\x01\x02"
READ_FROM_ARCHIVES = (".bgsplay", ".json", ".xml", ".csv", ".tsv", ".txt")
BYTE_ORDERS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
# Not within a text of another format, where its quotes are escaped: there the play is told once more.
OUR_FORMAT = re.compile(rb'(?<!\\)"caravan\.play/')
# Of a file that fits, ten thousand plays with all their people have far fewer.
MOST_OBJECTS, MOST_VALUES = 500_000, 3_000_000


def read(content: bytes) -> Book | Grid:
    """All that a file holds, whatever its format; of a table its cells, as long as nobody knows what they are.

    Raises Unreadable with a sentence that says why it cannot be read.
    """
    text = text_in(unpacked(content))
    if not text.strip():
        raise Unreadable(gettext("This file is empty."))
    try:
        return read_text(text)
    except RecursionError as error:
        raise Unreadable(too_deep()) from error


def read_text(text: str) -> Book | Grid:
    """The same for its text."""
    if text.lstrip()[:1] in ("{", "["):
        return book_of_json(json_in(text))
    if text.lstrip().startswith("<"):
        return bgg.book_in(text)
    return grid_of(text)


def book_of_json(value: Json) -> Book:
    """What a JSON value holds."""
    if bgstats.is_bgstats(value):
        return bgstats.book_of(value)
    raise Unreadable(gettext("This JSON is no file of BG Stats: it has no plays with games and players."))


def is_ours(content: bytes) -> bool:
    """Whether a file is one that Caravan has exported, which brings its plays whole."""
    start = content[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    return start[:1] in (b"[", b"{") and OUR_FORMAT.search(start) is not None


def unpacked(content: bytes) -> bytes:
    """What is in an archive of one file, else the content as it is."""
    if not is_zipped(content):
        return content
    with archive_in(content) as archive:
        return member_of(archive)


def is_zipped(content: bytes) -> bool:
    """Whether a file is an archive."""
    return content.startswith(ZIPPED)


@contextmanager
def archive_in(content: bytes) -> Iterator[zipfile.ZipFile]:
    """The archive that a file is. Raises Unreadable, also for what fails in the block because it is damaged."""
    # Each of its files is named there, and takes memory as soon as it is opened.
    if content.count(NAMED_THERE) > MOST_MEMBERS:
        raise Unreadable(gettext("There are too many files in this archive."))
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            yield archive
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        if isinstance(error, Unreadable):
            raise
        raise Unreadable(gettext("This archive was damaged, or is locked by a password.")) from error


def member_of(archive: zipfile.ZipFile) -> bytes:
    """The file of an archive that can be read: no more of it than a file may weigh, whatever it says of itself."""
    names = [each for each in archive.infolist() if is_readable(each.filename)]
    if not names:
        raise Unreadable(gettext("There is no file in this archive that Caravan can read."))
    if len(names) > 1:
        raise Unreadable(gettext("There are several files in this archive. Please send them one by one."))
    with archive.open(names[0]) as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise Unreadable(gettext("What is in this archive is larger than %(most)s MB.", most=MOST_BYTES // MEGABYTE))
    return content


def is_readable(name: str) -> bool:
    """Whether a file of an archive may hold plays, by its name; Macs put another beside each, of which nobody knows."""
    return name.lower().endswith(READ_FROM_ARCHIVES) and not name.startswith("__MACOSX/")


def text_in(content: bytes) -> str:
    """The text of a file: UTF-8, UTF-16 where it says so, and else as older programs of Windows write it."""
    if order := BYTE_ORDERS.get(content[:2]):
        return content.decode(order, errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if b"\0" in content:
            line = content.count(b"\n", 0, error.start) + 1
            raise Unreadable(gettext("This is no text: line %(line)s cannot be read.", line=line)) from error
        return content.decode("cp1252", errors="replace")


def json_in(text: str) -> Json:
    """A value of JSON; raises Unreadable, before it is made, where it would fill the memory."""
    if text.count("{") + text.count("[") > MOST_OBJECTS or text.count(",") > MOST_VALUES:
        raise Unreadable(gettext("This file has more parts than ten thousand plays have."))
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise Unreadable(
            gettext(
                "This cannot be read as JSON from line %(line)s, sign %(sign)s on.", line=error.lineno, sign=error.colno
            )
        ) from error
    except ValueError as error:
        raise Unreadable(gettext("A number in this file is too long.")) from error
    except RecursionError as error:
        raise Unreadable(too_deep()) from error


def too_deep() -> Text:
    return gettext("What stands in this file lies too deep, one thing in another.")
