"""Score sheets on paper: the rows of a game from its facts, and a blank sheet made of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.core.language.texts import say
from companion.results.grouped_counts import counted_together
from companion.rules.kit import Field, Game, Instruction, Item, Stage, Table, Text, gettext, pgettext

COUNT, POINTS = pgettext("heading of a score sheet", "count"), pgettext("heading of a score sheet", "points")
# In narrow boxes.
BRIEF = pgettext("short heading of a score sheet", "qty"), pgettext("short heading of a score sheet", "pts")
ROUND, TOTAL = pgettext("heading of a score sheet", "round"), pgettext("heading of a score sheet", "total")
BID, MADE = pgettext("heading of a score sheet", "bid"), pgettext("heading of a score sheet", "made")
# An empty box says this by itself.
AS_ENTERED = gettext("points as entered")
# Of fewer stages than that each has its sum.
MANY_STAGES = 3
# More rounds than that have no room on any paper.
MOST_ROUNDS = 24
# What the rows of a round come to, which may be less than nothing.
SUM = "±"


class Told(NamedTuple):
    """A word of small print, and its figure: "10" for points, "×9" for how many the box holds; maybe a picture."""

    label: Text
    figure: str
    icon: str = ""


@dataclass(frozen=True)
class Line:
    """A row of a sheet: a field that is counted, an item that scores, or both where the item is this field's own.

    `supply` is what the box holds, `worth` what the item brings, each None where there is nothing to say; `counted`
    are the fields of an item whose numbers nothing else counts, which share its row.
    """

    field: Field | None = None
    item: Item | None = None
    supply: int | None = None
    worth: Text | None = None
    counted: tuple[Field, ...] = ()
    seats: int = 0

    @property
    def label(self):
        return (self.field or self.item).label  # type: ignore[union-attr]  # one of them is there

    @property
    def icon(self):
        return (self.field.icon if self.field else "") or (self.item.icon if self.item else "")

    @property
    def is_of_points(self):
        """Whether a seat has nothing to count here, only points."""
        return self.field is None and not self.counted

    @property
    def is_one_box(self):
        """Whether a seat has one box: for points alone, for a count alone, or where those are the same number."""
        if self.item is None or self.is_of_points or (self.field and self.field.answers):
            return True
        return self.boxes_across > 2 or self.item.noted or self.item.scores_its_count

    @property
    def is_display(self):
        return bool(self.places)

    @property
    def answers(self):
        """The answers to tick of a question that brings no points by itself."""
        has_points = self.item and not self.item.noted
        return self.field.answers if self.field and not has_points else ()

    @property
    def faces(self):
        """What is printed in the box of what counts together, to be counted there: "4 ×", "10 ×"."""
        return [each.face for each in self.counted] if all(each.face for each in self.counted) else []

    @property
    def rows(self):
        """How many rows' height it takes at least."""
        if self.field and not (self.field.answers and not self.answers):
            return self.field.rows_on_paper
        return 2 if self.faces else 1

    @property
    def boxes_across(self):
        """How many boxes a seat has side by side in it: count and points, or the cards of a row and their bonus."""
        return self.field.boxes_across + 1 if self.field and self.field.places else 2

    @property
    def places(self):
        """The places of a display, row by row."""
        return self.field.places if self.field else []

    @property
    def short_notes(self) -> list[Text | str]:
        """How many there are, and what it brings; of a display, where what is written. Nothing of what breaks a tie."""
        if self.is_display:
            return [gettext("symbol in the corner, points below")]
        supply = [] if self.supply is None else [gettext("of %(limit)s", limit=self.supply)]
        is_told = self.item is not None and self.worth is not None and self.worth != AS_ENTERED
        return [*supply, *([self.worth] if is_told else [])]  # type: ignore[list-item]  # it is there

    @property
    def notes(self) -> list[Text | str]:
        """What stands in small print beneath its word."""
        if not (self.item or self.supply or self.is_display):
            return [self.worth] if self.worth else []
        told = [] if self.faces else [self.told(each) for each in self.counted]
        return [*self.short_notes, *told]

    def told(self, field: Field) -> str:
        """Return the label of a field, with how many of it the game has, if that is known."""
        supply = field.supply_for(self.seats)
        return say(field.label) if supply is None else f"{say(field.label)} ×{supply}"

    @property
    def legend(self) -> list[Told]:
        """What stands in small print across the sheet: things with their values, symbols with how many."""
        told = self.field.legend if self.field else ()
        return [Told(each.label, each.print_note, getattr(each, "icon", "")) for each in told]


@dataclass(frozen=True)
class Section:
    """Lines that stay together on a page: a stage, or a part of one that has parts.

    `afterwards` is what is done at its end, before `next_stage`; `has_total`: what it brought is added up beneath.
    """

    stage: Stage
    lines: list[Line]
    label: Text | None = None
    reminder: Text | None = None
    afterwards: Sequence[Instruction] = ()
    next_stage: Stage | None = None
    number: int = 1
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
    part_of = {field.key: number for number, part in enumerate(stage.parts) for field in part.fields}
    divided: dict[int, list[Line]] = {}
    number = 0
    for line in lines(game, stage, options, seats=seats):
        # An item without a field of its own stands with the last of its fields.
        own = (*line.counted, line.field)[0]
        number = part_of.get(own.key, number) if own else number
        divided.setdefault(number, []).append(line)
    (first, *_), (*_, last) = divided, divided
    place, has_several = game.stages.index(stage), len(game.stages) > 1
    before, done, after = (
        done_after(game, each, options, seats=seats) if each else () for each in neighbours(game.stages, place)
    )
    return [
        Section(
            stage,
            its_lines,
            label=stage.label if number == first and has_several else None,
            reminder=stage.reminder if number == first else None,
            # What is done after each of them stands after the first.
            afterwards=done if number == last and done != before else (),
            next_stage=game.stages[place + 1] if done != after and stage is not game.stages[-1] else None,
            # Of many stages the sum of the last one is left out: the total stands beneath.
            has_total=number == last and has_several and (place < MANY_STAGES - 1),
        )
        for number, its_lines in divided.items()
    ]


def neighbours(stages: Sequence[Stage], place: int) -> list[Stage | None]:
    """A stage with the ones before and after it, None where there is none."""
    around = [None, *stages, None]
    return around[place : place + 3]


def done_after(game: Game, stage: Stage, options, *, seats) -> Sequence[Instruction]:
    """What is done at the end of a stage, whatever anybody holds."""
    nobody: Table = {"options": options, "seats": [{"player": "", "stages": {}} for _ in range(seats)]}
    return game.instructions(nobody, stage.key)


def boxes_of_a_round(its_lines: Sequence[Line]) -> list[Text | str]:
    """What a seat writes down in a round, in this order: what it counts, what that came to, and its total so far."""
    fields = [each for line in its_lines for each in (line.counted or ((line.field,) if line.field else ()))]
    scoring = [line for line in its_lines if line.item and not line.item.noted]
    found: list[Text | str] = []
    for before, field in zip([None, *fields], fields, strict=False):
        is_result = before is not None and before.called and isinstance(field, type(before))
        found.append(BID if field.called else MADE if is_result else field.label)
    if len(scoring) == 1 and scoring[0].field and scoring[0].is_one_box and len(fields) == 1:
        return [ROUND, TOTAL]
    is_counted = len(scoring) == 1 and scoring[0].item and scoring[0].item.as_counted
    return [*found, *([] if is_counted or not scoring else [SUM]), TOTAL]


class BlankSheet:
    """A game's score sheet for so many seats under these options, with boxes for a pencil."""

    is_for_totals = False

    def __init__(self, game: Game, options, *, seats: int, in_boxes=False):
        # Of rounds that go on until the table says so its paper has as many as fit.
        self.is_open = bool(game.rounds and not game.rounds.number_with(seats))
        if game.rounds:
            game = game.limited_to(game.rounds.number_with(seats) or MOST_ROUNDS)
        self.game, self.options, self.seats = game, options, seats
        last = game.stages[-1].fields_with(options)
        when = gettext("tiebreaker")
        self.tie_breaks = [Line(field, worth=when) for key in game.tie_breaks for field in last if field.key == key]
        # A round has boxes and no rows: it would take too many. What is counted in the last alone has its box in all.
        has_boxes = game.rounds or in_boxes
        self.boxes = boxes_of_a_round(lines(game, game.stages[-1], options, seats=seats)) if has_boxes else []
        self.sections = (
            [Section(stage, [], number=number) for number, stage in enumerate(game.stages, 1)]
            if self.boxes
            else [part for stage in game.stages for part in sections(game, stage, options, seats=seats)]
        )

    @property
    def lines(self):
        return [line for section in self.sections for line in section.lines]

    @cached_property
    def across(self):
        """How many columns a seat has: two where some count stands beside its points."""
        return 1 if all(line.is_one_box for line in self.lines) else 2

    @property
    def boxes_across(self):
        """How many boxes a seat has side by side: its count and its points, or the cards of a row."""
        return max((line.boxes_across if line.is_display else self.across for line in self.lines), default=1)

    @property
    def columns(self):
        return range(1, self.seats + 1)

    @property
    def has_total(self):
        """Whether points are added up: not in a game without any, nor where one number each is counted."""
        is_total = self.game.is_one_number and all(line.is_one_box for line in self.lines)
        return not self.game.has_only_notes and not is_total

    @property
    def headings(self):
        """What the two boxes of a seat are for."""
        return (COUNT, POINTS) if self.across == 2 else ()

    @property
    def closing(self):
        """What the totals mean."""
        if self.seats == 1 or self.game.together or self.game.has_only_notes:
            return self.game.verdicts
        labels = {item.key: item.label for stage in self.game.stages for item in stage.items_with(self.options)}
        broken_by = dict.fromkeys(labels[by.row] for by in self.game.level_rows if by.row in labels)
        rows = [gettext("Tiebreaker: %(row)s.", row=label) for label in broken_by]
        if rows or self.tie_breaks:
            return [*rows, gettext("Still tied: the win is shared.")]
        return [gettext("Tied totals share the win.")]
