"""How a filled sheet lies on its paper: as large as one page has room for, if need be closer, else on two.

All lengths are millimetres. The stylesheet draws what is reckoned here: who changes one changes the other.
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


class Print(NamedTuple):
    """A size of type: how wide a letter is at most on average, how high a line."""

    letter: float
    line: float


# How many times its smallest size the type may be, in hundredths; that size, and how high what else stands there is.
TYPES, CLOSE_TYPES = (160, 150, 140, 130, 120, 110, 100), (130, 120, 110, 100)
TRIED = [*((size, False) for size in TYPES), *((size, True) for size in CLOSE_TYPES)]
LARGE_ENOUGH, SMALL_TYPE = 120, 100
# So many steps have room beside each other.
MOST_ON_PODIUM = 8
TYPE, LARGE, NOTE, GAP, HEAD, FOOT = Print(1.35, 3.4), Print(2.1, 6), Print(1.7, 3.8), 2, 32, 12
# How much higher the podium is than the lines of the result whose place it takes.
PODIUM = 31
NOTES_WIDTH = 120
# Which part of the width the words of a row take, and which part of a column a reason.
WORDS, WIDE_WORDS, REASON = 0.22, 0.28, 0.64
# Columns of so few seats leave more width to the words of the rows.
FEW = 4
# How much wider the points before a reason stand where they are long.
FAR_POINTS = 17
# What stands left and right of a name above its column; a bold letter is so much wider.
PADDING, BOLD = 2, 1.36
# How wide a picture is in the smallest type, and the gap behind it.
ICON, ICON_GAP = 3.3, 1.5
# So wide is the room of a count before its points.
COUNT = 6
# By how much more of a reason than of a count has room in a line, and how wide a letter above counts and points is.
OF_REASONS, HEADING_LETTER = 7.5 / 7, 1.5
# Rows are so high at most, high enough from here on, and take this part of the room that is left.
HIGHEST_ROW, HIGH_ENOUGH, MOST_OF_THE_REST = 9, 7, 0.7
# How many lines' height the head of a stage takes where its reasons are close.
HEAD_OF_REASONS = 2.5


def lines_of(text, width, size) -> int:
    """How many lines a text takes in a column of this width; a kanji is as wide as two letters."""
    letters = sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)
    return math.ceil(letters * size.letter / width)


@dataclass(frozen=True)
class Fit:
    """The size of the type, in hundredths of its smallest, and the names above the columns.

    `is_close`: reasons follow one another within a line; `is_upright`: names run down, because columns are narrow;
    `is_parted`: the reasons have a page of their own. `fits`: all of it has room on one page. `step`: a row is so many
    half millimetres high at least. `rounds`: what stands there instead of a row for each count of each round; of those
    the reasons may be left out.
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
    def look(self):
        """The classes by which the stylesheet knows it."""
        looks = {
            "few": len(self.heads) <= FEW,
            # Lower rows share all the room that is left.
            "whole": self.fits and self.step < 2 * HIGH_ENOUGH,
            "upright": self.is_upright,
            "parted": self.is_parted,
        }
        step = [f"step-{self.step}"] if self.step else []
        return " ".join([f"type-{self.size}", *step, *(look for look, has_it in looks.items() if has_it)])


def fit_on(sheet: FilledSheet, paper: Paper) -> Fit:
    """The largest type with which all of it has room on a page; where not even the smallest has, see `on_two_pages`.

    Whole names are dearer than the largest type.
    """
    room = paper.room[1] - FOOT
    has_podium = bool(sheet.has_ranks and 1 < len(sheet.seats) <= MOST_ON_PODIUM)
    if of_rounds := fit_of_rounds(sheet, paper, room - has_podium * PODIUM):
        return replace(of_rounds, has_podium=has_podium)
    if has_podium:
        with_podium = best_fit(sheet, paper, room - PODIUM)
        if with_podium and with_podium.size >= SMALL_TYPE:
            return replace(with_podium, has_podium=True)
    return best_fit(sheet, paper, room) or on_two_pages(sheet, paper, room)


def papers_for(sheet: FilledSheet) -> list[Paper]:
    """Return the papers on which a play is offered: a small one only if all of it fits on one page of it."""
    return [paper for paper in PAPERS.values() if not paper.is_small or fit_on(sheet, paper).fits]


def fit_of_rounds(sheet: FilledSheet, paper: Paper, room: float) -> Fit | None:
    """Return a table of rounds on one page, with the reasons if there is room for them; None for other games."""
    close = fit_with(sheet, paper, SMALL_TYPE, is_close=True)
    around = head_height(sheet, paper) + notes_height(sheet) + 3 * NOTE.line
    rounds = rounds_on(sheet, paper, room - around)
    if rounds is None:
        return None
    left = room - around - rounds.height
    has_reasons = sheet.has_reasons and whys_height(sheet, paper, close) <= left
    return replace(close, size=rounds.size, step=rounds.step, rounds=rounds, has_reasons=has_reasons)


def with_high_rows(sheet: FilledSheet, fit: Fit, left: float) -> Fit:
    """Return the fit with rows that take most of the height that is left."""
    rows = sum(len(stage["lines"]) + bool(stage["gained"]) for stage in sheet.stages)
    rows += bool(sheet.totals) + len(sheet.tie_lines)
    row = type_of(fit).line * 1.22 + max(left, 0) * MOST_OF_THE_REST / max(rows, 1)
    return replace(fit, step=int(2 * min(row, HIGHEST_ROW)))


def best_fit(sheet: FilledSheet, paper: Paper, room: float) -> Fit | None:
    """The largest type with which all of it has room on a page."""
    fits = [fit_with(sheet, paper, size, is_close=is_close) for size, is_close in TRIED]
    fits = [fit for fit in fits if figures_have_room(sheet, paper, fit)] or fits[-1:]
    heights = [(fit, counts_height(sheet, paper, fit), whys_height(sheet, paper, fit)) for fit in fits]
    on_one_page = [fit for fit, counts, whys in heights if counts + whys <= room]
    names = [seat.player.name for seat in sheet.seats]
    whole = (fit for fit in on_one_page if fit.heads == names and fit.size >= LARGE_ENOUGH)
    best = next(whole, None) or next(iter(on_one_page), None)
    left = {id(fit): room - counts - whys for fit, counts, whys in heights}
    return best and with_high_rows(sheet, best, left[id(best)])


def on_two_pages(sheet: FilledSheet, paper: Paper, room: float) -> Fit:
    """The largest type with which the counts fill a page and the reasons another; else it runs on in a small one."""
    fits = [fit_with(sheet, paper, size, is_close=is_close) for size, is_close in TRIED]
    fits = [fit for fit in fits if figures_have_room(sheet, paper, fit)] or fits[-1:]
    heights = [(fit, counts_height(sheet, paper, fit), whys_height(sheet, paper, fit)) for fit in fits]
    read_well = [each for each in heights if each[0].size >= SMALL_TYPE]
    parted = (fit for fit, counts, whys in read_well if counts <= room and 0 < whys <= room)
    fit = next(parted, None)
    return replace(fit or read_well[-1][0], is_parted=fit is not None, fits=False)


def fit_with(sheet, paper, size, *, is_close) -> Fit:
    """With type of this size: whole names where none has to be broken within a word, else short ones, else upright."""
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
    """Whether some counts and their points have columns of their own, of which each has room for so many letters."""
    cells = [cell for stage in sheet.stages for _, its in stage["lines"] for cell in its if cell.is_split]
    return bool(cells) and max(len(gained(cell.points)) for cell in cells) <= letters


def has_room(name, letters) -> bool:
    """Whether no word of a name is wider than so many letters."""
    return all(lines_of(word, letters, Print(1, 1)) <= 1 for word in BETWEEN_WORDS.split(name))


def figures_have_room(sheet, paper, fit) -> bool:
    """Return whether no points of a column are wider than it."""
    cells = [cell.points for stage in sheet.stages for _, cells in stage["lines"] for cell in cells]
    points = [*cells, *sheet.totals, *(number for stage in sheet.stages for number in stage["gained"])]
    widest = max((len(gained(number)) for number in points if number is not None), default=0)
    return widest * type_of(fit).letter * BOLD <= cell_width(sheet, paper) - PADDING


def cell_width(sheet, paper) -> float:
    """How wide the column of a seat is."""
    return (paper.room[0] - words_width(sheet, paper)) / len(sheet.seats)


def words_width(sheet, paper) -> float:
    """Return how wide the column with the words of the rows is."""
    return paper.room[0] * (WIDE_WORDS if len(sheet.seats) <= FEW else WORDS)


def type_of(fit) -> Print:
    return Print(TYPE.letter * fit.size / 100, TYPE.line * fit.size / 100)


def counts_height(sheet, paper, fit) -> float:
    """About how high the result and what everybody had are."""
    words, type_ = words_width(sheet, paper), type_of(fit)
    height = head_height(sheet, paper)
    cell = cell_width(sheet, paper)
    for number, stage in enumerate(sheet.stages):
        rows, gap = [], GAP
        if number == 0 or not sheet.is_of_rounds:
            rows.append(height_of_heads(fit, cell, type_))
        else:
            gap = 0
        if not stage["is_one_row"]:
            rows.append(1)
        for line, cells in [*stage["lines"], *(sheet.tie_lines if stage is sheet.stages[-1] else [])]:
            icon = (ICON * fit.size / 100 + ICON_GAP) * bool(line.icon)
            label = lines_of(say(line.label), words - PADDING - icon, type_)
            rows.append(max(label, *(lines_of_cell(each, cell - PADDING, type_) for each in cells)))
        height += gap + type_.line * 1.22 * sum(rows)
    return height + 2 * type_.line * bool(sheet.totals)


def head_height(sheet, paper) -> float:
    """About how high the head and the result are."""
    names = "".join(f"{seat.player.name} 000   " for seat in sheet.seats)
    height = HEAD + LARGE.line * lines_of(names, paper.room[0], LARGE)
    return height + NOTE.line * sum(lines_of(say(each.message), paper.room[0], NOTE) for each in sheet.result.problems)


def whys_height(sheet, paper, fit) -> float:
    """About how high the reasons are, and the notes beneath them."""
    columns = 1 if paper.is_small else 2
    width = paper.room[0] / columns - 5
    reason = width * REASON - sheet.has_far_points * FAR_POINTS * fit.size / 100
    heights = (height_of_reasons(stage, width, reason, type_of(fit), is_close=fit.is_close) for stage in sheet.stages)
    return sum(heights) / columns + notes_height(sheet)


def lines_of_cell(cell, width, type_) -> int:
    """How many lines a cell takes: its count, and where both have room in one, its points beside it."""
    count, points = say(cell.shown), "" if cell.points is None else gained(cell.points)
    across = max(len(count) * type_.letter, COUNT * type_.line / TYPE.line) + len(points) * type_.letter * BOLD + 1
    lines = lines_of(count, width, type_) + bool(points and across > width)
    return max(lines, len(cell.display or ()))


def height_of_heads(fit, cell, type_) -> float:
    """How many rows' height the names above the columns take."""
    if fit.is_upright:
        return max(map(len, fit.heads)) * type_.letter * BOLD / type_.line + 0.5
    return max(lines_of(name, cell - PADDING, Print(type_.letter * BOLD, 1)) for name in fit.heads)


def height_of_reasons(stage, width, reason, type_, *, is_close) -> float:
    """Return how high the reasons of a stage are in one column of this width, with so much of it for a reason."""
    if not stage["rows"]:
        return 0
    if is_close:
        # Their type is smaller than that of the counts.
        lines = sum(lines_of(close_text(*row), width * OF_REASONS, type_) for row in stage["rows"])
        return (HEAD_OF_REASONS + lines) * type_.line * 0.84
    whys = sum(1 + sum(lines_of(why, reason, type_) for *_, why in parts) for _, parts in stage["rows"])
    return type_.line * (whys + 2)


def close_text(item, parts) -> str:
    """About what stands of a row where its reasons follow one another."""
    return f"▪ {say(item.label)}: " + "".join(f" {name} 00: {why}  " for name, _, why in parts)


def notes_height(sheet) -> float:
    return NOTE.line * sum(max(1, lines_of(line, NOTES_WIDTH, NOTE)) for line in sheet.play.notes.splitlines())
