"""Limits of sheets, and words of their format."""

from collections.abc import Mapping, Sequence

FORMAT = "caravan.sheet/1"

MOST_ROWS = 40
MOST_STAGES = 12
MOST_ROUNDS = 50
MOST_VALUES = 60
MOST_PLACES = 10
MOST_THINGS = 12
MOST_CHOICES = 20
MOST_EXPANSIONS = 12
MOST_SEATS = 20
MOST_TEXTS = 20
MOST_CHECKS = 12
MOST_ROLES = 40
MOST_POINTS = 99_999
# For a row of points, without its decimals.
MOST_OF_A_TOTAL = 999_999_999
MOST_DECIMALS = 2
MOST_COUNTED = 9_999
LONGEST_KEY = 30
LONGEST_WORD = 60
LONGEST_TEXT = 600

# Names of form fields besides the rows of a card.
SENT_BESIDE_ROWS = ("done", "revision", "save_id")

LANGUAGES = ("en", "de", "ja")
ACCENTS = ("indigo", "plum", "terracotta", "oasis", "night", "slate", "moss", "ochre")
# Kinds of row whose number another row can use.
COUNTED = ("points", "count", "per", "table", "most", "penalty", "level")
# Kinds of row that are an answer.
ANSWERS = ("yes", "choice")
# By (kind, key): the kinds of the rows that a row can name there. Other kinds name rows whose points they can use.
NAMED: Mapping[tuple[str, str], Sequence[str]] = {
    **{(name, "rows"): COUNTED for name in ("sets", "product", "best", "lowest", "settle")},
    ("lowest", "row"): COUNTED,
    ("most", "of"): COUNTED,
    **{(name, "factors"): ("count", "per", "table", "penalty", "level", *ANSWERS) for name in ("formula", "settle")},
    ("formula", "bid"): COUNTED,
    ("by", "of"): (*COUNTED, *ANSWERS),
    ("others", "row"): COUNTED,
    ("others", "of"): ANSWERS[:1],
    ("settle", "of"): ANSWERS,
}
# Kinds of row that can be worth nothing, so they have no points of their own.
NUMBERS = ("count",)
# Kinds of row whose points another row can multiply.
MULTIPLIED = (
    "points",
    "count",
    "per",
    "table",
    "penalty",
    "yes",
    "choice",
    "sets",
    "product",
    "best",
    "lowest",
    "formula",
    "multiplied",
    "reach",
)
