"""Additions to a finished play's result: what broke the tie, and the rating scale of a solo game."""

from dataclasses import dataclass

from companion.rules.kit import Field, Number, Text

from .score_grid import ranking
from .ties import tied_figures


@dataclass(frozen=True)
class TieRow:
    """A tiebreaker under the totals: what each of those still tied has of it, and who won by it."""

    field: Field
    held: dict
    winners: list


def build_tie_rows(pad) -> list[TieRow]:
    """Return the tiebreakers of a play as rows of its sheet; the deciding one is last."""
    ahead = [line.seat for line in ranking(pad, pad.result) if line.rank == 1]
    return [
        TieRow(field, held, ahead if field.key == pad.result.decided_by else [])
        for field, held in tied_figures(pad)
        # The others are rows of the sheet above.
        if field.key in pad.game.tie_breaks
    ]


@dataclass(frozen=True)
class Step:
    """A tier on the rating scale of a solo game: its first and last points (None: no end)."""

    rating: Text
    least: int
    most: int | None
    is_reached: bool


@dataclass(frozen=True)
class Scale:
    """The tiers of a solo game side by side in equal widths; `place` is where the points are, in per cent."""

    points: Number
    steps: list[Step]
    place: float


def build_scale(pad) -> Scale | None:
    """Return the scale of a game that is rated by tiers, else None."""
    tiers, verdict = pad.game.tiers, pad.result.verdict
    if not tiers or verdict is None:
        return None
    points = pad.result.standings[0].points
    ends = [*(tier.least for tier in tiers[1:]), None]
    at = max(number for number, tier in enumerate(tiers) if points >= tier.least or number == 0)
    # The last tier has no end: it is drawn as wide as the one before.
    width = (ends[at] or 2 * tiers[at].least - tiers[at - 1].least) - tiers[at].least
    within = min(1, max(0, (points - tiers[at].least) / width))
    steps = [
        Step(tier.rating, tier.least, end and end - 1, verdict.tier == tier.key)
        for tier, end in zip(tiers, ends, strict=True)
    ]
    return Scale(points, steps, round(100 * (at + within) / len(tiers), 1))
