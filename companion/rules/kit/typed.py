"""Parsing and validation of typed or imported numbers.

An invalid value raises nothing: the functions return a fault, a pair of code and sentence.
"""

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from math import prod
from typing import NamedTuple

from .numbers import Number, decimals_of, plain
from .texts import Text, figure, gettext

MOST = 999
# Characters that are read as a minus.
MINUSES = str.maketrans(dict.fromkeys("\u2212\u2010\u2011\u2012\u2013\u2014", "-"))
# A part of a sum may be negative: 10.5+-3.
A_TERM = re.compile(r"(\+\s*-|[+-]?)\s*([^+\s-][^+-]*)")
TIMES = re.compile("[×x*]")
# 1250, 10.5 and 10,5; three digits after the separator are thousands: 1,250 and 1.250, 1 250, 1'250 and 12,345.67.
UNGROUPED = re.compile(r"([0-9]{1,30})?(?:[.,]([0-9]{1,2}))?")
GROUPED = re.compile(r"([1-9][0-9]{0,2}(?:([ ,.'\u2019])[0-9]{3})(?:\2[0-9]{3}){0,9})(?:(?!\2)[.,]([0-9]{1,2}))?")


class Fault(NamedTuple):
    """The reason why a value is invalid: a code for programs, a sentence for people."""

    code: str
    text: Text


@dataclass(frozen=True)
class Refused:
    """An invalid value, with the text that was typed."""

    typed: str


NOT_A_LIST = Fault("wrong_type", gettext("this is a list, one entry for each."))


def number_from(
    value: object, *, most: Number, too_many: Fault, least: Number = 0, decimals: int = 0, step: int = 1
) -> tuple[Number | None, Fault | None]:
    """Return (number, None) for a number from `least` to `most` with at most `decimals` decimals, in steps of `step`.

    Otherwise return (None, fault); `too_many` is the fault of a number above `most`.
    """
    no_number = Fault("wrong_type", unreadable(value, decimals=decimals))
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal) or value != value:
        return None, no_number
    if value < least:
        return None, too_little(value, least=least)
    if value > most:
        return None, too_many
    number = plain(Decimal(str(value)))
    if decimals_of(number) > decimals:
        return None, Fault("fraction", too_fine(value, decimals=decimals))
    if step > 1 and number % step:
        text = gettext("%(number)s isn’t a multiple of %(step)s.", number=figure(number), step=step)
        return None, Fault("out_of_step", text)
    return number, None


def unreadable(value: object, *, decimals: int) -> Text:
    """Return the message for a text that isn't a number."""
    if not decimals:
        return gettext("“%(typed)s” is not a whole number.", typed=shortened(value))
    return gettext(
        "“%(typed)s” isn’t a number. Enter one like 12, −3 or 10.5, or a sum like 8+4.", typed=shortened(value)
    )


def too_fine(value: object, *, decimals: int) -> Text:
    """Return the message for a number with too many decimals."""
    if not decimals:
        return gettext("“%(typed)s” is not a whole number.", typed=shortened(value))
    return gettext("“%(typed)s” has too many decimals: at most %(most)s.", typed=shortened(value), most=decimals)


def too_little(value: Number | float, *, least: Number) -> Fault:
    """Return the fault of a number below `least`."""
    if not least:
        return Fault("negative", gettext("%(typed)s is negative.", typed=shortened(value)))
    return Fault("too_small", gettext("at least %(least)s.", least=figure(least)))


def shortened(value: object) -> str:
    """Return a typed or sent value for use in a sentence: one line of at most 20 characters."""
    if isinstance(value, list | dict):
        return "[…]" if isinstance(value, list) else "{…}"
    if isinstance(value, Decimal):
        value = float(value) if decimals_of(value) else int(value)
    if isinstance(value, int | float) and abs(value) > 1e300:
        return "∞" if value > 0 else "−∞"
    text = value if isinstance(value, str) else re.sub("^-", "−", json.dumps(value, default=str))
    line = "".join(sign if sign.isprintable() else " " for sign in text[:21])
    return line if len(line) <= 20 else line[:19] + "…"


def read_number(text: str) -> Number | str | None:
    """Return the number, or the sum of several, that a text contains; None if it is empty, else the text itself.

    >>> read_number("3+2−1"), read_number("10,5+−3"), read_number("5×2+3"), read_number("8/4")
    (4, Decimal('7.5'), 13, '8/4')
    """
    typed = in_ascii_digits(half_width(text)).translate(MINUSES)
    if not typed:
        return None
    terms = list(terms_of(typed.removesuffix("+").rstrip()))
    numbers = [number for number in terms if number is not None]
    if not numbers or len(numbers) < len(terms):
        return text.strip()
    total = sum(numbers)
    return total if isinstance(total, int) else plain(total)


def terms_of(typed: str) -> Iterator[Number | None]:
    """Yield each signed number of a sum; None for a part that isn't a number."""
    at = 0
    for term in A_TERM.finditer(typed):
        sign, digits = term[1], term[2].strip()
        number = read_term(digits)
        # Only the first term needs no sign.
        is_known = term.start() == at and (sign or not at) and number is not None
        yield (-number if sign.endswith("-") else number) if is_known and number is not None else None
        at = term.end()
    if at < len(typed):
        yield None


def read_term(digits: str) -> Number | None:
    """Return the value of an unsigned number, or of a product; None if a factor isn't a number."""
    factors = [read_factor(part.strip()) for part in TIMES.split(digits)]
    numbers = [number for number in factors if number is not None]
    return plain(prod(numbers)) if len(numbers) == len(factors) else None


def read_factor(digits: str) -> Number | None:
    """Return the value of a single number; None if it isn't one."""
    if found := GROUPED.fullmatch(digits):
        whole, part = found[1].replace(found[2], ""), found[3]
    elif (found := UNGROUPED.fullmatch(digits)) and (found[1] or found[2]):
        whole, part = found[1] or "0", found[2]
    else:
        return None
    return plain(Decimal(f"{whole}.{part}")) if part else int(whole)


def in_ascii_digits(text: str) -> str:
    """Return a text with the digits of all scripts as 0 to 9."""
    return text if text.isascii() else "".join(str(int(sign)) if sign.isdecimal() else sign for sign in text)


def half_width(text: str) -> str:
    """Return a text with full-width characters of Japanese keyboards (`３＋２`, `，`) as the usual ones."""
    return unicodedata.normalize("NFKC", text).strip()
