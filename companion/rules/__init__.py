"""The games. A new one is a module in `games/`, named here, or one of an installed package."""

from importlib.metadata import entry_points

from .games import basari, five_tribes, five_tribes_solo, targi, tuareg
from .kit import Games

# Each module has its `Game` as GAME. A package names its modules as entry points of this group; none takes the place of
# a game of Caravan's own.
PACKAGES = "caravan.games"
MODULES = (tuareg, basari, targi, five_tribes, five_tribes_solo)
OF_PACKAGES = tuple(entry.load() for entry in entry_points(group=PACKAGES))
OWN = {module.GAME.slug: module.GAME for module in MODULES}
GAMES: Games = OWN | {each.GAME.slug: each.GAME for each in OF_PACKAGES if each.GAME.slug not in OWN}
