"""Find counts that nobody entered before a stage was scored anyway: they add nothing and are unknown."""

from companion.entry.counted import is_row_counted, rows_that_score
from companion.rules.kit import Number


def is_uncounted(pad, stage, item, seat, points) -> bool:
    """Return whether nobody entered the counts of an item in a scored stage; items that scored points are known.

    An item that needs every field is unknown if one is missing, even if the seat is done.
    """
    card = pad.card(seat, stage)
    if item.needs_every_field:
        return not is_row_counted(item, card.entries)
    return not (card.is_in or item.noted or points or is_row_counted(item, card.entries))


def points_in(pad, result, stages, row=None) -> list[Number | None]:
    """Return each seat's points in these stages, or in one row of them, in seating order.

    None if nobody counted them.
    """
    items = {(stage.key, item.key): (stage, item) for stage in stages for item in stage.items_with(pad.options)}
    found: list[Number | None] = []
    for seat, standing in zip(pad.seats, result.standings, strict=True):
        lines = [line for line in standing.lines if (line.stage, line.item) in items and row in (None, line.item)]
        # A row that never scores says nothing of whether the others were counted.
        scoring = [line for line in lines if not items[line.stage, line.item][1].noted]
        is_unknown = all(is_uncounted(pad, *items[line.stage, line.item], seat, line.points) for line in scoring)
        found.append(None if scoring and is_unknown else sum(line.points for line in lines))
    return found


def uncounted_seats(pad) -> list:
    """Return the seats without a rank because nobody counted them in some stage, in seating order."""
    return [seat for seat, standing in zip(pad.seats, pad.result.standings, strict=True) if standing.rank is None]


def partly_counted_seats(pad) -> list:
    """Return the seats with a rank although rows of a scored stage are still empty, in seating order.

    Rows that are empty on a card marked as done count as 0.
    """
    standings = zip(pad.seats, pad.result.standings, strict=True)
    return [seat for seat, standing in standings if standing.rank is not None and has_empty_rows(pad, seat, standing)]


def has_empty_rows(pad, seat, standing) -> bool:
    """Return whether a seat that isn't done has an empty row in a scored stage."""
    points = {(line.stage, line.item): line.points for line in standing.lines}
    return any(
        is_uncounted(pad, stage, item, seat, points.get((stage.key, item.key)))
        for stage in pad.scored_stages
        if not pad.card(seat, stage).is_in
        for item in rows_that_score(pad, stage)
    )
