"""Choose the layout of a blank sheet: the best one that fits on a page, else one that takes few pages."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.core.language.texts import say
from companion.rules.kit import Game

from .blank import MOST_ROUNDS, SUM, BlankSheet
from .blank_layout import TOTAL_MORE, Layout
from .boxes import arrange_boxes, fit_labels
from .paper import LEAST_BOX, PAPERS, Paper

# Possible heights of rows and of rounds, which are lower because there are many.
ROW_HEIGHTS, ROUND_HEIGHTS = ([each / 2 for each in range(most * 2, LEAST_BOX * 2 - 1, -1)] for most in (24, 14))
# Possible widths of the column of labels, and the width of a round's number.
LABEL_WIDTHS, NUMBER_WIDTH = (90, 70, 58, 52, 46, 40, 36, 32, 28, 25), 12
# The preferred width of a box.
GOOD_BOX = 11
# The penalty for labels above a round of several rows: they read better in its boxes.
WORDS_ABOVE = 3
# If players decide when the rounds end: the fewest on one page, and the number on several pages.
FEWEST_ROUNDS, ROUNDS_ON_PAPER = 5, 12


def choose_layout(game: Game, options, paper: Paper, *, seats: int, copies=1) -> Layout:
    """Return the best layout of a sheet: on one page, upright if its boxes are wide enough, in large type if it fits.

    If the rows of the stages don't fit on a page, stages have boxes like rounds, provided the same boxes suit all of
    them. Else the sheet takes as few pages as possible.
    """
    sheets = [BlankSheet(game, options, seats=seats)]
    is_alone = not paper.is_small and copies == 1
    if len(game.stages) > 1 and not game.rounds and is_alone and last_has_all_rows(game, options):
        sheets.append(BlankSheet(game, options, seats=seats, in_boxes=True))
    return choose_best(sheets, paper, copies)


def last_has_all_rows(game: Game, options) -> bool:
    """Return whether the last stage has every row of the others, so that its boxes suit them all."""
    *others, last = (
        {field.key for field in stage.fields_with(options)} | {item.key for item in stage.items_with(options)}
        for stage in game.stages
    )
    return all(rows <= last for rows in others)


def choose_best(sheets: list[BlankSheet], paper: Paper, copies=1) -> Layout:
    """Return the best layout of the first of these sheets that fits on a page, else of the first on few pages.

    If a page is too narrow for all players, the others continue on further pages.
    """
    papers = [paper.half] if copies == 2 else [paper, paper.turned]
    found: list[Layout] = []
    for parts in range(1, sheets[0].seats + 1):
        found = [best for sheet in sheets for each in papers for best in choose_on_paper(sheet, each, copies, parts)]
        if usable := [each for each in found if not each.overflows]:
            found = usable
            break
    fitting = [each for each in found if each.fits]
    whole = [each for each in fitting if not each.abbreviated]
    return next(iter([*whole, *fitting]), None) or fit_on_few_pages(found[0])


def fit_on_few_pages(bare: Layout) -> Layout:
    """Return the layout with the highest rows that take the fewest pages."""
    tried = [replace(bare, row=row) for row in range(LEAST_BOX, 15)]
    return min(tried, key=lambda each: (each.overflows, len(each.pages), -each.row))


def papers_for(game: Game, options, *, seats: int) -> list[Paper]:
    """Return the papers for which a blank sheet is offered: small ones only if everything fits on one page."""
    found = {paper: choose_layout(game, options, paper, seats=seats) for paper in PAPERS.values() if paper.is_small}
    too_small = {paper for paper, layout in found.items() if not layout.fits or layout.parts > 1}
    return [paper for paper in PAPERS.values() if paper not in too_small]


def fits_twice(game: Game, options, paper: Paper, *, seats: int) -> bool:
    """Return whether two of these sheets fit side by side on a page."""
    sheet = BlankSheet(game, options, seats=seats)
    return not paper.is_small and any(each.fits for each in choose_on_paper(sheet, paper.half, 2))


def choose_on_paper(sheet: BlankSheet, paper: Paper, copies: int, parts=1) -> list[Layout]:
    """Return the best layout on this paper, as a list of one or none, in large type and with all notes if they fit."""
    least: list[Layout] = []
    for words in paper.sizes.words:
        bare = Layout(sheet, paper, words, NUMBER_WIDTH, copies=copies, parts=parts)
        found = [fit_row_heights(each) for each in arrange_rounds(bare)] if sheet.boxes else arrange_rows(bare)
        if not found:
            return least
        least = [max(found, key=rate)]
        if least[0].fits and (sheet.boxes or least[0].row >= paper.sizes.good_row):
            break
    return [add_notes(each) for each in least]


def add_notes(bare: Layout) -> Layout:
    """Return the layout with as many notes as leave its rows high enough."""
    for notes in range(len(bare.all_notes), 0, -1):
        noted = fit_row_heights(replace(bare, notes=notes))
        is_good = noted.row >= min(bare.row, 9 if noted.rounds else bare.paper.sizes.good_row)
        if is_good and noted.fits and (noted.number is None or noted.number >= ROUNDS_ON_PAPER):
            return noted
    return bare


def arrange_rows(bare: Layout) -> list[Layout]:
    """Return the layouts in rows, with scales below if those leave the rows high enough."""
    scaled = [fit_row_heights(each) for each in try_label_widths(replace(bare, has_scales=True))]
    if any(each.scales and each.fits and each.row >= bare.paper.sizes.good_row for each in scaled):
        return scaled
    return [fit_row_heights(each) for each in try_label_widths(bare)]


def try_label_widths(bare: Layout) -> Iterator[Layout]:
    """Yield the layouts whose labels leave boxes wide enough: first those with boxes of the preferred width."""
    found = [replace(bare, label=width) for width in LABEL_WIDTHS]
    for box in (GOOD_BOX, LEAST_BOX + 0.2):
        yield from (each for each in found if each.box >= box)


def arrange_rounds(bare: Layout) -> Iterator[Layout]:
    """Yield the layouts of a round's boxes in one or more rows, without the box for its points if necessary."""
    labels = [say(each) for each in bare.sheet.boxes]
    for labels_used in (labels, [each for each in labels if each != SUM]):
        found = []
        for across in range(1, len(labels_used) + 1):
            each = replace(bare, rounds=arrange_boxes(labels_used, across))
            if each.box >= LEAST_BOX + 0.2:
                found.append(replace(each, rounds=fit_labels(each.rounds, each.box)))
        if any(fit_row_heights(each).fits for each in found):
            yield from found
            return
    yield from found


def fit_row_heights(layout: Layout) -> Layout:
    """Return the layout with the highest rows that fit on one page, else with low ones."""
    if layout.sheet.is_open:
        return fit_open_rounds(layout)
    room = layout.paper.room[1] - layout.fixed_height - layout.notes_height
    heights = ROUND_HEIGHTS if layout.rounds else ROW_HEIGHTS
    needed = measure_height(layout)
    row = next((row for row in heights if needed(row) <= room), None)
    return replace(layout, row=row, fits=True) if row else replace(layout, row=LEAST_BOX, fits=False)


def measure_height(layout: Layout) -> Callable[[float], float]:
    """Return a function from the height of a row to that of the whole sheet; texts are measured once."""
    sections = layout.sheet.sections
    if layout.rounds:
        rounds = len(layout.rounds) * len(sections)
        return lambda row: row * rounds + replace(layout, row=row).ending_height
    lines = [*layout.sheet.lines, *layout.sheet.tie_breaks]
    needs = [(line.rows, layout.needed_height(line)) for line in lines]
    sums = layout.sheet.has_total + sum(section.has_total for section in sections)
    bare = replace(layout, row=0)
    extra = TOTAL_MORE * layout.sheet.has_total
    extra += sum(map(layout.legend_height, lines)) + sum(map(bare.height_around, sections))
    return lambda row: (
        extra + row * sums + sum(rows * row if need <= rows * row else math.ceil(need) for rows, need in needs)
    )


def fit_open_rounds(layout: Layout) -> Layout:
    """Return the layout with as many rounds as fit on a page; if those are too few, with some on several pages."""
    room = layout.paper.room[1] - layout.fixed_height - layout.notes_height - layout.ending_height
    rows = len(layout.rounds)
    number = min(MOST_ROUNDS, int(room / (LEAST_BOX * rows)))
    if number < FEWEST_ROUNDS:
        return replace(layout, number=ROUNDS_ON_PAPER, row=LEAST_BOX, fits=False)
    row = next(each for each in ROUND_HEIGHTS if each * rows * number <= room)
    return replace(layout, number=number, row=row, fits=True)


def rate(layout: Layout) -> tuple:
    """Return the sort key of a layout: one page, whole labels, then high rows and boxes of a good width."""
    usual = 90 if layout.sheet.seats == 1 else 38 if layout.paper.is_small else 52
    width = (
        min(layout.box, 13) - WORDS_ABOVE * (layout.has_words_above and len(layout.rounds) > 1)
        if layout.rounds
        else min(layout.box, GOOD_BOX) - abs(layout.label - usual) / 8
    )
    size = width + min(layout.row, 14) + min(layout.number or 0, 12) * 1.5
    return layout.fits, not layout.overflows, -len(layout.abbreviated), size
