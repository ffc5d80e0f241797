"""The words every game is written in: its facts, what is entered, and what scoring gives back.

Nothing here knows Django. A game is a module of this package that holds `FACTS` and `score`, and where it
needs them `setup`, `worth`, `problems`, `instructions`, `carries`, `verdict` and `lost_already`; `game_of` makes a
`Game` of it.
A *table* is what those functions are given: a play as in the play format, already cleaned::

    {"options": {every option: its value},
     "seats": [{"player": "Anna", "stages": {"1": {"water": 4}}}, …]}

with only whole numbers, known keys and possible values in it. They read it and change nothing. `problems` is
also given tables that cannot be scored: with any number of seats, and without what could not be right.
"""

from .facts import Choice, Facts, Game, Item, Option, Part, Ruling, Stage, game_of, is_among, seats_in
from .results import Instruction, Problem, Result, ScoreLine, Standing, Tier, Verdict
from .texts import NOTHING, Text, gettext, ngettext, pgettext

__all__ = [
    "Choice",
    "Facts",
    "Game",
    "Instruction",
    "Item",
    "NOTHING",
    "Option",
    "Part",
    "Problem",
    "Result",
    "Ruling",
    "ScoreLine",
    "Stage",
    "Standing",
    "Text",
    "Tier",
    "Verdict",
    "game_of",
    "gettext",
    "is_among",
    "ngettext",
    "pgettext",
    "seats_in",
]
