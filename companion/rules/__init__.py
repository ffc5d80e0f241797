"""The games. A new one is a module of this package, named here."""

from . import five_tribes, five_tribes_solo, tuareg
from .kit import game_of

GAMES = {game.slug: game for game in map(game_of, (tuareg, five_tribes, five_tribes_solo))}
