"""The papers a score sheet is printed on, and how a blank one lies there: upright or turned, one or two on a page.

All lengths are millimetres. The stylesheet draws what is reckoned here: who changes one changes the other.
"""

import math
import unicodedata
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation.trans_real import parse_accept_lang_header

from companion.language.texts import say

MARGIN, GAP = 7, 10
# A pencil needs room: so wide is a box with its share of the lines, and so high a row at least.
BOX_WIDTH, ROW_HEIGHTS = 12.3, (20, 18, 16, 14, 13, 12, 11, 10, 9, 8)
# Where a whole page has no room even for those: as low as narrow ruled paper.
LOW_ROW_HEIGHTS = (7, 6)
# The words of a row stand in a column from so narrow to so wide.
WORDS_WIDTH = (29, 75)
# "Round 12" alone needs less.
ROUND_WIDTH = 24
HEAD, NAMES, STAGE, SPARE = 16.5, 11.5, 1.5, 2


class Print(NamedTuple):
    """A size of type: how wide a letter is at most on average, how high a line."""

    letter: float
    line: float


LARGE, SMALL = Print(1.8, 3.7), Print(1.35, 3)


class Paper(NamedTuple):
    """A paper, upright."""

    key: str
    name: str
    width: float
    height: float

    @property
    def stylesheet(self):
        return f"css/paper/{self.key}.css"

    @property
    def reason_columns(self) -> int:
        """In how many columns the reasons of a stage stand."""
        return 1 if self.key == "a5" else 2


PAPERS = {
    paper.key: paper
    for paper in (Paper("a4", "A4", 210, 297), Paper("a5", "A5", 148, 210), Paper("letter", "Letter", 215.9, 279.4))
}
# North and Central America, as the Unicode consortium lists who prints on Letter.
LETTER_REGIONS = {"us", "ca", "mx", "bz", "cr", "gt", "ni", "pa", "pr", "sv"}


def usual_paper(accept_language: str) -> str:
    """The paper of whoever reads the first of these languages (`Accept-Language`): Letter in North America, else A4."""
    for language, _ in parse_accept_lang_header(accept_language):
        return "letter" if LETTER_REGIONS & set(language.split("-")[1:]) else "a4"
    return "a4"


@dataclass(frozen=True)
class Layout:
    """How a blank sheet lies on its paper, and how high its rows are; where not even low ones fit, it runs on.

    It does so stage by stage, but `breaks_within` one that is higher than what its head leaves of a page.
    """

    paper: Paper
    copies: int = 1
    is_turned: bool = False
    row_height: int = ROW_HEIGHTS[-1]
    fits: bool = True
    breaks_within: bool = False

    @property
    def stylesheet(self):
        return f"css/paper/{self.paper.key}-turned.css" if self.is_turned else self.paper.stylesheet


def layout(sheet, paper, *, copies=1) -> Layout:
    """The best layout of a blank sheet: upright where its boxes are wide enough so, with rows as high as fit."""
    if copies == 2:
        # Turned, each of the two has half of the length as its width.
        width, height = (paper.height - 2 * MARGIN - GAP) / 2, paper.width - 2 * MARGIN
        return laid(sheet, paper, width, height, copies=2, is_turned=True)
    width, height = paper.width - 2 * MARGIN, paper.height - 2 * MARGIN
    heights = ROW_HEIGHTS if paper.key == "a5" else ROW_HEIGHTS + LOW_ROW_HEIGHTS
    if is_wide_enough(sheet, width):
        return laid(sheet, paper, width, height, heights)
    return laid(sheet, paper, height, width, heights, is_turned=True)


def laid(sheet, paper, width, height, heights=ROW_HEIGHTS, **how):
    """The layout with the highest rows that fit on a page of this room."""
    for row_height in heights:
        if is_wide_enough(sheet, width) and height_of(sheet, width, row_height) <= height:
            return Layout(paper, row_height=row_height, **how)
    longest = max(height_of_section(section, sheet, width) for section in sheet.sections)
    return Layout(paper, fits=False, breaks_within=HEAD + NAMES + longest > height, **how)


def fits_twice(sheet, paper) -> bool:
    """Whether two of these sheets have room side by side on a page."""
    return paper.key != "a5" and layout(sheet, paper, copies=2).fits


def words_width(sheet, width) -> float:
    """How much of a width the boxes of all seats leave for the words of a row."""
    return width - sheet.seats * sheet.boxes_across * BOX_WIDTH


def is_wide_enough(sheet, width) -> bool:
    return words_width(sheet, width) >= (ROUND_WIDTH if sheet.has_calls else WORDS_WIDTH[0])


def height_of(sheet, width, row_height) -> float:
    """How high a blank sheet is at most."""
    column = (width - GAP * (sheet.streams - 1)) / sheet.streams
    column_of_words = min(words_width(sheet, column), WORDS_WIDTH[1])
    rows = sum(height_of_line(line, column_of_words, row_height) for line in (*sheet.lines, *sheet.tie_breaks))
    texts = sum(SMALL.line * lines_of(text, column, SMALL) + 1.3 for text in sheet.texts)
    texts += STAGE * sum(bool(section.label) for section in sheet.sections)
    # Where there are two columns, the longer one is longer by what stays together.
    uneven = row_height if sheet.streams > 1 else 0
    return HEAD + NAMES + (rows + sheet.totals * row_height + texts) / sheet.streams + uneven + SPARE


def height_of_section(section, sheet, width) -> float:
    """How high the lines of a section are at least, with their sum."""
    words = min(words_width(sheet, width), WORDS_WIDTH[1])
    rows = sum(height_of_line(line, words, ROW_HEIGHTS[-1]) for line in section.lines)
    return rows + ROW_HEIGHTS[-1] * section.has_total


def height_of_line(line, width, row_height) -> float:
    """How high a row is: as high as its boxes, or as its words where those take more lines."""
    label, small = say(line.label), f"{'' if line.supply is None else '00 00 · '}{say(line.worth or '')}"
    if lines_of(label + small, width, LARGE) == 1:
        return line.rows * row_height
    words = LARGE.line * lines_of(label, width, LARGE) + SMALL.line * lines_of(small, width, SMALL)
    return max(line.rows * row_height, words)


def lines_of(text, width, size) -> int:
    """How many lines a text takes in a column of this width; a kanji is as wide as two letters."""
    letters = sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)
    return math.ceil(letters * size.letter / width)
