"""Cleans what people type and send, before anything else reads it.

Texts are truncated first: composing accents takes time quadratic in their number, and slow loops over a long text keep
all others in this process waiting.
"""

import math
import re
import unicodedata
from decimal import Decimal

LONGEST_TYPED = 1000
# Notes may be twenty lines; no one types more than this, even with invisible characters.
LONGEST_LINES = 10_000
# More than any table's seats, and any form's inputs for names.
MOST_NAMES = 50
# Invisible, but part of Persian words and many emoji.
JOINERS = "\u200c\u200d"
# Invisible letters and marks: fillers, blank braille, selectors of Mongolian and Hangul.
INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0]")
# Scripts without joiners, whose letters look like each other's.
ALIKE = ("LATIN", "CYRILLIC", "GREEK")
# A save's id, which goes into a header of the response, and into the database.
SAVE_ID = re.compile(r"[!-~]{1,64}")
NUMBER = re.compile(r"[0-9]{1,18}")


def parse_number(text) -> int | None:
    """Return the number that a hidden input or a button sent; None if it isn't one."""
    return int(text) if text and NUMBER.fullmatch(text) else None


def clean_name(name: str) -> str:
    """Return a name in NFC, truncated, without control and invisible characters and doubled spaces."""
    visible = INVISIBLE.sub(" ", unicodedata.normalize("NFC", strip_invisible(name[:LONGEST_TYPED])))
    words = (without_idle_joiners(word.strip(JOINERS)) for word in visible.split())
    return " ".join(word for word in words if word)


def without_idle_joiners(word: str) -> str:
    """Return a word without invisible joiners, as between Latin letters; emoji and Persian words need theirs."""
    return "".join(
        sign for at, sign in enumerate(word) if not (sign in JOINERS and script_of(word[:at].rstrip(JOINERS)[-1:]))
    )


def script_of(letter: str) -> str:
    """Return the script of a letter if it is one of ALIKE, else ""."""
    script = unicodedata.name(letter, "").partition(" ")[0] if letter else ""
    return script if script in ALIKE else ""


def mixes_scripts(name: str) -> bool:
    """Return whether a word of the name mixes scripts that look alike, as a Cyrillic А in a Latin Anna."""
    return any(len({script_of(letter) for letter in word} - {""}) > 1 for word in name.split())


def narrow(text: str) -> str:
    """Return a text with full-width letters replaced by narrow ones (NFKC)."""
    return unicodedata.normalize("NFKC", text[:LONGEST_TYPED])


def clean_lines(text: str) -> str:
    """Return lines without control characters. A browser sends each line break as two characters."""
    return "\n".join(strip_invisible(line).rstrip() for line in text[:LONGEST_LINES].splitlines())


def clean_json(value, number=lambda value: value):
    """Return a value of JSON without characters that no database stores; `number` makes another of each fraction."""
    if isinstance(value, dict):
        return {clean_lines(key): clean_json(each, number) for key, each in value.items()}
    if isinstance(value, list):
        return [clean_json(each, number) for each in value]
    if isinstance(value, float | Decimal):
        return number(value)
    return clean_lines(value) if isinstance(value, str) else value


def stored_number(value):
    """Return a number of JSON as every database stores it: a text if it isn't finite."""
    number = float(value)
    return number if math.isfinite(number) else str(value)


def clean_entry(text: str) -> str:
    """Return the input of a field with spaces instead of control characters, which databases refuse."""
    return "".join(sign if sign.isprintable() else " " for sign in text[:LONGEST_TYPED])


def strip_invisible(text: str) -> str:
    """Return a text without control characters, with plain spaces instead of all others."""
    return "".join(
        " " if sign.isspace() else sign for sign in text if sign.isprintable() or sign.isspace() or sign in JOINERS
    )


def read_names(sent) -> list[str]:
    """Return the names of the players in what was sent, without empty ones."""
    return [name for name in map(clean_name, sent.getlist("player")[:MOST_NAMES]) if name]
