"""What people type and send, before anything else is done with it: cut to what anybody types, then cleaned.

Composing accents takes time that grows with the square of their number, and whoever looks at a text sign by sign keeps
everybody else in this process waiting. So all texts from outside come through here, where they are cut first.
"""

import math
import re
import unicodedata
from decimal import Decimal

LONGEST_TYPED = 1000
# Notes may be twenty lines; nobody types more of them than this, however much of it is not seen.
LONGEST_LINES = 10_000
# No table has so many seats, and no form so many inputs for names.
MOST_NAMES = 50
# Persian words and many emoji are made with these two, which nobody sees.
JOINERS = "\u200c\u200d"
# Signs that count as letters or marks but that nobody sees: fillers, blank braille, selectors of Mongolian and Hangul.
INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0]")
# Scripts in which joiners say nothing, and whose letters look like each other's.
ALIKE = ("LATIN", "CYRILLIC", "GREEK")
# What a phone calls what it sends: it goes into a header of the answer, and into the database.
AN_ID = re.compile(r"[!-~]{1,64}")
A_NUMBER = re.compile(r"[0-9]{1,18}")


def number(text) -> int | None:
    """The number that a hidden input or a button sent; None for what no page of ours sends."""
    return int(text) if text and A_NUMBER.fullmatch(text) else None


def clean_name(name: str) -> str:
    """A name without what nobody sees (control characters, doubled spaces), composed as Unicode wants it."""
    shown = INVISIBLE.sub(" ", unicodedata.normalize("NFC", visible(name[:LONGEST_TYPED])))
    words = (without_idle_joiners(word.strip(JOINERS)) for word in shown.split())
    return " ".join(word for word in words if word)


def without_idle_joiners(word: str) -> str:
    """A word without joiners that nobody sees, as between Latin letters; emoji and Persian words keep theirs."""
    return "".join(
        sign for at, sign in enumerate(word) if not (sign in JOINERS and script_of(word[:at].rstrip(JOINERS)[-1:]))
    )


def script_of(letter: str) -> str:
    """The script of a letter, if it is one of those whose letters look alike; else nothing."""
    script = unicodedata.name(letter, "").partition(" ")[0] if letter else ""
    return script if script in ALIKE else ""


def mixes_scripts(name: str) -> bool:
    """Whether a word of the name has letters of two scripts that look alike, as a Cyrillic А in a Latin Anna."""
    return any(len({script_of(letter) for letter in word} - {""}) > 1 for word in name.split())


def narrow(text: str) -> str:
    """A text in which full-width letters are the same as narrow ones."""
    return unicodedata.normalize("NFKC", text[:LONGEST_TYPED])


def clean_lines(text: str) -> str:
    """Lines without control characters. A browser sends each line's end as two signs, which would count twice."""
    return "\n".join(visible(line).rstrip() for line in text[:LONGEST_LINES].splitlines())


def cleaned(value, number=lambda value: value):
    """Return a value of JSON without characters that no database stores; `number` makes another of each fraction."""
    if isinstance(value, dict):
        return {clean_lines(key): cleaned(each, number) for key, each in value.items()}
    if isinstance(value, list):
        return [cleaned(each, number) for each in value]
    if isinstance(value, float | Decimal):
        return number(value)
    return clean_lines(value) if isinstance(value, str) else value


def stored_number(value):
    """Return a number of JSON as every database stores it: a text if it isn't finite."""
    number = float(value)
    return number if math.isfinite(number) else str(value)


def as_typed(text: str) -> str:
    """What was typed into a field, as it is read and kept: without control characters, which databases refuse."""
    return "".join(sign if sign.isprintable() else " " for sign in text[:LONGEST_TYPED])


def visible(text: str) -> str:
    """A text without control characters, every kind of space as a plain one."""
    return "".join(
        " " if sign.isspace() else sign for sign in text if sign.isprintable() or sign.isspace() or sign in JOINERS
    )


def names_in(sent) -> list[str]:
    """Return the names of the players in what was sent, without empty ones."""
    return [name for name in map(clean_name, sent.getlist("player")[:MOST_NAMES]) if name]
