"""Choose the layout of a blank sheet: the best one that fits on a page, else one that takes few pages."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.core.language.texts import say
from companion.rules.kit import Game

from .blank import MOST_ROUNDS, SUM, BlankSheet
from .blank_layout import TOTAL_MORE, Layout
from .boxes import rows_of, with_words
from .paper import LEAST_BOX, PAPERS, Paper

# Rows are as high as there is room for; a round is lower, because there are many.
ROW_HEIGHTS, ROUND_HEIGHTS = ([each / 2 for each in range(most * 2, LEAST_BOX * 2 - 1, -1)] for most in (24, 14))
# The words of a row stand in a column of one of these widths, a round's number in a narrow one.
LABEL_WIDTHS, NUMBER_WIDTH = (90, 70, 58, 52, 46, 40, 36, 32, 28, 25), 12
# A box has this width where there is room for it.
GOOD_BOX = 11
# A round of several rows reads better with its words in its boxes.
WORDS_ABOVE = 3
# Of rounds that go on until the table says so as many as a page has room for, of several pages so many.
FEWEST_ROUNDS, ROUNDS_ON_PAPER = 5, 12


def layout(game: Game, options, paper: Paper, *, seats: int, copies=1) -> Layout:
    """The best layout of a sheet: on one page, upright if its boxes are wide enough so, with large words if they fit.

    Stages whose rows do not fit on a page have boxes as rounds have, if the same boxes are right for all of them. Where
    those have none, the sheet takes as few pages as it can.
    """
    sheets = [BlankSheet(game, options, seats=seats)]
    is_alone = not paper.is_small and copies == 1
    if len(game.stages) > 1 and not game.rounds and is_alone and last_has_all_rows(game, options):
        sheets.append(BlankSheet(game, options, seats=seats, in_boxes=True))
    return best_of(sheets, paper, copies)


def last_has_all_rows(game: Game, options) -> bool:
    """Return whether its last stage has every row of the others, so that the boxes of that are right for each."""
    *others, last = (
        {field.key for field in stage.fields_with(options)} | {item.key for item in stage.items_with(options)}
        for stage in game.stages
    )
    return all(rows <= last for rows in others)


def best_of(sheets: list[BlankSheet], paper: Paper, copies=1) -> Layout:
    """Return the best layout of the first of these sheets that fits on a page, else of the first on few pages.

    Players for whom a page is too narrow continue on further pages.
    """
    papers = [paper.half] if copies == 2 else [paper, paper.turned]
    found: list[Layout] = []
    for parts in range(1, sheets[0].seats + 1):
        found = [best for sheet in sheets for each in papers for best in best_on(sheet, each, copies, parts)]
        if usable := [each for each in found if not each.overflows]:
            found = usable
            break
    fitting = [each for each in found if each.fits]
    whole = [each for each in fitting if not each.explained]
    return next(iter([*whole, *fitting]), None) or on_few_pages(found[0])


def on_few_pages(its: Layout) -> Layout:
    """Return the layout with the highest rows that take the fewest pages."""
    tried = [replace(its, row=row) for row in range(LEAST_BOX, 15)]
    return min(tried, key=lambda each: (each.overflows, len(each.pages), -each.row))


def papers_for(game: Game, options, *, seats: int) -> list[Paper]:
    """Return the papers on which a blank sheet is offered: a small one only if all fits on one page of it."""
    found = {paper: layout(game, options, paper, seats=seats) for paper in PAPERS.values() if paper.is_small}
    return [paper for paper in PAPERS.values() if paper not in found or is_one_page(found[paper])]


def is_one_page(its: Layout) -> bool:
    return its.fits and its.parts == 1


def fits_twice(game: Game, options, paper: Paper, *, seats: int) -> bool:
    """Return whether two of these sheets fit side by side on a page."""
    sheet = BlankSheet(game, options, seats=seats)
    return not paper.is_small and any(each.fits for each in best_on(sheet, paper.half, 2))


def best_on(sheet: BlankSheet, paper: Paper, copies: int, parts=1) -> list[Layout]:
    """The best layout on this paper as it lies, as one or none: words and notes are as many and as large as fit."""
    least: list[Layout] = []
    for words in paper.sizes.words:
        bare = Layout(sheet, paper, words, NUMBER_WIDTH, copies=copies, parts=parts)
        found = [high(each) for each in arranged(bare)] if sheet.boxes else in_rows(bare)
        if not found:
            return least
        least = [max(found, key=worth)]
        if least[0].fits and (sheet.boxes or least[0].row >= paper.sizes.good_row):
            break
    return [with_notes(each) for each in least]


def with_notes(bare: Layout) -> Layout:
    """Return the layout with as many notes as leave its rows high enough."""
    for notes in range(len(bare.all_notes), 0, -1):
        noted = high(replace(bare, notes=notes))
        is_good = noted.row >= min(bare.row, 9 if noted.rounds else bare.paper.sizes.good_row)
        if is_good and noted.fits and has_rounds_left(noted):
            return noted
    return bare


def has_rounds_left(noted: Layout) -> bool:
    return noted.number is None or noted.number >= ROUNDS_ON_PAPER


def in_rows(bare: Layout) -> list[Layout]:
    """Return the layouts with words in columns, with tables beneath the rows if those leave them high enough."""
    scaled = [high(each) for each in labelled(replace(bare, has_scales=True))]
    if any(each.scales and each.fits and each.row >= bare.paper.sizes.good_row for each in scaled):
        return scaled
    return [high(each) for each in labelled(bare)]


def labelled(bare: Layout) -> Iterator[Layout]:
    """The layouts with words in columns that leave wide enough boxes: the first ones leave good ones."""
    found = [replace(bare, label=width) for width in LABEL_WIDTHS]
    for box in (GOOD_BOX, LEAST_BOX + 0.2):
        yield from (each for each in found if each.box >= box)


def arranged(bare: Layout) -> Iterator[Layout]:
    """The layouts of a round with its boxes beside and beneath each other, without a box for its sum if need be."""
    labels = [say(each) for each in bare.sheet.boxes]
    for its_labels in (labels, [each for each in labels if each != SUM]):
        found = []
        for across in range(1, len(its_labels) + 1):
            each = replace(bare, rounds=rows_of(its_labels, across))
            if each.box >= LEAST_BOX + 0.2:
                found.append(replace(each, rounds=with_words(each.rounds, each.box)))
        if any(high(each).fits for each in found):
            yield from found
            return
    yield from found


def high(its: Layout) -> Layout:
    """Return the layout with rows as high as fit on one page, else with low ones."""
    if its.sheet.is_open:
        return of_rounds(its)
    room = its.paper.room[1] - its.fixed - its.notes_height
    heights = ROUND_HEIGHTS if its.rounds else ROW_HEIGHTS
    needed = heights_of(its)
    row = next((row for row in heights if needed(row) <= room), None)
    return replace(its, row=row, fits=True) if row else replace(its, row=LEAST_BOX, fits=False)


def heights_of(its: Layout) -> Callable[[float], float]:
    """How high all of a sheet is with rows of a height; its texts are measured once."""
    sections = its.sheet.sections
    if its.rounds:
        rounds = len(its.rounds) * len(sections)
        return lambda row: row * rounds + replace(its, row=row).ending
    lines = [*its.sheet.lines, *its.sheet.tie_breaks]
    needs = [(line.rows, its.needs(line)) for line in lines]
    sums = its.sheet.has_total + sum(section.has_total for section in sections)
    bare = replace(its, row=0)
    extra = TOTAL_MORE * its.sheet.has_total + sum(map(its.told, lines)) + sum(map(bare.height_around, sections))
    return lambda row: (
        extra + row * sums + sum(rows * row if need <= rows * row else math.ceil(need) for rows, need in needs)
    )


def of_rounds(its: Layout) -> Layout:
    """Return the layout with as many rounds as fit on a page; if those are too few, with some on several pages."""
    room = its.paper.room[1] - its.fixed - its.notes_height - its.ending
    rows = len(its.rounds)
    number = min(MOST_ROUNDS, int(room / (LEAST_BOX * rows)))
    if number < FEWEST_ROUNDS:
        return replace(its, number=ROUNDS_ON_PAPER, row=LEAST_BOX, fits=False)
    row = next(each for each in ROUND_HEIGHTS if each * rows * number <= room)
    return replace(its, number=number, row=row, fits=True)


def worth(its: Layout) -> tuple:
    """By what the best of several layouts is known: one page, whole names, high rows, and boxes of a good width."""
    usual = 90 if its.sheet.seats == 1 else 38 if its.paper.is_small else 52
    width = (
        min(its.box, 13) - WORDS_ABOVE * (its.has_words_above and len(its.rounds) > 1)
        if its.rounds
        else min(its.box, GOOD_BOX) - abs(its.label - usual) / 8
    )
    return its.fits, not its.overflows, -len(its.explained), width + min(its.row, 14) + min(its.number or 0, 12) * 1.5
