"""Validation of the origin of an imported play: its ids in another program, and the data that only that program has.

`{"program", "id", "game", "players", "digest", "details"}`: `game` and `players` are the program's ids of the game and
of the seats, in the order of `seats`; the id of an unknown player is an empty text. `digest` identifies the imported
version, to detect changes in a later file; it is missing once the play was changed in Caravan. `details` has the keys
`time`, `seats`, `rows`, `expansions` and `rest`, in the form that the reader of the program's files writes.
"""

import datetime
import json
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeGuard

from companion.rules.kit import as_json

PROGRAMS = ("bgstats", "bgg", "table")
LONGEST_ID = 200
MOST_PLAYERS = 100
# The limit for a play of another program, plus a little for the keys.
LONGEST_DETAILS = 2**17

type Json = Any
type Checks = Mapping[str, Callable[[Json], bool]]


def is_origin(value: Json) -> TypeGuard[dict[str, Json]]:
    """Return whether a value is a valid origin of a play."""
    return has_only(value, ORIGIN) and {"program", "id"} <= value.keys() and is_short(value)


def is_short(value: Json) -> bool:
    """Return whether a value as JSON is short enough to be stored."""
    try:
        return len(json.dumps(value, ensure_ascii=False, default=as_json)) <= LONGEST_DETAILS
    except (ValueError, RecursionError):
        return False


def has_only(value: Json, checks: Checks) -> bool:
    """Return whether a value is an object with no keys but these, all of them valid."""
    return isinstance(value, dict) and value.keys() <= checks.keys() and fits(value, checks)


def fits(value: Json, checks: Checks) -> bool:
    """Return whether a value is an object in which those of these keys that it has are valid."""
    return isinstance(value, dict) and all(check(value[key]) for key, check in checks.items() if key in value)


def is_text(value: Json) -> bool:
    return isinstance(value, str)


def is_id(value: Json) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_ID


def is_digest(value: Json) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def are_players(value: Json) -> bool:
    return isinstance(value, list) and len(value) <= MOST_PLAYERS and all(each == "" or is_id(each) for each in value)


def is_time(value: Json) -> bool:
    """Return whether a value is a time such as 20:15."""
    if not isinstance(value, str) or not re.fullmatch("[0-9]{2}:[0-9]{2}", value):
        return False
    try:
        datetime.time.fromisoformat(value)
    except ValueError:
        return False
    return True


def are_texts(value: Json) -> bool:
    return isinstance(value, list) and all(map(is_text, value))


def is_row(value: Json) -> bool:
    """Return whether a value is a row of a score sheet: its round, its label, and a text for each seat."""
    is_whole = isinstance(value, list) and len(value) == 3
    return is_whole and type(value[0]) is int and is_text(value[1]) and are_texts(value[2])


def are_rows(value: Json) -> bool:
    return isinstance(value, list) and all(map(is_row, value))


def are_seats(value: Json) -> bool:
    return isinstance(value, list) and all(has_only(each, {"score": is_text, "rest": is_object}) for each in value)


def is_object(value: Json) -> bool:
    return isinstance(value, dict)


def is_whole_number(value: Json) -> bool:
    return type(value) is int


def is_location(value: Json) -> bool:
    return has_only(value, {"uuid": is_text, "name": is_text}) and len(value) == 2


def is_expansion(value: Json) -> bool:
    return has_only(value, {"uuid": is_text, "name": is_text, "bggId": is_whole_number}) and len(value) == 3


def are_expansions(value: Json) -> bool:
    return isinstance(value, list) and all(map(is_expansion, value))


def is_game(value: Json) -> bool:
    return has_only(value, {"bggId": is_whole_number})


def is_rest(value: Json) -> bool:
    """Return whether a value can be the rest of a play: only the parts that Caravan reads are checked."""
    return fits(value, {"location": is_location, "expansions": are_expansions, "game": is_game})


def are_details(value: Json) -> bool:
    return has_only(value, DETAILS)


DETAILS: Checks = {"time": is_time, "seats": are_seats, "rows": are_rows, "expansions": are_texts, "rest": is_rest}
ORIGIN: Checks = {
    "program": PROGRAMS.__contains__,
    "id": is_id,
    "game": is_id,
    "players": are_players,
    "digest": is_digest,
    "details": are_details,
}
