"""What a person typed or a file brought, read as a number, and why it cannot be right.

Nothing is raised for what a player typed: a fault is a value, a pair of code and sentence.
"""

import json
import re
import unicodedata
from typing import NamedTuple

from .texts import Text, gettext

MOST = 999


class Fault(NamedTuple):
    """Why a value cannot be right: a code for machines, a sentence for people."""

    code: str
    text: Text


NOT_A_LIST = Fault("wrong_type", gettext("this is a list, one entry for each."))


def whole_number(value: object, *, most: int, too_many: Fault, least: int = 0) -> tuple[int | None, Fault | None]:
    """A number from `least` to `most`, or the fault; `too_many` is the fault of one above."""
    not_whole = gettext("“%(typed)s” is not a whole number.", typed=shortened(value))
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return None, Fault("wrong_type", not_whole)
    if value < least:
        return None, too_little(value, least=least)
    if value > most:
        return None, too_many
    if value != int(value):
        return None, Fault("fraction", not_whole)
    return int(value), None


def too_little(value: float, *, least: int) -> Fault:
    """The fault of a number below `least`."""
    if not least:
        return Fault("negative", gettext("%(typed)s is less than 0.", typed=shortened(value)))
    return Fault("too_small", gettext("less than %(least)s cannot be entered.", least=least))


def shortened(value: object) -> str:
    """What was typed or sent, as it can stand in a sentence: one line of at most 20 characters."""
    if isinstance(value, list | dict):
        return "[…]" if isinstance(value, list) else "{…}"
    if isinstance(value, int | float) and abs(value) > 1e300:
        return "∞" if value > 0 else "−∞"
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    line = "".join(sign if sign.isprintable() else " " for sign in text[:21])
    return line if len(line) <= 20 else line[:19] + "…"


def read_number(text: str) -> int | str | None:
    """The whole number somebody typed (`3+2+4` is 9), None for nothing, else the text itself."""
    typed = half_width(text).replace("−", "-")
    if not typed:
        return None
    if re.fullmatch(r"[0-9]{1,30}(\s*\+\s*[0-9]{1,30})*\s*\+?", typed):
        return sum(map(int, re.findall(r"[0-9]+", typed)))
    if re.fullmatch(r"-[0-9]{1,30}", typed):
        return int(typed)
    return text.strip()


def half_width(text: str) -> str:
    """What was typed on a Japanese keyboard in signs as wide as kanji (`３＋２`, `，`), in the usual ones."""
    return unicodedata.normalize("NFKC", text).strip()
