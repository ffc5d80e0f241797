"""What a finished play has written to its seats, and whether scoring still gives the same."""

from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from companion.core.language.texts import say
from companion.rules.kit import Number
from companion.rules.scoring.result import best_rows


class Outcome(NamedTuple):
    """What a seat has come to, named and shaped as the seat's own fields.

    `points` is None where there are none, and `rank` if nobody counted it.
    """

    points: Number | None
    rank: int | None
    is_winner: bool
    lines: list
    took: list
    tier: str

    @property
    def seen(self):
        """What the page of a play shows of it."""
        return self.points, self.rank, self.is_winner, self.lines


def outcomes(pad) -> list[Outcome]:
    """What scoring gives everybody now; nothing while a stage is open or something is impossible."""
    if pad.play.stage is not None or pad.result.is_blocked:
        return []
    of_cards = outcomes_of(pad.result)
    return [of_cards[card] for card in pad.card_of]


def outcomes_of(result) -> list[Outcome]:
    """What a result gives each seat."""
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
    """Return whether a seat of a finished play lost alone or together with all: then nobody has a rank."""
    return (pad.game.together or len(pad.everybody) == 1) and not seat.is_winner


def headline_of(pad) -> str:
    """Return how a play with a verdict ended, in a few words; if several won or lost together, that they did."""
    verdict = pad.result.verdict
    if not pad.game.together or len(pad.everybody) < 2 or verdict.tier:
        return capfirst(say(verdict.headline))
    return _("Won together") if verdict.won else _("Lost together")


def stored_outcomes(pad) -> list[Outcome]:
    """What the seats of a finished play hold."""
    return [Outcome(*(getattr(seat, name) for name in Outcome._fields)) for seat in pad.everybody]


def differs(its_outcomes, stored) -> bool:
    """Whether these two are seen to differ."""
    return [each.seen for each in its_outcomes] != [each.seen for each in stored]


def write(play, seats, its_outcomes):
    """Note these outcomes at the seats and the play, which are not saved yet: all that lists and statistics read."""
    for seat, outcome in zip(seats, its_outcomes, strict=True):
        for name, value in outcome._asdict().items():
            setattr(seat, name, value)
    play.high_score = max((each.points for each in its_outcomes if each.points is not None), default=None)


def store(pad, its_outcomes, **changes):
    """Write these outcomes to the seats, and with these changes to the play, and save them."""
    write(pad.play, pad.everybody, its_outcomes)
    # One by one: a question about all of them takes Django longer to write than these take together.
    for seat in pad.everybody:
        seat.save(update_fields=Outcome._fields)
    pad.play.touch(high_score=pad.play.high_score, **changes)
