"""A sheet as a file or a line of text for another Caravan site, and reading them."""

import base64
import binascii
import json
import zlib
from typing import Any

from django.utils.translation import gettext as _

from companion.core.language.texts import say
from companion.core.language.typed import clean_json, stored_number
from companion.rules.kit.numbers import with_floats
from companion.rules.scoring.play_format import NotAPlay, play_from
from companion.rules.sheets import FORMAT, Sheet, sheet_faults

MOST_BYTES = 200_000
PREFIX = f"{FORMAT}:"


def pack(data: Sheet) -> str:
    """Return the sheet as one line of characters that survive any messenger."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return PREFIX + base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpack(line: str) -> str:
    """Return the content of a packed line, "" if it is damaged. Any other text is returned unchanged."""
    line = line.strip()
    if not line.startswith(PREFIX):
        return line
    letters = "".join(line.removeprefix(PREFIX).split())
    try:
        pressed = base64.b64decode(letters + "=" * (-len(letters) % 4), altchars=b"-_", validate=True)
        # Stop early at content that is too large.
        return zlib.decompressobj().decompress(pressed, MOST_BYTES + 1).decode()
    except (binascii.Error, ValueError, zlib.error):
        return ""


def read_sheet(text: str) -> tuple[Any, list[str]]:
    """Return (sheet, []) for the text of a file or a packed line, or (None, its faults as sentences)."""
    if not text.strip():
        return None, [_("Choose a file or paste a sheet’s text.")]
    if len(text) > MOST_BYTES:
        return None, [_("A sheet file can be at most 200 kB.")]
    held = unpack(text)
    if not held:
        return None, [_("This text is incomplete. Copy it again from beginning to end.")]
    if len(held) > MOST_BYTES:
        return None, [_("A sheet file can be at most 200 kB.")]
    try:
        data = play_from(held)
    except NotAPlay as error:
        return None, [say(error.text)]
    if faults := [say(fault.message) for fault in sheet_faults(data)]:
        return None, faults
    return make_storable(data), []


def make_storable(sheet: Sheet) -> Sheet:
    """Return a sheet that every database can store. Its example may contain anything."""
    example = {"example": clean_json(sheet["example"], stored_number)} if "example" in sheet else {}
    return with_floats({**sheet, **example})
