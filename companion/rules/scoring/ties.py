"""Which of several seats with equal totals is ahead: tie-breaks, compared one after the other."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.rules.kit import By, Field, Game, Holdings, Item, Number, Stage, StageScore, Table


class TieBreak(NamedTuple):
    """A tie-break by its key, with a number for each seat, the highest first; None for a seat that did not tell it.

    `field` is where the last stage asks for it; None if that stage does not. Of `fewest` the numbers are negative.
    """

    key: str
    numbers: Sequence[Number | None]
    field: Field | None
    fewest: bool = False

    def told(self, seat: int) -> Number | None:
        """Return the number of a seat as it was entered."""
        number = self.numbers[seat]
        return -number if self.fewest and number is not None else number


def tie_breaks_of(game: Game, table: Table, by_seat: Sequence[Sequence[StageScore]]) -> Iterator[TieBreak]:
    """Yield the tie-breaks of a table in the order in which they decide: rows first, then what is asked for.

    One that these options do not ask for is left out.
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
    """Return what a seat holds in a stage, nothing if it has not counted there."""
    return table["seats"][seat]["stages"].get(stage.key, {})


def number_of(
    table: Table, by: By, places: Sequence[tuple[Stage, Item]], seat: int, scored: Sequence[StageScore]
) -> Number | None:
    """Return what a row says of a seat; None if nothing was entered in a row that brings no points.

    A row that brings points has brought 0 where nothing was entered, so there 0 is known.
    """
    if by.rows:
        held = held_in(table, places[-1][0], seat)
        numbers: list[Number] = sorted(held.get(key, 0) for key in by.rows)
        return numbers[by.nth]
    return by.order(scored) if any(is_known(table, stage, item, seat) for stage, item in places) else None


def is_known(table: Table, stage: Stage, item: Item, seat: int) -> bool:
    """Return whether a row of a stage says something of a seat.

    A question left open is answered with no once as many others as can have it said yes.
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


def settled(tied: Sequence[int], tie_breaks: Sequence[TieBreak]) -> list[list[int]]:
    """Return these seats in groups that stay tied, the best group first.

    Only who is still tied is compared by the next tie-break. Where one of them did not tell it, they all stay tied.
    """
    if len(tied) < 2 or not tie_breaks:
        return [list(tied)]
    first, *others = tie_breaks
    numbers = {seat: first.numbers[seat] for seat in tied}
    known = {seat: number for seat, number in numbers.items() if number is not None}
    if len(known) < len(tied):
        return [list(tied)]
    groups = [[seat for seat in tied if known[seat] == number] for number in sorted({*known.values()}, reverse=True)]
    return [part for group in groups for part in settled(group, others)]
