"""A blank sheet for any game: unlabelled rows, a total and a rank."""

from dataclasses import dataclass

from companion.rules.kit import Game, Text, gettext
from companion.rules.sheets.making import game_of
from companion.rules.sheets.totals import MOST_PLAYERS, TOTAL, totals_sheet

from .blank import BlankSheet, Line, Section

# With so many rows, each is high enough even on A5.
ROWS = 12
SEATS = range(1, MOST_PLAYERS + 1)
USUAL_SEATS = 6


@dataclass(frozen=True)
class WrittenLine(Line):
    """A row that players label themselves, or one with this word."""

    word: Text | str = ""

    @property
    def label(self):
        return self.word

    @property
    def icon(self):
        return ""


def any_game() -> Game:
    """Return a game without a name that only has totals."""
    return game_of(totals_sheet(TOTAL, "most"), "totals")


class BlankTotals(BlankSheet):
    """A sheet for any game, or for one whose rows the players label themselves."""

    is_for_totals = True
    has_total = True

    def __init__(self, game: Game, *, seats: int):
        super().__init__(game, game.options_with({}), seats=seats)
        self.sections = [Section(game.stages[0], [WrittenLine()] * ROWS)]
        self.tie_breaks = [WrittenLine(word=gettext("place"))]

    @property
    def closing(self):
        """Empty: players tick how to win."""
        return []
