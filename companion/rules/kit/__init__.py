"""Building blocks of a game: its facts, the fields that players fill in, and the results of scoring.

The kit doesn't depend on Django. A game is a module of `games/` whose `GAME` is a `Game`. Each scoring row is an `Item`
with a function for its rule (`score`); the kit turns its points into a line for each seat.

The functions of a game get a *table*: a play in the play format, validated and cleaned::

    {"options": {every option: its value},
     "seats": [{"player": "Anna", "stages": {"1": {"water": 4}}}, …]}

It contains only exact numbers, known keys and allowed values. The functions must not change it. `problems` also gets
tables that can't be scored: with any number of seats, and without the values that were invalid.
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
