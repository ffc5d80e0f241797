"""The games. A new one is a module in `games/`, named here."""

from .games import basari, five_tribes, five_tribes_solo, targi, tuareg
from .kit import game_of

GAMES = {game.slug: game for game in map(game_of, (tuareg, basari, targi, five_tribes, five_tribes_solo))}
