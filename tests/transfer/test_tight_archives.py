"""Archives that unpack to far more than a file of plays does."""

import io
import zipfile

import pytest

from companion.transfer.readers.files import MEGABYTE, open_archive, read_member
from companion.transfer.readers.records import Unreadable


def unpacked(content):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("plays.csv", content)
    with open_archive(packed.getvalue()) as archive:
        return read_member(archive)


def test_archive_packed_far_too_tightly_is_refused():
    with pytest.raises(Unreadable, match="repeats the same content too often"):
        unpacked(b"0" * 10 * MEGABYTE)


def test_small_archive_is_read_however_tightly_it_is_packed():
    assert unpacked(b"0" * MEGABYTE) == b"0" * MEGABYTE
