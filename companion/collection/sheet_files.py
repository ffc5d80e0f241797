"""A sheet as a file or as one line of text, to be carried to another Caravan, and what somebody brings read again."""

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
BEGINS = f"{FORMAT}:"


def packed(data: Sheet) -> str:
    """The sheet in one line of letters that survive any messenger."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return BEGINS + base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpacked(line: str) -> str:
    """What stands in such a line; nothing where that is damaged. A text that is no such line stays what it is."""
    line = line.strip()
    if not line.startswith(BEGINS):
        return line
    letters = "".join(line.removeprefix(BEGINS).split())
    try:
        pressed = base64.b64decode(letters + "=" * (-len(letters) % 4), altchars=b"-_", validate=True)
        # What is too large is not made large first.
        return zlib.decompressobj().decompress(pressed, MOST_BYTES + 1).decode()
    except (binascii.Error, ValueError, zlib.error):
        return ""


def sheet_in(text: str) -> tuple[Any, list[str]]:
    """The sheet that a file or a line holds, or what is wrong with it, in sentences."""
    if not text.strip():
        return None, [_("Choose a file or paste a sheet’s text.")]
    if len(text) > MOST_BYTES:
        return None, [_("A sheet file can be at most 200 kB.")]
    held = unpacked(text)
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
    return storable(data), []


def storable(sheet: Sheet) -> Sheet:
    """Return a sheet as every database stores it. Its example may hold anything: nothing here reads it."""
    example = {"example": clean_json(sheet["example"], stored_number)} if "example" in sheet else {}
    return with_floats({**sheet, **example})
