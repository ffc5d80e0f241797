"""A blank sheet for any game: rows without words, a total and a place."""

from dataclasses import dataclass

from companion.rules.kit import Game, Text, gettext
from companion.rules.sheets.making import game_of
from companion.rules.sheets.totals import MOST_PLAYERS, TOTAL, totals_sheet

from .blank import BlankSheet, Line, Section

# So many rows leave each of them high enough, on A5 too.
ROWS = 12
SEATS = range(1, MOST_PLAYERS + 1)
USUAL_SEATS = 6


@dataclass(frozen=True)
class WrittenLine(Line):
    """A row that the table names itself, or one with this word."""

    word: Text | str = ""

    @property
    def label(self):
        return self.word

    @property
    def icon(self):
        return ""


def any_game() -> Game:
    """Return a game without a name, of which nothing is known but totals."""
    return game_of(totals_sheet(TOTAL, "most"), "totals")


class BlankTotals(BlankSheet):
    """A sheet for any game, or for a known one whose rows the table writes itself."""

    is_for_totals = True
    has_total = True

    def __init__(self, game: Game, *, seats: int):
        super().__init__(game, game.options_with({}), seats=seats)
        self.sections = [Section(game.stages[0], [WrittenLine()] * ROWS)]
        self.tie_breaks = [WrittenLine(word=gettext("place"))]

    @property
    def closing(self):
        """Nothing: how to win is ticked."""
        return []
