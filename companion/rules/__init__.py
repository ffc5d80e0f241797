"""The games. A new one is a module in `games/`, named here."""

from .games import basari, five_tribes, five_tribes_solo, targi, tuareg
from .kit import Games

MODULES = (tuareg, basari, targi, five_tribes, five_tribes_solo)
GAMES: Games = {module.GAME.slug: module.GAME for module in MODULES}
