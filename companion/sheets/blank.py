"""Score sheets on paper: the rows of a game from its facts, and a blank sheet made of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.cards.together import counted_together
from companion.language.texts import say
from companion.rules.kit import Field, Game, Instruction, Item, Stage, Table, Text, gettext, pgettext

# What the two boxes of a seat are for, and what they are for where the one row of a round is followed by the total.
COLUMNS = (pgettext("heading of a score sheet", "count"), pgettext("heading of a score sheet", "points"))
COLUMNS_OF_ROUNDS = (pgettext("heading of a score sheet", "round"), pgettext("heading of a score sheet", "total"))
# What the boxes are for where a call stands beside what came of it.
COLUMNS_OF_CALLS = (
    pgettext("heading of a score sheet", "bid"),
    pgettext("heading of a score sheet", "made"),
    pgettext("heading of a score sheet", "total"),
)
# A round of so many rows has no line above it that says which it is.
ROWS_WITHOUT_HEAD = 3


class Told(NamedTuple):
    """A word of small print, and its figure: "10" for points, "×9" for how many the box holds."""

    label: Text
    figure: str


@dataclass(frozen=True)
class Line:
    """A row of a sheet: a field that is counted, an item that scores, or both where the item is this field's own.

    `supply` is what the box holds, `worth` what the item brings, each None where there is nothing to say; `counted`
    are the fields of an item whose numbers nothing else counts, which share its row. `number` is that of the round
    that begins with it; the one row of a round is `named` after that. `call` is what was called before the round: it
    has a box beside what came of it.
    """

    field: Field | None = None
    item: Item | None = None
    supply: int | None = None
    worth: Text | None = None
    counted: tuple[Field, ...] = ()
    seats: int = 0
    number: str = ""
    named: Text | None = None
    call: Field | None = None

    @property
    def label(self):
        return self.named or (self.field or self.item).label  # type: ignore[union-attr]  # one of them is there

    @property
    def icon(self):
        return self.field.icon if self.field else ""

    @property
    def is_of_points(self):
        """Whether a seat has nothing to count here, only points."""
        return self.field is None and not self.counted

    @property
    def rows(self):
        """How many rows' height it takes."""
        return self.field.rows_on_paper if self.field else 1

    @property
    def boxes_across(self):
        """How many boxes a seat has side by side: its count and its points, or the cards of a row."""
        if self.call:
            return len(COLUMNS_OF_CALLS)
        return self.field.boxes_across if self.field else len(COLUMNS)

    @property
    def boxes(self):
        """The template of the boxes in which a pencil writes what a seat holds: the kind's own, or the usual ones."""
        if self.call:
            return ["sheets/boxes/_call.html"]
        own = [f"sheets/boxes/_{self.field.kind}.html"] if self.field else []
        return [*own, "sheets/boxes/_usual.html"]

    @property
    def places(self):
        """The places of a display, row by row."""
        return self.field.places if self.field else []

    @property
    def legend(self) -> list[Told]:
        """What stands in small print beneath the row: things with their values, symbols and fields with how many."""
        told = [Told(each.label, f"×{each.supply_for(self.seats)}") for each in self.counted]
        return told + [Told(each.label, each.in_print) for each in (self.field.legend if self.field else ())]


@dataclass(frozen=True)
class Section:
    """Lines that stay together on a page: a stage, or a part of one that has parts.

    `afterwards` is what is done at its end; `has_total`: what everybody has so far is added up beneath.
    """

    stage: Stage
    lines: list[Line]
    label: Text | None = None
    reminder: Text | None = None
    afterwards: Sequence[Instruction] = ()
    has_total: bool = False

    @property
    def has_head(self):
        return bool(self.label or self.reminder)


def lines(game, stage, options, *, seats) -> list[Line]:
    """The rows of a stage: its fields in their order, each followed by the items that are counted when it is.

    Numbers that only one item counts stand in its row, all together.
    """
    fields = [field for field in stage.fields_with(options) if not field.breaks_ties]
    keys, waiting, found = [field.key for field in fields], list(stage.items_with(options)), []
    together = counted_together(fields, waiting)
    for place, field in enumerate(fields):
        item = together.get(field.key)
        if item:
            if item in waiting:
                counted = tuple(each for each in fields if together.get(each.key) is item)
                found.append(Line(item=item, worth=item.worth_with(options), counted=counted, seats=seats))
                waiting.remove(item)
            continue
        own = next((item for item in waiting if item.key == field.key and field.has_points_beside), None)
        done = [item for item in waiting if item is not own and last_place(item, keys) == place]
        found.append(Line(field, own, field.supply_for(seats), own and own.worth_with(options)))
        found += [Line(item=item, worth=item.worth_with(options)) for item in done]
        waiting = [item for item in waiting if item is not own and item not in done]
    return found


def last_place(item, keys):
    """Where among the keys of the fields stands the last one that an item is counted from; -1 for nowhere."""
    return max((keys.index(key) for key in item.counted_from if key in keys), default=-1)


def sections(game: Game, stage: Stage, options, *, seats) -> list[Section]:
    """A stage, with its name where the game has several, divided where it has parts."""
    if game.rounds:
        return [round_of(game, stage, options, seats=seats)]
    part_of = {field.key: number for number, part in enumerate(stage.parts) for field in part.fields}
    divided: dict[int, list[Line]] = {}
    number = 0
    for line in lines(game, stage, options, seats=seats):
        # An item without a field of its own stands with the last of its fields.
        own = (*line.counted, line.field)[0]
        number = part_of.get(own.key, number) if own else number
        divided.setdefault(number, []).append(line)
    (first, *_), (*_, last) = divided, divided
    return [
        Section(
            stage,
            its_lines,
            label=stage.label if number == first and len(game.stages) > 1 else None,
            reminder=stage.reminder if number == first else None,
            afterwards=done_after(game, stage, options, seats=seats) if number == last else (),
            has_total=number == last and stage != game.stages[-1],
        )
        for number, its_lines in divided.items()
    ]


def done_after(game: Game, stage: Stage, options, *, seats) -> Sequence[Instruction]:
    """What is done at the end of a stage, whatever anybody holds."""
    nobody: Table = {"options": options, "seats": [{"player": "", "stages": {}} for _ in range(seats)]}
    return game.instructions(nobody, stage.key)


def round_of(game: Game, stage: Stage, options, *, seats) -> Section:
    """A round with as few rows as it needs; what is the same in all of them is told in the first."""
    is_first, is_last = stage is game.stages[0], stage is game.stages[-1]
    its_lines = beside_calls(shared(lines(game, stage, options, seats=seats)))
    if not is_first:
        its_lines = [replace(line, worth=None, supply=None) for line in its_lines]
    has_head = len(its_lines) > ROWS_WITHOUT_HEAD
    if is_one_row(its_lines):
        its_lines = [replace(its_lines[0], named=stage.label)]
    elif not has_head:
        its_lines[0] = replace(its_lines[0], number=stage.key)
    return Section(
        stage,
        its_lines,
        label=stage.label if has_head else None,
        reminder=stage.reminder if is_first else None,
        afterwards=done_after(game, stage, options, seats=seats) if is_first else (),
        has_total=not is_last and not is_one_row(its_lines),
    )


def is_one_row(its_lines: Sequence[Line]) -> bool:
    """Whether what a round brings stands in one row, so that the total can stand beside it."""
    return len(its_lines) == 1 and its_lines[0].field is not None and its_lines[0].item is not None


def shared(its_lines: Sequence[Line]) -> list[Line]:
    """The rows, the points of an item in the row of its last field where that has no points of its own."""
    found: list[Line] = []
    for line in its_lines:
        if found and takes_points_of(found[-1], line):
            found[-1] = replace(found[-1], item=line.item, worth=line.worth)
        else:
            found.append(line)
    return found


def beside_calls(its_lines: list[Line]) -> list[Line]:
    """The one row of a round that has but a call and what came of it, with boxes for both; else the same rows."""
    if len(its_lines) != 2 or not is_one_row(its_lines[1:]):
        return its_lines
    before, after = its_lines
    are_usual = all(line.boxes_across == len(COLUMNS) and line.rows == 1 for line in its_lines)
    if not are_usual or before.field is None or not before.field.called or before.item is not None:
        return its_lines
    return [replace(after, call=before.field, supply=None)]


def takes_points_of(row: Line, line: Line) -> bool:
    """Whether a row has a box for the points of the line after it, which are counted from it."""
    if row.field is None or row.item is not None or line.item is None or not line.is_of_points:
        return False
    return row.boxes_across == len(COLUMNS) and row.field.key in line.item.counted_from


class BlankSheet:
    """A game's score sheet for so many seats under these options, with boxes for a pencil."""

    def __init__(self, game: Game, options, *, seats: int):
        self.game, self.options, self.seats = game, options, seats
        self.sections = [part for stage in game.stages for part in sections(game, stage, options, seats=seats)]
        last = game.stages[-1].fields_with(options)
        when = gettext("tiebreaker")
        self.tie_breaks = [Line(field, worth=when) for key in game.tie_breaks for field in last if field.key == key]

    @property
    def lines(self):
        return [line for section in self.sections for line in section.lines]

    @property
    def headings(self):
        """What the two boxes of a seat are for."""
        if self.has_calls:
            return COLUMNS_OF_CALLS
        is_running = self.game.rounds and all(is_one_row(section.lines) for section in self.sections)
        return COLUMNS_OF_ROUNDS if is_running else COLUMNS

    @property
    def has_calls(self):
        """Whether a call stands beside what came of it, in the first of the two columns of a seat."""
        return any(line.call for line in self.lines)

    @property
    def columns(self):
        """The seats, by number; each has two columns, and the words have one."""
        return range(self.seats)

    @property
    def width(self):
        return 1 + 2 * self.seats

    @property
    def totals(self):
        """How many rows add up: one after each stage, and the last one."""
        return 1 + sum(section.has_total for section in self.sections)

    @property
    def streams(self):
        """In how many columns its rows run side by side: a game for one would be a long narrow list."""
        return 2 if self.seats == 1 else 1

    @property
    def boxes_across(self):
        """How many boxes a seat has side by side: its count and its points, or the cards of a row."""
        return max(line.boxes_across for line in self.lines)

    @property
    def closing(self):
        """What the totals mean."""
        if self.seats == 1:
            return self.game.verdicts
        return [gettext("Still tied: the win is shared.") if self.tie_breaks else gettext("Tied totals share the win.")]

    @property
    def texts(self):
        """Its small print in the language of the moment, as far as it takes lines of its own."""
        legends = [
            " · ".join(f"{say(each.label)} {each.figure}" for each in line.legend) for line in self.lines if line.legend
        ]
        heads = [f"{say(part.label or '')} {say(part.reminder or '')}" for part in self.sections if part.has_head]
        told = [" ".join(say(each.text) for each in part.afterwards) for part in self.sections if part.afterwards]
        return [*legends, *heads, *told, " ".join(map(say, self.closing))]
