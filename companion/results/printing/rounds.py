"""The rounds of a play on paper: a block of boxes for each, as on the blank sheet, with what stands in them."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.core.language.texts import dashed, say
from companion.rules.kit import Number, Text

from .blank import ROUND, SUM, TOTAL, BlankSheet
from .blank_layout import Layout
from .boxes import LINE, rows_of, with_words
from .filled import FilledSheet
from .layout_choice import NUMBER_WIDTH
from .paper import Paper

# So wide is a digit of the smallest type, so high a line of it, and so much is left free around it.
DIGIT, HIGH, AROUND = 1.75, 3.4, 1.6
# A box is at least so wide, and a row so high; higher than that it needn't be.
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
    """A table of rounds: its boxes, how high a row is in half millimetres, and each round's figures row by row."""

    layout: Layout
    size: int
    step: int
    rounds: list[tuple[Text, list[list[list[Figure]]]]]

    @property
    def height(self) -> float:
        """Return how high all of it is."""
        return NAMES + headings_height(self.layout) + len(self.rounds) * len(self.layout.rounds) * self.step / 2


def headings_height(layout: Layout) -> float:
    """Return how high the words above the boxes are."""
    return sum(HEADING + LINE * max(box.lines for box in row) for row in layout.rounds)


def rounds_on(sheet: FilledSheet, paper: Paper, room: float) -> Rounds | None:
    """Return the rounds of a play as a table that fits into this height; None if they don't fit."""
    if not sheet.is_of_rounds or sheet.game.has_only_notes or sheet.result.is_blocked or not sheet.stages:
        return None
    blank = BlankSheet(sheet.game, sheet.pad.options, seats=len(sheet.seats))
    labels = [say(each) for each in blank.boxes]
    figures = figures_of(sheet, is_one_number=blank.boxes == [ROUND, TOTAL], has_sum=SUM in labels)
    widest = max(len(say(each)) for row in figures for its in row for each in its)
    bare = Layout(blank, paper, paper.sizes.words[0], NUMBER_WIDTH)
    for across in range(len(labels), 0, -1):
        its = replace(bare, rounds=rows_of(labels, across))
        its = replace(its, rounds=with_words(its.rounds, its.box))
        rows = len(its.rounds) * len(figures)
        row = min((room - NAMES - headings_height(its)) / rows, HIGHEST)
        if its.box < max(LEAST_WIDTH, widest * DIGIT + AROUND) or row < LOWEST:
            continue
        sizes = (each for each in TYPES if widest * DIGIT * each / 100 + AROUND <= its.box)
        size = next(each for each in sizes if HIGH * each / 100 + 0.6 <= row)
        labelled = zip(sheet.stages, figures, strict=True)
        rounds = [(stage["stage"].label, [boxed(its, row, seats) for row in its.rounds]) for stage, seats in labelled]
        return Rounds(its, size, int(row * 2), rounds)
    return None


def figures_of(sheet: FilledSheet, *, is_one_number: bool, has_sum: bool) -> list[list[list[Text | str]]]:
    """Return what each seat has in the boxes of each round: what it counted, what that came to, its total so far.

    The total is unknown from the first round that nobody counted on.
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
            figures = [dashed(came_to), dashed(totals[place])] if stage["gained"] else ["", ""]
            seats.append([*held, *(figures if has_sum or is_one_number else figures[1:])])
        found.append(seats)
    return found


def boxed(its: Layout, row, seats) -> list[list[Figure]]:
    """Return what stands in the boxes of a row, seat by seat."""
    start = sum(len(each) for each in its.rounds[: its.rounds.index(row)])
    return [
        [Figure(text, box.columns, box.is_total) for box, text in zip(row, seat[start:], strict=False)]
        for seat in seats
    ]
