"""How a blank sheet lies on its paper: how large its words and how high its rows are, and what is on which page.

Everything has a fixed size in millimetres, so that each box of a sheet is where it was on any other one of its kind.
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
from .paper import LEAST_BOX, POINT, Paper, Words, lines_of
from .scales import Scales, scales_of

# What stands for a picture in a text.
PICTURE = "\ufffc"
# Pictures before the words, and what a text has around it.
ICON, SMALL_ICON, AROUND, TOTAL_MORE = 8, 6, 1.2, 1.5
NOTE, SMALL_NOTE, NOTE_GAP, TOLD, CHECKS = 8, 7.2, 6, 7.5, 3


@dataclass(frozen=True)
class Page:
    """The sections of a page, each with its rows and what is done after it, for the players in `columns`.

    Their last page has the total, and each has the notes. `width`: the columns of its table.
    """

    number: int
    sections: list[tuple[Section, list["Row"], list[Text]]]
    is_last: bool
    columns: range
    width: int


class Row(NamedTuple):
    """A row of a page: its line, the class by which it has its height, and its small print."""

    line: Line
    height: str
    notes: list[Text | str]


@dataclass(frozen=True)
class Layout:
    """A sheet on its paper. `rounds`: the rows of boxes of each round, if it has rounds; `number`: so many of them.

    `has_scales`: the tables of the game stand beneath its rows. `parts`: the players stand on so many pages.
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
        """How many columns of the table a seat has."""
        return sum(box.columns for box in self.rounds[0]) if self.rounds else self.sheet.across

    @property
    def seats(self) -> int:
        """How many players stand side by side."""
        return math.ceil(self.sheet.seats / self.parts)

    @property
    def seat(self) -> float:
        """How wide all boxes of a seat are."""
        return (self.paper.room[0] - self.label) / self.seats

    @property
    def box(self) -> float:
        """How wide the narrowest box is."""
        return self.seat / (self.across if self.rounds else self.sheet.boxes_across)

    @property
    def stylesheet(self):
        return self.paper.stylesheet

    @property
    def classes(self) -> str:
        """Return its classes in the stylesheet."""
        half = " half" if self.row % 1 else ""
        return f"words-{self.words.key} label-{self.label:.0f} rows-{int(self.row)}{half}"

    @cached_property
    def all_notes(self) -> list[Text]:
        """How the game scores; nothing of one that nobody knows."""
        if self.sheet.is_for_totals:
            return []
        its = self.sheet
        return notes_of(its.game, its.options, seats=its.seats, has_boxes=bool(its.boxes))

    @property
    def shown_notes(self):
        return self.all_notes[: self.notes]

    @property
    def headings(self) -> list[tuple[Box, ...]]:
        """Return the rows of headings of a seat's columns, unless each box says it itself."""
        if self.rounds:
            return list(self.rounds) if self.has_words_above else []
        words = [say(each) for each in self.sheet.headings]
        words = words if all(has_room_for(word, self.box) for word in words) else [say(each) for each in BRIEF]
        return [tuple(Box(word, word=word) for word in words)] if words else []

    @property
    def has_words_above(self) -> bool:
        """Return whether the words of the boxes stand above the first round: of one row, or if they are long."""
        lines = max((box.lines for row in self.rounds for box in row), default=0)
        return len(self.rounds) == 1 or lines > MOST_LINES_INSIDE

    @property
    def columns(self) -> range:
        return range(self.across)

    @property
    def rows_of_headings(self) -> list[tuple[tuple[Box, ...], int]]:
        """Return each row of headings with the number of lines of its longest word."""
        return [(row, max(box.lines for box in row)) for row in self.headings]

    @property
    def explained(self) -> list[Box]:
        """The boxes whose whole word stands below."""
        return [box for row in self.rounds for box in row if box.is_short]

    @cached_property
    def scales(self) -> Scales | None:
        """The tables of the game, if they stand beneath its rows."""
        items = [line.item for line in self.sheet.lines if line.item] if self.has_scales else []
        return scales_of(items, room=self.paper.room[0], is_small=self.paper.is_small)

    @cached_property
    def fixed(self) -> float:
        """How high is what stands on every page."""
        sizes = self.paper.sizes
        headings = sum(sizes.heading + LINE * (lines - 1) for _, lines in self.rows_of_headings)
        return sizes.head + sizes.name + headings + sizes.foot

    @property
    def fine(self) -> float:
        """The size of the notes, in points."""
        return SMALL_NOTE if self.paper.is_small else NOTE

    @property
    def notes_stand_in_two(self) -> bool:
        """Return whether the notes are in two columns."""
        return len(self.shown_notes) + bool(self.explained) > 1

    @cached_property
    def notes_height(self) -> float:
        """How high the tables and the notes are."""
        return self.texts_height + (self.scales.height if self.scales else 0)

    @property
    def texts_height(self) -> float:
        """How high the notes are, which stand in two columns."""
        room = self.paper.room[0]
        column = (room - NOTE_GAP) / 2 if self.notes_stand_in_two else room
        points = self.fine
        told = [say(each) for each in self.shown_notes]
        told += ["  ".join(f"{box.word} {box.label}" for box in self.explained)] if self.explained else []
        lines = sum(lines_of(text, column, points) for text in told)
        # The longer column is longer by a text that is not divided.
        uneven = max((lines_of(text, column, points) for text in told), default=0) / 2 if len(told) > 1 else 0
        return (lines / (1 + self.notes_stand_in_two) + uneven) * points * POINT * 1.35 + 3 if told else 0

    def high(self, line: Line) -> float:
        """How high a row is: as its boxes are, or as whole millimetres as its words need."""
        boxes = line.rows * self.row
        needs = self.needs(line)
        return boxes if needs <= boxes else math.ceil(needs)

    def row_of(self, line: Line) -> Row:
        boxes = line.rows * self.row
        height = f"tall-{line.rows}" if self.needs(line) <= boxes else f"high-{self.high(line)}"
        return Row(line, height, self.notes_of(line))

    def notes_of(self, line: Line) -> list[Text | str]:
        """The small print of a row; of a small paper what it cannot do without."""
        notes = line.short_notes if self.paper.is_small else line.notes
        is_below = self.scales and line.item and line.item.scale
        return [note for note in notes if note != line.worth] if is_below else notes

    def done(self, section: Section) -> list[Text]:
        """Return the texts of what is done after a section, short ones on a small paper if they need no picture."""
        few = [each.short if self.paper.is_small and each.short else each.text for each in section.afterwards]
        return [
            each.text if PICTURE in say(short) else short for short, each in zip(few, section.afterwards, strict=True)
        ]

    def needs(self, line: Line) -> float:
        """How high a row must be for its words."""
        width = self.label - (SMALL_ICON if self.paper.is_small else ICON) * bool(line.icon) - 1.5
        label = lines_of(say(line.label), width, self.words.word, wide=0.58)
        notes = self.notes_of(line)
        note = lines_of(" · ".join(map(say, notes)), width, self.words.note) if notes else 0
        height = (label * self.words.word * 1.12 + note * self.words.note * 1.17) * POINT + AROUND
        if line.answers:
            answers = lines_of(" ".join(f"OO{say(each.label)}" for each in line.answers), self.seat - 2, 7)
            height = max(height, answers * 3.8 + 1)
        # Lines between its cards take some of the room of a display.
        return max(height, line.rows * (LEAST_BOX + 0.5)) if line.is_display else height

    def told(self, line: Line) -> float:
        """How high the small print beneath a row is."""
        legend = "  ".join(f"{say(each.label)} {each.figure} ·{'ooo' if each.icon else ''}" for each in line.legend)
        return lines_of(legend, self.paper.room[0] * 0.9, TOLD) * TOLD * POINT * 1.3 + 1.5 if legend else 0

    def height(self, section: Section) -> float:
        """How high a section is."""
        if self.rounds:
            return len(self.rounds) * self.row
        return self.height_around(section) + sum(map(self.height_of_line, section.lines))

    def height_around(self, section: Section) -> float:
        """How high its head and what follows it are."""
        room, sizes = self.paper.room[0], self.paper.sizes
        told = lines_of(say(section.reminder), room - 25, TOLD) if section.reminder else 0
        head = max(sizes.stage, told * TOLD * POINT * 1.2 + 1) if section.has_head else 0
        checks = [lines_of(say(each), room / 2 - 20, self.fine, wide=0.52) for each in self.done(section)]
        checks = [max(checks[at : at + 2]) for at in range(0, len(checks), 2)]
        after = sum(checks) * self.fine * POINT * 1.25 + CHECKS if checks else 0
        return head + after + self.row * section.has_total

    def height_of_line(self, line: Line) -> float:
        return self.high(line) + self.told(line)

    @property
    def ending(self) -> float:
        """How high the total and the tie-breaks are; rounds have their total in each of them."""
        if self.rounds:
            return sum(map(self.height_of_line, self.sheet.tie_breaks))
        total = (self.row + TOTAL_MORE) * self.sheet.has_total
        return total + sum(map(self.height_of_line, self.sheet.tie_breaks))

    @property
    def room(self) -> float:
        """How high the rows of a page can be together."""
        return self.paper.room[1] - self.fixed - self.notes_height

    @property
    def overflows(self) -> bool:
        """Return whether the boxes of one round are too high for a page."""
        return bool(self.rounds) and len(self.rounds) * self.row > self.room

    @cached_property
    def pages(self) -> list[Page]:
        """Divide the sections into pages, whole ones if they fit on one, and repeat them for the next players."""
        pages: list[list[Section]] = [[]]
        left = self.room
        for section in self.divided(left):
            if (needed := self.height(section)) > left and pages[-1]:
                pages.append([])
                left = self.room
            pages[-1].append(section)
            left -= needed
        if self.ending > left:
            pages.append([])
        found = [[(each, list(map(self.row_of, each.lines)), self.done(each)) for each in its] for its in pages]
        seats = self.sheet.columns
        parts = [seats[first : first + self.seats] for first in range(0, len(seats), self.seats)]
        return [
            Page(at * len(found) + number, its, number == len(found), columns, 1 + self.across * len(columns))
            for at, columns in enumerate(parts)
            for number, its in enumerate(found, 1)
        ]

    @property
    def tie_breaks(self) -> list[Row]:
        return [self.row_of(line) for line in self.sheet.tie_breaks]

    def divided(self, room: float) -> Iterator[Section]:
        """Yield the sections, those higher than a page in parts that fit on one."""
        for section in self.sheet.sections[: self.number]:
            if self.height(section) <= room:
                yield section
                continue
            begun: list[Line] = []
            for line in section.lines:
                so_far = replace(section, lines=[*begun, line])
                if begun and self.height(so_far) > room:
                    yield replace(section, lines=begun, afterwards=(), has_total=False)
                    section, begun = replace(section, label=None, reminder=None), []
                begun.append(line)
            yield replace(section, lines=begun)
