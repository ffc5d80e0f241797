"""All games. A new one is a module in `games/`, listed here, or one of an installed package."""

from importlib.metadata import entry_points

from .games import basari, five_tribes, five_tribes_solo, targi, tuareg
from .kit import Games

# The `Game` of each module is GAME. Packages list their modules as entry points of this group; they can't replace the
# built-in games.
PACKAGES = "caravan.games"
MODULES = (tuareg, basari, targi, five_tribes, five_tribes_solo)
OF_PACKAGES = tuple(entry.load() for entry in entry_points(group=PACKAGES))
OWN = {module.GAME.slug: module.GAME for module in MODULES}
GAMES: Games = OWN | {each.GAME.slug: each.GAME for each in OF_PACKAGES if each.GAME.slug not in OWN}
