"""The JSON Schema of a play, built from the facts of the games and printed in docs/reference/play.schema.json.

A schema checks one value at a time. Scoring alone checks what depends on several: sums over the seats, a supply by
number of players, fields that need an option, equal names.
"""

from collections.abc import Mapping, Sequence

from companion.rules.kit import LONGEST_ROLE, Game, Games, Option, Stage
from companion.rules.sheets.totals import WINS, only_totals

from .checking import DATE, FORMAT, LONGEST_NAME, MOST_MINUTES, MOST_NUMBERED, STATES, UUID
from .origin import LONGEST_ID, MOST_PLAYERS, PROGRAMS
from .play_format import COLOURS

# A piece of JSON Schema.
type Schema = dict[str, object]

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer", "minimum": 0, "maximum": MOST_NUMBERED}
EVENT: Schema = {
    "type": "object",
    "required": ["kind", "at"],
    "properties": {"kind": TEXT, "at": {**TEXT, "format": "date-time"}, "by": TEXT, "details": {"type": "object"}},
}
PHOTO: Schema = {"type": "object", "properties": {"id": TEXT, "caption": TEXT}}
AN_ID: Schema = {**TEXT, "format": "uuid", "pattern": f"^{UUID}$"}
ROLE: Schema = {**TEXT, "pattern": r"\S", "maxLength": LONGEST_ROLE}
# Keys of players at the table and of removed players.
ABOUT_PLAYER: dict[str, Schema] = {
    "player": {**TEXT, "pattern": r"\S", "maxLength": LONGEST_NAME},
    "team": {**TEXT, "minLength": 1, "maxLength": LONGEST_NAME},
    "first": {"type": "boolean"},
    "colour": {"type": "integer", "minimum": 1, "maximum": COLOURS},
    "role": ROLE,
}


def play_schema(games: Games) -> Schema:
    """Return the schema (draft 2020-12) of a play of any of these games."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": FORMAT,
        "description": "One session of a card or board game at a real table: who sat there and what they held.",
        **closed_object(
            required=["game", "seats"],
            properties={
                "format": {"const": FORMAT},
                "id": AN_ID,
                "game": {"enum": list(games)},
                "totals": {"enum": list(WINS)},
                "played_on": {**TEXT, "format": "date", "pattern": f"^{DATE}$"},
                "options": {"type": "object"},
                "place": TEXT,
                "variant": ROLE,
                "minutes": {"type": "integer", "minimum": 1, "maximum": MOST_MINUTES},
                "notes": TEXT,
                "version": NUMBER,
                "began": {**TEXT, "format": "date-time"},
                "closed": NUMBER,
                "rounds_over": {"type": "boolean"},
                "by_row": {"type": "boolean"},
                "events": {"type": "array", "items": EVENT},
                "photos": {"type": "array", "items": PHOTO},
                "origin": origin_schema(),
                "after": AN_ID,
                "left": {"type": "array", "items": left_schema()},
                "struck": {"type": "array", "items": struck_schema()},
                "state": {"enum": list(STATES)},
                "seats": {"type": "array", "items": seat_schema()},
            },
        ),
        "allOf": [
            {
                "if": {"properties": {"game": {"const": slug}}, "not": {"required": ["totals"]}},
                "then": {"$ref": f"#/$defs/{slug}"},
            }
            for slug in games
        ]
        + [
            {
                "if": {"properties": {"totals": {"const": wins}}, "required": ["totals"]},
                "then": game_schema(only_totals(next(iter(games.values())), wins)),
            }
            for wins in WINS
        ],
        "$defs": {slug: game_schema(game) for slug, game in games.items()},
    }


def seat_schema() -> Schema:
    """Return the schema of a player at the table."""
    more: dict[str, Schema] = {
        "stages": {"type": "object"},
        "points": {"type": ["number", "null"]},
        "rank": {"type": "integer", "minimum": 1},
        "winner": {"type": "boolean"},
        "done": {"type": "array", "items": TEXT},
        "uncounted": {"type": "array", "items": TEXT},
    }
    return closed_object(required=["player"], properties=ABOUT_PLAYER | more)


def left_schema() -> Schema:
    """Return the schema of a player who was removed from the table."""
    more: dict[str, Schema] = {"position": NUMBER, "at": {**TEXT, "format": "date-time"}}
    return closed_object(required=["player", "position", "at"], properties=ABOUT_PLAYER | more)


def struck_schema() -> Schema:
    """Return the schema of an instruction that is done."""
    return closed_object(required=["stage", "text"], properties={"stage": TEXT, "seat": NUMBER, "text": TEXT})


def origin_schema() -> Schema:
    """Return the schema of the origin of an imported play."""
    an_id: Schema = {**TEXT, "minLength": 1, "maxLength": LONGEST_ID}
    seat = closed_object(properties={"score": TEXT, "rest": {"type": "object"}})
    row: Schema = {
        "type": "array",
        "prefixItems": [{"type": "integer"}, TEXT, {"type": "array", "items": TEXT}],
        "minItems": 3,
        "maxItems": 3,
    }
    details: dict[str, Schema] = {
        "time": {**TEXT, "pattern": "^[0-2][0-9]:[0-5][0-9]$"},
        "seats": {"type": "array", "items": seat},
        "rows": {"type": "array", "items": row},
        "expansions": {"type": "array", "items": TEXT},
        "rest": {"type": "object"},
    }
    return closed_object(
        required=["program", "id"],
        properties={
            "program": {"enum": list(PROGRAMS)},
            "id": an_id,
            "game": an_id,
            "players": {"type": "array", "maxItems": MOST_PLAYERS, "items": {**TEXT, "maxLength": LONGEST_ID}},
            "digest": {**TEXT, "pattern": "^[0-9a-f]{64}$"},
            "details": closed_object(properties=details),
        },
    )


def closed_object(*, properties: Mapping[str, Schema], required: Sequence[str] = ()) -> Schema:
    """Return the schema of an object with only these properties."""
    return {
        "type": "object",
        **({"required": list(required)} if required else {}),
        "properties": properties,
        "additionalProperties": False,
    }


def game_schema(game: Game) -> Schema:
    """Return the part of the schema for this game: its options, its number of seats, and their holdings by stage."""
    stages = closed_object(properties={stage.key: stage_schema(stage) for stage in game.stages})
    return {
        "title": str(game.title),
        "properties": {
            "options": closed_object(properties={option.key: option_schema(option) for option in game.options}),
            "seats": {
                "minItems": game.seats[0],
                "maxItems": game.seats[-1],
                "items": {"properties": {"stages": stages}},
            },
        },
    }


def option_schema(option: Option) -> Schema:
    """Return the schema of an option's values, with its default."""
    if option.choices:
        values: Schema = {"enum": [choice.value for choice in option.choices]}
    else:
        values = {"type": "integer", "minimum": option.low, "maximum": option.high}
    return {"title": str(option.label), **values, "default": option.default}


def stage_schema(stage: Stage) -> Schema:
    """Return the schema of a seat's holdings; a key with two meanings accepts the values of both."""
    fields: dict[str, list[Schema]] = {}
    for field in stage.fields:
        fields.setdefault(field.key, []).append({"title": str(field.label), **field.schema()})
    return {
        "title": str(stage.label),
        **closed_object(
            properties={key: schemas[0] if len(schemas) == 1 else {"anyOf": schemas} for key, schemas in fields.items()}
        ),
    }
