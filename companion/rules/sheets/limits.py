"""How much a sheet can hold, and the words of its format."""

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
# Of a row of points, whose decimals come beside them.
MOST_OF_A_TOTAL = 999_999_999
MOST_DECIMALS = 2
MOST_COUNTED = 9_999
LONGEST_KEY = 30
LONGEST_WORD = 60
LONGEST_TEXT = 600

# What a page sends beside the rows of a card, by the same kind of name.
SENT_BESIDE_ROWS = ("done", "revision", "save_id")

LANGUAGES = ("en", "de", "ja")
ACCENTS = ("indigo", "plum", "terracotta", "oasis", "night", "slate", "moss", "ochre")
# Kinds of row whose own number another row may be counted from.
COUNTED = ("points", "count", "per", "table", "most", "penalty", "level")
# Kinds of row that are an answer.
ANSWERS = ("yes", "choice")
# What a row of some kinds names, by its key there: rows of these kinds. Of others, rows whose points it can use.
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
# Kinds of row that may be worth nothing and have no points of their own then.
NUMBERS = ("count",)
# Kinds of row whose points another row may multiply.
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
