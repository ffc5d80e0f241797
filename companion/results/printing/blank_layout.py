"""How a blank sheet is laid out: the size of its words, the height of its rows, and the contents of each page.

Everything has a fixed size in millimetres, so that each box is in the same place on all sheets of its kind.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from companion.core.language.texts import say
from companion.rules.kit import Text

from .blank import BRIEF, BlankSheet, Line, Section
from .boxes import LINE, MOST_LINES_INSIDE, Box, has_room_for
from .notes import notes_of
from .paper import LEAST_BOX, POINT, Paper, Words, count_lines
from .scales import Scales, scales_of

# Stands for an icon in a text.
PICTURE = "\ufffc"
# The widths of icons before labels, the padding of a text, and the extra height of the total.
ICON, SMALL_ICON, AROUND, TOTAL_MORE = 8, 6, 1.2, 1.5
NOTE, SMALL_NOTE, NOTE_GAP, LEGEND, CHECKS = 8, 7.2, 6, 7.5, 3


@dataclass(frozen=True)
class Page:
    """The sections of a page, each with its rows and what is done after it, for the players in `columns`.

    Their last page has the total, and each has the notes. `width`: the number of columns of its table.
    """

    number: int
    sections: list[tuple[Section, list["Row"], list[Text]]]
    is_last: bool
    columns: range
    width: int


class Row(NamedTuple):
    """A row of a page: its line, its class for the height, and its small print."""

    line: Line
    height: str
    notes: list[Text | str]


@dataclass(frozen=True)
class Layout:
    """A sheet on its paper; `label` and `row` are the width of the labels and the height of a row, in mm.

    `rounds`: the boxes of a round, row by row. `number`: how many rounds, None for all. `has_scales`: scales are below
    the rows. `parts`: over how many pages the players are divided.
    """

    sheet: BlankSheet
    paper: Paper
    words: Words
    label: float
    row: float = LEAST_BOX
    notes: int = 0
    rounds: tuple[tuple[Box, ...], ...] = ()
    number: int | None = None
    copies: int = 1
    fits: bool = False
    has_scales: bool = False
    parts: int = 1

    @property
    def across(self) -> int:
        """The number of table columns of a seat."""
        return sum(box.columns for box in self.rounds[0]) if self.rounds else self.sheet.across

    @property
    def seats(self) -> int:
        """The number of players side by side."""
        return math.ceil(self.sheet.seats / self.parts)

    @property
    def seat(self) -> float:
        """The width of all boxes of a seat, in mm."""
        return (self.paper.room[0] - self.label) / self.seats

    @property
    def box(self) -> float:
        """The width of the narrowest box, in mm."""
        return self.seat / (self.across if self.rounds else self.sheet.boxes_across)

    @property
    def stylesheet(self):
        return self.paper.stylesheet

    @property
    def classes(self) -> str:
        half = " half" if self.row % 1 else ""
        return f"words-{self.words.key} label-{self.label:.0f} rows-{int(self.row)}{half}"

    @cached_property
    def all_notes(self) -> list[Text]:
        """How the game scores; [] for a sheet for any game."""
        if self.sheet.is_for_totals:
            return []
        sheet = self.sheet
        return notes_of(sheet.game, sheet.options, seats=sheet.seats, has_boxes=bool(sheet.boxes))

    @property
    def shown_notes(self):
        return self.all_notes[: self.notes]

    @property
    def headings(self) -> list[tuple[Box, ...]]:
        """The rows of headings of a seat's columns, unless each box has its own label."""
        if self.rounds:
            return list(self.rounds) if self.has_words_above else []
        words = [say(each) for each in self.sheet.headings]
        words = words if all(has_room_for(word, self.box) for word in words) else [say(each) for each in BRIEF]
        return [tuple(Box(word, word=word) for word in words)] if words else []

    @property
    def has_words_above(self) -> bool:
        """Return whether the labels are above the first round: for a single row, or if they are long."""
        lines = max((box.lines for row in self.rounds for box in row), default=0)
        return len(self.rounds) == 1 or lines > MOST_LINES_INSIDE

    @property
    def columns(self) -> range:
        return range(self.across)

    @property
    def rows_of_headings(self) -> list[tuple[tuple[Box, ...], int]]:
        """Each row of headings with the number of lines of its longest word."""
        return [(row, max(box.lines for box in row)) for row in self.headings]

    @property
    def abbreviated(self) -> list[Box]:
        """The boxes whose whole label is explained below."""
        return [box for row in self.rounds for box in row if box.is_short]

    @cached_property
    def scales(self) -> Scales | None:
        """The scales of the game, if they are below its rows."""
        items = [line.item for line in self.sheet.lines if line.item] if self.has_scales else []
        return scales_of(items, room=self.paper.room[0], is_small=self.paper.is_small)

    @cached_property
    def fixed_height(self) -> float:
        """The height of what every page has, in mm."""
        sizes = self.paper.sizes
        headings = sum(sizes.heading + LINE * (lines - 1) for _, lines in self.rows_of_headings)
        return sizes.head + sizes.name + headings + sizes.foot

    @property
    def note_size(self) -> float:
        """The size of the notes, in points."""
        return SMALL_NOTE if self.paper.is_small else NOTE

    @property
    def has_two_note_columns(self) -> bool:
        """Return whether the notes are in two columns."""
        return len(self.shown_notes) + bool(self.abbreviated) > 1

    @cached_property
    def notes_height(self) -> float:
        """The height of the scales and the notes, in mm."""
        return self.texts_height + (self.scales.height if self.scales else 0)

    @property
    def texts_height(self) -> float:
        """The height of the notes, in mm."""
        room = self.paper.room[0]
        column = (room - NOTE_GAP) / 2 if self.has_two_note_columns else room
        points = self.note_size
        texts = [say(each) for each in self.shown_notes]
        texts += ["  ".join(f"{box.word} {box.label}" for box in self.abbreviated)] if self.abbreviated else []
        lines = sum(count_lines(text, column, points) for text in texts)
        # The longer column may be longer by one undivided text.
        uneven = max((count_lines(text, column, points) for text in texts), default=0) / 2 if len(texts) > 1 else 0
        return (lines / (1 + self.has_two_note_columns) + uneven) * points * POINT * 1.35 + 3 if texts else 0

    def row_height(self, line: Line) -> float:
        """Return the height of a row in mm: that of its boxes, or whole millimetres if its words need more."""
        boxes, needed = line.rows * self.row, self.needed_height(line)
        return boxes if needed <= boxes else math.ceil(needed)

    def build_row(self, line: Line) -> Row:
        boxes = line.rows * self.row
        height = f"tall-{line.rows}" if self.needed_height(line) <= boxes else f"high-{self.row_height(line)}"
        return Row(line, height, self.notes_of(line))

    def notes_of(self, line: Line) -> list[Text | str]:
        """Return the small print of a row; on small paper only the necessary part."""
        notes = line.short_notes if self.paper.is_small else line.notes
        is_below = self.scales and line.item and line.item.scale
        return [note for note in notes if note != line.worth] if is_below else notes

    def texts_after(self, section: Section) -> list[Text]:
        """Return what is done after a section; on small paper short texts, unless they need an icon."""
        few = [each.short if self.paper.is_small and each.short else each.text for each in section.afterwards]
        return [
            each.text if PICTURE in say(short) else short for short, each in zip(few, section.afterwards, strict=True)
        ]

    def needed_height(self, line: Line) -> float:
        """Return the height that the words of a row need, in mm."""
        width = self.label - (SMALL_ICON if self.paper.is_small else ICON) * bool(line.icon) - 1.5
        label = count_lines(say(line.label), width, self.words.word, wide=0.58)
        notes = self.notes_of(line)
        note = count_lines(" · ".join(map(say, notes)), width, self.words.note) if notes else 0
        height = (label * self.words.word * 1.12 + note * self.words.note * 1.17) * POINT + AROUND
        if line.answers:
            answers = count_lines(" ".join(f"OO{say(each.label)}" for each in line.answers), self.seat - 2, 7)
            height = max(height, answers * 3.8 + 1)
        # The lines between the cards of a display take some of its room.
        return max(height, line.rows * (LEAST_BOX + 0.5)) if line.is_display else height

    def legend_height(self, line: Line) -> float:
        """Return the height of the small print below a row, in mm."""
        legend = "  ".join(f"{say(each.label)} {each.figure} ·{'ooo' if each.icon else ''}" for each in line.legend)
        return count_lines(legend, self.paper.room[0] * 0.9, LEGEND) * LEGEND * POINT * 1.3 + 1.5 if legend else 0

    def section_height(self, section: Section) -> float:
        """Return the height of a section, in mm."""
        if self.rounds:
            return len(self.rounds) * self.row
        return self.height_around(section) + sum(map(self.height_of_line, section.lines))

    def height_around(self, section: Section) -> float:
        """Return the height of a section's heading and of what follows its rows, in mm."""
        room, sizes = self.paper.room[0], self.paper.sizes
        lines = count_lines(say(section.reminder), room - 25, LEGEND) if section.reminder else 0
        head = max(sizes.stage, lines * LEGEND * POINT * 1.2 + 1) if section.has_head else 0
        texts = map(say, self.texts_after(section))
        checks = [count_lines(text, room / 2 - 20, self.note_size, wide=0.52) for text in texts]
        checks = [max(checks[at : at + 2]) for at in range(0, len(checks), 2)]
        after = sum(checks) * self.note_size * POINT * 1.25 + CHECKS if checks else 0
        return head + after + self.row * section.has_total

    def height_of_line(self, line: Line) -> float:
        return self.row_height(line) + self.legend_height(line)

    @property
    def ending_height(self) -> float:
        """The height of the total and the tiebreakers, in mm; rounds have their totals in their boxes."""
        if self.rounds:
            return sum(map(self.height_of_line, self.sheet.tie_breaks))
        total = (self.row + TOTAL_MORE) * self.sheet.has_total
        return total + sum(map(self.height_of_line, self.sheet.tie_breaks))

    @property
    def room(self) -> float:
        """The height for all rows of a page, in mm."""
        return self.paper.room[1] - self.fixed_height - self.notes_height

    @property
    def overflows(self) -> bool:
        """Return whether the boxes of one round are too high for a page."""
        return bool(self.rounds) and len(self.rounds) * self.row > self.room

    @cached_property
    def pages(self) -> list[Page]:
        """The pages: whole sections if they fit on one, repeated for the next players."""
        pages: list[list[Section]] = [[]]
        left = self.room
        for section in self.split_sections(left):
            if (needed := self.section_height(section)) > left and pages[-1]:
                pages.append([])
                left = self.room
            pages[-1].append(section)
            left -= needed
        if self.ending_height > left:
            pages.append([])
        found = [[(each, [*map(self.build_row, each.lines)], self.texts_after(each)) for each in at] for at in pages]
        seats = self.sheet.columns
        parts = [seats[first : first + self.seats] for first in range(0, len(seats), self.seats)]
        return [
            Page(at * len(found) + number, its, number == len(found), columns, 1 + self.across * len(columns))
            for at, columns in enumerate(parts)
            for number, its in enumerate(found, 1)
        ]

    @property
    def tie_breaks(self) -> list[Row]:
        return [self.build_row(line) for line in self.sheet.tie_breaks]

    def split_sections(self, room: float) -> Iterator[Section]:
        """Yield the sections, dividing those higher than a page."""
        for section in self.sheet.sections[: self.number]:
            if self.section_height(section) <= room:
                yield section
                continue
            part: list[Line] = []
            for line in section.lines:
                so_far = replace(section, lines=[*part, line])
                if part and self.section_height(so_far) > room:
                    yield replace(section, lines=part, afterwards=(), has_total=False)
                    section, part = replace(section, label=None, reminder=None), []
                part.append(line)
            yield replace(section, lines=part)
