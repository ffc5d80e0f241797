"""The papers that score sheets are printed on, and the sizes of a sheet's parts.

All lengths are in millimetres. The stylesheet uses the same sizes: change both together.
"""

import math
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation.trans_real import parse_accept_lang_header

# A point of type in millimetres.
POINT = 25.4 / 72
# The least width and height of a box for a pencil.
LEAST_BOX = 8


class Words(NamedTuple):
    """The type of the rows: its CSS class, and the sizes of labels and notes, in points."""

    key: str
    word: float
    note: float


LARGE, MIDDLE, SMALL = Words("large", 11, 7.5), Words("middle", 9.5, 7.2), Words("small", 8, 7.1)


class Sizes(NamedTuple):
    """The margins of a paper and the heights of a sheet's parts other than rows.

    `words`: the possible types of the rows. `good_row`: the height of a row that is comfortable to write in.
    """

    side: float
    top: float
    bottom: float
    head: float
    name: float
    heading: float
    stage: float
    foot: float
    words: tuple[Words, ...]
    good_row: float


LARGE_PAPER = Sizes(13, 12, 10, 24, 12, 4, 7, 8, (LARGE, MIDDLE, SMALL), 10)
SMALL_PAPER = Sizes(9, 8, 7, 21, 9, 4, 5.6, 8, (MIDDLE, SMALL), 8.5)


class Paper(NamedTuple):
    """An upright paper; `half` is half of it, for two sheets side by side on a page."""

    key: str
    name: str
    width: float
    height: float
    sizes: Sizes = LARGE_PAPER

    @property
    def stylesheet(self):
        return f"css/paper/{self.key}.css"

    @property
    def half(self):
        return Paper(f"{self.key}-pair", self.name, self.height / 2, self.width, SMALL_PAPER)

    @property
    def is_small(self) -> bool:
        return self.sizes is SMALL_PAPER

    @property
    def room(self) -> tuple[float, float]:
        """The width and height within the margins, minus 0.5 mm so that no browser starts another page."""
        sizes = self.sizes
        return self.width - 2 * sizes.side, self.height - sizes.top - sizes.bottom - 0.5

    @property
    def turned(self):
        return Paper(f"{self.key}-turned", self.name, self.height, self.width, self.sizes)


PAPERS = {
    paper.key: paper
    for paper in (
        Paper("a4", "A4", 210, 297),
        Paper("a5", "A5", 148, 210, SMALL_PAPER),
        Paper("letter", "Letter", 215.9, 279.4),
    )
}
# Regions that print on Letter, according to the Unicode Consortium.
LETTER_REGIONS = {"us", "ca", "mx", "bz", "cr", "gt", "ni", "pa", "pr", "sv"}


def usual_paper(accept_language: str) -> str:
    """Return the key of the usual paper for the first language of `Accept-Language`: "letter" or "a4"."""
    for language, _ in parse_accept_lang_header(accept_language):
        return "letter" if LETTER_REGIONS & set(language.split("-")[1:]) else "a4"
    return "a4"


def width_of(text: str, points: float, *, wide=0.53) -> float:
    """Return the approximate width of a text at this size, rather too wide; kanji are as wide as high."""
    em = points * POINT
    return sum(1.0 if unicodedata.east_asian_width(sign) in "WF" else wide for sign in text) * em


@lru_cache(20_000)
def count_lines(text: str, width: float, points: float, *, wide=0.53) -> int:
    """Return about how many lines a text takes at this size; lines break between words or within long ones."""
    lines, used, space = 1, 0.0, width_of(" ", points, wide=wide)
    for word in text.split():
        long = width_of(word, points, wide=wide)
        # Japanese lines break within words, too.
        is_divided = long > width or any(unicodedata.east_asian_width(sign) in "WF" for sign in word)
        if used and used + space + long <= width:
            used += space + long
        elif is_divided:
            filled = used + (space if used else 0) + long * 1.06
            lines += math.ceil(filled / width) - 1
            used = filled - (math.ceil(filled / width) - 1) * width
        else:
            lines += bool(used)
            used = long
    return lines
