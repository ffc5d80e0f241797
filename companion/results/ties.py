"""Ties for the win: which tiebreakers are still unknown, and which one decided."""

from collections import defaultdict

from companion.core.memory_cache import once
from companion.rules.kit import Field
from companion.rules.scoring.result import open_tie_break, tie_breaks_at


def tie_break(pad):
    """Return the field that would break the tie for the win and the seats to ask, once all stages are closed.

    (None, []) if there is none.
    """
    return (None, []) if pad.play.stage is not None else open_tie_break_and_seats(pad)


def open_tie_break_and_seats(pad):
    """Return the field that would break the tie for the win and the seats to ask, once all stages can be scored."""
    field, places = open_tie_break_of(pad)
    return field, [pad.seats[place] for place in places]


@once
def open_tie_break_of(pad):
    """Return the field that would break the tie for the win, with the places of the tied seats."""
    if pad.scored_stages != list(pad.game.stages) or pad.result.is_blocked:
        return None, []
    totals = [standing.points for standing in pad.result.standings]
    key, places = open_tie_break(pad.game, pad.table_up_to(None), totals)
    return next((each.field for each in tie_breaks(pad) if each.key == key), None), places


@once
def tie_breaks(pad) -> list:
    """Return the tiebreakers of this play, in the order in which they apply."""
    return tie_breaks_at(pad.game, pad.table_up_to(None))


def open_tie(pad) -> list[Field]:
    """Return the fields that will break the tie for the win of a play, in their order; [] if none will.

    Before the last round nobody has tied.
    """
    is_going_on = pad.game.rounds and pad.play.stage
    field, _seats = (None, []) if is_going_on else open_tie_break_and_seats(pad)
    fields = [each.field for each in tie_breaks(pad) if each.field] if field else []
    return fields[fields.index(field) :] if field else []


def is_for_fewest(pad, field) -> bool:
    """Return whether less of a field is better in a tie."""
    return any(each.fewest for each in tie_breaks(pad) if each.field is field)


def tied_figures(pad, *, for_the_win=False) -> list[tuple[Field, dict]]:
    """Return the figures of players with equal points for each tiebreaker up to the deciding one, by seat, best first.

    Only players still tied are listed. If one figure is missing, they all stay tied. Places behind the winner are
    included unless `for_the_win`.
    """
    groups, figures = group_tied_seats(pad), []
    for each in tie_breaks(pad):
        groups = groups[:1] if for_the_win else groups
        numbers = [{place: each.value_of(place) for place in tied} for tied in groups if len(tied) > 1]
        compared = [held for held in numbers if None not in held.values()]
        if compared and each.field and each.field.is_number:
            seats = {pad.seats[place]: number for held in compared for place, number in held.items()}
            figures.append((each.field, seats))
        groups = [
            [place for place in held if held[place] == number]
            for held in compared
            for number in dict.fromkeys(held.values())
        ]
    return figures


def group_tied_seats(pad) -> list[list[int]]:
    """Return the places of the seats that only a tiebreaker can order, in groups, the best first."""
    standings = pad.result.standings
    groups = defaultdict(list)
    for place in sorted(range(len(standings)), key=lambda place: standings[place].rank or 0):
        standing = standings[place]
        if standing.rank is not None:
            groups[(standing.points, *(row.order(standing.stages) for row in pad.game.ahead))].append(place)
    return list(groups.values())


def tie_figures(pad) -> list[tuple[Field, list[int]]]:
    """Return the figures of those who tied for the win, without their seats."""
    return [(field, list(held.values())) for field, held in tied_figures(pad, for_the_win=True)]


def asked_tie_breaks(pad) -> list[tuple[Field, list]]:
    """Return the fields that players were asked for to break a tie, in their order, each with the seats it orders."""
    return [(field, sorted(held, key=pad.seats.index)) for field, held in tied_figures(pad) if field.breaks_ties]
