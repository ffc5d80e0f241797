"""The outcome that a finished play has stored on its seats, and whether scoring still gives the same."""

from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from companion.core.language.texts import say
from companion.rules.kit import Number
from companion.rules.scoring.result import best_rows


class Outcome(NamedTuple):
    """The outcome of a seat, with the names and types of the seat's own fields.

    `points` is None without points, and `rank` if nobody counted the seat.
    """

    points: Number | None
    rank: int | None
    is_winner: bool
    lines: list
    took: list
    tier: str

    @property
    def shown(self):
        """The fields that the page of a play shows."""
        return self.points, self.rank, self.is_winner, self.lines


def compute_outcomes(pad) -> list[Outcome]:
    """Return what scoring gives each seat now; [] while a stage is open or a figure is impossible."""
    if pad.play.stage is not None or pad.result.is_blocked:
        return []
    by_card = outcomes_of(pad.result)
    return [by_card[card] for card in pad.card_of]


def outcomes_of(result) -> list[Outcome]:
    """Return what a result gives each seat."""
    tier = (result.verdict and result.verdict.tier) or ""
    return [
        Outcome(
            standing.known,
            standing.rank,
            standing.player in result.winners and not result.is_draw,
            [{"stage": line.stage, "item": line.item, "points": line.points} for line in standing.lines],
            took,
            tier,
        )
        for standing, took in zip(result.standings, best_rows(result.standings), strict=True)
    ]


def is_lost(seat, pad) -> bool:
    """Return whether a seat of a finished solo or co-op play lost; nobody has a rank then."""
    return (pad.game.together or len(pad.everybody) == 1) and not seat.is_winner


def headline_of(pad) -> str:
    """Return how a play with a verdict ended, in a few words; without a tier, whether a team won or lost together."""
    verdict = pad.result.verdict
    if not pad.game.together or len(pad.everybody) < 2 or verdict.tier:
        return capfirst(say(verdict.headline))
    return _("Won together") if verdict.won else _("Lost together")


def stored_outcomes(pad) -> list[Outcome]:
    """Return the outcomes stored on the seats of a finished play."""
    return [Outcome(*(getattr(seat, name) for name in Outcome._fields)) for seat in pad.everybody]


def differ(new, stored) -> bool:
    """Return whether two lists of outcomes show a difference."""
    return [each.shown for each in new] != [each.shown for each in stored]


def write_outcomes(play, seats, new):
    """Set these outcomes on the seats and the play, without saving them."""
    for seat, outcome in zip(seats, new, strict=True):
        for name, value in outcome._asdict().items():
            setattr(seat, name, value)
    play.high_score = max((each.points for each in new if each.points is not None), default=None)


def store_outcomes(pad, new, **changes):
    """Write these outcomes to the seats, and with these changes to the play, and save them."""
    write_outcomes(pad.play, pad.everybody, new)
    # One by one: a question about all of them takes Django longer to write than these take together.
    for seat in pad.everybody:
        seat.save(update_fields=Outcome._fields)
    pad.play.touch(high_score=pad.play.high_score, **changes)
