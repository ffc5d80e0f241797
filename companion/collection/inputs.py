"""The kinds of input by which a row is asked for when a sheet is made.

Each answers for itself: the fragment that draws it, what becomes of what was typed, what stands in it, and what can be
chosen there. What is left empty brings None and is left out of the row: the sheet's own check says what is missing.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import zip_longest
from typing import Any

from companion.core.language.texts import say
from companion.core.language.typed import clean_name
from companion.rules.kit import Text, figure, gettext, pgettext, read_number
from companion.rules.sheets.limits import COUNTED, MULTIPLIED
from companion.rules.sheets.types import Row

from .translations import MOST_NAMED, called, in_others, lines_in_others, named, spoken, typed_in_others, words_of

THINGS = re.compile(r"[,;、\n]")


def is_for_bonus(row: Row) -> bool:
    """Whether a bonus from so many points on can be counted from this row."""
    return row["kind"] in MULTIPLIED and row["kind"] != "reach" and row.get("worth") != 0


def has_number(row: Row) -> bool:
    """Whether a number of its own is entered in this row."""
    return row["kind"] in COUNTED and "of" not in row


def to_choose(rows: Iterable[Row]) -> list[tuple[str, str]]:
    return [(row["key"], spoken(row["label"])) for row in rows]


@dataclass(frozen=True)
class Input:
    """What is asked for: the key in the row (`hit.each` is one within `hit`), and what stands beside it."""

    key: str
    label: Text
    # Few rows need it: it is asked for under More.
    is_rare: bool = False
    template = ""

    def value_in(self, row: Row) -> Any:
        """What a row has of it, None for nothing."""
        outer, _, inner = self.key.partition(".")
        return row.get(outer, {}).get(inner) if inner else row.get(outer)

    def read(self, data: Mapping[str, str], before: Any) -> Any:
        """What was typed or chosen, as a row has it; `before` is what it has had until now."""
        return data.get(self.key) or None

    def typed(self, value: Any) -> Any:
        """What stands in it, as it would be typed."""
        return value or ""

    def is_as_shown(self, data: Mapping[str, str], value: Any) -> bool:
        """Return whether a text input was sent as it was shown: then the row keeps its value, whatever it is."""
        if not isinstance(self.typed(value), str) or self.key not in data:
            return False
        shown = {self.key: self.typed(value)}
        # A browser drops the first line of a text in several lines if it is empty.
        shown |= {f"{self.key}.{each['code']}": each["value"].removeprefix("\n") for each in self.in_others(value)}
        return all(data.get(name, text).splitlines() == text.splitlines() for name, text in shown.items())

    def in_others(self, value: Any) -> list[dict[str, str]]:
        """Its words in the other languages, where it has some."""
        return []

    def choices(self, others: Sequence[Row]) -> list[tuple[str, str]]:
        """What can be chosen and how it is called; `others` are the other rows of the sheet."""
        return []

    def boxes(self, value: Any) -> list[tuple[Any, str]]:
        """Its boxes with their names, where it has several."""
        return []


class Number(Input):
    """A number. One that is known for every number of players has no room in an input: it stays, and None is shown."""

    template = "collection/inputs/_number.html"

    def read(self, data, before):
        return before if isinstance(before, dict) else read_number(data.get(self.key, ""))

    def typed(self, value):
        if isinstance(value, dict):
            return None
        return "" if value is None else str(value)


class Cost(Number):
    """What each of a penalty costs: −3 is 3."""

    def read(self, data, before):
        number = super().read(data, before)
        return -number if isinstance(number, int) and number < 0 else number


class Decimals(Input):
    """How many digits after the point can be entered."""

    template = "collection/inputs/_select.html"
    WAYS: Mapping[str, Text] = {
        "": gettext("whole numbers only"),
        "1": gettext("one, like %(number)s", number=figure(Decimal("10.5"))),
        "2": gettext("two, like %(number)s", number=figure(Decimal("10.25"))),
    }

    def read(self, data, before):
        # A sheet may say that there are none.
        return read_number(data.get(self.key, "")) or (0 if before == 0 else None)

    def typed(self, value):
        return str(value or "")

    def choices(self, others):
        return [(key, say(words)) for key, words in self.WAYS.items()]


class Numbers(Input):
    """Numbers with blanks or commas between them; what is known for every number of players stays, as in a `Number`."""

    template = "collection/inputs/_number.html"

    def read(self, data, before):
        if isinstance(before, dict):
            return before
        return [read_number(part) for part in re.split(r"[\s,;、]+", data.get(self.key, "")) if part]

    def typed(self, value):
        return None if isinstance(value, dict) else " ".join(map(str, value or ()))


class Places(Numbers):
    """The points of the first places, a box each; without boxes as `Numbers`."""

    template = "collection/inputs/_places.html"
    NAMES = (gettext("first"), gettext("second"), gettext("third"), gettext("fourth"))

    def read(self, data, before):
        return super().read(self.in_line(data), before)

    def is_as_shown(self, data, value):
        return super().is_as_shown(self.in_line(data), value)

    def in_line(self, data: Mapping[str, str]) -> Mapping[str, str]:
        """Return what was sent with what is in the boxes as one text; an empty box before another one is 0."""
        boxes = [name for name in data if name.startswith(f"{self.key}.")]
        typed = [data[f"{self.key}.{number}"].strip() for number in range(1, len(boxes) + 1)]
        while typed and not typed[-1]:
            typed.pop()
        return {**data, self.key: " ".join(text or "0" for text in typed)} if boxes else data

    def boxes(self, value):
        points = [] if isinstance(value, dict) else [str(each) for each in value or ()]
        names = [*self.NAMES, *range(len(self.NAMES) + 1, len(points) + 1)]
        return list(zip_longest(names, points, fillvalue=""))


class Check(Input):
    """A tick."""

    template = "collection/inputs/_check.html"

    def read(self, data, before):
        # A sheet may say no.
        return True if data.get(self.key) else None if before else before


class Word(Input):
    """A word, in other languages too."""

    template = "collection/inputs/_word.html"

    def read(self, data, before):
        return words_of(data, self.key, before) or None

    def typed(self, value):
        return spoken(value)

    def in_others(self, value):
        return in_others(value)


class Things(Input):
    """The names of things, with commas between them."""

    template = "collection/inputs/_things.html"

    def read(self, data, before):
        names = [clean_name(part) for part in THINGS.split(data.get(self.key, "")) if clean_name(part)]
        others = {code: THINGS.split(text) for code, text in typed_in_others(data, self.key).items()}
        return called(named(names, before or (), "t"), others) or None

    def typed(self, value):
        return ", ".join(spoken(each["label"]) for each in value or ())

    def in_others(self, value):
        return lines_in_others(value or (), ", ")


class Pairs(Input):
    """A choice a line, of which the last word is its points."""

    template = "collection/inputs/_pairs.html"

    def read(self, data, before):
        typed = data.get(self.key, "").splitlines()
        lines = [line.strip().rpartition(" ") for line in typed if line.strip()][:MOST_NAMED]
        worths = [read_number(points) if words else 0 for words, _, points in lines]
        names = [clean_name(words) or points for words, _, points in lines]
        others = {code: without_points(text, worths) for code, text in typed_in_others(data, self.key).items()}
        choices = called(named(names, before or (), "c"), others)
        return [{**choice, "worth": worth} for choice, worth in zip(choices, worths, strict=True)]

    def typed(self, value):
        return "\n".join(f"{spoken(each['label'])} {each['worth']}" for each in value or ())

    def in_others(self, value):
        return lines_in_others(value or ())


def without_points(text: str, worths: Sequence[Any]) -> list[str]:
    """The words of choices in another language, a line each; points that somebody repeats there say nothing new."""
    lines = [line.strip() for line in text.splitlines()]
    parts = [line.rpartition(" ") for line in lines]
    return [
        words if words and at < len(worths) and read_number(points) == worths[at] else line
        for at, (line, (words, _, points)) in enumerate(zip(lines, parts, strict=True))
    ]


@dataclass(frozen=True)
class OneRow(Input):
    """One of the other rows that fit; where few need it, or none."""

    fits: Callable[[Row], bool] = lambda row: True
    template = "collection/inputs/_select.html"

    def choices(self, others):
        its = to_choose(filter(self.fits, others))
        return [("", "–"), *its] if self.is_rare else its


class TwoRows(Input):
    """Two of the other rows."""

    template = "collection/inputs/_two_rows.html"

    def read(self, data, before):
        return [each for each in (data.get(f"{self.key}.1"), data.get(f"{self.key}.2")) if each]

    def choices(self, others):
        return to_choose(others)


class SeveralRows(Input):
    """Those of the other rows that are ticked, from which a bonus can be counted."""

    template = "collection/inputs/_several_rows.html"

    def read(self, data, before):
        ticked = [name.removeprefix(f"{self.key}.") for name in data if name.startswith(f"{self.key}.")]
        return before if before and sorted(ticked) == sorted(before) else ticked

    def choices(self, others):
        return to_choose(filter(is_for_bonus, others))


class NumberRows(SeveralRows):
    """The same of those with a number, where none may be ticked."""

    def read(self, data, before):
        return super().read(data, before) or None

    def choices(self, others):
        return to_choose(filter(has_number, others))


class Ties(Input):
    """What becomes of a place on which several are level."""

    template = "collection/inputs/_segments.html"
    WAYS: Mapping[str, Text] = {
        "all": gettext("each gets all"),
        "share": gettext("they share"),
        "nobody": pgettext("at a tie", "nobody"),
        "split": gettext("they share their own place only"),
        "less": gettext("each gets one less"),
    }

    def choices(self, others):
        return [(key, say(words)) for key, words in self.WAYS.items()]
