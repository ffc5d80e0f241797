"""Totals and places noted at the end of a play in which no row scores points."""

from dataclasses import replace

from companion.rules.kit import figure, gettext
from companion.rules.sheets.order import PLACE

from .not_counted import not_counted
from .result_rows import Row
from .uncounted import partly_counted_seats


def get_noted_totals(pad) -> dict:
    """Return the noted totals and places that the end of a play shows.

    `noted_total`: the winners' total, None if it isn't noted or differs. `broke_tie`: others have that total, too.
    `placed`: how many players have a place, 0 if no places were noted. `not_counted`: a sentence about players without
    a place because nobody counted them. `partly_counted`: the names of players with a place, but with empty rows.
    """
    has_places = PLACE in pad.game.rows_ahead
    winning = {each.known for each in pad.result.standings if each.rank == 1}
    others = [each.known for each in pad.result.standings if each.rank and each.rank > 1]
    total = winning.pop() if pad.game.noted_points and len(winning) == 1 else None
    return {
        "noted_total": total,
        "broke_tie": total is not None and total in others,
        "placed": sum(each.rank is not None for each in pad.result.standings) if has_places else 0,
        "not_counted": not_counted(pad),
        "partly_counted": [seat.player.name for seat in partly_counted_seats(pad)],
    }


def build_tiebreaker_row(pad, row, total) -> Row:
    """Return the row that gives the noted winner as the reason why one of those tied at a total is ahead."""
    tied = [part for part in row.parts if pad.result.standings[part.line.seat].known == total]
    won = gettext("tied at %(points)s; decided at the table", points=figure(total))
    behind = gettext("tied at %(points)s", points=figure(total))
    parts = [replace(part, line=part.line._replace(why=won if part.line.amount else behind)) for part in tied]
    return replace(row, item=replace(row.item, label=gettext("tiebreaker")), parts=parts)
