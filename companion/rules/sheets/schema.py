"""The JSON Schema of a sheet, printed in docs/reference/sheet.schema.json. `shape.py` uses it to find errors.

Only `checking.py` finds errors that depend on more than one value: a row that is counted from another, repeated keys.
"""

from collections.abc import Mapping, Sequence

from . import limits
from .limits import MOST_COUNTED, MOST_OF_A_TOTAL, MOST_POINTS

type Schema = dict[str, object]

# Characters that neither texts nor databases can hold.
CONTROLS = "[\\u0000-\\u001f\\u007f\\ud800-\\udfff]"


def text(longest: int) -> Schema:
    """Return the schema of a text on one line with at least one visible character and at most `longest`."""
    return {"type": "string", "maxLength": longest, "pattern": r"\S", "not": {"pattern": CONTROLS}}


def words(longest: int) -> Schema:
    """Return the schema of a text for all languages, or one for each of some."""
    spoken = {language: text(longest) for language in limits.LANGUAGES}
    return {"anyOf": [text(longest), {**closed(spoken), "minProperties": 1}]}


def whole(low: int, high: int) -> Schema:
    """Return the schema of a whole number, both ends included."""
    return {"type": "integer", "minimum": low, "maximum": high}


def listed(items: Schema, most: int, *, least: int = 0) -> Schema:
    """Return the schema of a list of `least` to `most` items."""
    return {"type": "array", "minItems": least, "maxItems": most, "items": items}


def closed(properties: Mapping[str, Schema], *required: str) -> Schema:
    """Return the schema of an object with only these properties."""
    needed: Schema = {"required": list(required)} if required else {}
    return {"type": "object", **needed, "properties": dict(properties), "additionalProperties": False}


def span(low: int, high: int) -> Schema:
    """Return the schema of a pair: from and to."""
    return listed(whole(low, high), 2, least=2)


KEY: Schema = {
    "type": "string",
    "maxLength": limits.LONGEST_KEY,
    "pattern": "^[a-z][a-z0-9_]*$",
    "not": {"pattern": f"__|{CONTROLS}"},
}
SLUG: Schema = {**KEY, "maxLength": 50, "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "not": {"pattern": CONTROLS}}
WORD, TEXT = words(limits.LONGEST_WORD), words(limits.LONGEST_TEXT)
YES: Schema = {"type": "boolean"}
WORTH = whole(-MOST_POINTS, MOST_POINTS)
COUNT = whole(1, MOST_COUNTED)
VALUES = listed(WORTH, limits.MOST_VALUES, least=1)
REFERENCES: Schema = listed(KEY, limits.MOST_THINGS, least=2)
ROWS: Schema = listed(KEY, limits.MOST_THINGS, least=1)


def by_seats(schema: Schema) -> Schema:
    """Return the schema of a single value, or of one for each number of players."""
    each = {str(seats): schema for seats in range(1, limits.MOST_SEATS + 1)}
    return {"anyOf": [schema, {**closed(each), "minProperties": 1}]}


SUPPLY = by_seats(COUNT)
PLACES = listed(whole(-MOST_POINTS, MOST_POINTS), limits.MOST_PLACES, least=1)
OF_A_BID = closed({"points": WORTH, "each": WORTH, "off": WORTH, "round": WORTH})
BY = closed({"row": KEY, "fewest": YES, "last": YES}, "row")
NEXT = closed({"row": KEY, "next": YES}, "row", "next")
ASKED = closed({"asked": KEY, "label": WORD, "fewest": YES}, "asked", "label")
CHOICE = closed({"key": KEY, "label": WORD, "worth": WORTH}, "key", "label", "worth")
NAMED = closed({"key": KEY, "label": WORD}, "key", "label")
OF_EVERY_ROW: Mapping[str, Schema] = {
    "key": KEY,
    "label": WORD,
    "kind": {"type": "string"},
    "stages": listed(KEY, 12, least=1),
    "with": KEY,
}

FACTOR = closed(
    {
        "rows": ROWS,
        "each": listed(WORTH, limits.MOST_THINGS, least=1),
        "values": VALUES,
        "plus": whole(-MOST_POINTS, MOST_POINTS),
        "shared": YES,
    },
    "rows",
)
FACTORS = listed(FACTOR, 3, least=1)
OF_CHOICE = closed(
    {"choice": KEY, "values": VALUES, "further": WORTH, "together": YES, "all": WORTH}, "choice", "values"
)
TABLE = closed({"from": whole(0, MOST_COUNTED), "values": VALUES, "further": WORTH}, "from", "values")
REACH = ("rows", "at_least", "worth")

# By kind: the further keys of a row, and those that are required.
KINDS: Mapping[str, tuple[Mapping[str, Schema], Sequence[str]]] = {
    "points": (
        {
            "least": whole(-MOST_OF_A_TOTAL, 0),
            "most": whole(1, MOST_OF_A_TOTAL),
            "decimals": whole(0, limits.MOST_DECIMALS),
            "step": whole(1, MOST_POINTS),
            "cost": whole(1, MOST_POINTS),
            "products": YES,
            "noted": YES,
        },
        (),
    ),
    "count": ({"worth": WORTH, "supply": SUPPLY, "most": COUNT}, ("worth",)),
    "per": ({"size": COUNT, "worth": WORTH, "supply": SUPPLY, "most": COUNT}, ("size", "worth")),
    "table": ({"values": VALUES, "further": WORTH, "supply": SUPPLY, "most": COUNT}, ("values",)),
    "yes": ({"worth": WORTH, "supply": SUPPLY, "rules_out": listed(KEY, limits.MOST_THINGS, least=1)}, ("worth",)),
    "choice": ({"choices": listed(CHOICE, limits.MOST_CHOICES, least=2), "supply": SUPPLY}, ("choices",)),
    "most": (
        {
            "places": by_seats(PLACES),
            "ties": {"enum": ["share", "split", "all", "less", "nobody"]},
            "fewest": YES,
            "at_least": by_seats(whole(-MOST_POINTS, MOST_COUNTED)),
            "from_players": whole(1, limits.MOST_SEATS),
            "unless_all_level": YES,
            "of": KEY,
            "supply": SUPPLY,
            "most": COUNT,
        },
        ("places", "ties"),
    ),
    "sets": (
        {
            "things": listed(NAMED, limits.MOST_THINGS, least=2),
            "rows": REFERENCES,
            "values": VALUES,
            "further": WORTH,
        },
        ("values",),
    ),
    "best": (
        {"rows": REFERENCES, "best": COUNT, "values": VALUES, "others": VALUES},
        ("rows", "best", "values", "others"),
    ),
    "lowest": ({"rows": REFERENCES, "row": KEY}, ("rows",)),
    "formula": ({"factors": FACTORS, "bid": KEY}, ("factors",)),
    "by": (
        {"of": KEY, "tables": listed(TABLE, limits.MOST_CHOICES, least=1), "supply": SUPPLY, "most": COUNT},
        ("of", "tables"),
    ),
    "others": ({"row": KEY, "of": KEY, "less_own": YES}, ("row",)),
    "settle": ({"rows": ROWS, "factors": FACTORS, "of": KEY}, ("of",)),
    "product": ({"rows": listed(KEY, 2, least=2), "worth": WORTH}, ("rows",)),
    "reach": ({"rows": listed(KEY, limits.MOST_THINGS, least=1), "at_least": WORTH, "worth": WORTH}, REACH),
    "times": ({"row": KEY, "plus": whole(0, 9)}, ("row",)),
    "multiplied": (
        {"by": WORD, "cost": whole(0, MOST_POINTS), "plus": whole(0, 9), "most": COUNT, "supply": SUPPLY},
        ("by",),
    ),
    "penalty": ({"worth": whole(1, MOST_POINTS), "supply": SUPPLY, "most": COUNT}, ()),
    "bid": (
        {
            "hit": OF_A_BID,
            "miss": OF_A_BID,
            "zero_hit": OF_A_BID,
            "zero_miss": OF_A_BID,
            "deck": COUNT,
            "tricks": {"enum": ["all", "most"]},
        },
        ("hit", "miss"),
    ),
    "list": (
        {
            "least": whole(0, MOST_COUNTED),
            "most": COUNT,
            "values": VALUES,
            "worth": WORTH,
            "runs": YES,
            "option": KEY,
            "tables": listed(OF_CHOICE, limits.MOST_CHOICES, least=2),
        },
        ("most",),
    ),
    "frames": ({"frames": whole(1, limits.MOST_ROUNDS)}, ("frames",)),
    "level": ({"most": COUNT}, ()),
}


def of_kind(kind: str) -> Schema:
    """Return the schema of a row of this kind."""
    own, required = KINDS[kind]
    return closed({**OF_EVERY_ROW, **own}, "key", "label", "kind", *required)


ROW: Schema = {
    "type": "object",
    "required": ["kind"],
    "properties": {"kind": {"enum": list(KINDS)}},
    "allOf": [
        {"if": {"required": ["kind"], "properties": {"kind": {"const": kind}}}, "then": of_kind(kind)} for kind in KINDS
    ],
}
OPTION = closed(
    {"key": KEY, "label": WORD, "choices": listed(NAMED, limits.MOST_CHOICES, least=2)}, "key", "label", "choices"
)
PROPOSALS = closed({"label": WORD, "choices": listed(NAMED, limits.MOST_ROLES)}, "label")
EXPANSION = closed({"key": KEY, "label": WORD, "players": span(1, limits.MOST_SEATS)}, "key", "label")
ROUNDS = closed(
    {
        "number": by_seats(whole(1, limits.MOST_ROUNDS)),
        "total": by_seats(whole(1, MOST_POINTS)),
        "dealer": YES,
        "past": {"enum": ["bust", "stop", "back"]},
        "back": whole(0, MOST_POINTS),
        "further": whole(1, 9),
    }
)
# The number of the round.
BY_ROUND: Schema = {"type": "string", "enum": ["round"]}
PART = closed({"row": KEY, "size": COUNT}, "row", "size")
# By kind of check: its keys, and those that are required.
CHECKS: Mapping[str, tuple[Mapping[str, Schema], Sequence[str]]] = {
    "sum": (
        {
            "rows": ROWS,
            "is": by_seats(listed(WORTH, limits.MOST_CHOICES, least=1)),
            "unless": KEY,
            "if": KEY,
        },
        ("rows", "is"),
    ),
    "one": ({"rows": ROWS, "exactly": YES}, ("rows",)),
    "most": (
        {"parts": listed(PART, limits.MOST_THINGS, least=1), "most": {"anyOf": [COUNT, BY_ROUND]}, "label": WORD},
        ("parts", "most", "label"),
    ),
    "rises": ({"row": KEY}, ("row",)),
    "places": ({"row": KEY}, ("row",)),
    "differ": ({"row": KEY}, ("row",)),
    "needs": ({"row": KEY, "from": COUNT, "of": KEY, "at_least": COUNT}, ("row", "of")),
    "excludes": ({"row": KEY, "of": KEY}, ("row", "of")),
}
CHECK: Schema = {
    "type": "object",
    "required": ["kind"],
    "properties": {"kind": {"enum": list(CHECKS)}},
    "allOf": [
        {
            "if": {"required": ["kind"], "properties": {"kind": {"const": kind}}},
            "then": closed({"kind": {"type": "string"}, **own}, "kind", *required),
        }
        for kind, (own, required) in CHECKS.items()
    ],
}
EXAMPLE = closed(
    {
        "options": {"type": "object"},
        "seats": listed(
            {"type": "object", "required": ["player"], "properties": {"player": text(60)}}, limits.MOST_SEATS, least=1
        ),
    },
    "seats",
)
SHEET: Schema = closed(
    {
        "format": {"const": limits.FORMAT},
        "key": SLUG,
        "title": WORD,
        "publisher": text(limits.LONGEST_WORD),
        "designer": text(limits.LONGEST_WORD),
        "year": whole(-3000, 2999),
        "age": whole(1, 99),
        "source": text(limits.LONGEST_TEXT),
        "players": span(1, limits.MOST_SEATS),
        "minutes": span(1, 999),
        "accent": {"enum": list(limits.ACCENTS)},
        "emblem": KEY,
        "played": {"enum": ["alone", "teams", "together"]},
        "teams": {"enum": ["equal"]},
        "wins": {"enum": ["most", "fewest", "order", "winner"]},
        "draw": YES,
        "stages": listed(NAMED, limits.MOST_STAGES, least=1),
        "rounds": ROUNDS,
        "rows": listed(ROW, limits.MOST_ROWS),
        "ahead": listed(BY, 3),
        "ties": listed({"anyOf": [BY, NEXT, ASKED]}, 6),
        "checks": listed(CHECK, limits.MOST_CHECKS),
        "won": closed({"row": KEY, "total": WORTH}),
        "tiers": listed(closed({"least": WORTH, "label": WORD}, "least", "label"), limits.MOST_CHOICES),
        "options": listed(OPTION, limits.MOST_EXPANSIONS),
        "expansions": listed(EXPANSION, limits.MOST_EXPANSIONS),
        "roles": PROPOSALS,
        "variants": PROPOSALS,
        "how": listed(TEXT, limits.MOST_TEXTS),
        "first_player": TEXT,
        "last_round": TEXT,
        "example": EXAMPLE,
    },
    "format",
    "title",
    "players",
    "rows",
)


NAMES: Mapping[str, Schema] = {
    "word": WORD,
    "text": TEXT,
    "key": KEY,
    "supply": SUPPLY,
    "places": PLACES,
    "values": VALUES,
    "worth": WORTH,
    "count": COUNT,
    "bid": OF_A_BID,
    "by": BY,
    "proposals": PROPOSALS,
}


def sheet_schema() -> Schema:
    """Return the schema (draft 2020-12) of a sheet, with definitions for frequent parts."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": limits.FORMAT,
        "description": "The score sheet of a game: what is counted, what it brings, and who wins.",
        **{key: said_once(part) for key, part in SHEET.items()},
        "$defs": {name: within(schema) for name, schema in NAMES.items()},
    }


def said_once(part: object) -> object:
    """Return a part of the schema with a reference if it has a name."""
    names = [name for name, schema in NAMES.items() if part == schema]
    return {"$ref": f"#/$defs/{names[0]}"} if names else within(part)


def within(part: object) -> object:
    """Return a part of the schema with references inside it."""
    if isinstance(part, dict):
        return {key: said_once(inner) for key, inner in part.items()}
    return [said_once(inner) for inner in part] if isinstance(part, list) else part
