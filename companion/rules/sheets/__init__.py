"""Sheets: games as data. A sheet is a JSON object (`caravan.sheet/1`, docs/reference/custom-game-format.md) that says
what is counted, what it scores and who wins. It becomes a `Game`, just as a module of `games/` does.

There is no code in a sheet and no language of formulas: every row is of one of the kinds in `rows.py`.
"""

from .checking import sheet_faults
from .limits import FORMAT
from .making import game_of
from .schema import sheet_schema
from .shape import SheetFault
from .types import Sheet
from .versions import carries_over

__all__ = ["FORMAT", "Sheet", "SheetFault", "carries_over", "game_of", "sheet_faults", "sheet_schema"]
