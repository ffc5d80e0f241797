"""The kinds of input with which a row of a sheet is edited.

Each knows its template, how it reads what was typed, what it shows, and its choices. Empty inputs are None and left out
of the row: the checks of the sheet find what is missing.
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

from .translations import add_others, match_names, other_lines, other_words, read_others, read_words, translate

THINGS = re.compile(r"[,;、\n]")


def is_for_bonus(row: Row) -> bool:
    """Return whether a threshold bonus can be counted from this row."""
    return row["kind"] in MULTIPLIED and row["kind"] != "reach" and row.get("worth") != 0


def has_number(row: Row) -> bool:
    """Return whether a number is entered in this row."""
    return row["kind"] in COUNTED and "of" not in row


def row_choices(rows: Iterable[Row]) -> list[tuple[str, str]]:
    """Return these rows as choices."""
    return [(row["key"], translate(row["label"])) for row in rows]


@dataclass(frozen=True)
class Input:
    """An input for a key of the row (`hit.each` is a key within `hit`), with its label; a rare one is under More."""

    key: str
    label: Text
    is_rare: bool = False
    template = ""

    def get_value(self, row: Row) -> Any:
        """Return the row's value, None without one."""
        outer, _, inner = self.key.partition(".")
        return row.get(outer, {}).get(inner) if inner else row.get(outer)

    def read(self, data: Mapping[str, str], before: Any) -> Any:
        """Return the value that was typed or chosen; `before` is the row's former value."""
        return data.get(self.key) or None

    def display(self, value: Any) -> Any:
        """Return the value as it is typed."""
        return value or ""

    def is_unchanged(self, data: Mapping[str, str], value: Any) -> bool:
        """Return whether a text input was sent unchanged: then the row keeps its value, whatever it is."""
        if not isinstance(self.display(value), str) or self.key not in data:
            return False
        shown = {self.key: self.display(value)}
        # A browser drops the first line of a text in several lines if it is empty.
        shown |= {f"{self.key}.{each['code']}": each["value"].removeprefix("\n") for each in self.translations(value)}
        return all(data.get(name, text).splitlines() == text.splitlines() for name, text in shown.items())

    def translations(self, value: Any) -> list[dict[str, str]]:
        """Return the value's words in other languages, if it has words."""
        return []

    def choices(self, others: Sequence[Row]) -> list[tuple[str, str]]:
        """Return (key, label) of what can be chosen; `others` are the other rows of the sheet."""
        return []

    def boxes(self, value: Any) -> list[tuple[Any, str]]:
        """Return (label, value) of each of its boxes, if it has several."""
        return []


class Number(Input):
    """A number. A value by number of players can't be typed: it stays, and None is shown."""

    template = "collection/inputs/_number.html"

    def read(self, data, before):
        return before if isinstance(before, dict) else read_number(data.get(self.key, ""))

    def display(self, value):
        if isinstance(value, dict):
            return None
        return "" if value is None else str(value)


class Cost(Number):
    """The cost of each in a penalty: −3 is 3."""

    def read(self, data, before):
        number = super().read(data, before)
        return -number if isinstance(number, int) and number < 0 else number


class Decimals(Input):
    """The number of decimals that can be entered."""

    template = "collection/inputs/_select.html"
    WAYS: Mapping[str, Text] = {
        "": gettext("whole numbers only"),
        "1": gettext("one, like %(number)s", number=figure(Decimal("10.5"))),
        "2": gettext("two, like %(number)s", number=figure(Decimal("10.25"))),
    }

    def read(self, data, before):
        # A sheet may have an explicit 0.
        return read_number(data.get(self.key, "")) or (0 if before == 0 else None)

    def display(self, value):
        return str(value or "")

    def choices(self, others):
        return [(key, say(words)) for key, words in self.WAYS.items()]


class Numbers(Input):
    """Numbers with spaces or commas between them; a value by number of players stays, as in a `Number`."""

    template = "collection/inputs/_number.html"

    def read(self, data, before):
        if isinstance(before, dict):
            return before
        return [read_number(part) for part in re.split(r"[\s,;、]+", data.get(self.key, "")) if part]

    def display(self, value):
        return None if isinstance(value, dict) else " ".join(map(str, value or ()))


class Places(Numbers):
    """The points of the first places, a box each; without boxes as `Numbers`."""

    template = "collection/inputs/_places.html"
    NAMES = (gettext("first"), gettext("second"), gettext("third"), gettext("fourth"))

    def read(self, data, before):
        return super().read(self.join_boxes(data), before)

    def is_unchanged(self, data, value):
        return super().is_unchanged(self.join_boxes(data), value)

    def join_boxes(self, data: Mapping[str, str]) -> Mapping[str, str]:
        """Return the sent data with all boxes as one text; an empty box before another one is 0."""
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
    """A checkbox."""

    template = "collection/inputs/_check.html"

    def read(self, data, before):
        # A sheet may have an explicit false.
        return True if data.get(self.key) else None if before else before


class Word(Input):
    """A word, in other languages too."""

    template = "collection/inputs/_word.html"

    def read(self, data, before):
        return read_words(data, self.key, before) or None

    def display(self, value):
        return translate(value)

    def translations(self, value):
        return other_words(value)


class Things(Input):
    """The names of things, with commas between them."""

    template = "collection/inputs/_things.html"

    def read(self, data, before):
        names = [clean_name(part) for part in THINGS.split(data.get(self.key, "")) if clean_name(part)]
        others = {code: THINGS.split(text) for code, text in read_others(data, self.key).items()}
        return add_others(match_names(names, before or (), "t"), others) or None

    def display(self, value):
        return ", ".join(translate(each["label"]) for each in value or ())

    def translations(self, value):
        return other_lines(value or (), ", ")


class Pairs(Input):
    """Choices, one per line, each with its points as the last word."""

    template = "collection/inputs/_pairs.html"

    def read(self, data, before):
        typed = data.get(self.key, "").splitlines()
        lines = [line.strip().rpartition(" ") for line in typed if line.strip()]
        worths = [read_number(points) if words else 0 for words, _, points in lines]
        names = [clean_name(words) or points for words, _, points in lines]
        others = {code: without_points(text, worths) for code, text in read_others(data, self.key).items()}
        choices = add_others(match_names(names, before or (), "c"), others)
        return [{**choice, "worth": worth} for choice, worth in zip(choices, worths, strict=False)]

    def display(self, value):
        return "\n".join(f"{translate(each['label'])} {each['worth']}" for each in value or ())

    def translations(self, value):
        return other_lines(value or ())


def without_points(text: str, worths: Sequence[Any]) -> list[str]:
    """Return the words of choices in another language, one per line, without points that are repeated there."""
    lines = [line.strip() for line in text.splitlines()]
    parts = [line.rpartition(" ") for line in lines]
    return [
        words if words and at < len(worths) and read_number(points) == worths[at] else line
        for at, (line, (words, _, points)) in enumerate(zip(lines, parts, strict=True))
    ]


@dataclass(frozen=True)
class OneRow(Input):
    """One of the other rows that fit, or none if it is a rare input."""

    fits: Callable[[Row], bool] = lambda row: True
    template = "collection/inputs/_select.html"

    def choices(self, others):
        its = row_choices(filter(self.fits, others))
        return [("", "–"), *its] if self.is_rare else its


class TwoRows(Input):
    """Two of the other rows."""

    template = "collection/inputs/_two_rows.html"

    def read(self, data, before):
        return [each for each in (data.get(f"{self.key}.1"), data.get(f"{self.key}.2")) if each]

    def choices(self, others):
        return row_choices(others)


class SeveralRows(Input):
    """The ticked ones of the other rows from which a bonus can be counted."""

    template = "collection/inputs/_several_rows.html"

    def read(self, data, before):
        ticked = [name.removeprefix(f"{self.key}.") for name in data if name.startswith(f"{self.key}.")]
        return before if before and sorted(ticked) == sorted(before) else ticked

    def choices(self, others):
        return row_choices(filter(is_for_bonus, others))


class NumberRows(SeveralRows):
    """The ticked ones of the other rows with a number; there may be none."""

    def read(self, data, before):
        return super().read(data, before) or None

    def choices(self, others):
        return row_choices(filter(has_number, others))


class Ties(Input):
    """The rule for several players tied for a place."""

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
