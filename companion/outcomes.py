"""What a finished play has written to its seats, and whether scoring still gives the same."""

from typing import NamedTuple

from .models import Seat


class Outcome(NamedTuple):
    """What a seat has come to; `lines` are `{"stage", "item", "points"}`. Named as the seat's own fields."""

    points: int
    rank: int
    is_winner: bool
    lines: list


def outcomes(pad) -> list[Outcome]:
    """What scoring gives each seat now; nothing while a stage is open or something is impossible."""
    return [] if pad.play.stage is not None or pad.result.is_blocked else outcomes_of(pad.result)


def outcomes_of(result) -> list[Outcome]:
    """What a result gives each seat."""
    return [
        Outcome(
            standing.points,
            standing.rank,
            standing.player in result.winners,
            [{"stage": line.stage, "item": line.item, "points": line.points} for line in standing.lines],
        )
        for standing in result.standings
    ]


def stored_outcomes(pad) -> list[Outcome]:
    """What the seats of a finished play hold."""
    return [Outcome(*(getattr(seat, name) for name in Outcome._fields)) for seat in pad.seats]


def store(pad, its_outcomes, **changes):
    """Write these outcomes to the seats, and with these changes to the play: all that lists and statistics read."""
    for seat, outcome in zip(pad.seats, its_outcomes, strict=True):
        for name, value in outcome._asdict().items():
            setattr(seat, name, value)
    Seat.objects.bulk_update(pad.seats, Outcome._fields)
    pad.play.touch(high_score=max(outcome.points for outcome in its_outcomes), **changes)
