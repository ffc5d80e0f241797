"""What people type and send, before anything else is done with it: cut to what anybody types, then cleaned.

Composing accents takes time that grows with the square of their number, and whoever looks at a text sign by sign keeps
everybody else in this process waiting. So all texts from outside come through here, where they are cut first.
"""

import re
import unicodedata

LONGEST_TYPED = 1000
# Notes may be twenty lines; nobody types more of them than this, however much of it is not seen.
LONGEST_LINES = 10_000
# No table has so many seats, and no form so many inputs for names.
MOST_NAMES = 50
# Persian words and many emoji are made with these two, which nobody sees.
JOINERS = "\u200c\u200d"
# What a phone calls what it sends: it goes into a header of the answer, and into the database.
AN_ID = re.compile(r"[!-~]{1,64}")
A_NUMBER = re.compile(r"[0-9]{1,18}")


def number(text) -> int | None:
    """The number that a hidden input or a button sent; None for what no page of ours sends."""
    return int(text) if text and A_NUMBER.fullmatch(text) else None


def clean_name(name: str) -> str:
    """A name without what nobody sees (control characters, doubled spaces), composed as Unicode wants it."""
    words = (word.strip(JOINERS) for word in unicodedata.normalize("NFC", visible(name[:LONGEST_TYPED])).split())
    return " ".join(word for word in words if word)


def narrow(text: str) -> str:
    """A text in which full-width letters are the same as narrow ones."""
    return unicodedata.normalize("NFKC", text[:LONGEST_TYPED])


def clean_lines(text: str) -> str:
    """Lines without control characters. A browser sends each line's end as two signs, which would count twice."""
    return "\n".join(visible(line).rstrip() for line in text[:LONGEST_LINES].splitlines())


def as_typed(text: str) -> str:
    """What was typed into a field, as it is read and kept: without control characters, which databases refuse."""
    return "".join(sign if sign.isprintable() else " " for sign in text[:LONGEST_TYPED])


def visible(text: str) -> str:
    """A text without control characters, every kind of space as a plain one."""
    return "".join(
        " " if sign.isspace() else sign for sign in text if sign.isprintable() or sign.isspace() or sign in JOINERS
    )
