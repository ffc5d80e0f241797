"""The effect of a count that is one higher or lower."""

from companion.rules.kit import Field, Game, Number, Table

from .checking import check
from .near_misses import Margin, slack, with_count
from .result import score_table


def total_changes(game: Game, table: Table, seat: int, stage: str, field: Field, by: int) -> list[Number] | None:
    """Return the change of each seat's total if a seat had held `by` (1 or -1) more of a field in a stage.

    Return None if the box doesn't have that many, or the game doesn't allow it. Seats are indexes.
    """
    held = table["seats"][seat]["stages"].get(stage, {}).get(field.key, 0)
    if slack(table, Margin(seat, seat, stage, field, held, by)) < 1:
        return None
    changed = with_count(table, seat, stage, field.key, held + by)
    if any(problem.blocks for problem in check(game, changed)[1]):
        return None
    before, after = score_table(game, table).standings, score_table(game, changed).standings
    return [now.points - was.points for was, now in zip(before, after, strict=True)]
