"""Blank score sheets: the rows of a game from its data, and a sheet made of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.core.language.texts import say
from companion.results.grouped_counts import group_counts
from companion.rules.kit import Field, Game, Instruction, Item, Stage, Table, Text, gettext, pgettext

COUNT, POINTS = pgettext("heading of a score sheet", "count"), pgettext("heading of a score sheet", "points")
# In narrow boxes.
BRIEF = pgettext("short heading of a score sheet", "qty"), pgettext("short heading of a score sheet", "pts")
ROUND, TOTAL = pgettext("heading of a score sheet", "round"), pgettext("heading of a score sheet", "total")
BID, MADE = pgettext("heading of a score sheet", "bid"), pgettext("heading of a score sheet", "made")
# An empty box says this by itself.
AS_ENTERED = gettext("points as entered")
# With fewer stages, each has a subtotal.
MANY_STAGES = 3
# More rounds don't fit on any paper.
MOST_ROUNDS = 24
# The points of a round, which may be negative.
SUM = "±"


class LegendEntry(NamedTuple):
    """A word in small print and its figure: "10" for points, "×9" for how many the game has; maybe an icon."""

    label: Text
    figure: str
    icon: str = ""


@dataclass(frozen=True)
class Line:
    """A row of a sheet: a counted field, a scoring item, or both if the item belongs to this field alone.

    `supply`: how many the game has, None for nothing to print. `worth`: what the item scores, or None. `counted`: the
    fields of an item that counts them alone; they share its row.
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
    def has_only_points(self):
        """Return whether a seat has only points here and nothing to count."""
        return self.field is None and not self.counted

    @property
    def is_one_box(self):
        """Return whether a seat has one box: for points only, for a count only, or if both are the same number."""
        if self.item is None or self.has_only_points or (self.field and self.field.answers):
            return True
        return self.boxes_across > 2 or self.item.noted or self.item.scores_its_count

    @property
    def is_display(self):
        return bool(self.places)

    @property
    def answers(self):
        """The answers to tick of a question that scores no points by itself."""
        has_points = self.item and not self.item.noted
        return self.field.answers if self.field and not has_points else ()

    @property
    def faces(self):
        """The values printed in the box of fields that are counted together: "4 ×", "10 ×"."""
        return [each.face for each in self.counted] if all(each.face for each in self.counted) else []

    @property
    def rows(self):
        """The least height, in rows."""
        if self.field and not (self.field.answers and not self.answers):
            return self.field.rows_on_paper
        return 2 if self.faces else 1

    @property
    def boxes_across(self):
        """The number of boxes a seat has side by side: count and points, or a row of cards and its bonus."""
        return self.field.boxes_across + 1 if self.field and self.field.places else 2

    @property
    def places(self):
        """The places of a display, row by row."""
        return self.field.places if self.field else []

    @property
    def short_notes(self) -> list[Text | str]:
        """The supply and the worth; for a display, where to write; without tiebreakers."""
        if self.is_display:
            return [gettext("symbol in the corner, points below")]
        supply = [] if self.supply is None else [gettext("of %(limit)s", limit=self.supply)]
        has_worth = self.item is not None and self.worth is not None and self.worth != AS_ENTERED
        return [*supply, *([self.worth] if has_worth else [])]  # type: ignore[list-item]  # it is there

    @property
    def notes(self) -> list[Text | str]:
        """The small print below the label."""
        if not (self.item or self.supply or self.is_display):
            return [self.worth] if self.worth else []
        labels = [] if self.faces else [self.label_with_supply(each) for each in self.counted]
        return [*self.short_notes, *labels]

    def label_with_supply(self, field: Field) -> str:
        """Return the label of a field, with how many of it the game has, if known."""
        supply = field.supply_for(self.seats)
        return say(field.label) if supply is None else f"{say(field.label)} ×{supply}"

    @property
    def legend(self) -> list[LegendEntry]:
        """The small print across the sheet: things with their values, symbols with their numbers."""
        legend = self.field.legend if self.field else ()
        return [LegendEntry(each.label, each.print_note, getattr(each, "icon", "")) for each in legend]


@dataclass(frozen=True)
class Section:
    """Lines that stay together on a page: a stage, or a part of one.

    `afterwards`: what is done at its end, before `next_stage`. `has_total`: a subtotal follows.
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


def build_lines(game, stage, options, *, seats) -> list[Line]:
    """Return the rows of a stage: its fields in their order, each followed by the items counted from it.

    Numbers that only one item counts share its row.
    """
    fields = [field for field in stage.fields_with(options) if not field.breaks_ties]
    keys, waiting, found = [field.key for field in fields], list(stage.items_with(options)), []
    grouped = group_counts(fields, waiting)
    for place, field in enumerate(fields):
        item = grouped.get(field.key)
        if item:
            if item in waiting:
                counted = tuple(each for each in fields if grouped.get(each.key) is item)
                found.append(Line(item=item, worth=item.worth_with(options), counted=counted, seats=seats))
                waiting.remove(item)
            continue
        own = next((item for item in waiting if item.key == field.key and field.has_points_beside), None)
        done = [item for item in waiting if item is not own and find_last_place(item, keys) == place]
        found.append(Line(field, own, field.supply_for(seats), own and own.worth_with(options)))
        found += [Line(item=item, worth=item.worth_with(options)) for item in done]
        waiting = [item for item in waiting if item is not own and item not in done]
    return found


def find_last_place(item, keys):
    """Return the index in `keys` of the last field that an item is counted from, or -1."""
    return max((keys.index(key) for key in item.counted_from if key in keys), default=-1)


def build_sections(game: Game, stage: Stage, options, *, seats) -> list[Section]:
    """Return a stage, with its name if the game has several, divided into its parts."""
    part_of = {field.key: number for number, part in enumerate(stage.parts) for field in part.fields}
    divided: dict[int, list[Line]] = {}
    number = 0
    for line in build_lines(game, stage, options, seats=seats):
        # An item without a field of its own goes with the last of its fields.
        own = (*line.counted, line.field)[0]
        number = part_of.get(own.key, number) if own else number
        divided.setdefault(number, []).append(line)
    (first, *_), (*_, last) = divided, divided
    place, has_several = game.stages.index(stage), len(game.stages) > 1
    before, done, after = (
        instructions_after(game, each, options, seats=seats) if each else () for each in neighbours(game.stages, place)
    )
    return [
        Section(
            stage,
            part_lines,
            label=stage.label if number == first and has_several else None,
            reminder=stage.reminder if number == first else None,
            # Instructions that every stage has are shown after the first only.
            afterwards=done if number == last and done != before else (),
            next_stage=game.stages[place + 1] if done != after and stage is not game.stages[-1] else None,
            # With many stages, the last has no subtotal: the total follows.
            has_total=number == last and has_several and (place < MANY_STAGES - 1),
        )
        for number, part_lines in divided.items()
    ]


def neighbours(stages: Sequence[Stage], place: int) -> list[Stage | None]:
    """Return the stages before, at and after this place; None if there is none."""
    around = [None, *stages, None]
    return around[place : place + 3]


def instructions_after(game: Game, stage: Stage, options, *, seats) -> Sequence[Instruction]:
    """Return what is always done at the end of a stage."""
    nobody: Table = {"options": options, "seats": [{"player": "", "stages": {}} for _ in range(seats)]}
    return game.instructions(nobody, stage.key)


def label_round_boxes(stage_lines: Sequence[Line]) -> list[Text | str]:
    """Return the labels of a seat's boxes in a round: its counts, the points of the round, and the running total."""
    fields = [each for line in stage_lines for each in (line.counted or ((line.field,) if line.field else ()))]
    scoring = [line for line in stage_lines if line.item and not line.item.noted]
    found: list[Text | str] = []
    for before, field in zip([None, *fields], fields, strict=False):
        is_result = before is not None and before.called and isinstance(field, type(before))
        found.append(BID if field.called else MADE if is_result else field.label)
    if len(scoring) == 1 and scoring[0].field and scoring[0].is_one_box and len(fields) == 1:
        return [ROUND, TOTAL]
    is_counted = len(scoring) == 1 and scoring[0].item and scoring[0].item.as_counted
    return [*found, *([] if is_counted or not scoring else [SUM]), TOTAL]


class BlankSheet:
    """A game's score sheet for a number of seats with these options, with boxes for a pencil."""

    is_for_totals = False

    def __init__(self, game: Game, options, *, seats: int, in_boxes=False):
        # If the players decide when the rounds end, the sheet has as many as fit.
        self.is_open = bool(game.rounds and not game.rounds.number_with(seats))
        if game.rounds:
            game = game.limited_to(game.rounds.number_with(seats) or MOST_ROUNDS)
        self.game, self.options, self.seats = game, options, seats
        last = game.stages[-1].fields_with(options)
        when = gettext("tiebreaker")
        self.tie_breaks = [Line(field, worth=when) for key in game.tie_breaks for field in last if field.key == key]
        # A round has boxes, because rows would take too much room. All rounds have the boxes of the last.
        has_boxes = game.rounds or in_boxes
        self.boxes = label_round_boxes(build_lines(game, game.stages[-1], options, seats=seats)) if has_boxes else []
        self.sections = (
            [Section(stage, [], number=number) for number, stage in enumerate(game.stages, 1)]
            if self.boxes
            else [part for stage in game.stages for part in build_sections(game, stage, options, seats=seats)]
        )

    @property
    def lines(self):
        return [line for section in self.sections for line in section.lines]

    @cached_property
    def across(self):
        """The number of columns of a seat: two if some count is beside its points."""
        return 1 if all(line.is_one_box for line in self.lines) else 2

    @property
    def boxes_across(self):
        """The number of boxes a seat has side by side: count and points, or the cards of a row."""
        return max((line.boxes_across if line.is_display else self.across for line in self.lines), default=1)

    @property
    def columns(self):
        return range(1, self.seats + 1)

    @property
    def has_total(self):
        """Return whether points are added up: not without points, nor if each player has only one number."""
        is_total = self.game.is_one_number and all(line.is_one_box for line in self.lines)
        return not self.game.has_only_notes and not is_total

    @property
    def headings(self):
        """The headings of a seat's two boxes."""
        return (COUNT, POINTS) if self.across == 2 else ()

    @property
    def closing(self):
        """The meaning of the totals."""
        if self.seats == 1 or self.game.together or self.game.has_only_notes:
            return self.game.verdicts
        labels = {item.key: item.label for stage in self.game.stages for item in stage.items_with(self.options)}
        broken_by = dict.fromkeys(labels[by.row] for by in self.game.level_rows if by.row in labels)
        rows = [gettext("Tiebreaker: %(row)s.", row=label) for label in broken_by]
        if rows or self.tie_breaks:
            return [*rows, gettext("Still tied: the win is shared.")]
        return [gettext("Tied totals share the win.")]
