"""Find counts that nobody entered before a stage was scored anyway: they score 0, but are unknown."""

from companion.rules.kit import Number


def is_uncounted(pad, stage, item, seat, points) -> bool:
    """Return whether nobody entered what an item of a scored stage is counted from; what scored points is known.

    An item that needs every field is unknown without one of them, also of a seat that is done.
    """
    card = pad.card(seat, stage)
    if item.needs_every_field:
        return any(key not in card.entries for key in item.counted_from)
    is_left_out = not card.is_in or not card.entries
    return is_left_out and not item.noted and not points and not any(key in card.entries for key in item.counted_from)


def brought(pad, result, stages, row=None) -> list[Number | None]:
    """Return the points of each seat in these stages, or in one row of them, in the order they sit.

    None stands for what nobody counted.
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
    """Return the seats of which nobody has counted anything that scores, as they sit."""
    points = brought(pad, pad.result, pad.scored_stages)
    return [seat for seat, number in zip(pad.seats, points, strict=True) if number is None]
