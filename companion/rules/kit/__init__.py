"""The words every game is written in: its facts, what is entered, and what scoring gives back.

Nothing here knows Django. A game is a module of `games/` whose `GAME` is a `Game`, made by naming its parts. What
scores is its `Item`s: each names the function that is its rule (`score`), and the kit makes a line of it at every seat.

A *table* is what a game's functions are given: a play as in the play format, already cleaned::

    {"options": {every option: its value},
     "seats": [{"player": "Anna", "stages": {"1": {"water": 4}}}, …]}

with only exact numbers, known keys and possible values in it. They read it and change nothing. `problems` is
also given tables that cannot be scored: with any number of seats, and without what could not be right.
"""

from .facts import Brings, Item, Limits, Part, Ruling, Score, Stage, each, each_number
from .fields import Count, Field, Tally
from .game import Carried, Game, Games
from .lots import MUCH, Lot
from .majority import holders_of_most, majority
from .numbers import Number, as_json, decimals_of, json_number, plain
from .options import LONGEST_ROLE, ROLES, VARIANTS, Choice, Expansion, Option, Proposals, expansion, is_among
from .order import By, Rounds
from .placing import Places, Ties, placed
from .questions import OneOf
from .results import ICONS, Instruction, Points, Problem, Result, ScoreLine, StageScore, Standing, Tier, Verdict
from .tables import Holdings, Options, Seat, SeatOfTable, Table, seats_in, uncounted_in
from .texts import (
    NOTHING,
    Names,
    Reason,
    Text,
    figure,
    gettext,
    in_words,
    naming,
    ngettext,
    pgettext,
    reason,
    sentence_of,
    signed,
)
from .things import Card, Picks, Rows, Symbol, Thing
from .typed import MOST, Fault, Refused, read_number, shortened

__all__ = [
    "Brings",
    "By",
    "Card",
    "Carried",
    "Choice",
    "Count",
    "Expansion",
    "Fault",
    "Field",
    "Game",
    "Games",
    "Holdings",
    "ICONS",
    "Instruction",
    "Item",
    "LONGEST_ROLE",
    "MOST",
    "MUCH",
    "Limits",
    "Lot",
    "NOTHING",
    "Names",
    "Number",
    "OneOf",
    "Option",
    "Options",
    "Part",
    "Picks",
    "Places",
    "Points",
    "Problem",
    "Proposals",
    "ROLES",
    "Reason",
    "Refused",
    "Result",
    "Rounds",
    "Rows",
    "Ruling",
    "Score",
    "ScoreLine",
    "Seat",
    "SeatOfTable",
    "Stage",
    "StageScore",
    "Standing",
    "Symbol",
    "Table",
    "Tally",
    "Text",
    "Thing",
    "Tier",
    "Ties",
    "VARIANTS",
    "Verdict",
    "as_json",
    "decimals_of",
    "each",
    "each_number",
    "expansion",
    "figure",
    "gettext",
    "holders_of_most",
    "in_words",
    "is_among",
    "json_number",
    "majority",
    "naming",
    "ngettext",
    "pgettext",
    "placed",
    "plain",
    "read_number",
    "reason",
    "seats_in",
    "sentence_of",
    "shortened",
    "signed",
    "uncounted_in",
]
