"""Parse the texts of a file: points, days, times of day, minutes, ranks, and marks for who won."""

import datetime
import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from companion.core.language.folding import fold
from companion.core.language.typed import clean_name, narrow
from companion.rules.scoring.checking import MOST_MINUTES

type Json = Any
type Total = int | Decimal | None

MOST_SEATS = 12
# A number as people write it: 1250, 1,250, 1.250, 1 250 or 1'250, with decimals after a comma or a point.
THOUSANDS = r"[1-9]\d{0,2}(?:(?:,\d{3})+|(?:\.\d{3})+|(?: \d{3})+|(?:'\d{3})+)(?!\d)"
A_NUMBER = rf"(?:{THOUSANDS}|\d{{1,9}})(?:[.,]\d{{1,9}})?|\.\d{{1,2}}"
A_SUM = re.compile(rf"\s*[+-]?\s*(?:{A_NUMBER})(?:\s*(?:\+\s*-|[+-])\s*(?:{A_NUMBER})){{0,99}}\s*\+?\s*")
A_TERM = re.compile(rf"([+-]?)\s*({A_NUMBER})")
WITH_THOUSANDS = re.compile(r"[1-9]\d{0,2}([,. '])\d{3}(?:\1\d{3})*(?!\d)")
A_UNIT = re.compile(r"(?<=\d)\s*(?:p|pts?|points?|vp|punkte?|pkt|点)\.?\s*$", re.IGNORECASE)
OTHER_SIGNS = str.maketrans(
    {"\u2212": "-", "\u2012": "-", "\u2013": "-", "\u2019": "'", "½": ".5", "¼": ".25", "¾": ".75"}
)
MOST_DECIMALS = 2
# The greatest offset of a time zone from UTC.
FIRST_CLOCK = datetime.timedelta(hours=14)
DAY_FIRST, MONTH_FIRST, EITHER = "day", "month", "either"
WON, LOST, DRAW, EVERYBODY, NOBODY = "won", "lost", "draw", "everybody", "nobody"
MARKS = {
    WON: "1 1.0 x y yes j ja true t wahr won win winner w gewonnen gewinner gewinnerin sieg sieger siegerin s victory"
    " ✓ ✔ ★ ☆ * o ○ ◯ はい 勝 勝ち 勝利 勝者 true",
    LOST: "0 0.0 n no nein false f falsch lost lose loss loser l verloren verlierer verliererin niederlage defeat"
    " ✗ ✘ × - – いいえ 負 負け 敗 敗北 敗者",
    DRAW: "draw drawn tie tied unentschieden gleichstand remis patt 引き分け 引分 引分け 同点 同率",
    EVERYBODY: "all everybody everyone alle team 全員",
    NOBODY: "nobody none noone no-one niemand keiner なし 該当なし",
}
MEANINGS = {word: meaning for meaning, words in MARKS.items() for word in words.split()}
# What people write instead of an unknown number.
UNKNOWN = {"", "-", "–", "—", "?", "n/a", "na", "nan", "none", "null", "k.a.", "ー", "不明", "なし"}
DATES = (
    (re.compile(r"(\d{4})[-/.年] ?(\d{1,2})[-/.月] ?(\d{1,2})(?!\d)日?"), (1, 2, 3)),
    (re.compile(r"(\d{4})(\d{2})(\d{2})(?!\d)"), (1, 2, 3)),
    (re.compile(r"(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2})(?!\d)"), (3, 2, 1)),
)
WITH_SLASHES = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?!\d)")
MONTHS = (
    *("jan", "feb", "mar mär mrz maer", "apr", "may mai", "jun", "jul", "aug", "sep", "oct okt", "nov", "dec dez"),
)
MONTH_NUMBERS = {word: number for number, words in enumerate(MONTHS, 1) for word in words.split()}
A_WORD = r"(?P<word>[^\W\d]{3,9})\.?"
DAY_AND_WORD = re.compile(
    rf"(?:[^\W\d]+,? )?(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?[ -]{A_WORD}[ ,-]+(?P<year>\d{{4}}|\d{{2}})(?!\d)"
)
WORD_AND_DAY = re.compile(rf"(?:[^\W\d]+, )?{A_WORD} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<year>\d{{4}})(?!\d)")
A_CLOCK = re.compile(r"(\d{1,2})(?:[:.時h](\d{2})(?::\d{2}(?:\.\d+)?)?分?)? ?(am|pm|a\.m\.|p\.m\.|uhr)?", re.IGNORECASE)
IN_A_DATE = re.compile(r"\d{1,2}:\d{2}")
HOURS = r"(?:h|hrs?|hours?|std?\.?|stunden?|時間)"
MINUTES = r"(?:m|mins?\.?|minutes?|minuten?|分)"
IN_HOURS = re.compile(rf"(\d{{1,3}}(?:[.,]\d{{1,2}})?) ?{HOURS}(?: ?(?:and|und)? ?(\d{{1,2}})(?: ?{MINUTES})?)?")
IN_MINUTES = re.compile(rf"(\d{{1,4}})(?:[.,]\d{{1,2}})?(?: ?{MINUTES})?")
ON_A_CLOCK = re.compile(r"(\d{1,2}):(\d{2})(?::\d{2})?")
BETWEEN_NAMES = re.compile(r"\s*[;,|&/+、，；]\s*|\s+(?:and|und|vs\.?|gegen)\s+", re.IGNORECASE)
A_RANK = re.compile(r"[#=t]?(\d{1,2})(?:[.,]0)?(?:st|nd|rd|th|er|\.|=|位|着)?(?: ?(?:place|platz))?")


def parse_points(score: str) -> Total:
    """Return the number of a text of points: 28 for `3+20+5`, 1250 for `1,250`, Decimal("10.5") for `10,5`.

    Return None if it isn't a number or a sum of numbers, or has more than two decimals.
    """
    plain = A_UNIT.sub("", narrow(score.translate(OTHER_SIGNS)).translate(OTHER_SIGNS))
    if not A_SUM.fullmatch(plain):
        return None
    total = Decimal(0)
    for sign, digits in A_TERM.findall(plain):
        number = parse_decimal(digits)
        if number is None:
            return None
        total += -number if sign == "-" else number
    return int(total) if total == total.to_integral_value() else total.normalize()


def parse_decimal(digits: str) -> Decimal | None:
    """Return the number of such digits, without thousands separators; None if it has too many decimals."""
    thousands = WITH_THOUSANDS.match(digits)
    end = thousands.end() if thousands else 0
    if thousands and digits[end : end + 1] == thousands[1]:
        return None
    plain = re.sub(r"\D", "", digits[:end]) + digits[end:].replace(",", ".")
    whole, _point, decimals = plain.partition(".")
    decimals = decimals.rstrip("0")
    return Decimal(f"{whole or 0}.{decimals or 0}") if len(decimals) <= MOST_DECIMALS else None


def as_text(value: Json) -> str:
    """Return a JSON value as a name or number; "" if it is neither."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return clean_name(str(value))


def is_plausible_year(year: int) -> bool:
    """Return whether a play can be from this year; other years come from misread dates."""
    return 1900 <= year < 2200


def is_to_come(day: str) -> bool:
    """Return whether a day such as 2026-11-20 is in the future everywhere on earth."""
    return day > (datetime.datetime.now(datetime.UTC) + FIRST_CLOCK).date().isoformat()


def parse_whole_number(value: Json, most: int) -> int | None:
    """Return a whole number from 1 to `most`; None for everything else."""
    text = as_text(value)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 and 0 < int(text) <= most else None


def is_yes(value: Json) -> bool:
    """Return whether a value means yes: programs write true, 1 or "1"."""
    return value is True or value == 1 or (isinstance(value, str) and value.strip().lower() in ("1", "true"))


def parse_day(text: str, *, month_first: bool = False) -> str:
    """Return the day that a text means, such as 2026-11-20; "" if it isn't a day."""
    plain = narrow(text[:40]).strip()
    for shape, (year, month, day) in DATES:
        if found := shape.match(plain):
            return format_day(found[year], found[month], found[day])
    if found := WITH_SLASHES.match(plain):
        one, two = (found[1], found[2]) if month_first else (found[2], found[1])
        return format_day(found[3], one, two) or format_day(found[3], two, one)
    if found := DAY_AND_WORD.match(plain) or WORD_AND_DAY.match(plain):
        word = found["word"].casefold()
        # The name of a month, or the start of it.
        return format_day(found["year"], MONTH_NUMBERS.get(word[:4]) or MONTH_NUMBERS.get(word[:3], 0), found["day"])
    return ""


def format_day(year: str, month: str | int, day: str) -> str:
    """Return a day such as 2026-11-20; "" if there is no such day, or its year isn't plausible."""
    number = int(year) + (2000 if len(year) == 2 else 0)
    try:
        return datetime.date(number, int(month), int(day)).isoformat() if is_plausible_year(number) else ""
    except ValueError:
        return ""


def find_date_order(texts: Iterable[str]) -> str:
    """Return whether dates with slashes start with the day or the month: `either` if that is unknown.

    Return "" if there are no such dates, or all of them are the same day either way.
    """
    found = (WITH_SLASHES.match(narrow(text[:40]).strip()) for text in texts)
    parts = [(int(each[1]), int(each[2])) for each in found if each]
    day_first, month_first = any(one > 12 for one, _two in parts), any(two > 12 for _one, two in parts)
    if day_first != month_first:
        return DAY_FIRST if day_first else MONTH_FIRST
    return EITHER if any(one != two and one <= 12 and two <= 12 for one, two in parts) else ""


def parse_time(text: str) -> str:
    """Return the time of day that a text means, such as 20:15; "" if it isn't one."""
    found = A_CLOCK.fullmatch(narrow(text[:40]).strip())
    if not found or not (found[2] or found[3]):
        return ""
    hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "").casefold().replace(".", "")
    if half in ("am", "pm"):
        hour = hour % 12 + (12 if half == "pm" else 0)
    return f"{hour:02}:{minute:02}" if hour < 24 and minute < 60 else ""


def parse_minutes(text: str) -> int | None:
    """Return the minutes that a text means: 45, `45 min`, `1:30`, `1h 30m` or `1,5 Std.`; None for other texts."""
    plain = narrow(text[:40]).strip().casefold().removeprefix("pt")
    if found := ON_A_CLOCK.fullmatch(plain):
        minutes = float(int(found[1]) * 60 + int(found[2]))
    elif found := IN_HOURS.fullmatch(plain):
        minutes = float(found[1].replace(",", ".")) * 60 + int(found[2] or 0)
    elif found := IN_MINUTES.fullmatch(plain):
        minutes = float(found[1])
    else:
        return None
    return round(minutes) if 0 < round(minutes) <= MOST_MINUTES else None


def parse_rank(text: str) -> int | None:
    """Return the rank that a text means: 1, `1.`, `1st` or `1位`; None for other texts."""
    found = A_RANK.fullmatch(narrow(text[:40]).strip().casefold())
    return parse_whole_number(str(int(found[1])), MOST_SEATS) if found else None


def parse_mark(text: str) -> str:
    """Return what a mark means for who won, one of `MARKS`; "" for other texts, such as names."""
    return MEANINGS.get(fold(text).strip(), "")


def is_unknown(text: str) -> bool:
    """Return whether a cell means that the value is unknown."""
    return fold(text).strip() in UNKNOWN


def split_names(text: str) -> list[str]:
    """Return the names in a cell that has several."""
    return [name for each in BETWEEN_NAMES.split(text) if (name := each.strip())]
