"""Score sheets on paper: a blank one from a game's facts, and a filled one from a play."""

import math
from dataclasses import dataclass
from functools import cached_property

from .results import ranking, rows
from .rules.kit import Game, Instruction, Item, Stage, Text, gettext
from .texts import say

# How many rows' height a field of a kind takes on a blank sheet.
ROWS_OF = {
    "tally": lambda field: 2,
    "picks": lambda field: 2,
    "rows": lambda field: field.most_rows,
    "one_of": lambda field: math.ceil(len(field.choices) / 2),
}


@dataclass(frozen=True)
class Line:
    """A row of a sheet: a field that is counted, an item that scores, or both where the item is this field's own.

    `supply` is what the box holds, `worth` what the item brings, each None where there is nothing to say.
    """

    field: object = None
    item: Item | None = None
    supply: int | None = None
    worth: Text | None = None

    @property
    def label(self):
        return (self.field or self.item).label

    @property
    def icon(self):
        return self.field.icon if self.field else ""

    @property
    def rows(self):
        """How many rows' height it takes."""
        return ROWS_OF[self.field.kind](self.field) if self.field and self.field.kind in ROWS_OF else 1

    @property
    def boxes(self):
        """The template of the boxes in which a pencil writes what a seat holds: the kind's own, or the usual ones."""
        return [f"sheets/boxes/_{self.field.kind}.html", "sheets/boxes/_usual.html"]

    @property
    def places(self):
        """The places of a display, row by row."""
        return [range(self.field.row_length)] * self.field.most_rows

    @property
    def legend(self):
        """What stands in small print beneath the row: things with their values, symbols with their numbers."""
        return getattr(self.field, "things", ()) or getattr(self.field, "symbols", ())


@dataclass(frozen=True)
class Section:
    """Lines that stay together on a page: a stage, or a part of one that has parts.

    `afterwards` is what is done at its end; `has_total`: what everybody has so far is added up beneath.
    """

    stage: Stage
    lines: list[Line]
    label: Text | None = None
    reminder: Text | None = None
    afterwards: list[Instruction] | tuple = ()
    has_total: bool = False

    @property
    def has_head(self):
        return bool(self.label or self.reminder)


def lines(game, stage, options, *, seats) -> list[Line]:
    """The rows of a stage: its fields in their order, each followed by the items that are counted when it is."""
    fields = [field for field in stage.fields_with(options) if not field.breaks_ties]
    keys, waiting, found = [field.key for field in fields], list(stage.items_with(options)), []
    for place, field in enumerate(fields):
        own = next((item for item in waiting if item.key == field.key and field.kind != "rows"), None)
        done = [item for item in waiting if item is not own and last_place(item, keys) == place]
        supply = field.supply_for(seats) if hasattr(field, "supply_for") else None
        found.append(Line(field, own, supply, own and game.worth(own.key, options)))
        found += [Line(item=item, worth=game.worth(item.key, options)) for item in done]
        waiting = [item for item in waiting if item is not own and item not in done]
    return found


def last_place(item, keys):
    """Where among the keys of the fields stands the last one that an item is counted from; -1 for nowhere."""
    return max((keys.index(key) for key in item.counted_from if key in keys), default=-1)


def sections(game: Game, stage: Stage, options, *, seats) -> list[Section]:
    """A stage, with its name where the game has several, divided where it has parts."""
    part_of = {field.key: number for number, part in enumerate(stage.parts) for field in part.fields}
    divided, number = {}, 0
    for line in lines(game, stage, options, seats=seats):
        # An item without a field of its own stands with the last of its fields.
        number = part_of.get(line.field.key, number) if line.field else number
        divided.setdefault(number, []).append(line)
    nobody = {"options": options, "seats": [{"player": "", "stages": {}} for _ in range(seats)]}
    (first, *_), (*_, last) = divided, divided
    return [
        Section(
            stage,
            its_lines,
            label=stage.label if number == first and len(game.stages) > 1 else None,
            reminder=stage.reminder if number == first else None,
            afterwards=game.instructions(nobody, stage.key) if number == last else (),
            has_total=number == last and stage != game.stages[-1],
        )
        for number, its_lines in divided.items()
    ]


class BlankSheet:
    """A game's score sheet for so many seats under these options, with boxes for a pencil."""

    def __init__(self, game: Game, options, *, seats: int):
        self.game, self.options, self.seats = game, options, seats
        self.sections = [part for stage in game.stages for part in sections(game, stage, options, seats=seats)]
        last = game.stages[-1].fields_with(options)
        when = gettext("at a tie for the win")
        self.tie_breaks = [Line(field, worth=when) for key in game.tie_breaks for field in last if field.key == key]

    @property
    def lines(self):
        return [line for section in self.sections for line in section.lines]

    @property
    def columns(self):
        """The seats, by number; each has two columns, and the words have one."""
        return range(self.seats)

    @property
    def width(self):
        return 1 + 2 * self.seats

    @property
    def totals(self):
        """How many rows add up: one after each stage."""
        return len(self.game.stages)

    @property
    def streams(self):
        """In how many columns its rows run side by side: a game for one would be a long narrow list."""
        return 2 if self.seats == 1 else 1

    @property
    def boxes_across(self):
        """How many boxes a seat has side by side: its count and its points, or the cards of a row."""
        return max(2, *(getattr(line.field, "row_length", 2) for line in self.lines))

    @property
    def closing(self):
        """What the totals mean."""
        if self.seats == 1:
            return self.game.verdicts
        return [
            gettext("Still equal: the win is shared.") if self.tie_breaks else gettext("Equal totals share the win.")
        ]

    @property
    def texts(self):
        """Its small print in the language of the moment, as far as it takes lines of its own."""
        legends = [" · ".join(f"{say(each.label)} 00" for each in line.legend) for line in self.lines if line.legend]
        heads = [f"{say(part.label or '')} {say(part.reminder or '')}" for part in self.sections if part.has_head]
        told = [" ".join(say(each.text) for each in part.afterwards) for part in self.sections if part.afterwards]
        return [*legends, *heads, *told, " ".join(map(say, self.closing))]


@dataclass(frozen=True)
class Cell:
    """What a seat holds in a line, and what it scored there, if anything was scored.

    `display` is a display's cards row by row, each `{"symbol": Symbol, "points": 2}`.
    """

    shown: Text | str = ""
    is_refused: bool = False
    display: list | None = None
    points: int | None = None


class FilledSheet:
    """A play on paper as it stands: every holding, every line with its points and its reason."""

    def __init__(self, pad):
        self.pad, self.play, self.game = pad, pad.play, pad.game
        self.seats, self.result = pad.seats, pad.result

    @property
    def ranking(self):
        is_scored = self.pad.scored_stages and not self.result.is_blocked
        return ranking(self.pad, self.result) if is_scored else []

    @property
    def differs(self):
        """Whether what was stored when the play finished is not what its rules give now."""
        now = [standing.points for standing in self.result.standings]
        is_told = self.play.is_finished and not self.result.is_blocked
        return is_told and now != [seat.points for seat in self.seats]

    @property
    def decided_by(self):
        """The field that broke the tie for the win; None where none did."""
        fields = self.game.stages[-1].fields_with(self.pad.options)
        return next((field for field in fields if field.breaks_ties and field.key == self.result.decided_by), None)

    @property
    def options(self):
        """(option, its value in words) of everything that was agreed."""
        for option in self.game.options:
            value = self.pad.options[option.key]
            yield option, next((choice.label for choice in option.choices if choice.value == value), value)

    @cached_property
    def stages(self):
        """Each stage that was begun: its lines with what everybody holds and scores, and its scoring rows with why."""
        return [self.stage(stage) for stage in self.game.stages if self.is_begun(stage)]

    def is_begun(self, stage):
        return self.play.is_closed(stage) or not all(card.is_empty for card in self.pad.cards_of(stage))

    def stage(self, stage):
        is_scored = stage in self.pad.scored_stages and not self.result.is_blocked
        gained = [self.points(place, stage) for place in range(len(self.seats))] if is_scored else []
        return {
            "stage": stage,
            "is_scored": is_scored,
            "lines": [(line, self.cells(stage, line)) for line in self.lines(stage)],
            "gained": gained,
            "rows": rows(self.pad, self.result, stage) if is_scored else [],
        }

    def lines(self, stage):
        """The rows of a stage, and what was asked to break a tie, if that was asked."""
        asked = [field for field in stage.fields_with(self.pad.options) if field.breaks_ties]
        told = {key for card in self.pad.cards_of(stage) for key in card.amounts}
        its_lines = lines(self.game, stage, self.pad.options, seats=len(self.seats))
        return its_lines + [Line(field) for field in asked if field.key in told]

    def cells(self, stage, line):
        """What each seat holds and scored in a line."""
        return [self.cell(place, card, line) for place, card in enumerate(self.pad.cards_of(stage))]

    def cell(self, place, card, line):
        points = self.points(place, card.stage, line.item) if line.item else None
        if line.field is None:
            return Cell(points=points)
        return Cell(card.shown(line.field), line.field.key in card.refused, display(card, line.field), points)

    def points(self, place, stage, item=None):
        """What the seat in this place scored in a stage, for one item or in all; None where nothing is scored."""
        if self.result.is_blocked:
            return None
        found = [
            line.points
            for line in self.result.standings[place].lines
            if line.stage == stage.key and (item is None or line.item == item.key)
        ]
        return sum(found) if found else None


def display(card, field):
    """The cards of a display in words, row by row; None for any other field or where nothing lies."""
    if field.kind != "rows" or field.key not in card.amounts:
        return None
    symbols = {symbol.key: symbol for symbol in field.symbols}
    return [
        [{"symbol": symbols[each["symbol"]], "points": each["points"]} for each in row]
        for row in card.amounts[field.key]
        if row
    ]
