"""The rounds of a play on paper: the same boxes as on the blank sheet, filled in."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.core.language.texts import or_dash, say
from companion.rules.kit import Number, Text

from .blank import ROUND, SUM, TOTAL, BlankSheet
from .blank_layout import Layout
from .boxes import LINE, arrange_boxes, fit_labels
from .filled import FilledSheet
from .layout_choice import NUMBER_WIDTH
from .paper import Paper

# The width of a digit in the smallest type, its line height, and the free space around it, in mm.
DIGIT, HIGH, AROUND = 1.75, 3.4, 1.6
# The least width of a box, and the least and greatest height of a row, in mm.
LEAST_WIDTH, LOWEST, HIGHEST = 6.5, 4, 9
NAMES, HEADING = 7, 4
TYPES = (160, 150, 140, 130, 120, 110, 100)


class Figure(NamedTuple):
    """The figure in a box."""

    text: Text | str
    columns: int
    is_total: bool


@dataclass(frozen=True)
class Rounds:
    """A table of rounds: its boxes and each round's figures row by row.

    `size`: the font size in hundredths of the smallest. `step`: the height of a row, in half millimetres.
    """

    layout: Layout
    size: int
    step: int
    rounds: list[tuple[Text, list[list[list[Figure]]]]]

    @property
    def height(self) -> float:
        """The total height, in mm."""
        return NAMES + headings_height(self.layout) + len(self.rounds) * len(self.layout.rounds) * self.step / 2


def headings_height(layout: Layout) -> float:
    """Return the height of the labels above the boxes, in mm."""
    return sum(HEADING + LINE * max(box.lines for box in row) for row in layout.rounds)


def rounds_on(sheet: FilledSheet, paper: Paper, room: float) -> Rounds | None:
    """Return the rounds of a play as a table that fits into this height in mm, or None if they don't fit."""
    if not sheet.has_rounds or sheet.game.has_only_notes or sheet.result.is_blocked or not sheet.stages:
        return None
    blank = BlankSheet(sheet.game, sheet.pad.options, seats=len(sheet.seats))
    labels = [say(each) for each in blank.boxes]
    figures = figures_of(sheet, is_one_number=blank.boxes == [ROUND, TOTAL], has_sum=SUM in labels)
    widest = max(len(say(each)) for row in figures for seat in row for each in seat)
    bare = Layout(blank, paper, paper.sizes.words[0], NUMBER_WIDTH)
    for across in range(len(labels), 0, -1):
        layout = replace(bare, rounds=arrange_boxes(labels, across))
        layout = replace(layout, rounds=fit_labels(layout.rounds, layout.box))
        rows = len(layout.rounds) * len(figures)
        row = min((room - NAMES - headings_height(layout)) / rows, HIGHEST)
        if layout.box < max(LEAST_WIDTH, widest * DIGIT + AROUND) or row < LOWEST:
            continue
        sizes = (each for each in TYPES if widest * DIGIT * each / 100 + AROUND <= layout.box)
        size = next(each for each in sizes if HIGH * each / 100 + 0.6 <= row)
        labelled = zip(sheet.stages, figures, strict=True)
        rounds = [
            (stage["stage"].label, [fill_boxes(layout, row, seats) for row in layout.rounds])
            for stage, seats in labelled
        ]
        return Rounds(layout, size, int(row * 2), rounds)
    return None


def figures_of(sheet: FilledSheet, *, is_one_number: bool, has_sum: bool) -> list[list[list[Text | str]]]:
    """Return what each seat has in the boxes of each round: its counts, the points of the round, the running total.

    The total is unknown from the first round that nobody counted.
    """
    totals: list[Number | None] = [0] * len(sheet.seats)
    found = []
    for stage in sheet.stages:
        seats = []
        for place, card in enumerate(sheet.pad.cards_of(stage["stage"])):
            came_to = stage["gained"][place] if stage["gained"] else None
            if stage["gained"]:
                so_far = totals[place]
                totals[place] = None if came_to is None or so_far is None else so_far + came_to
            fields = [
                field
                for line, _ in stage["lines"]
                for field in (line.counted or ((line.field,) if line.field else ()))
                if not field.breaks_ties
            ]
            held = [] if is_one_number else [sheet.shown(card, field) for field in fields]
            figures = [or_dash(came_to), or_dash(totals[place])] if stage["gained"] else ["", ""]
            seats.append([*held, *(figures if has_sum or is_one_number else figures[1:])])
        found.append(seats)
    return found


def fill_boxes(layout: Layout, row, seats) -> list[list[Figure]]:
    """Return the figures in the boxes of a row, seat by seat."""
    start = sum(len(each) for each in layout.rounds[: layout.rounds.index(row)])
    return [
        [Figure(text, box.columns, box.is_total) for box, text in zip(row, seat[start:], strict=False)]
        for seat in seats
    ]
