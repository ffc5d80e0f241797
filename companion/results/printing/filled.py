"""A play on paper: what each player has, its points and their reasons."""

from functools import cached_property

from companion.core.language.discs import discs_of
from companion.core.language.short_names import short_names
from companion.core.language.sums import prevent_breaks
from companion.core.language.texts import figure_size, say
from companion.entry.covered_bids import is_covered
from companion.results.closest import describe_closest_margin
from companion.results.noted_totals import get_noted_totals
from companion.results.outcomes import compute_outcomes, differ, stored_outcomes
from companion.results.podium import build_tie_rows
from companion.results.score_grid import HIGHEST, LOWEST, build_rows, is_won_by_nobody, lead_in, lost_verdict, ranking
from companion.results.score_grid import build_sheet as scored_rows
from companion.results.ties import tie_figures
from companion.results.uncounted import is_uncounted, points_in
from companion.rules.kit import Number, Text, gettext

from .blank import COUNT, POINTS, Line, build_lines
from .cells import Cell, Step

# The most letters of a name beside its reasons; the first table has whole names.
ROOM, BRIEF = 10, 6
# The greatest and least height of a step in mm, in the same proportion as on screens.
HIGH = 22
LOW = HIGH * LOWEST / HIGHEST
LETTERS_OF_A_WINNER = 6


class FilledSheet:
    """A play on paper in its current state: all amounts, and all lines with their points and reasons."""

    def __init__(self, pad):
        self.pad, self.play, self.game = pad, pad.play, pad.game
        self.seats, self.result = pad.seats, pad.result

    @property
    def ranking(self):
        is_scored = self.pad.scored_stages and not self.result.is_blocked
        return ranking(self.pad, self.result) if is_scored else []

    @property
    def has_ranks(self) -> bool:
        """Return whether there is a ranking with a winner."""
        return bool(self.ranking) and not is_won_by_nobody(self.pad, self.result)

    @cached_property
    def steps(self) -> list[Step]:
        """The steps of the podium in seating order, higher for more points or a better rank."""
        by_seat = {line.seat: line for line in self.ranking}
        lines = [by_seat[seat] for seat in self.seats]
        by_points = not self.game.has_only_notes and not self.game.rows_ahead and not self.game.fewest_wins
        worth = {line.seat: line.points if by_points else -line.rank for line in lines if line.rank is not None}
        least, most = min(worth.values(), default=0), max(worth.values(), default=0)
        values = [worth.get(line.seat, least) for line in lines]
        heights = [
            LOW + float((value - least) / (most - least)) * (HIGH - LOW) if most > least else HIGH for value in values
        ]
        discs = discs_of([seat.player for seat in self.seats])
        return [
            Step(
                discs[seat.player.pk],
                line.rank,
                line.known,
                f"{height:.1f}",
                self.play.is_finished and not self.result.is_draw and seat in self.winners,
            )
            for seat, line, height in zip(self.seats, lines, heights, strict=True)
        ]

    @property
    def ahead_by(self):
        return lead_in(self.ranking)

    @property
    def size_of_winner(self) -> str:
        """The CSS class with which the winners fit beside the podium."""
        headline = self.verdict.headline if self.verdict else "".join(seat.player.name for seat in self.winners)
        return " long" if len(say(headline)) > LETTERS_OF_A_WINNER else ""

    @property
    def winners(self):
        return [seat for seat in self.seats if seat.player.name in map(str, self.result.winners)]

    @property
    def how_close(self):
        """The smallest change that would have changed who won, in a sentence, or ""."""
        return describe_closest_margin(self.pad) if not self.result.is_blocked else ""

    @property
    def headings(self):
        return COUNT, POINTS

    @property
    def differs(self):
        """Return whether the stored result isn't what the rules give now."""
        now = compute_outcomes(self.pad) if self.play.is_finished else []
        return bool(now) and differ(now, stored_outcomes(self.pad))

    @property
    def tie_figures(self):
        """The figures that break the tie, of those who tied for the win."""
        return tie_figures(self.pad)

    @property
    def noted(self):
        """The totals and ranks noted at the end of a play in which no row scores points."""
        return get_noted_totals(self.pad)

    @property
    def verdict(self):
        """How a solo game ended, or that it is already lost."""
        return self.result.verdict if self.play.is_finished and not self.result.is_blocked else lost_verdict(self.pad)

    @property
    def options(self):
        """(label, value in words) of all options; of several read off the cards, the first has its whole label."""
        for before, option in zip([None, *self.game.options], self.game.options, strict=False):
            value = self.pad.options[option.key]
            if option.guessed and option.key not in self.play.options:
                value = gettext("%(value)s (default, not confirmed)", value=value)
            label = option.short_label if option.confirm and before and before.confirm else option.label
            yield label, next((choice.label for choice in option.choices if choice.value == value), value)

    @cached_property
    def stages(self):
        """Each stage that was started: its lines with amounts and points, and its scoring rows with reasons."""
        return [self.stage(stage) for stage in self.game.stages if self.has_started(stage)]

    def has_started(self, stage):
        return self.play.is_closed(stage) or not all(card.is_empty for card in self.pad.cards_of(stage))

    def stage(self, stage):
        is_scored = stage in self.pad.scored_stages and not self.result.is_blocked
        has_points = is_scored and not self.game.has_only_notes
        scored = scored_rows(self.pad, self.result, stage) if is_scored else []
        self.leads = {row.item.key: [cell.lead for cell in row.cells] for row in scored}
        gained = self.gained(stage) if has_points else []
        lines = [(line, self.cells(stage, line)) for line in self.lines(stage)]
        if self.game.has_only_notes:
            # A total that nobody noted is no row.
            lines = [each for each in lines if any(cell.shown not in ("", "–") for cell in each[1])]
        scoring_rows = order_as_lines(build_rows(self.pad, self.result, stage), lines) if is_scored else []
        about = {
            "stage": stage,
            "is_scored": is_scored,
            "lines": lines,
            # A round of one row that scores is that row.
            "is_one_row": is_scored and len(lines) == 1 and lines[0][0].item is not None,
            "gained": gained,
            "rows": [(row.item, reasons) for row in scoring_rows if (reasons := self.reasons(row))],
        }
        if has_points and self.game.is_one_number and all(cell.is_same for _, cells in lines for cell in cells):
            # One number alone is the total, which is its own reason.
            about |= {"lines": [], "is_one_row": False, "rows": []}
        return about

    def reasons(self, row):
        """Return (short name, points, reason) for each player who scored; [] for points entered as such."""
        if row.item.as_counted:
            return []
        return [
            (self.shorts[part.seat.player.name], part.line.points, self.shorten(say(part.line.reason)))
            for part in row.parts
            if part.line.points
        ]

    @property
    def has_reasons(self) -> bool:
        """Return whether there is a reason for any points."""
        return any(stage["rows"] for stage in self.stages)

    @property
    def has_rounds(self):
        """Return whether its stages are rounds in a single table."""
        return self.game.rounds is not None

    @property
    def totals(self):
        """Everyone's totals, if rounds or stages are added up."""
        is_sum = self.has_rounds or len(self.pad.scored_stages) > 1
        is_scored = is_sum and not self.game.has_only_notes and self.pad.scored_stages and not self.result.is_blocked
        return [standing.known for standing in self.result.standings] if is_scored else []

    @cached_property
    def shorts(self):
        """The short name of each player for the reasons, by name."""
        names = [seat.player.name for seat in self.seats]
        return dict(zip(names, short_names(names, room=ROOM), strict=True))

    @property
    def is_brief(self):
        """Return whether all names in the reasons are short."""
        return all(len(short) <= BRIEF for short in self.shorts.values())

    @property
    def has_far_points(self):
        """Return whether the points before the reasons need a wider column."""
        points = [points for stage in self.stages for _, reasons in stage["rows"] for _, points, _ in reasons]
        return any(figure_size(number) == " far" for number in points)

    def shorten(self, reason):
        for name in sorted(self.shorts, key=len, reverse=True):
            if self.shorts[name] != name:
                reason = reason.replace(name, self.shorts[name])
        return prevent_breaks(reason)

    def lines(self, stage):
        return build_lines(self.game, stage, self.pad.options, seats=len(self.seats))

    @cached_property
    def tie_lines(self):
        """The tiebreakers that the result shows, with everyone's amounts; they aren't part of any total."""
        last = self.game.stages[-1]
        asked = [field for field in last.fields_with(self.pad.options) if field.key in self.held_at_ties]
        return [(line, self.cells(last, line)) for line in map(Line, asked)]

    @cached_property
    def held_at_ties(self):
        """The amounts of those still tied at each tiebreaker, by its key."""
        is_scored = self.pad.scored_stages == list(self.game.stages) and not self.result.is_blocked
        return {row.field.key: row.held for row in build_tie_rows(self.pad)} if is_scored else {}

    def cells(self, stage, line):
        """Return each seat's amount and points in a line."""
        return [self.cell(place, card, line) for place, card in enumerate(self.pad.cards_of(stage))]

    def cell(self, place, card, line):
        if line.item and self.is_uncounted(place, card, line.item):
            return Cell("–")
        points = self.points(place, card.stage, line.item) if line.item and not line.item.noted else None
        lead = self.leads[line.item.key][place] if line.item and line.item.key in self.leads else ""
        if line.counted:
            is_refused = any(each.key in card.refused for each in line.counted)
            if points is not None and line.item.scores_its_count and not (line.item.as_counted or is_refused):
                # The reasons say what was counted.
                return Cell(points=points, lead=lead, is_same=True)
            return Cell(self.format_counted(card, line), points=points, lead=lead)
        if line.field is None:
            return Cell(points=points, lead=lead, is_same=points is not None)
        field, held = line.field, card.amounts.get(line.field.key)
        if self.covers(card.stage, field):
            return Cell(self.shown(card, field))
        if field.breaks_ties and self.seats[place] not in self.held_at_ties[field.key]:
            return Cell("–")
        display = None if held is None else field.display(held)
        is_refused = field.key in card.refused
        is_split = points is not None and field.is_number and not line.is_one_box and not is_refused
        is_same = points is not None and line.is_one_box and held == points
        return Cell(self.shown(card, field), is_refused, display, points, lead, is_split, is_same)

    def shown(self, card, field) -> Text | str:
        """Return what a seat has of a field; for a covered field only whether there is something."""
        if self.covers(card.stage, field):
            return "✓" if field.key in card.entries else "–"
        # An unanswered question isn't a "no".
        return "" if field.answers and field.key not in card.entries else card.shown(field)

    def covers(self, stage, field) -> bool:
        """Return whether a field stays covered until someone has called."""
        return is_covered(self.play, stage, field, [card.entries for card in self.pad.cards_of(stage)])

    def format_counted(self, card, line):
        """Return all that a seat has for an item, `fish 2, silk 1`, without zeros."""
        counted = [each for each in line.counted if not self.covers(card.stage, each)]
        held = [(each, card.amounts.get(each.key)) for each in counted]
        named = [
            f"{number} × {each.face}" if each.face else f"{say(each.label)} {number}" for each, number in held if number
        ]
        refused = [f"“{card.refused[each.key]}” {say(each.label)}" for each in line.counted if each.key in card.refused]
        return ", ".join(named + refused) or ("–" if all(number is None for _, number in held) else "0")

    def is_uncounted(self, place, card, item) -> bool:
        """Return whether a row was scored although nobody had counted it for the seat in this place."""
        points = self.points(place, card.stage, item)
        return points is not None and is_uncounted(self.pad, card.stage, item, card.seat, points)

    def gained(self, stage) -> list[Number | None]:
        """Return each seat's points from a stage, None if nobody counted them; for a single stage the totals."""
        if len(self.game.stages) > 1:
            return points_in(self.pad, self.result, [stage])
        return [standing.known for standing in self.result.standings]

    def points(self, place, stage, item) -> Number | None:
        """Return the points of the seat in this place for an item of a stage, or None if it wasn't scored."""
        if self.result.is_blocked:
            return None
        lines = self.result.standings[place].lines
        found = [line.points for line in lines if (line.stage, line.item) == (stage.key, item.key)]
        return sum(found) if found else None


def order_as_lines(rows, lines) -> list:
    """Return scoring rows in the order of the lines that have their points."""
    places = {line.item.key: place for place, (line, _) in enumerate(lines) if line.item}
    return sorted(rows, key=lambda row: places.get(row.item.key, len(places)))
