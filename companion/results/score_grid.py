"""A result as a page shows it: the ranking, and each scoring row with its points and reasons."""

from dataclasses import dataclass, replace
from itertools import pairwise

from companion.core.language.discs import Disc, discs_of
from companion.core.language.short_names import short_names
from companion.core.language.texts import gained
from companion.core.memory_cache import once
from companion.entry.answers import in_words, is_choice, with_bid, with_choice
from companion.rules.kit import Choice, Item, Number, ScoreLine, Verdict, gettext
from companion.rules.scoring.one_step import total_changes
from companion.rules.sheets.making import WINNER

from .result_rows import Part, Row
from .uncounted import is_uncounted, points_in

NOT_COUNTED = gettext("not entered")

# The heights of the lowest and the highest total above the sheet, in pixels.
LOWEST, HIGHEST = 26, 66


@dataclass(frozen=True)
class Rank:
    """A line of the ranking.

    `rank`: None if nobody has counted the seat in some stage. `gained`: the points from one stage, None if nobody
    counted it or there is no stage. `known`: the total as people know it: the noted one if points decide nothing, else
    None if it is unknown.
    """

    seat: object
    rank: int | None
    gained: Number | None
    points: Number
    known: Number | None


@dataclass(frozen=True)
class Cell:
    """A player's count and points in a row of the sheet.

    `lead`: "alone" or "tied" if the player has most of a compared row. `is_unknown`: nobody has entered the count.
    """

    seat: object
    line: ScoreLine
    lead: str
    is_unknown: bool = False


@dataclass(frozen=True)
class SheetRow:
    """A scoring row of the sheet, with a cell per seat in seating order.

    `is_answer`: the value is a word, such as yes, so only points are figures. `is_choice`: a word beside its points, or
    a bid with what was made.
    """

    item: Item
    icon: str
    cells: list[Cell]
    is_answer: bool = False
    is_choice: bool = False

    @property
    def has_counts(self) -> bool:
        """Return whether counts are shown beside the points: not if each is worth one point, or for answers."""
        lines = [cell.line for cell in self.cells]
        return not (self.is_answer or self.is_choice) and (
            self.item.compared or any(line.amount not in (None, line.points) for line in lines)
        )


@dataclass(frozen=True)
class Column:
    """A seat above the sheet: its name, shortened if long, its disc, and its height in pixels."""

    rank: Rank
    short: str
    height: int
    disc: Disc


@dataclass(frozen=True)
class OneStep:
    """The effect of one more (`by` 1) or one fewer (-1) of a count: (seat, signed points)."""

    by: int
    changes: list[tuple[object, str]]


def one_step_each_way(pad, stage, item, seat) -> list[OneStep]:
    """Return how the points would change with one more and with one fewer; [] if a row isn't a single count.

    Totals and rows that score no points are left out: one more of them says nothing about points.
    """
    if item.noted or pad.game.is_one_number:
        return []
    fields = [field for field in pad.fields(stage) if field.key in item.counted_from and field.is_number]
    if len(fields) != 1 or len(item.counted_from) != 1:
        return []
    table, place = pad.table_up_to(stage), pad.seats.index(seat)
    found = [(by, total_changes(pad.game, table, place, stage.key, fields[0], by)) for by in (1, -1)]
    return [
        OneStep(by, [(pad.seats[at], gained(points)) for at, points in enumerate(changed) if points])
        for by, changed in found
        if changed is not None
    ]


@once
def find_unheld(pad, stage):
    """Return (field, number) for what players usually hold completely, but don't in this stage."""
    cards, rest = pad.cards_of(stage), []
    for field_ in pad.fields(stage):
        values = [card.amounts[field_.key] for card in cards if field_.key in card.amounts]
        rest.append((field_, field_.count_unclaimed(values, seats=len(pad.everybody))))
    return [(field_, number) for field_, number in rest if number]


def ranking(pad, result, stage=None) -> list[Rank]:
    """Return the seats by rank, equal ranks in seating order and those without a rank last.

    `gained`: the points from `stage`.
    """
    gained = points_in(pad, result, [stage]) if stage else [None] * len(pad.seats)
    lines = [
        Rank(seat, standing.rank, points, standing.points, standing.known)
        for seat, standing, points in zip(pad.seats, result.standings, gained, strict=True)
    ]
    return sorted(lines, key=rank_order)


def rank_order(line) -> tuple[bool, int]:
    """Return the sort key of a line of a ranking: by rank, those without one last."""
    return line.rank is None, line.rank or 0


def lead_in(ranks) -> Number:
    """Return by how many points the first of a ranking is ahead of the next one with a rank; 0 if nobody has."""
    ranked = [line for line in ranks if line.rank is not None]
    return abs(ranked[0].points - ranked[1].points) if len(ranked) > 1 else 0


@once
def points_before(pad, stage) -> dict:
    """Return each seat's points before this stage, by the seat's primary key; {} before all of them are scored.

    None for a seat that nobody has counted there.
    """
    before = pad.game.stages[: pad.game.stages.index(stage)]
    if not before or before[-1] not in pad.scored_stages or pad.result.is_blocked or pad.game.has_only_notes:
        return {}
    standings = pad.result_up_to(before[-1]).standings
    return {seat.pk: standing.known for seat, standing in zip(pad.seats, standings, strict=True)}


@once
def lost_verdict(pad) -> Verdict | None:
    """Return the verdict of a solo game as soon as its card has lost it, even while the play is open, else None."""
    if pad.game.seats[-1] > 1:
        return None
    if pad.scored_stages:
        verdict = pad.result.verdict
        return verdict if verdict and not verdict.won else None
    table, problems = pad.checked(pad.game.stages)
    return None if any(problem.blocks for problem in problems) else pad.game.lost_already(table)


def is_won_by_nobody(pad, result) -> bool:
    """Return whether nobody won a competitive play; nobody has a rank then."""
    return len(pad.seats) > 1 and not pad.game.together and result.verdict is not None and not result.verdict.won


def stored_ranking(pad) -> list[Rank]:
    """Return the ranking of a finished play as it was stored."""
    lines = [Rank(seat, seat.rank, None, seat.points, seat.points) for seat in pad.seats]
    return sorted(lines, key=rank_order)


def build_rows(pad, result, stage) -> list[Row]:
    """Return the scoring rows of a stage, in the rulebook's order."""
    lines = [line for standing in result.standings for line in standing.lines if line.stage == stage.key]
    found = []
    for item in stage.items_with(pad.options):
        answers = answers_of(pad, stage, item)
        own = [in_words(line, answers) for line in lines if line.item == item.key]
        if is_choice(answers):
            [key] = [field.key for field in pad.fields(stage) if field.key in item.counted_from]
            held = [pad.card(pad.seats[line.seat], stage).amounts.get(key) for line in own]
            own = [with_choice(line, answers, value) for line, value in zip(own, held, strict=True)]
        if bid := bid_of(pad, stage, item):
            held = [pad.card(pad.seats[line.seat], stage).amounts for line in own]
            own = [with_bid(line, *map(amounts.get, bid)) for line, amounts in zip(own, held, strict=True)]
        if pad.game.has_no_points and item.noted and item.key != WINNER and all(line.amount is None for line in own):
            # Points are noted beside who won where they are known.
            continue
        parts = order_parts(item, [mark_unknown(pad, stage, item, Part(pad.seats[line.seat], line)) for line in own])
        is_chosen = is_choice(answers) and not item.noted
        found.append(Row(item, parts, is_answer=bool(answers), is_choice=is_chosen or bool(bid)))
    return found


def bid_of(pad, stage, item) -> list[str]:
    """Return the keys of the bid and of what was made if a row is counted from these two, else []."""
    fields = [field for field in pad.fields(stage) if field.key in item.counted_from]
    return [field.key for field in fields] if len(fields) == 2 and fields[0].called else []


def mark_unknown(pad, stage, item, part) -> Part:
    """Return a part of a row, marked as unknown if its stage was scored before anyone had counted it."""
    if not is_uncounted(pad, stage, item, part.seat, part.line.points):
        return part
    # Of several figures that it needs, the rule itself says that one is missing.
    why = part.line.why if item.needs_every_field else NOT_COUNTED
    return replace(part, line=part.line._replace(why=why), is_unknown=True)


def build_columns(pad, ranks) -> list[Column]:
    """Return the seats in seating order, with heights by their totals or, without points, by their ranks."""
    by_seat = {rank.seat: rank for rank in ranks}
    sign = -1 if pad.game.fewest_wins else 1
    ranked = [rank for rank in ranks if rank.rank is not None]
    worth = {rank.seat: -rank.rank if pad.game.has_only_notes else sign * rank.points for rank in ranked}
    high = max(worth.values(), default=0)
    # If all are tied, all are as high as the leader; a seat without a rank is lowest.
    low = min((value for value in worth.values() if value < high), default=high - 1)
    players = [seat.player for seat in pad.seats]
    shorts, discs = short_names([player.name for player in players]), discs_of(players)
    parts = [(worth.get(seat, low) - low) / max(1, high - low) for seat in pad.seats]
    heights = [LOWEST + int((HIGHEST - LOWEST) * part) for part in parts]
    return [
        Column(by_seat[seat], short, height, discs[seat.player_id])
        for seat, short, height in zip(pad.seats, shorts, heights, strict=True)
    ]


def build_sheet(pad, result, stage) -> list[SheetRow]:
    """Return the scoring rows of a stage with a cell for each seat in seating order."""
    fields = {field.key: field for field in pad.fields(stage)}
    found = []
    for row in build_rows(pad, result, stage):
        counted = [fields[key] for key in row.item.counted_from if key in fields]
        icon = row.item.icon or (counted[0].icon if row.item.key in fields else "")
        found.append(SheetRow(row.item, icon, build_cells(pad, row), row.is_answer, row.is_choice))
    return found


def answers_of(pad, stage, item) -> tuple[Choice, ...]:
    """Return the answers of the one question that a row is counted from; () if it is counted from anything else."""
    fields = [field for field in pad.fields(stage) if field.key in item.counted_from]
    return fields[0].answers if len(fields) == 1 else ()


def build_displays(pad, stage) -> list[tuple]:
    """Return the displays of a stage: (field, its rows for each seat in seating order).

    A row is (its cards, whether it is full and scores a bonus).
    """

    def rows_of(field, seat):
        rows_of_cards = field.display(pad.card(seat, stage).amounts.get(field.key) or [])
        return [(cards, bool(field.bonus(cards))) for cards in rows_of_cards]

    return [(field, [rows_of(field, seat) for seat in pad.seats]) for field in pad.fields(stage) if field.places]


def build_cells(pad, row) -> list[Cell]:
    """Return the cells of a row, with who leads in a compared row that scores, alone or tied."""
    by_seat = {part.seat: part.line for part in row.parts}
    unknown = [part.seat for part in row.parts if part.is_unknown]
    most = max((line.amount for line in by_seat.values()), default=0) if row.item.compared else None
    leaders = [seat for seat, line in by_seat.items() if most is not None and line.amount == most and line.points > 0]
    lead = "alone" if len(leaders) == 1 else "tied"
    return [
        Cell(seat, by_seat[seat], lead if seat in leaders else "", seat in unknown)
        for seat in pad.seats
        if seat in by_seat
    ]


def order_parts(item, parts) -> list[Part]:
    """Return the parts of a row: `7 › 5 = 5 › 2 · –` if they are compared, else `1 · 0 · 2` in seating order."""
    if not item.compared:
        return parts
    ordered = sorted(parts, key=lambda part: (part.is_unknown, -part.line.amount))
    return [replace(part, sign=sign_between(before, part)) for before, part in pairwise([None, *ordered])]


def sign_between(before, part) -> str:
    """Return the sign before a part of a compared row; "" before the first, "·" before an unknown count."""
    if before is None:
        return ""
    if part.is_unknown:
        return "·"
    return "=" if part.line.amount == before.line.amount else "›"
