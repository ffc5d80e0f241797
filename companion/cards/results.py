"""A result as a page shows it: the ranking, and each scoring row with its points and its reasons."""

from dataclasses import dataclass
from itertools import groupby, pairwise

from companion.rules.kit import Item, ScoreLine
from companion.rules.scoring.near_misses import margins
from companion.server.kept import once


@dataclass(frozen=True)
class Rank:
    """One line of the ranking: the seat, its rank, what this stage brought, and the total."""

    seat: object
    rank: int
    gained: int
    points: int


@dataclass(frozen=True)
class Part:
    """One seat in a row: its line, and the sign before it in the chain.

    `›` is less than before, `=` as many; `·` stands where the row compares nothing.
    """

    seat: object
    line: ScoreLine
    sign: str = ""

    @property
    def is_ahead(self):
        return self.line.points > 0


@dataclass(frozen=True)
class Row:
    """A scoring row of a stage with all its seats, the one with most first where they are compared."""

    item: Item
    parts: list[Part]

    @property
    def scorers(self):
        """(points, seats) of those who scored here, the most points first."""
        scored = sorted((part for part in self.parts if part.line.points), key=lambda part: -part.line.points)
        return [
            (points, [part.seat for part in parts]) for points, parts in groupby(scored, lambda part: part.line.points)
        ]


@dataclass(frozen=True)
class NearMiss:
    """How little would have given the win to `rival`: changed counts of `seat`, the smallest change first."""

    rival: object
    seat: object
    counts: list[dict]

    @property
    def is_own(self):
        return self.seat == self.rival


def near_misses(pad) -> list[NearMiss]:
    """What would have turned the win of a play, for who came second, by whose count it is."""
    found: dict[tuple[int, int], list[dict]] = {}
    for margin in all_margins(pad):
        found.setdefault((margin.rival, margin.seat), []).append(
            {
                "field": margin.field,
                "stage": pad.game.stage(margin.stage),
                "was": margin.held,
                "count": margin.held + margin.by,
                "shared": margin.shared,
            }
        )
    return [NearMiss(pad.seats[rival], pad.seats[seat], counts) for (rival, seat), counts in found.items()]


@once
def all_margins(pad):
    return margins(pad.game, pad.as_play(pad.scored_stages))


def open_tie(pad) -> list:
    """The fields that will break the tie for the win of an open play, the first one first; empty where none will."""
    field, _seats = pad.open_tie() if pad.play.is_open else (None, [])
    return [] if field is None else tie_break_fields(pad)[tie_break_fields(pad).index(field) :]


def owners(pad, stage, *, but):
    """Who owns what of the things that one seat alone can own: `{field: {thing: player}}`, without one seat."""
    return {
        field_.key: {
            key: card.seat.player.name
            for card in pad.cards_of(stage)
            if card.seat != but
            for key in card.amounts.get(field_.key, ())
        }
        for field_ in pad.fields(stage)
        if field_.one_owner_each
    }


@once
def nobody_holds(pad, stage):
    """(field, number) of what usually is all in somebody's hands and is not."""
    cards, rest = pad.cards_of(stage), []
    for field_ in pad.fields(stage):
        values = [card.amounts[field_.key] for card in cards if field_.key in card.amounts]
        rest.append((field_, field_.left_over(values, seats=len(pad.seats))))
    return [(field_, number) for field_, number in rest if number]


def tie_figures(pad) -> list[tuple[object, list[int]]]:
    """(field, what each of those with the highest total holds of it, the winner first), up to the one that decided.

    A field that was not asked for tells nothing.
    """
    best = max(standing.points for standing in pad.result.standings)
    tied = [line.seat for line in ranking(pad, pad.result) if line.points == best]
    cards = [pad.card(seat, pad.game.stages[-1]) for seat in tied] if len(tied) > 1 else []
    figures = []
    for field in tie_break_fields(pad) if cards else []:
        told = [card.amounts.get(field.key) for card in cards]
        if all(each is None for each in told) or (None in told and not pad.game.missing_tie_break_is_zero):
            break
        figures.append((field, [each or 0 for each in told]))
        if field.key == pad.result.decided_by:
            break
    return figures


def tie_break_fields(pad) -> list:
    """The fields that break a tie for the win, in the order in which they do."""
    last = {field.key: field for field in pad.game.stages[-1].fields_with(pad.options)}
    return [last[key] for key in pad.game.tie_breaks if key in last]


def ranking(pad, result, stage=None) -> list[Rank]:
    """The seats by rank, those of one rank in the order they sit; `gained` is what `stage` brought."""
    lines = [
        Rank(
            seat,
            standing.rank,
            sum(line.points for line in standing.lines if stage and line.stage == stage.key),
            standing.points,
        )
        for seat, standing in zip(pad.seats, result.standings, strict=True)
    ]
    return sorted(lines, key=lambda line: line.rank)


def stored_ranking(pad) -> list[Rank]:
    """The seats of a finished play as its result was stored."""
    return sorted((Rank(seat, seat.rank, 0, seat.points) for seat in pad.seats), key=lambda line: line.rank)


def rows(pad, result, stage) -> list[Row]:
    """The scoring rows of a stage, in the rulebook's order."""
    lines = [line for standing in result.standings for line in standing.lines if line.stage == stage.key]
    return [
        Row(item, chain(pad, item, [line for line in lines if line.item == item.key]))
        for item in stage.items_with(pad.options)
    ]


def chain(pad, item, lines) -> list[Part]:
    """The seats of a row: `7 › 5 = 5 › 2` where they are compared, else `1 · 0 · 2` as they sit."""
    if not item.compared:
        return [Part(pad.seats[line.seat], line, "·" if place else "") for place, line in enumerate(lines)]
    ordered = sorted(lines, key=lambda line: -line.amount)
    return [Part(pad.seats[line.seat], line, sign(before, line)) for before, line in pairwise([None, *ordered])]


def sign(before, line) -> str:
    """What stands before a line in the chain; nothing before the first."""
    if before is None:
        return ""
    return "=" if line.amount == before.amount else "›"
