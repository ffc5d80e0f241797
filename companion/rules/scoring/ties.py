"""Tiebreakers: the order of seats with equal totals."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.rules.kit import By, Field, Game, Holdings, Item, Number, Stage, StageScore, Table


class TieBreak(NamedTuple):
    """A tiebreaker with a number for each seat, the highest first; None for a seat that hasn't entered it.

    `field` is the field of the last stage that asks for it, if any. If `fewest` wins, the numbers are negated.
    """

    key: str
    numbers: Sequence[Number | None]
    field: Field | None
    fewest: bool = False

    def value_of(self, seat: int) -> Number | None:
        """Return the number of a seat as it was entered."""
        number = self.numbers[seat]
        return -number if self.fewest and number is not None else number


def tie_breaks_of(game: Game, table: Table, by_seat: Sequence[Sequence[StageScore]]) -> Iterator[TieBreak]:
    """Yield the tiebreakers of a table in the order in which they apply: rows first, then entered numbers.

    Those that don't exist with these options are left out.
    """
    fields = {field.key: field for field in game.stages[-1].fields_with(table["options"])}
    for by in game.level_rows:
        places = [
            (stage, item) for stage in game.stages for item in stage.items_with(table["options"]) if item.key == by.row
        ]
        if places:
            numbers = [number_of(table, by, places, seat, scored) for seat, scored in enumerate(by_seat)]
            yield TieBreak(by.row, numbers, fields.get(by.row), by.fewest)
    for key in game.tie_breaks:
        if key in fields:
            fewest = key in game.fewest_tie_breaks
            sign = -1 if fewest else 1
            held = [held_in(table, game.stages[-1], seat) for seat in range(len(by_seat))]
            yield TieBreak(key, [sign * own[key] if key in own else None for own in held], fields[key], fewest)


def held_in(table: Table, stage: Stage, seat: int) -> Holdings:
    """Return what a seat holds in a stage; empty if it hasn't counted it."""
    return table["seats"][seat]["stages"].get(stage.key, {})


def number_of(
    table: Table, by: By, places: Sequence[tuple[Stage, Item]], seat: int, scored: Sequence[StageScore]
) -> Number | None:
    """Return the number of a seat in a row; None if it isn't known.

    A row that scores points has 0 if nothing was entered. In a row without points, 0 must be entered.
    """
    if by.rows:
        held = held_in(table, places[-1][0], seat)
        numbers: list[Number] = sorted(held.get(key, 0) for key in by.rows)
        return numbers[by.nth]
    return by.order(scored) if any(is_known(table, stage, item, seat) for stage, item in places) else None


def is_known(table: Table, stage: Stage, item: Item, seat: int) -> bool:
    """Return whether a row of a stage is known for a seat.

    An open question is a no once as many others as possible have said yes.
    """
    held = held_in(table, stage, seat)
    if not item.noted or all(key in held for key in item.counted_from):
        return True
    held_by_all = [held_in(table, stage, place) for place in range(len(table["seats"]))]
    return all(
        field.is_taken([each[field.key] for each in held_by_all if field.key in each], seats=len(held_by_all))
        for field in stage.fields
        if field.key in item.counted_from
    )


def split_ties(tied: Sequence[int], tie_breaks: Sequence[TieBreak]) -> list[list[int]]:
    """Return these seats in groups that stay tied, the best group first.

    Each tiebreaker compares only the seats that are still tied. If one of them has no number, all stay tied.
    """
    if len(tied) < 2 or not tie_breaks:
        return [list(tied)]
    first, *others = tie_breaks
    numbers = {seat: first.numbers[seat] for seat in tied}
    known = {seat: number for seat, number in numbers.items() if number is not None}
    if len(known) < len(tied):
        return [list(tied)]
    groups = [[seat for seat in tied if known[seat] == number] for number in sorted({*known.values()}, reverse=True)]
    return [part for group in groups for part in split_ties(group, others)]
