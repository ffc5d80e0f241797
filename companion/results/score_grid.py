"""A result as a page shows it: the ranking, and each scoring row with its points and its reasons."""

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
from .uncounted import brought, is_uncounted

NOT_COUNTED = gettext("not entered")

# How high the lowest and the highest total stand above the sheet, in pixels.
LOWEST, HIGHEST = 26, 66


@dataclass(frozen=True)
class Rank:
    """One line of the ranking: the seat, its rank, what this stage brought, and the total.

    `rank` is None if nobody has counted the seat in some stage. `gained` is None if nobody counted it, or the line is
    of no stage. `known` is the total as people know it: noted where points decide nothing, None where nobody knows any.
    """

    seat: object
    rank: int | None
    gained: Number | None
    points: Number
    known: Number | None


@dataclass(frozen=True)
class Cell:
    """A player's count and points in a row of the sheet.

    `lead` is "alone" or "tied" if the player has most of a compared row. `is_unknown`: nobody has entered the count.
    """

    seat: object
    line: ScoreLine
    lead: str
    is_unknown: bool = False


@dataclass(frozen=True)
class SheetRow:
    """A scoring row as the sheet shows it: its word, its icon, and a cell a seat as they sit.

    `is_answer`: what is held is a word, such as yes, so that only its points are figures. `is_choice`: a word that
    stands with its points, or a bid with what was made.
    """

    item: Item
    icon: str
    cells: list[Cell]
    is_answer: bool = False
    is_choice: bool = False

    @property
    def has_counts(self) -> bool:
        """Return whether a count stands beside the points: not where each is worth one point, or is no count at all."""
        lines = [cell.line for cell in self.cells]
        return not (self.is_answer or self.is_choice) and (
            self.item.compared or any(line.amount not in (None, line.points) for line in lines)
        )


@dataclass(frozen=True)
class Column:
    """A seat above the sheet: its name, short where it is long, its disc, and how high it stands, in pixels."""

    rank: Rank
    short: str
    height: int
    disc: Disc


@dataclass(frozen=True)
class OneStep:
    """What one more (`by` 1) or one less (-1) of a count would have changed: (seat, points with their sign)."""

    by: int
    changes: list[tuple[object, str]]


def one_step_each_way(pad, stage, item, seat) -> list[OneStep]:
    """Return how the points would change with one more and with one fewer; nothing if a row isn't a single count.

    Totals and rows that bring no points are left out: one more of them says nothing about points.
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
def nobody_holds(pad, stage):
    """(field, number) of what usually is all in somebody's hands and is not."""
    cards, rest = pad.cards_of(stage), []
    for field_ in pad.fields(stage):
        values = [card.amounts[field_.key] for card in cards if field_.key in card.amounts]
        rest.append((field_, field_.count_unclaimed(values, seats=len(pad.everybody))))
    return [(field_, number) for field_, number in rest if number]


def ranking(pad, result, stage=None) -> list[Rank]:
    """The seats by rank, those of one rank in the order they sit and those without one last; `gained` is what `stage`
    brought.
    """
    gained = brought(pad, result, [stage]) if stage else [None] * len(pad.seats)
    lines = [
        Rank(seat, standing.rank, points, standing.points, standing.known)
        for seat, standing, points in zip(pad.seats, result.standings, gained, strict=True)
    ]
    return sorted(lines, key=place_in_ranking)


def place_in_ranking(line) -> tuple[bool, int]:
    """Return what orders the lines of a ranking: by rank, those without one last."""
    return line.rank is None, line.rank or 0


def lead_in(ranks) -> Number:
    """Return by how many points the first of a ranking is ahead of the next one who has a rank; 0 if nobody has."""
    ranked = [line for line in ranks if line.rank is not None]
    return abs(ranked[0].points - ranked[1].points) if len(ranked) > 1 else 0


@once
def points_before(pad, stage) -> dict:
    """The points of each seat from the stages before this one, by the seat's number; nothing before all are scored.

    None stands for a seat that nobody has counted there.
    """
    before = pad.game.stages[: pad.game.stages.index(stage)]
    if not before or before[-1] not in pad.scored_stages or pad.result.is_blocked or pad.game.has_only_notes:
        return {}
    standings = pad.result_up_to(before[-1]).standings
    return {seat.pk: standing.known for seat, standing in zip(pad.seats, standings, strict=True)}


@once
def lost(pad) -> Verdict | None:
    """The verdict of a game for one as soon as what is on its card has lost it, though the play is still open."""
    if pad.game.seats[-1] > 1:
        return None
    if pad.scored_stages:
        verdict = pad.result.verdict
        return verdict if verdict and not verdict.won else None
    table, problems = pad.checked(pad.game.stages)
    return None if any(problem.blocks for problem in problems) else pad.game.lost_already(table)


def is_won_by_nobody(pad, result) -> bool:
    """Return whether nobody has won of several who played against each other: nobody has a rank then."""
    return len(pad.seats) > 1 and not pad.game.together and result.verdict is not None and not result.verdict.won


def stored_ranking(pad) -> list[Rank]:
    """The seats of a finished play as its result was stored."""
    lines = [Rank(seat, seat.rank, None, seat.points, seat.points) for seat in pad.seats]
    return sorted(lines, key=place_in_ranking)


def rows(pad, result, stage) -> list[Row]:
    """The scoring rows of a stage, in the rulebook's order."""
    lines = [line for standing in result.standings for line in standing.lines if line.stage == stage.key]
    found = []
    for item in stage.items_with(pad.options):
        answers = answers_of(pad, stage, item)
        its = [in_words(line, answers) for line in lines if line.item == item.key]
        if is_choice(answers):
            [key] = [field.key for field in pad.fields(stage) if field.key in item.counted_from]
            held = [pad.card(pad.seats[line.seat], stage).amounts.get(key) for line in its]
            its = [with_choice(line, answers, value) for line, value in zip(its, held, strict=True)]
        if bid := bid_of(pad, stage, item):
            held = [pad.card(pad.seats[line.seat], stage).amounts for line in its]
            its = [with_bid(line, *map(amounts.get, bid)) for line, amounts in zip(its, held, strict=True)]
        if pad.game.has_no_points and item.noted and item.key != WINNER and all(line.amount is None for line in its):
            # Points are noted beside who won where they are known.
            continue
        parts = chain(item, [known(pad, stage, item, Part(pad.seats[line.seat], line)) for line in its])
        is_chosen = is_choice(answers) and not item.noted
        found.append(Row(item, parts, is_answer=bool(answers), is_choice=is_chosen or bool(bid)))
    return found


def bid_of(pad, stage, item) -> list[str]:
    """Return the keys of what is bid and what is made, if a row is counted from these two; else nothing."""
    fields = [field for field in pad.fields(stage) if field.key in item.counted_from]
    return [field.key for field in fields] if len(fields) == 2 and fields[0].called else []


def known(pad, stage, item, part) -> Part:
    """Return a part of a row, as unknown if its stage was scored before anyone had counted it."""
    if not is_uncounted(pad, stage, item, part.seat, part.line.points):
        return part
    # Of several figures that it needs, the rule itself says that one is missing.
    why = part.line.why if item.needs_every_field else NOT_COUNTED
    return replace(part, line=part.line._replace(why=why), is_unknown=True)


def columns(pad, ranks) -> list[Column]:
    """The seats as they sit, with how far apart their totals are; without points, how far apart their places."""
    of_seat = {rank.seat: rank for rank in ranks}
    sign = -1 if pad.game.fewest_wins else 1
    worth = {
        rank.seat: -rank.rank if pad.game.has_only_notes else sign * rank.points
        for rank in ranks
        if rank.rank is not None
    }
    high = max(worth.values(), default=0)
    # Where all are level, all stand as high as who leads; whoever has no rank stands lowest.
    low = min((its for its in worth.values() if its < high), default=high - 1)
    players = [seat.player for seat in pad.seats]
    shorts, discs = short_names([player.name for player in players]), discs_of(players)
    heights = [
        LOWEST + int((HIGHEST - LOWEST) * (worth.get(seat, low) - low) / max(1, high - low)) for seat in pad.seats
    ]
    return [
        Column(of_seat[seat], short, height, discs[seat.player_id])
        for seat, short, height in zip(pad.seats, shorts, heights, strict=True)
    ]


def sheet(pad, result, stage) -> list[SheetRow]:
    """The scoring rows of a stage with a cell for each seat, in the order they sit."""
    fields = {field.key: field for field in pad.fields(stage)}
    found = []
    for row in rows(pad, result, stage):
        its = [fields[key] for key in row.item.counted_from if key in fields]
        icon = row.item.icon or (its[0].icon if row.item.key in fields else "")
        found.append(SheetRow(row.item, icon, cells(pad, row), row.is_answer, row.is_choice))
    return found


def answers_of(pad, stage, item) -> tuple[Choice, ...]:
    """Return the answers of the one question that a row is counted from; none if it is counted from anything else."""
    fields = [field for field in pad.fields(stage) if field.key in item.counted_from]
    return fields[0].answers if len(fields) == 1 else ()


def displays(pad, stage) -> list[tuple]:
    """The displays of a stage: (field, the rows of each seat as they sit, each with its cards and whether it is full
    and brings a bonus).
    """

    def lying(field, seat):
        rows_of_cards = field.display(pad.card(seat, stage).amounts.get(field.key) or [])
        return [(cards, bool(field.bonus(cards))) for cards in rows_of_cards]

    return [(field, [lying(field, seat) for seat in pad.seats]) for field in pad.fields(stage) if field.places]


def cells(pad, row) -> list[Cell]:
    """The cells of a row; who has most of what is compared, and scores, leads alone or with others."""
    of_seat = {part.seat: part.line for part in row.parts}
    unknown = [part.seat for part in row.parts if part.is_unknown]
    most = max((line.amount for line in of_seat.values()), default=0) if row.item.compared else None
    leaders = [seat for seat, line in of_seat.items() if most is not None and line.amount == most and line.points > 0]
    lead = "alone" if len(leaders) == 1 else "tied"
    return [
        Cell(seat, of_seat[seat], lead if seat in leaders else "", seat in unknown)
        for seat in pad.seats
        if seat in of_seat
    ]


def chain(item, parts) -> list[Part]:
    """The seats of a row: `7 › 5 = 5 › 2 · –` where they are compared, else `1 · 0 · 2` as they sit."""
    if not item.compared:
        return parts
    ordered = sorted(parts, key=lambda part: (part.is_unknown, -part.line.amount))
    return [replace(part, sign=sign(before, part)) for before, part in pairwise([None, *ordered])]


def sign(before, part) -> str:
    """What stands before a part of the chain; nothing before the first. What is unknown compares with nothing."""
    if before is None:
        return ""
    if part.is_unknown:
        return "·"
    return "=" if part.line.amount == before.line.amount else "›"
