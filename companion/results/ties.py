"""A tie for the win: what would break it and is still unknown, and what broke it."""

from companion.core.memory_cache import once
from companion.rules.kit import Field
from companion.rules.scoring.result import open_tie_break, tie_breaks_at


def tie_break(pad):
    """Return the field that would break the tie for the win and the seats it is asked of, once all stages are closed.

    (None, []) if none does.
    """
    return (None, []) if pad.play.stage is not None else open_tie_break_and_seats(pad)


def open_tie_break_and_seats(pad):
    """Return the same as soon as all stages can be scored."""
    field, places = open_tie_break_of(pad)
    return field, [pad.seats[place] for place in places]


@once
def open_tie_break_of(pad):
    """Return the same, with the places of the seats."""
    if pad.scored_stages != list(pad.game.stages) or pad.result.is_blocked:
        return None, []
    totals = [standing.points for standing in pad.result.standings]
    key, places = open_tie_break(pad.game, pad.table_up_to(None), totals)
    return next((each.field for each in tie_breaks(pad) if each.key == key), None), places


@once
def tie_breaks(pad) -> list:
    """Return what breaks ties in this play, in the order in which it does."""
    return tie_breaks_at(pad.game, pad.table_up_to(None))


def open_tie(pad) -> list[Field]:
    """Return the fields that will break the tie for the win of a play, in their order; empty if none will.

    While a round is still to be played nobody has tied.
    """
    is_going_on = pad.game.rounds and pad.play.stage
    field, _seats = (None, []) if is_going_on else open_tie_break_and_seats(pad)
    fields = [each.field for each in tie_breaks(pad) if each.field] if field else []
    return fields[fields.index(field) :] if field else []


def is_for_fewest(pad, field) -> bool:
    """Return whether who has less of a field is ahead."""
    return any(each.fewest for each in tie_breaks(pad) if each.field is field)


def tied_figures(pad) -> list[tuple[Field, dict]]:
    """Return what those with the highest total had of each tie-break, by seat, up to the one that decided.

    Each is told of those who were still tied; the winner comes first. What one of them did not tell ends it.
    """
    if pad.result.decided_by in pad.game.rows_ahead:
        return []
    ranked = [(standing.rank, place) for place, standing in enumerate(pad.result.standings) if standing.rank]
    points = [pad.result.standings[place].points for _rank, place in sorted(ranked)]
    tied = [place for _rank, place in sorted(ranked) if pad.result.standings[place].points == points[0]]
    figures = []
    for each in tie_breaks(pad):
        numbers = {place: each.told(place) for place in tied}
        held = {place: number for place, number in numbers.items() if number is not None}
        if len(tied) < 2 or len(held) < len(tied):
            break
        if each.field and each.field.is_number:
            figures.append((each.field, {pad.seats[place]: number for place, number in held.items()}))
        best = (min if each.fewest else max)(held.values())
        tied = [place for place in tied if held[place] == best]
        if each.key == pad.result.decided_by:
            break
    return figures


def tie_figures(pad) -> list[tuple[Field, list[int]]]:
    """Return the same figures without their seats."""
    return [(field, list(held.values())) for field, held in tied_figures(pad)]


def asked_tie_breaks(pad) -> list[tuple[Field, list]]:
    """Return the fields that were asked for to break the tie, in their order, each with the seats it was asked of."""
    return [(field, sorted(held, key=pad.seats.index)) for field, held in tied_figures(pad) if field.breaks_ties]
