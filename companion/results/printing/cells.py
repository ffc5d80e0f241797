"""Cells of a filled sheet, and steps of its podium."""

from dataclasses import dataclass

from companion.core.language.discs import Disc
from companion.rules.kit import Number, Text


@dataclass(frozen=True)
class Cell:
    """A seat's amount in a line, with its points if anything was scored.

    `display`: the cards of a display row by row, each `{"symbol": Symbol, "points": 2}`. `lead`: "alone" or "tied" if
    it has most of what is compared. `is_split`: count and points have separate boxes. `is_same`: they are one number.
    """

    shown: Text | str = ""
    is_refused: bool = False
    display: list | None = None
    points: Number | None = None
    lead: str = ""
    is_split: bool = False
    is_same: bool = False

    @property
    def is_nothing(self):
        """Return whether nothing was counted and nothing scored; the sheet then has a dot."""
        return self.points == 0 and self.shown in ("", "–")


@dataclass(frozen=True)
class Step:
    """A seat's step of the podium: its disc, rank and points, and its height in mm.

    Rank and points are None for a seat that nobody has counted. `has_won`: its play is finished, and it won or shares
    the win.
    """

    disc: Disc
    rank: int | None
    points: Number | None
    height: str
    has_won: bool
