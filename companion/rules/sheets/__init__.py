"""Custom games as data.

A sheet is a JSON object (`caravan.sheet/1`, docs/reference/custom-game-format.md) that defines what is counted, how it
scores and who wins. It becomes a `Game`, like a module of `games/`. It has neither code nor formulas: every row is of
one of the kinds in `rows.py`.
"""

from .checking import sheet_faults
from .limits import FORMAT
from .making import game_of
from .schema import sheet_schema
from .shape import SheetFault
from .types import Sheet
from .versions import carries_over

__all__ = ["FORMAT", "Sheet", "SheetFault", "carries_over", "game_of", "sheet_faults", "sheet_schema"]
