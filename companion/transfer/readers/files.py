"""Read any file: unpack it, decode it, and pass it to the reader of its format, which its content determines."""

import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

from companion.core.language.typed import clean_name
from companion.rules.kit import gettext

from . import bgg, bgstats, collection, workbook
from .decoding import decode, describe_encoding
from .grid import Grid, parse_grid
from .records import LONGEST_NAME, Book, Json, Unreadable

MEGABYTE = 2**20
MOST_BYTES = 20 * MEGABYTE
# Archives of play logging apps have one file, and perhaps pictures.
MOST_MEMBERS = 10_000
ZIPPED, NAMED_THERE = b"PK\x03\x04", b"PK\x01\x02"
# The greatest compression ratio of a file of plays; anything beyond only repeats itself.
MOST_RATIO, UNPACKED_IN_ANY_CASE = 100, MEGABYTE
READ_FROM_ARCHIVES = (".bgsplay", ".json", ".xml", ".csv", ".tsv", ".txt")
# Escaped quotes mean that our format is embedded in another format's file.
OUR_FORMAT = re.compile(rb'(?<!\\)"caravan\.(?:play|game|group)/')
# Ten thousand plays with all their people have far fewer.
MOST_OBJECTS, MOST_VALUES = 500_000, 3_000_000
TOO_DEEP = gettext("This file is nested too deeply.")


def read(content: bytes) -> Book | Grid:
    """Return the contents of a file, whatever its format; a table's cells, because its columns must be chosen first.

    Raise Unreadable with the reason if it can't be read.
    """
    found = unpack(content)
    if not isinstance(found, bytes):
        return found
    if found.startswith(workbook.OLD_EXCEL):
        raise Unreadable(workbook.REFUSE_OLD_EXCEL)
    text, encoding = decode(found)
    start = text[:1000].lstrip()
    try:
        if not text.strip():
            raise Unreadable(gettext("This file is empty."))
        if start[:1] in ("{", "["):
            value = parse_json(text)
            if not bgstats.is_bgstats(value):
                raise Unreadable(gettext("This JSON isn’t from BG Stats: it has no plays with games and players."))
            book = bgstats.read_book(value)
        elif start.startswith("<"):
            book = bgg.read_pages([("", text)])
        else:
            grid = parse_grid(text, encoding=encoding)
            if not collection.is_collection(grid):
                return grid
            book = collection.read_collection(grid)
    except RecursionError as error:
        raise Unreadable(TOO_DEEP) from error
    if encoding:
        book.remarks.append(describe_encoding(encoding))
    return book


def is_ours(content: bytes) -> bool:
    """Return whether Caravan has exported a file."""
    start = content[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    return start[:1] in (b"[", b"{") and OUR_FORMAT.search(start) is not None


def unpack(content: bytes) -> bytes | Grid | Book:
    """Return the content of an archive of one file or of pages, the table of a workbook, else the content as it is."""
    if not content.startswith(ZIPPED):
        return content
    with open_archive(content) as archive:
        if grid := workbook.read_grid(archive, content):
            return grid
        names = find_readable(archive)
        if len(names) > 1 and all(each.filename.lower().endswith(".xml") for each in names):
            return read_bgg_pages(archive, names)
        return read_member(archive)


@contextmanager
def open_archive(content: bytes) -> Iterator[zipfile.ZipFile]:
    """Yield the archive that a file is. Raise Unreadable if it is damaged, also for errors in the context."""
    # Opening the archive takes memory for each entry.
    if content.count(NAMED_THERE) > MOST_MEMBERS:
        raise Unreadable(gettext("There are too many files in this archive."))
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            yield archive
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        if isinstance(error, Unreadable):
            raise
        raise Unreadable(gettext("This archive was damaged, or is locked by a password.")) from error


def find_readable(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """Return the files of an archive that may contain plays, without those that Macs add."""
    return [
        each
        for each in archive.infolist()
        if each.filename.lower().endswith(READ_FROM_ARCHIVES) and not each.filename.startswith("__MACOSX/")
    ]


def read_member(archive: zipfile.ZipFile) -> bytes:
    """Return the only readable file of an archive. Raise Unreadable if there isn't exactly one."""
    names = find_readable(archive)
    if not names:
        raise Unreadable(gettext("This archive has no file that Caravan can read."))
    if len(names) > 1:
        raise Unreadable(gettext("There are several files in this archive. Please send them one by one."))
    return read_limited(archive, names[0], MOST_BYTES)


def read_limited(archive: zipfile.ZipFile, name: zipfile.ZipInfo, left: int) -> bytes:
    """Return a file of an archive. Raise Unreadable if it has more than `left` bytes, whatever its header says."""
    most = min(left, UNPACKED_IN_ANY_CASE + MOST_RATIO * name.compress_size)
    with archive.open(name) as file:
        content = file.read(most + 1)
    if len(content) > left:
        raise Unreadable(gettext("This archive’s content is larger than %(most)s MB.", most=MOST_BYTES // MEGABYTE))
    if len(content) > most:
        raise Unreadable(gettext("This archive repeats the same content too often. Send the file without packing it."))
    return content


def read_bgg_pages(archive: zipfile.ZipFile, names: list[zipfile.ZipInfo]) -> Book:
    """Return the contents of all pages of BoardGameGeek plays in an archive."""
    texts, encodings, left = list[tuple[str, str]](), set[str](), MOST_BYTES
    for name in names:
        content = read_limited(archive, name, left)
        left -= len(content)
        text, encoding = decode(content)
        texts.append((clean_name(name.filename)[-LONGEST_NAME:], text))
        encodings |= {encoding} - {""}
    book = bgg.read_pages(texts)
    if encodings:
        book.remarks.append(describe_encoding(", ".join(sorted(encodings))))
    return book


def parse_json(text: str) -> Json:
    """Return a JSON value. Raise Unreadable if it isn't JSON, or would take too much memory."""
    if text.count("{") + text.count("[") > MOST_OBJECTS or text.count(",") > MOST_VALUES:
        raise Unreadable(gettext("This file has more elements than ten thousand plays would."))
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise Unreadable(
            gettext("Invalid JSON at line %(line)s, column %(sign)s.", line=error.lineno, sign=error.colno)
        ) from error
    except ValueError as error:
        raise Unreadable(gettext("A number in this file is too long.")) from error
    except RecursionError as error:
        raise Unreadable(TOO_DEEP) from error
