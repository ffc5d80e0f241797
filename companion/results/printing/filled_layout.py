"""The layout of a filled sheet: the largest type that fits on one page, closer if needed, else on two pages.

All lengths are in millimetres. The stylesheet uses the same sizes: change both together.
"""

import math
import unicodedata
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.core.language.short_names import BETWEEN_WORDS, short_names
from companion.core.language.texts import gained, say

from .filled import ROOM, FilledSheet
from .paper import PAPERS, Paper
from .rounds import Rounds, rounds_on


class Type(NamedTuple):
    """A font size: the greatest average width of a letter, and the line height, in mm."""

    letter: float
    line: float


# The possible font sizes in hundredths of the smallest, for normal and for close reasons.
TYPES, CLOSE_TYPES = (160, 150, 140, 130, 120, 110, 100), (130, 120, 110, 100)
SIZES = [*((size, False) for size in TYPES), *((size, True) for size in CLOSE_TYPES)]
LARGE_ENOUGH, SMALL_TYPE = 120, 100
# The most steps side by side.
MOST_ON_PODIUM = 8
# The smallest type, other types, and the heights of the gap between tables, of the page's head and of its foot.
TYPE, LARGE, NOTE, GAP, HEAD, FOOT = Type(1.35, 3.4), Type(2.1, 6), Type(1.7, 3.8), 2, 32, 12
# How much higher the podium is than the result lines that it replaces.
PODIUM = 31
NOTES_WIDTH = 120
# The share of the width for the labels, and the share of a column for a reason.
WORDS, WIDE_WORDS, REASON = 0.22, 0.28, 0.64
# With so few seats, labels have more room.
FEW = 4
# How much wider the column of long points before a reason is.
FAR_POINTS = 17
# The padding of a name above its column, and how much wider bold letters are.
PADDING, BOLD = 2, 1.36
# The width of an icon in the smallest type, and the gap after it.
ICON, ICON_GAP = 3.3, 1.5
# The width of a count before its points.
COUNT = 6
# How much more of a reason than of a count fits on a line, and the width of a letter in a heading.
OF_REASONS, HEADING_LETTER = 7.5 / 7, 1.5
# The greatest and a sufficient height of a row, and the share of the remaining room that rows take.
HIGHEST_ROW, HIGH_ENOUGH, MOST_OF_THE_REST = 9, 7, 0.7
# The height in lines of a stage's heading if its reasons are close.
HEAD_OF_REASONS = 2.5


def count_lines(text, width, size) -> int:
    """Return how many lines a text takes in a column of this width; a kanji is as wide as two letters."""
    letters = sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)
    return math.ceil(letters * size.letter / width)


@dataclass(frozen=True)
class Fit:
    """The font size, in hundredths of the smallest, and the names above the columns.

    `is_close`: reasons are run together. `is_upright`: names are vertical because columns are narrow. `is_parted`: the
    reasons are on a page of their own. `fits`: everything fits on one page. `step`: the least height of a row, in half
    millimetres. `rounds`: a table instead of a row for each count of each round; then reasons may be left out.
    """

    size: int
    is_close: bool
    heads: list[str]
    is_upright: bool
    is_parted: bool = False
    fits: bool = True
    has_podium: bool = False
    across: int = 1
    step: int = 0
    rounds: Rounds | None = None
    has_reasons: bool = True

    @property
    def columns(self) -> range:
        return range(self.across)

    @property
    def all_columns(self) -> int:
        return self.across * len(self.heads)

    @property
    def width(self) -> int:
        return 1 + self.all_columns

    @property
    def classes(self):
        """The CSS classes."""
        classes = {
            "few": len(self.heads) <= FEW,
            # Lower rows share all the room that is left.
            "whole": self.fits and self.step < 2 * HIGH_ENOUGH,
            "upright": self.is_upright,
            "parted": self.is_parted,
        }
        step = [f"step-{self.step}"] if self.step else []
        return " ".join([f"type-{self.size}", *step, *(name for name, has_it in classes.items() if has_it)])


def fit_on(sheet: FilledSheet, paper: Paper) -> Fit:
    """Return the layout with the largest type that fits on a page, else see `on_two_pages`.

    Whole names matter more than the largest type.
    """
    room = paper.room[1] - FOOT
    has_podium = bool(sheet.has_ranks and 1 < len(sheet.seats) <= MOST_ON_PODIUM)
    if with_rounds := fit_of_rounds(sheet, paper, room - has_podium * PODIUM):
        return replace(with_rounds, has_podium=has_podium)
    if has_podium:
        with_podium = best_fit(sheet, paper, room - PODIUM)
        if with_podium and with_podium.size >= SMALL_TYPE:
            return replace(with_podium, has_podium=True)
    return best_fit(sheet, paper, room) or on_two_pages(sheet, paper, room)


def papers_for(sheet: FilledSheet) -> list[Paper]:
    """Return the papers for which a play is offered: small ones only if everything fits on one page."""
    return [paper for paper in PAPERS.values() if not paper.is_small or fit_on(sheet, paper).fits]


def fit_of_rounds(sheet: FilledSheet, paper: Paper, room: float) -> Fit | None:
    """Return a table of rounds on one page, with the reasons if they fit, or None for other games."""
    close = fit_with(sheet, paper, SMALL_TYPE, is_close=True)
    around = head_height(sheet, paper) + notes_height(sheet) + 3 * NOTE.line
    rounds = rounds_on(sheet, paper, room - around)
    if rounds is None:
        return None
    left = room - around - rounds.height
    has_reasons = sheet.has_reasons and reasons_height(sheet, paper, close) <= left
    return replace(close, size=rounds.size, step=rounds.step, rounds=rounds, has_reasons=has_reasons)


def with_high_rows(sheet: FilledSheet, fit: Fit, left: float) -> Fit:
    """Return the fit with rows that take most of the remaining height."""
    rows = sum(len(stage["lines"]) + bool(stage["gained"]) for stage in sheet.stages)
    rows += bool(sheet.totals) + len(sheet.tie_lines)
    row = type_of(fit).line * 1.22 + max(left, 0) * MOST_OF_THE_REST / max(rows, 1)
    return replace(fit, step=int(2 * min(row, HIGHEST_ROW)))


def best_fit(sheet: FilledSheet, paper: Paper, room: float) -> Fit | None:
    """Return the layout with the largest type that fits on a page, or None."""
    fits = [fit_with(sheet, paper, size, is_close=is_close) for size, is_close in SIZES]
    fits = [fit for fit in fits if figures_have_room(sheet, paper, fit)] or fits[-1:]
    heights = [(fit, counts_height(sheet, paper, fit), reasons_height(sheet, paper, fit)) for fit in fits]
    on_one_page = [fit for fit, counts, whys in heights if counts + whys <= room]
    names = [seat.player.name for seat in sheet.seats]
    whole = (fit for fit in on_one_page if fit.heads == names and fit.size >= LARGE_ENOUGH)
    best = next(whole, None) or next(iter(on_one_page), None)
    left = {id(fit): room - counts - whys for fit, counts, whys in heights}
    return best and with_high_rows(sheet, best, left[id(best)])


def on_two_pages(sheet: FilledSheet, paper: Paper, room: float) -> Fit:
    """Return the layout in the largest type for counts and reasons on a page each, else more pages in small type."""
    fits = [fit_with(sheet, paper, size, is_close=is_close) for size, is_close in SIZES]
    fits = [fit for fit in fits if figures_have_room(sheet, paper, fit)] or fits[-1:]
    heights = [(fit, counts_height(sheet, paper, fit), reasons_height(sheet, paper, fit)) for fit in fits]
    readable = [each for each in heights if each[0].size >= SMALL_TYPE]
    parted = (fit for fit, counts, whys in readable if counts <= room and 0 < whys <= room)
    fit = next(parted, None)
    return replace(fit or readable[-1][0], is_parted=fit is not None, fits=False)


def fit_with(sheet, paper, size, *, is_close) -> Fit:
    """Return the layout in type of this size: whole names if no word is broken, else short ones, else vertical ones."""
    names = [seat.player.name for seat in sheet.seats]
    letters = int((cell_width(sheet, paper) - PADDING) / (TYPE.letter * BOLD * size / 100))
    brief = short_names(names, room=max(3, min(letters, ROOM)))
    half = cell_width(sheet, paper) / 2 - PADDING
    has_headings = max(len(say(heading)) for heading in sheet.headings) * HEADING_LETTER <= half
    across = 2 if has_headings and is_split(sheet, half / (TYPE.letter * BOLD * size / 100)) else 1
    # Only with whole names somewhere above may those of the columns be short.
    for heads in [names, brief] if sheet.ranking else [names]:
        if all(has_room(name, letters) for name in heads):
            return Fit(size, is_close, heads, is_upright=False, across=across)
    heads = list(sheet.shorts.values()) if sheet.ranking else names
    return Fit(size, is_close, heads, is_upright=bool(sheet.ranking), across=across)


def is_split(sheet, letters) -> bool:
    """Return whether some counts and points have separate columns of so many letters."""
    cells = [cell for stage in sheet.stages for _, row in stage["lines"] for cell in row if cell.is_split]
    return bool(cells) and max(len(gained(cell.points)) for cell in cells) <= letters


def has_room(name, letters) -> bool:
    """Return whether no word of a name is longer than so many letters."""
    return all(count_lines(word, letters, Type(1, 1)) <= 1 for word in BETWEEN_WORDS.split(name))


def figures_have_room(sheet, paper, fit) -> bool:
    """Return whether all points fit their columns."""
    cells = [cell.points for stage in sheet.stages for _, cells in stage["lines"] for cell in cells]
    points = [*cells, *sheet.totals, *(number for stage in sheet.stages for number in stage["gained"])]
    widest = max((len(gained(number)) for number in points if number is not None), default=0)
    return widest * type_of(fit).letter * BOLD <= cell_width(sheet, paper) - PADDING


def cell_width(sheet, paper) -> float:
    """Return the width of a seat's column, in mm."""
    return (paper.room[0] - words_width(sheet, paper)) / len(sheet.seats)


def words_width(sheet, paper) -> float:
    """Return the width of the column of labels, in mm."""
    return paper.room[0] * (WIDE_WORDS if len(sheet.seats) <= FEW else WORDS)


def type_of(fit) -> Type:
    return Type(TYPE.letter * fit.size / 100, TYPE.line * fit.size / 100)


def counts_height(sheet, paper, fit) -> float:
    """Return the approximate height of the result and all amounts, in mm."""
    words, type_ = words_width(sheet, paper), type_of(fit)
    height = head_height(sheet, paper)
    cell = cell_width(sheet, paper)
    for number, stage in enumerate(sheet.stages):
        rows, gap = [], GAP
        if number == 0 or not sheet.has_rounds:
            rows.append(height_of_heads(fit, cell, type_))
        else:
            gap = 0
        if not stage["is_one_row"]:
            rows.append(1)
        for line, cells in [*stage["lines"], *(sheet.tie_lines if stage is sheet.stages[-1] else [])]:
            icon = (ICON * fit.size / 100 + ICON_GAP) * bool(line.icon)
            label = count_lines(say(line.label), words - PADDING - icon, type_)
            rows.append(max(label, *(count_cell_lines(each, cell - PADDING, type_) for each in cells)))
        height += gap + type_.line * 1.22 * sum(rows)
    return height + 2 * type_.line * bool(sheet.totals)


def head_height(sheet, paper) -> float:
    """Return the approximate height of the page's head and the result, in mm."""
    names = "".join(f"{seat.player.name} 000   " for seat in sheet.seats)
    height = HEAD + LARGE.line * count_lines(names, paper.room[0], LARGE)
    return height + NOTE.line * sum(
        count_lines(say(each.message), paper.room[0], NOTE) for each in sheet.result.problems
    )


def reasons_height(sheet, paper, fit) -> float:
    """Return the approximate height of the reasons and the notes below them, in mm."""
    columns = 1 if paper.is_small else 2
    width = paper.room[0] / columns - 5
    reason = width * REASON - sheet.has_far_points * FAR_POINTS * fit.size / 100
    heights = (height_of_reasons(stage, width, reason, type_of(fit), is_close=fit.is_close) for stage in sheet.stages)
    return sum(heights) / columns + notes_height(sheet)


def count_cell_lines(cell, width, type_) -> int:
    """Return how many lines a cell takes; points are beside the count if both fit on one line."""
    count, points = say(cell.shown), "" if cell.points is None else gained(cell.points)
    across = max(len(count) * type_.letter, COUNT * type_.line / TYPE.line) + len(points) * type_.letter * BOLD + 1
    lines = count_lines(count, width, type_) + bool(points and across > width)
    return max(lines, len(cell.display or ()))


def height_of_heads(fit, cell, type_) -> float:
    """Return the height of the names above the columns, in rows."""
    if fit.is_upright:
        return max(map(len, fit.heads)) * type_.letter * BOLD / type_.line + 0.5
    return max(count_lines(name, cell - PADDING, Type(type_.letter * BOLD, 1)) for name in fit.heads)


def height_of_reasons(stage, width, reason, type_, *, is_close) -> float:
    """Return the height of a stage's reasons in one column of this width; `reason`: the width for a reason, in mm."""
    if not stage["rows"]:
        return 0
    if is_close:
        # Their type is smaller than that of the counts.
        lines = sum(count_lines(close_text(*row), width * OF_REASONS, type_) for row in stage["rows"])
        return (HEAD_OF_REASONS + lines) * type_.line * 0.84
    whys = sum(1 + sum(count_lines(why, reason, type_) for *_, why in parts) for _, parts in stage["rows"])
    return type_.line * (whys + 2)


def close_text(item, parts) -> str:
    """Return about the text of a row whose reasons are run together."""
    return f"▪ {say(item.label)}: " + "".join(f" {name} 00: {why}  " for name, _, why in parts)


def notes_height(sheet) -> float:
    return NOTE.line * sum(max(1, count_lines(line, NOTES_WIDTH, NOTE)) for line in sheet.play.notes.splitlines())
