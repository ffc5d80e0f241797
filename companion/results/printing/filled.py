"""A play on paper: what everybody held, what it scored and why."""

from functools import cached_property

from companion.core.language.discs import discs_of
from companion.core.language.short_names import short_names
from companion.core.language.sums import in_one_line
from companion.core.language.texts import figure_size, say
from companion.entry.covered_bids import is_covered
from companion.results.closest import how_close
from companion.results.noted_totals import noted
from companion.results.outcomes import differs, outcomes, stored_outcomes
from companion.results.podium import tie_rows
from companion.results.score_grid import HIGHEST, LOWEST, is_won_by_nobody, lead_in, lost, ranking, rows
from companion.results.score_grid import sheet as scored_rows
from companion.results.ties import tie_figures
from companion.results.uncounted import brought, is_uncounted
from companion.rules.kit import Number, Text, gettext

from .blank import COUNT, POINTS, Line, lines
from .cells import Cell, Step

# So many letters of a name have room beside its reasons; whole names stand above the first table.
ROOM, BRIEF = 10, 6
# Steps from so high to so high, in millimetres: in the proportion of those on a screen.
HIGH = 22
LOW = HIGH * LOWEST / HIGHEST
LETTERS_OF_A_WINNER = 6


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
    def has_ranks(self) -> bool:
        """Whether there is a ranking in which somebody has won."""
        return bool(self.ranking) and not is_won_by_nobody(self.pad, self.result)

    @cached_property
    def steps(self) -> list[Step]:
        """The steps of the podium as the seats sit: the more points, the higher, or the better the place."""
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
        """The class by which the winners have room beside the podium."""
        headline = self.verdict.headline if self.verdict else "".join(seat.player.name for seat in self.winners)
        return " long" if len(say(headline)) > LETTERS_OF_A_WINNER else ""

    @property
    def winners(self):
        return [seat for seat in self.seats if seat.player.name in map(str, self.result.winners)]

    @property
    def how_close(self):
        """What would have turned the win with the smallest change, if anything little would have."""
        return how_close(self.pad) if not self.result.is_blocked else ""

    @property
    def headings(self):
        return COUNT, POINTS

    @property
    def differs(self):
        """Whether what was stored when the play finished is not what its rules give now."""
        now = outcomes(self.pad) if self.play.is_finished else []
        return bool(now) and differs(now, stored_outcomes(self.pad))

    @property
    def tie_figures(self):
        """What those who tied for the win held of what breaks the tie."""
        return tie_figures(self.pad)

    @property
    def noted(self):
        """Return what is noted at the end of a play in which no row brings points."""
        return noted(self.pad)

    @property
    def verdict(self):
        """How a game for one ended, or that it is lost already."""
        return self.result.verdict if self.play.is_finished and not self.result.is_blocked else lost(self.pad)

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
        """Each stage that was begun: its lines with what everybody holds and scores, and its scoring rows with why."""
        return [self.stage(stage) for stage in self.game.stages if self.is_begun(stage)]

    def is_begun(self, stage):
        return self.play.is_closed(stage) or not all(card.is_empty for card in self.pad.cards_of(stage))

    def stage(self, stage):
        is_scored = stage in self.pad.scored_stages and not self.result.is_blocked
        has_points = is_scored and not self.game.has_only_notes
        scored = scored_rows(self.pad, self.result, stage) if is_scored else []
        self.leads = {row.item.key: [cell.lead for cell in row.cells] for row in scored}
        gained = self.gained(stage) if has_points else []
        its_lines = [(line, self.cells(stage, line)) for line in self.lines(stage)]
        if self.game.has_only_notes:
            # A total that nobody noted is no row.
            its_lines = [each for each in its_lines if any(cell.shown not in ("", "–") for cell in each[1])]
        its_rows = as_on_the_sheet(rows(self.pad, self.result, stage), its_lines) if is_scored else []
        about = {
            "stage": stage,
            "is_scored": is_scored,
            "lines": its_lines,
            # A round of one row that scores is that row.
            "is_one_row": is_scored and len(its_lines) == 1 and its_lines[0][0].item is not None,
            "gained": gained,
            "rows": [(row.item, reasons) for row in its_rows if (reasons := self.reasons(row))],
        }
        if has_points and self.game.is_one_number and all(cell.is_same for _, cells in its_lines for cell in cells):
            # One number alone is the total, which is its own reason.
            about |= {"lines": [], "is_one_row": False, "rows": []}
        return about

    def reasons(self, row):
        """(short name, points, reason) of whoever scored: why somebody scored nothing follows from why others did.

        Points that were entered as they are have no reason but themselves.
        """
        if row.item.as_counted:
            return []
        return [
            (self.shorts[part.seat.player.name], part.line.points, self.shortened(say(part.line.reason)))
            for part in row.parts
            if part.line.points
        ]

    @property
    def has_reasons(self) -> bool:
        """Return whether there is a reason for any point."""
        return any(stage["rows"] for stage in self.stages)

    @property
    def is_of_rounds(self):
        """Whether its stages are rounds, which stand in one table, each beneath the one before."""
        return self.game.rounds is not None

    @property
    def totals(self):
        """What everybody came to, where rounds or stages are added up."""
        is_sum = self.is_of_rounds or len(self.pad.scored_stages) > 1
        is_scored = is_sum and not self.game.has_only_notes and self.pad.scored_stages and not self.result.is_blocked
        return [standing.known for standing in self.result.standings] if is_scored else []

    @cached_property
    def shorts(self):
        """The name of each who plays, as it stands among the reasons."""
        names = [seat.player.name for seat in self.seats]
        return dict(zip(names, short_names(names, room=ROOM), strict=True))

    @property
    def is_brief(self):
        """Whether all names among the reasons are short, and leave those more room."""
        return all(len(short) <= BRIEF for short in self.shorts.values())

    @property
    def has_far_points(self):
        """Return whether points of so many signs stand before the reasons that their column is wider."""
        points = [points for stage in self.stages for _, reasons in stage["rows"] for _, points, _ in reasons]
        return any(figure_size(number) == " far" for number in points)

    def shortened(self, reason):
        for name in sorted(self.shorts, key=len, reverse=True):
            if self.shorts[name] != name:
                reason = reason.replace(name, self.shorts[name])
        return in_one_line(reason)

    def lines(self, stage):
        return lines(self.game, stage, self.pad.options, seats=len(self.seats))

    @cached_property
    def tie_lines(self):
        """Return the tie-breaks that the result shows, with what everybody held; they count for no total."""
        last = self.game.stages[-1]
        asked = [field for field in last.fields_with(self.pad.options) if field.key in self.held_at_ties]
        return [(line, self.cells(last, line)) for line in map(Line, asked)]

    @cached_property
    def held_at_ties(self):
        """Return what those still tied held of each tie-break, by its key, as the page of the result shows it."""
        is_scored = self.pad.scored_stages == list(self.game.stages) and not self.result.is_blocked
        return {row.field.key: row.held for row in tie_rows(self.pad)} if is_scored else {}

    def cells(self, stage, line):
        """What each seat holds and scored in a line."""
        return [self.cell(place, card, line) for place, card in enumerate(self.pad.cards_of(stage))]

    def cell(self, place, card, line):
        if line.item and self.is_uncounted(place, card, line.item):
            return Cell("–")
        points = self.points(place, card.stage, line.item) if line.item and not line.item.noted else None
        lead = self.leads[line.item.key][place] if line.item and line.item.key in self.leads else ""
        if line.counted:
            is_refused = any(each.key in card.refused for each in line.counted)
            if points is not None and line.item.scores_its_count and not (line.item.as_counted or is_refused):
                # What it was of stands among the reasons.
                return Cell(points=points, lead=lead, is_same=True)
            return Cell(self.counted(card, line), points=points, lead=lead)
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
        """Return what a seat holds of a field; of one that is covered only whether there is something."""
        if self.covers(card.stage, field):
            return "✓" if field.key in card.entries else "–"
        # A question that nobody has answered is no "no".
        return "" if field.answers and field.key not in card.entries else card.shown(field)

    def covers(self, stage, field) -> bool:
        """Return whether a field stays covered as long as someone has not called it."""
        return is_covered(self.play, stage, field, [card.entries for card in self.pad.cards_of(stage)])

    def counted(self, card, line):
        """What a seat holds of all that an item counts, `fish 2, silk 1`; what it has none of is not named."""
        counted = [each for each in line.counted if not self.covers(card.stage, each)]
        held = [(each, card.amounts.get(each.key)) for each in counted]
        named = [
            f"{number} × {each.face}" if each.face else f"{say(each.label)} {number}" for each, number in held if number
        ]
        refused = [f"“{card.refused[each.key]}” {say(each.label)}" for each in line.counted if each.key in card.refused]
        return ", ".join(named + refused) or ("–" if all(number is None for _, number in held) else "0")

    def is_uncounted(self, place, card, item) -> bool:
        """Return whether a row was scored though nobody had counted it for the seat in this place."""
        points = self.points(place, card.stage, item)
        return points is not None and is_uncounted(self.pad, card.stage, item, card.seat, points)

    def gained(self, stage) -> list[Number | None]:
        """Return what a stage brought each seat, None if nobody counted it; a game's only stage brings the totals."""
        if len(self.game.stages) > 1:
            return brought(self.pad, self.result, [stage])
        return [standing.known for standing in self.result.standings]

    def points(self, place, stage, item) -> Number | None:
        """What the seat in this place scored in a stage for an item; None where nothing is scored."""
        if self.result.is_blocked:
            return None
        lines = self.result.standings[place].lines
        found = [line.points for line in lines if (line.stage, line.item) == (stage.key, item.key)]
        return sum(found) if found else None


def as_on_the_sheet(rows, its_lines) -> list:
    """Scoring rows in the order in which their points stand in the lines of a stage."""
    places = {line.item.key: place for place, (line, _) in enumerate(its_lines) if line.item}
    return sorted(rows, key=lambda row: places.get(row.item.key, len(places)))
